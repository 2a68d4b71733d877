"""Stores changes of lorebooks so that each can be undone and done again: for the page of lorebooks.

A step takes back what it did and nothing that was done since, here or elsewhere (``services.lore_changes``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from desktop_app.domain.lore import LorebookEntry, Scope
from desktop_app.services.lore_changes import Entries, merged_entry
from desktop_app.services.lore_service import LoreService
from desktop_app.ui.editors.book_form import ShelvedBook
from desktop_app.ui.editors.steps import Done

Show = Callable[[str, Sequence[str]], None]
"""Which entries of a book are to be chosen when everything is read anew; none: the book itself."""


class BookChanges:
    """Makes changes and the steps that undo them."""

    def __init__(self, lore: LoreService, show: Show) -> None:
        self._lore = lore
        self._show = show

    async def change(self, book_id: str, make: Callable[[Entries], Entries], sentence: str) -> Done | None:
        """Stores what ``make`` makes of a book's entries; None where that is nothing new."""
        before = (await self._lore.get_book(book_id)).entries
        after = await asyncio.to_thread(make, before)
        if await asyncio.to_thread(lambda: after == before):
            return None
        await self._lore.change_entries(book_id, before, after)
        return self.step(book_id, before, after, sentence)

    def step(self, book_id: str, before: Entries, after: Entries, sentence: str) -> Done:
        """The step of a change that is stored."""

        async def undo() -> None:
            await self._lore.change_entries(book_id, after, before)
            ids = await asyncio.to_thread(touched, before, after)
            self._show(book_id, [entry.id for entry in before if entry.id in ids])

        async def redo() -> None:
            await self._lore.change_entries(book_id, before, after)
            ids = await asyncio.to_thread(touched, before, after)
            self._show(book_id, [entry.id for entry in after if entry.id in ids])

        return Done(sentence, undo, redo)

    async def send(self, book_id: str, ids: Sequence[str], other_id: str, sentence: str, *, keep: bool) -> Done | None:
        """Copies entries behind those of another book; without ``keep`` they go from their own, once they are there."""
        entries = (await self._lore.get_book(book_id)).entries
        chosen = tuple(entry for entry in entries if entry.id in set(ids))
        copies = self._lore.copies(chosen)
        if not chosen:
            return None
        await self._lore.change_entries(other_id, (), copies)
        if not keep:
            await self._lore.change_entries(book_id, chosen, ())
        left = tuple(entry for entry in entries if entry not in chosen)

        async def undo() -> None:
            if not keep:
                await self._lore.change_entries(book_id, left, entries)
            await self._lore.change_entries(other_id, copies, ())
            self._show(book_id, list(ids))

        async def redo() -> None:
            await self._lore.change_entries(other_id, (), copies)
            if not keep:
                await self._lore.change_entries(book_id, entries, left)

        return Done(sentence, undo, redo)

    async def save_book(self, before: ShelvedBook | None, after: ShelvedBook) -> ShelvedBook:
        """Stores what differs between two versions of a book itself; ``before`` None: a new one."""
        book = after.book
        if before is not None:
            book = merged_entry(await self._lore.get_book(book.id), before.book, after.book)
        if before is None or before.book != after.book:
            await self._lore.save_book(book)
        if before is None or before.scopes != after.scopes:
            await self._lore.set_scopes(book.id, after.scopes)
        return ShelvedBook(await self._lore.get_book(book.id), await self._lore.scopes_of(book.id))

    def book_step(self, before: ShelvedBook, after: ShelvedBook, sentence: str) -> Done:
        """The step of a book that was changed by its form."""

        async def undo() -> None:
            await self.save_book(after, before)
            self._show(before.book.id, ())

        async def redo() -> None:
            await self.save_book(before, after)
            self._show(before.book.id, ())

        return Done(sentence, undo, redo)

    async def delete_book(self, shelved: ShelvedBook, sentence: str) -> Done:
        """Takes a book out; undo brings it back with where it counted."""
        book, scopes = shelved.book, shelved.scopes
        await self._lore.delete_book(book.id)

        async def undo() -> None:
            await self._lore.save_book(book)
            await self._lore.set_scopes(book.id, scopes)
            self._show(book.id, ())

        async def redo() -> None:
            await self._lore.delete_book(book.id)

        return Done(sentence, undo, redo)

    def new_book(self, shelved: ShelvedBook, sentence: str) -> Done:
        """The step of a book that was made."""

        async def undo() -> None:
            await self._lore.delete_book(shelved.book.id)

        async def redo() -> None:
            await self.save_book(None, shelved)
            self._show(shelved.book.id, ())

        return Done(sentence, undo, redo)

    async def set_scopes(self, book_id: str, scopes: tuple[Scope, ...], sentence: str) -> Done:
        """Where a book counts."""
        before = await self._lore.scopes_of(book_id)
        await self._lore.set_scopes(book_id, scopes)

        async def undo() -> None:
            await self._lore.set_scopes(book_id, before)

        async def redo() -> None:
            await self._lore.set_scopes(book_id, scopes)

        return Done(sentence, undo, redo)


def touched(before: Entries, after: Entries) -> set[str]:
    """The entries that are otherwise in one of two versions, or only in one of them."""
    old: dict[str, LorebookEntry] = {entry.id: entry for entry in before}
    new: dict[str, LorebookEntry] = {entry.id: entry for entry in after}
    return {entry_id for entry_id in old.keys() | new.keys() if old.get(entry_id) != new.get(entry_id)}
