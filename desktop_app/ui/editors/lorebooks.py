"""The page of lorebooks: at the left the books and the entries of the open one, at the right the form of either."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope
from desktop_app.services.identity import new_id
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.book_form import BookForm, ShelvedBook
from desktop_app.ui.editors.entry_form import EntryForm
from desktop_app.ui.editors.entry_table import ON, entry_title
from desktop_app.ui.editors.item_list import ID_ROLE, Row
from desktop_app.ui.editors.key_test import KeyTester
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.shelf import Shelf
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import SPACE_12

SHELF_WIDTH, FORM_WIDTH = 500, 520


class LorebooksPage(EditorPage):
    """One book is open, or none; of it the book itself or one entry is in the form."""

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._books: dict[str, Lorebook] = {}
        self._scopes: dict[str, tuple[Scope, ...]] = {}
        self._book: Lorebook | None = None
        self._entry: LorebookEntry | None = None
        self._is_new = False  # what is in the form is stored nowhere yet
        self._places = Places()
        super().__init__(launch, "", parent)
        self.desk.show_empty(self.tr("A lorebook tells the model what it needs to know, when it is spoken of."))
        self._lore = services.lore
        self.book_form = BookForm(icons)
        self.entry_form = EntryForm(icons)
        self.shelf = Shelf(icons, self.undo_bar)
        self.key_tester = KeyTester(services, launch, self.entry_form.key_test)
        self._lay_out()
        self._connect()

    def show_places(self, places: Places) -> None:
        """The open chat, and what all scopes are called."""
        self._places = places
        self.book_form.scopes.show_places(places)
        self._show_books()
        if self.desk.form is self.entry_form:
            self.entry_form.refresh()

    def show_book(self, book_id: str) -> None:
        """Opens a book, when what is open may be left."""
        if self._entry is not None or self._book is None or book_id != self._book.id:
            self.leave(lambda: self._open_book(self._books.get(book_id)))

    def show_entry(self, book_id: str, entry_id: str) -> None:
        """Opens an entry of a book, when what is open may be left."""
        if self._entry is None or (book_id, entry_id) != (self._book_id, self._entry.id):
            self.leave(lambda: self._find_entry(book_id, entry_id))

    def add(self) -> None:
        """A new entry of the open book; a new book where none is."""
        if self._book is None or self._is_new_book:
            self.add_book()
        else:
            self.add_entry()

    def add_book(self) -> None:
        """A new book, when what is open may be left."""
        self.leave(self._add_book)

    def add_entry(self) -> None:
        """A new entry of the open book, when what is open may be left."""
        self.leave(self._add_entry)

    def focus_list(self) -> None:
        """On the entries where a book is open, else on the books."""
        (self.shelf.table if self._entry is not None else self.shelf.books.view).setFocus()

    def focus_search(self) -> None:
        """For entries where a book has some, else for books."""
        search = self.shelf.search if self.shelf.search.isEnabled() else self.shelf.books.search
        search.setFocus()
        search.selectAll()

    async def load(self) -> None:
        """Reads everything anew; what is open stays, with what was typed."""
        self._books = {book.id: book for book in await self._lore.books()}
        self._scopes = {book_id: await self._lore.scopes_of(book_id) for book_id in self._books}
        if self._book is not None and not self._is_new_book:
            self._rebase(self._books.get(self._book.id))
        self._show_books()
        self._show_entries()
        self.desk.show_buttons()

    def open_name(self) -> str:
        """The entry's title, or the book's name."""
        if self._entry is not None:
            return entry_title(self.entry_form.item())
        return self.book_form.item().book.name if self._book is not None else ""

    def mark_open(self) -> None:
        """In both lists."""
        self.shelf.books.mark(self._book_id)
        self.shelf.table.mark(self._entry.id if self._entry is not None else "")

    def reopen(self) -> None:
        """As it is stored; a new one is dropped."""
        if self._is_new_book:
            self._open_book(None)
        elif self._is_new:
            self._open_book(self._book)
        elif self._entry is not None:
            self._open_entry(self._entry)
        else:
            self._open_book(self._book)

    async def store(self) -> None:
        """The entry, or the book with where it counts."""
        if self._entry is not None:
            await self._store_entry()
        else:
            await self._store_book()

    async def remove_open(self) -> None:
        """The chosen entries where one is open, else the book."""
        if self._is_new:
            return
        if self._entry is not None:
            await self._remove_entries(self.shelf.table.chosen_ids() or [self._entry.id])
        elif self._book is not None:
            await self._remove_book(self._book)

    def end(self) -> None:
        """Nothing is tried any more."""
        super().end()
        self.key_tester.clear()

    @property
    def _book_id(self) -> str:
        return self._book.id if self._book is not None else ""

    @property
    def _is_new_book(self) -> bool:
        return self._is_new and self._entry is None

    def _lay_out(self) -> None:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(SPACE_12, 0, 0, 0)
        column.addWidget(self.desk)
        split.addWidget(self.shelf)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([SHELF_WIDTH, FORM_WIDTH])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split)
        self.desk.add_form(self.book_form)
        self.desk.add_form(self.entry_form)

    def _connect(self) -> None:
        books, table = self.shelf.books, self.shelf.table
        books.view.chosen.connect(self.show_book)
        books.view.clicked.connect(self._on_book_clicked)
        books.view.entered.connect(self.book_form.focus_first)
        self.add_menu(books.view, self._on_delete_book, self.entry_form.icons)
        books.new_pressed.connect(self.add_book)
        table.chosen.connect(self._on_entry_chosen)
        table.entered.connect(self.entry_form.focus_first)
        self.add_menu(table, self._on_delete_entries, self.entry_form.icons)
        self.shelf.new_entry_pressed.connect(self.add_entry)
        self.shelf.model.ticked.connect(self._on_ticked)
        self.entry_form.looked_at.connect(self._try_keys)

    def _rebase(self, fresh: Lorebook | None) -> None:
        """What is open is otherwise in the storage now; or gone: what was typed of it can be stored as a new one."""
        if fresh is None:
            self._lost(None)
            return
        self._book = fresh
        if self._entry is None:
            self.book_form.rebase(ShelvedBook(fresh, self._scopes[fresh.id]))
            return
        entry = next((entry for entry in fresh.entries if entry.id == self._entry_id), None)
        if entry is not None:
            self._entry = entry
            self.entry_form.rebase(entry)
        elif not self._is_new:
            self._lost(fresh)

    def _lost(self, book: Lorebook | None) -> None:
        """An entry of a lost book goes with it."""
        if self.has_changes and (self._entry is None or book is not None):
            self._is_new = True
            self.desk.show_buttons(new=True)
        else:
            self._open_book(book)

    @property
    def _entry_id(self) -> str:
        return self._entry.id if self._entry is not None else ""

    def _open_book(self, book: Lorebook | None, *, new: bool = False) -> None:
        self._book, self._entry, self._is_new = book, None, new
        self.key_tester.clear()
        if book is not None:
            self.book_form.show_item(ShelvedBook(book, self._scopes.get(book.id, (self._places.usual,))))
        self.desk.show_form(self.book_form if book is not None else None, new=new)
        self._show_entries()
        self.mark_open()

    def _find_entry(self, book_id: str, entry_id: str) -> None:
        book = self._books.get(book_id)
        if book is None:
            return
        if book_id != self._book_id:
            self._book = book
            self._show_entries()
        entry = next((entry for entry in book.entries if entry.id == entry_id), None)
        if entry is None:
            self._open_book(book)
        else:
            self._open_entry(entry)

    def _open_entry(self, entry: LorebookEntry, *, new: bool = False) -> None:
        assert self._book is not None  # noqa: S101 - entries are opened of the open book
        self._entry, self._is_new = entry, new
        self.entry_form.show_book(self._book)
        self.entry_form.show_item(entry)
        self.desk.show_form(self.entry_form, new=new)
        self.mark_open()

    def _add_book(self) -> None:
        self._open_book(Lorebook(id=new_id(), name=""), new=True)
        self.book_form.focus_first()

    def _add_entry(self) -> None:
        if self._book is None or self._is_new_book:
            return
        self._open_entry(self._lore.new_entry(), new=True)
        self.entry_form.focus_first()

    async def _store_entry(self) -> None:
        assert self._book is not None  # noqa: S101 - an entry is open, and so is its book
        sent = self.entry_form.item()
        book = await self._lore.save_entry(self._book.id, sent)
        stored = next(entry for entry in book.entries if entry.id == sent.id)
        self._books[book.id] = self._book = book
        self._entry = stored
        if self.entry_form.item() == sent:
            self.entry_form.settle(stored)
        else:  # something was typed meanwhile
            self.entry_form.rebase(stored)
        await self._loaded()

    async def _store_book(self) -> None:
        sent = self.book_form.item()
        if sent.book != self._books.get(sent.book.id):
            await self._lore.save_book(sent.book)
        await self._lore.set_scopes(sent.book.id, sent.scopes)
        stored = ShelvedBook(await self._lore.get_book(sent.book.id), sent.scopes)
        self._books[stored.book.id] = self._book = stored.book
        self._scopes[stored.book.id] = stored.scopes
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

    async def _remove_entries(self, entry_ids: list[str]) -> None:
        assert self._book is not None  # noqa: S101 - an entry is open, and so is its book
        book = self._book
        gone = [entry for entry in book.entries if entry.id in entry_ids]
        neighbour = self.shelf.table.neighbour_of(entry_ids)
        await self._lore.delete_entries(book.id, entry_ids)
        self._find_entry(book.id, neighbour)
        await self.load()
        self.offer_undo(self._gone_words(gone), lambda: self._put_entries_back(book, gone))
        self.shelf.table.setFocus()

    def _gone_words(self, gone: list[LorebookEntry]) -> str:
        if len(gone) == 1:
            return self.tr("“{name}” was deleted.").format(name=entry_title(gone[0]))
        return self.tr("%n entries were deleted.", "", len(gone))

    async def _put_entries_back(self, before: Lorebook, gone: list[LorebookEntry]) -> None:
        """Each in front of the first that stood behind it and is still there."""
        book = await self._lore.get_book(before.id)
        entries = list(book.entries)
        order = [entry.id for entry in before.entries]
        for entry in gone:
            behind = set(order[order.index(entry.id) + 1 :])
            at = next((number for number, known in enumerate(entries) if known.id in behind), len(entries))
            entries.insert(at, entry)
        self._books[book.id] = book = await self._lore.save_book(replace(book, entries=tuple(entries)))
        if self._book_id == book.id and not self.has_changes:
            self._book = book
            self._show_entries()
            self._find_entry(book.id, gone[0].id)

    async def _remove_book(self, book: Lorebook) -> None:
        scopes = self._scopes[book.id]
        await self._lore.delete_book(book.id)
        self._open_book(None)
        await self.load()

        async def undo() -> None:
            await self._lore.save_book(book)
            await self._lore.set_scopes(book.id, scopes)

        self.offer_undo(self.tr("“{name}” was deleted.").format(name=book.name), undo)
        self.shelf.books.view.setFocus()

    def _on_delete_entries(self) -> None:
        """Never the book: who presses Delete among its entries once too often means entries."""
        if self._entry is not None:
            self.delete()

    def _on_delete_book(self) -> None:
        if self._book is not None and not self._is_new_book:
            self.run(self._remove_book(self._book))

    def _on_book_clicked(self, index: QModelIndex) -> None:
        """From an entry back to its book, which is marked already."""
        self.show_book(str(index.data(ID_ROLE)))

    def _on_entry_chosen(self, entry_id: str) -> None:
        self.show_entry(self._book_id, entry_id)

    def _on_ticked(self, entry: LorebookEntry, column: int) -> None:
        changed = (
            replace(entry, enabled=not entry.enabled) if column == ON else replace(entry, constant=not entry.constant)
        )
        self.run(self._tick(self._book_id, changed))

    async def _tick(self, book_id: str, entry: LorebookEntry) -> None:
        await self._lore.save_entry(book_id, entry)
        self.stored.emit()
        await self.load()

    def _try_keys(self, entry: LorebookEntry) -> None:
        if self._book is not None:
            counts = self._places.counts(self._scopes.get(self._book.id, ()))
            self.key_tester.try_entry(self._places.chat.id, self._book, entry, counts=counts)

    def _show_books(self) -> None:
        rows = [
            Row(book.id, book.name, ", ".join(map(self._places.label, self._scopes.get(book.id, ()))),
                book.description, faint=not book.enabled)
            for book in self._books.values()
        ]  # fmt: skip
        self.shelf.books.show_rows(rows, self._book_id)

    def _show_entries(self) -> None:
        entries = self._book.entries if self._book is not None else ()
        self.shelf.model.set_entries(entries)
        self.shelf.show_book(len(entries) if self._book is not None and not self._is_new_book else None)
        self.shelf.table.mark(self._entry_id)
