"""The page of lorebooks: at the left the books and the table of the open one's entries, at the right a form, or many at once.

What is typed is stored by itself a moment later; whatever is stored can be undone, step by step.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.services.identity import new_id
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.book_desk import BookDesk
from desktop_app.ui.editors.book_form import ShelvedBook
from desktop_app.ui.editors.entry_commands import EntryCommands, Make
from desktop_app.ui.editors.entry_table import TABLE, TOKENS, entry_title
from desktop_app.ui.editors.item_list import ID_ROLE, Row
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.steps import Done
from desktop_app.ui.editors.table_page import columns_of, put_beside, with_columns
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices


class LorebooksPage(BookDesk):
    """The lists, and what can be done with their rows."""

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(services, launch, icons, parent)
        self.commands = EntryCommands(self, self.shelf.model, self.shelf.table, self.panel, icons)
        self._lay_out()
        self._connect()

    def show_places(self, places: Places) -> None:
        """The open chat, and what all scopes are called."""
        self._places = places
        self.book_form.scopes.show_places(places)
        for counts in (self.counts, self.note):
            counts.open_chat(places.chat.id)
        self._show_books()
        if self.desk.form is self.entry_form:
            self.entry_form.refresh()

    def show_book(self, book_id: str) -> None:
        """Opens a book, when what is open may be left."""
        if self._entry is not None or self._many or self._book is None or book_id != self._book.id:
            self.leave(lambda: self._open_book(self._books.get(book_id)))

    def show_entry(self, book_id: str, entry_id: str) -> None:
        """Opens an entry of a book, when what is open may be left."""
        self.show_entries(book_id, [entry_id])

    def show_entries(self, book_id: str, ids: Sequence[str]) -> None:
        """Opens one entry, or several at once, when what is open may be left."""
        if (book_id, list(ids)) != (self._book_id, self._open_ids):
            self.leave(lambda: self._choose(book_id, ids))

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
        (self.shelf.table if self._open_ids else self.shelf.books.view).setFocus()

    def focus_table(self) -> None:
        """On the entries."""
        self.shelf.table.setFocus()

    def focus_search(self) -> None:
        """For entries where a book has some, else for books."""
        search = self.shelf.search if self.shelf.search.isEnabled() else self.shelf.books.search
        search.setFocus()
        search.selectAll()

    def other_books(self) -> list[tuple[str, str]]:
        """Where entries can be sent."""
        return [(book.id, book.name) for book in self._books.values() if book.id != self._book_id]

    def change(self, make: Make, sentence: str) -> None:
        """One step over the open book's entries."""
        if self._book is not None and not self._is_new_book:
            self.run(self._changed(self._book.id, make, sentence))

    def duplicate(self, ids: Sequence[str]) -> None:
        """Each copy stands behind its entry; the copies are chosen then."""
        chosen, copies = set(ids), list[str]()

        def make(entries: tuple[LorebookEntry, ...]) -> tuple[LorebookEntry, ...]:
            made: list[LorebookEntry] = []
            for entry in entries:
                made.append(entry)
                if entry.id in chosen:
                    made.extend(self._lore.copies((entry,)))
                    copies.append(made[-1].id)
            self._want(self._book_id, copies)
            return tuple(made)

        if chosen:
            self.change(make, self.tr("%n entries were duplicated.", "", len(chosen)))

    def send(self, ids: Sequence[str], book_id: str, *, keep: bool) -> None:
        """Into another book."""
        if self._book is not None and ids:
            self.run(self._sent(self._book.id, ids, book_id, keep=keep))

    def remove(self, ids: Sequence[str]) -> None:
        """Never the book: who presses Delete among its entries once too often means entries."""
        if self._book is not None and ids:
            self.run(self._remove_entries(list(ids)))

    async def load(self) -> None:
        """Reads everything anew; what is open stays, with what was typed."""
        self._books = {book.id: book for book in await self._lore.books()}
        links = await self._lore.links()
        self._scopes = {book_id: links.get(book_id, ()) for book_id in self._books}
        if self._book is not None and not self._is_new_book:
            self._rebase(self._books.get(self._book.id))
        if self._wanted is not None:
            (book_id, ids), self._wanted = self._wanted, None
            self._choose(book_id, ids)
        self._show_books()
        self._show_entries()
        self.desk.show_buttons()

    async def remove_open(self) -> None:
        """The chosen entries where some are open, else the book."""
        if self._is_new:
            return
        if self._open_ids:
            await self._remove_entries(self.shelf.table.chosen_ids() or self._open_ids)
        elif self._book is not None:
            await self._remove_book(self._book)

    def end(self) -> None:
        """Nothing is tried or counted any more."""
        super().end()
        self.key_tester.clear()
        self.counts.end()
        self.note.end()

    def _lay_out(self) -> None:
        put_beside(self, self.shelf)
        self.desk.add_form(self.book_form)
        self.desk.add_form(self.entry_form)
        self.desk.add_panel(self.panel)
        self.desk.add_note(self.note.label)
        self.shelf.table.show_columns(columns_of(self._services.settings.settings, TABLE))

    def _connect(self) -> None:
        books, table = self.shelf.books, self.shelf.table
        books.view.chosen.connect(self.show_book)
        books.view.clicked.connect(self._on_book_clicked)
        books.view.entered.connect(self._on_book_entered)
        self.add_menu(books.view, self._on_delete_book, self.entry_form.icons)
        books.new_pressed.connect(self.add_book)
        table.chosen.connect(self._on_chosen)
        table.entered.connect(self.entry_form.focus_first)
        table.columns_chosen.connect(self._on_columns)
        self.shelf.new_entry_pressed.connect(self.add_entry)
        self.counts.counted.connect(lambda: self.shelf.model.redraw(TOKENS))

    def _add_book(self) -> None:
        self._open_book(Lorebook(id=new_id(), name=""), new=True)
        self.book_form.focus_first()

    def _add_entry(self) -> None:
        if self._book is None or self._is_new_book:
            return
        self._open_entry(self._lore.new_entry(), new=True)
        self.entry_form.focus_first()

    async def _changed(self, book_id: str, make: Make, sentence: str) -> None:
        await self._settle()
        step = await self._changes.change(book_id, make, sentence)
        await self._told(step, sentence, offer=False)

    async def _told(self, step: Done | None, sentence: str, *, offer: bool) -> None:
        if step is not None:
            self.steps.add(step)
            self.stored.emit()
        await self.load()
        if step is not None and offer:
            self.undo_bar.offer(sentence)

    async def _remove_entries(self, ids: list[str]) -> None:
        assert self._book is not None  # noqa: S101 - entries of the open book
        book_id, chosen = self._book.id, set(ids)
        gone = [entry for entry in self._book.entries if entry.id in chosen]
        if not gone:
            return
        neighbour = self.shelf.table.neighbour_of(ids)
        await self._settle()
        sentence = self._gone_words(gone)
        step = await self._changes.change(
            book_id, lambda entries: tuple(entry for entry in entries if entry.id not in chosen), sentence
        )
        self._visited = None
        self._choose(book_id, [neighbour] if neighbour else [])
        await self._told(step, sentence, offer=True)
        self.shelf.table.setFocus()

    def _gone_words(self, gone: list[LorebookEntry]) -> str:
        if len(gone) == 1:
            return self.tr("“{name}” was deleted.").format(name=entry_title(gone[0]))
        return self.tr("%n entries were deleted.", "", len(gone))

    async def _sent(self, book_id: str, ids: Sequence[str], other_id: str, *, keep: bool) -> None:
        await self._settle()
        name = self._books[other_id].name if other_id in self._books else ""
        template = (
            self.tr("%n entries were copied to “{name}”.", "", len(ids))
            if keep
            else self.tr("%n entries were moved to “{name}”.", "", len(ids))
        )
        sentence = template.format(name=name)
        step = await self._changes.send(book_id, ids, other_id, sentence, keep=keep)
        if not keep:
            self._visited = None
            self._choose(book_id, [])
        await self._told(step, sentence, offer=True)

    async def _remove_book(self, book: Lorebook) -> None:
        await self._settle()
        sentence = self.tr("“{name}” was deleted.").format(name=book.name)
        fresh = ShelvedBook(await self._lore.get_book(book.id), self._scopes[book.id])
        step = await self._changes.delete_book(fresh, sentence)
        self._visited = None
        self._open_book(None)
        await self._told(step, sentence, offer=True)
        self.shelf.books.view.setFocus()

    def _on_delete_book(self) -> None:
        if self._book is not None and not self._is_new_book:
            self.run(self._remove_book(self._book))

    def _on_book_clicked(self, index: QModelIndex) -> None:
        """From an entry back to its book, which is marked already."""
        self.show_book(str(index.data(ID_ROLE)))

    def _on_book_entered(self) -> None:
        """From an entry back to its book, and the keyboard into that form."""
        self.show_book(self._book_id)
        if self.desk.form is self.book_form:
            self.book_form.focus_first()

    def _on_chosen(self, ids: list[str]) -> None:
        self.show_entries(self._book_id, ids)

    def _on_columns(self, names: list[str]) -> None:
        change = self._services.settings.change(lambda settings: with_columns(settings, TABLE, names))
        self._launch("table columns", change)
        self._count()

    def _show_books(self) -> None:
        rows = [
            Row(book.id, book.name, ", ".join(map(self._places.label, self._scopes.get(book.id, ()))),
                book.description, faint=not book.enabled)
            for book in self._books.values()
        ]  # fmt: skip
        self.shelf.books.show_rows(rows, self._book_id)

    def _many_words(self, count: int) -> str:
        return self.tr("%n entries are chosen", "", count)

    def _show_entries(self) -> None:
        entries = self._book.entries if self._book is not None else ()
        self.shelf.model.set_things(entries)
        self.shelf.show_book(len(entries) if self._book is not None and not self._is_new_book else None)
        self.shelf.table.mark(self._open_ids)
        self._count()

    def _count(self) -> None:
        """The tokens of all, where the table shows them."""
        if self.shelf.table.shows(TOKENS):
            self.counts.want(entry.content for entry in self.shelf.model.things)
