"""What of a lorebook is on the desk: the book itself, one of its entries, or several at once; opened, stored, left.

The page of lorebooks stands on it and has the lists and what can be done with their rows. Each visit of a form is one step that
can be undone when it is left; what is done to rows is a step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope
from desktop_app.services.lore_changes import merged_entry
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.book_changes import BookChanges
from desktop_app.ui.editors.book_form import BookForm, ShelvedBook
from desktop_app.ui.editors.bulk_panel import BulkPanel
from desktop_app.ui.editors.entry_form import EntryForm
from desktop_app.ui.editors.entry_table import entry_title
from desktop_app.ui.editors.key_test import KeyTester
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.shelf import Shelf
from desktop_app.ui.editors.text_counts import TextCounts, TokenNote
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices


class BookDesk(EditorPage):
    """One book is open, or none; of it the book itself or one entry is in the form, or several are in the panel for many."""

    saves_itself = True

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._books: dict[str, Lorebook] = {}
        self._scopes: dict[str, tuple[Scope, ...]] = {}
        self._book: Lorebook | None = None
        self._entry: LorebookEntry | None = None
        self._many: list[str] = []
        self._visited: LorebookEntry | ShelvedBook | None = None  # what is open, as it was when the person came to it
        self._wanted: tuple[str, Sequence[str]] | None = None
        self._is_new = False  # what is in the form is stored nowhere yet
        self._places = Places()
        super().__init__(launch, "", parent)
        self.desk.show_empty(self.tr("A lorebook tells the model what it needs to know, when it is spoken of."))
        self._services = services
        self._lore = services.lore
        self._changes = BookChanges(services.lore, self._want)
        self.counts = TextCounts(services, launch, "count entries")
        self.note = TokenNote(services, launch, "count entry")
        self.book_form = BookForm(icons)
        self.entry_form = EntryForm(icons)
        self.panel = BulkPanel()
        self.shelf = Shelf(icons, self.undo_bar, self.counts.known)
        self.key_tester = KeyTester(services, launch, self.entry_form.key_test)
        self.entry_form.looked_at.connect(self._look_at)

    def mark_open(self) -> None:
        """In both lists."""
        self.shelf.books.mark(self._book_id)
        self.shelf.table.mark(self._open_ids)

    def open_name(self) -> str:
        """The entry's title, or the book's name."""
        if self._entry is not None:
            return entry_title(self.entry_form.item())
        return self.book_form.item().book.name if self._book is not None else ""

    def reopen(self) -> None:
        """As it is stored; a new one is dropped."""
        if self._is_new_book:
            self._open_book(None)
        elif self._is_new or self._entry is None:
            self._open_book(self._book)
        else:
            self._open_entry(self._entry)

    async def store(self) -> None:
        """The entry, or the book with where it counts."""
        if self._entry is not None:
            await self._store_entry()
        elif self._book is not None:
            await self._store_book()

    def _show_entries(self) -> None:
        raise NotImplementedError

    def _many_words(self, count: int) -> str:
        """How many are chosen; in the page's class, as Qt looks for plural forms in the class of the object alone."""
        raise NotImplementedError

    @property
    def _book_id(self) -> str:
        return self._book.id if self._book is not None else ""

    @property
    def _open_ids(self) -> list[str]:
        return [self._entry.id] if self._entry is not None else self._many

    @property
    def _is_new_book(self) -> bool:
        return self._is_new and self._entry is None

    def _want(self, book_id: str, ids: Sequence[str]) -> None:
        self._wanted = (book_id, ids)

    def _rebase(self, fresh: Lorebook | None) -> None:
        """What is open is otherwise in the storage now; or gone: what was typed of it can be stored as a new one."""
        if fresh is None:
            self._lost(None)
            return
        self._book = fresh
        known = {entry.id: entry for entry in fresh.entries}
        if self._entry is not None:
            self._rebase_entry(known.get(self._entry.id))
        elif self._many:
            self._choose(fresh.id, self._many)
        else:
            self.book_form.rebase(ShelvedBook(fresh, self._scopes[fresh.id]))

    def _rebase_entry(self, entry: LorebookEntry | None) -> None:
        assert self._entry is not None  # noqa: S101 - it is open
        if entry is None:
            if not self._is_new:
                self._lost(self._book)
            return
        known, self._entry = self._entry, entry
        self.take_in(self.entry_form, known, entry)

    def _lost(self, book: Lorebook | None) -> None:
        """An entry of a lost book goes with it."""
        self._visited = None
        if self.has_changes and (self._entry is None or book is not None):
            self._is_new = True
            self.desk.show_buttons(new=True)
        else:
            self._open_book(book)

    def _choose(self, book_id: str, ids: Sequence[str]) -> None:
        """Opens what there is of these entries; the book where there is none of them."""
        book = self._books.get(book_id)
        if book is None:
            return
        if book_id != self._book_id or self._is_new_book:
            self._open_book(book)
        known = {entry.id: entry for entry in book.entries}
        found = [entry_id for entry_id in ids if entry_id in known]
        if len(found) == 1:
            self._open_entry(known[found[0]])
        elif found:
            self._open_many(found)
        else:
            self._open_book(book)

    def _open_book(self, book: Lorebook | None, *, new: bool = False) -> None:
        self._note_visit()
        another = (book.id if book is not None else "") != self._book_id
        self._book, self._entry, self._many, self._is_new = book, None, [], new
        self.key_tester.clear()
        self.note.show_text("")
        if book is not None:
            shelved = ShelvedBook(book, self._scopes.get(book.id, (self._places.usual,)))
            self.book_form.show_item(shelved)
            self._visited = None if new else shelved
        self.desk.show_form(self.book_form if book is not None else None, new=new)
        if another:
            self.shelf.search.clear()
        self._show_entries()
        self.mark_open()

    def _open_entry(self, entry: LorebookEntry, *, new: bool = False) -> None:
        assert self._book is not None  # noqa: S101 - entries are opened of the open book
        self._note_visit()
        self._entry, self._many, self._is_new = entry, [], new
        self._visited = None if new else entry
        self.entry_form.show_book(self._book)
        self.entry_form.show_item(entry)
        self.desk.show_form(self.entry_form, new=new)
        self.mark_open()

    def _open_many(self, ids: list[str]) -> None:
        self._note_visit()
        self._entry, self._many, self._is_new = None, ids, False
        self.key_tester.clear()
        self.note.show_text("")
        self.desk.show_panel(self.panel)
        self._show_many()
        self.mark_open()

    def _show_many(self) -> None:
        chosen = set(self._many)
        entries = [entry for entry in self._book.entries if entry.id in chosen] if self._book is not None else []
        self.panel.show_things(self._many_words(len(entries)), entries)

    def _note_visit(self) -> None:
        """What was changed in the form since it was opened is one step from now on."""
        visited, self._visited = self._visited, None
        sentence = self.tr("“{name}” was changed.")
        if isinstance(visited, ShelvedBook) and self._book is not None and not self._entry:
            now = ShelvedBook(self._book, self._scopes.get(self._book.id, ()))
            if merged_entry(visited.book, visited.book, now.book) != visited.book or now.scopes != visited.scopes:
                self.steps.add(self._changes.book_step(visited, now, sentence.format(name=now.book.name)))
        elif isinstance(visited, LorebookEntry) and self._entry is not None and self._entry.id == visited.id:
            now = self._entry
            if merged_entry(visited, visited, now) != visited:
                title = sentence.format(name=entry_title(now))
                self.steps.add(self._changes.step(self._book_id, (visited,), (now,), title))

    async def _settle(self) -> None:
        """Before something else is done: what is typed is stored, and its edits are one step."""
        if not self._is_new:
            await self._stored_quietly()
        if self.desk.form is self.entry_form and self._entry is not None and not self.has_changes:
            self._open_entry(self._entry, new=self._is_new)
        elif self.desk.form is self.book_form and not self.has_changes and not self._is_new:
            self._open_book(self._book)

    async def _store_entry(self) -> None:
        assert self._book is not None and self._entry is not None  # noqa: S101, PT018 - an entry is open, and so is its book
        sent, before, new = self.entry_form.item(), self._entry, self._is_new
        book = await self._lore.change_entries(self._book.id, () if new else (before,), (sent,))
        stored = next((entry for entry in book.entries if entry.id == sent.id), None)
        if stored is None:  # it was deleted elsewhere just now
            book = await self._lore.save_entry(self._book.id, sent)
            stored = next(entry for entry in book.entries if entry.id == sent.id)
        self._books[book.id] = self._book = book
        self._entry = stored
        if new:
            self._visited = stored
            sentence = self.tr("“{name}” was made.").format(name=entry_title(stored))
            self.steps.add(self._changes.step(book.id, (), (stored,), sentence))
        if self.entry_form.item() == sent:
            self.entry_form.settle(stored)
        else:  # something was typed meanwhile
            self.entry_form.rebase(stored)
        await self._loaded()

    async def _store_book(self) -> None:
        sent = self.book_form.item()
        new = self._is_new
        before = None if new else ShelvedBook(self._books[sent.book.id], self._scopes[sent.book.id])
        stored = await self._changes.save_book(before, sent)
        self._books[stored.book.id] = self._book = stored.book
        self._scopes[stored.book.id] = stored.scopes
        if new:
            self._visited = stored
            sentence = self.tr("“{name}” was made.").format(name=stored.book.name)
            self.steps.add(self._changes.new_book(stored, sentence))
        if self.book_form.item() == sent:
            self.book_form.settle(stored)
        else:
            self.book_form.rebase(stored)
        await self._loaded()

    async def _loaded(self) -> None:
        self._is_new = False
        await self.load()
        self.desk.show_buttons(new=False)
        self.mark_open()
        self.key_tester.again()

    def _look_at(self, entry: LorebookEntry) -> None:
        self.note.show_text(entry.content)
        if self._book is not None:
            counts = self._places.counts(self._scopes.get(self._book.id, ()))
            self.key_tester.try_entry(self._places.chat.id, self._book, entry, counts=counts)
