"""Lorebooks, their entries, and where each book counts. Called by the editors and the commands.

Every change is stored first and then told as ``LibraryChanged``. Changes of a book happen one after the other: of two
entries that are saved at once none takes the other back. Before many go at once, ``before_many`` makes a backup.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from desktop_app.domain.knowledge_ports import LoreRepository
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope
from desktop_app.domain.ports import Clock
from desktop_app.services.bulk_deleting import BeforeMany, nothing_before
from desktop_app.services.events import EventBus, LibraryChanged, LibraryKind
from desktop_app.services.lore_changes import merged


class LoreService:
    """The one door through which lorebooks change."""

    def __init__(
        self,
        *,
        lore: LoreRepository,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
        before_many: BeforeMany = nothing_before,
    ) -> None:
        self._lore = lore
        self._bus = bus
        self._clock = clock
        self._new_id = new_id
        self._before_many = before_many
        self._changing = asyncio.Lock()

    async def books(self) -> list[Lorebook]:
        """All lorebooks by name, with their entries."""
        return await self._lore.books()

    async def get_book(self, book_id: str) -> Lorebook:
        """One lorebook with its entries. Raises ``NotFoundError``."""
        return await self._lore.get_book(book_id)

    async def new_book(self, name: str) -> Lorebook:
        """A new, empty lorebook that counts nowhere yet, stored."""
        return await self._save(Lorebook(id=self._new_id(), name=name.strip()))

    async def save_book(self, book: Lorebook) -> Lorebook:
        """Adds or replaces a lorebook with its entries, and returns it as stored."""
        async with self._changing:
            return await self._save(book)

    async def delete_book(self, book_id: str) -> None:
        """Takes a lorebook out, with where it counted."""
        await self._before_many(1 + len((await self._lore.get_book(book_id)).entries))
        async with self._changing:
            await self._lore.delete_book(book_id)
        self._tell(book_id)

    def new_entry(self) -> LorebookEntry:
        """An empty entry with an id of its own, for a form; ``save_entry`` stores it."""
        return LorebookEntry(id=self._new_id())

    async def save_entry(self, book_id: str, entry: LorebookEntry) -> Lorebook:
        """Adds an entry behind the others of a book, or replaces the one with its id; returns the book as stored."""
        async with self._changing:
            book = await self._lore.get_book(book_id)
            return await self._save(replace(book, entries=_with(book.entries, entry)))

    async def delete_entries(self, book_id: str, entry_ids: Collection[str]) -> Lorebook:
        """Takes entries out of a book and returns it as stored; ids that it does not have are passed over."""
        await self._before_many(len(entry_ids))
        async with self._changing:
            book = await self._lore.get_book(book_id)
            kept = tuple(entry for entry in book.entries if entry.id not in entry_ids)
            return await self._save(replace(book, entries=kept))

    async def change_entries(
        self, book_id: str, before: tuple[LorebookEntry, ...], after: tuple[LorebookEntry, ...]
    ) -> Lorebook:
        """Does to the book's entries what makes ``after`` of ``before``, all of it or nothing; returns it as stored.

        What differs in neither stays as it is by then. With the two exchanged the change is undone. Raises
        ``NotFoundError``.
        """
        await self._before_many(len({entry.id for entry in before} - {entry.id for entry in after}))
        async with self._changing:
            book = await self._lore.get_book(book_id)
            entries = await asyncio.to_thread(merged, book.entries, before, after)
            return await self._save(replace(book, entries=entries))

    def copies(self, entries: Sequence[LorebookEntry]) -> tuple[LorebookEntry, ...]:
        """The same entries with ids of their own, not stored yet."""
        return tuple(replace(entry, id=self._new_id(), revision=1) for entry in entries)

    async def links(self) -> dict[str, tuple[Scope, ...]]:
        """Where each book counts, by its id; books that count nowhere are not in it."""
        found: dict[str, tuple[Scope, ...]] = {}
        for link in await self._lore.links():
            found[link.book_id] = (*found.get(link.book_id, ()), link.scope)
        return found

    async def scopes_of(self, book_id: str) -> tuple[Scope, ...]:
        """Where a book counts."""
        return tuple(link.scope for link in await self._lore.links() if link.book_id == book_id)

    async def set_scopes(self, book_id: str, scopes: Sequence[Scope]) -> None:
        """The book counts in exactly these scopes. Raises ``NotFoundError``."""
        async with self._changing:
            await self._lore.set_links(book_id, tuple(dict.fromkeys(scopes)))
        self._tell(book_id)

    async def _save(self, book: Lorebook) -> Lorebook:
        now = self._clock.now()
        stored = await self._lore.save_book(replace(book, created_at=book.created_at or now, updated_at=now))
        self._tell(stored.id)
        return stored

    def _tell(self, book_id: str) -> None:
        self._bus.publish(LibraryChanged(LibraryKind.LOREBOOK, (book_id,)))


def _with(entries: tuple[LorebookEntry, ...], entry: LorebookEntry) -> tuple[LorebookEntry, ...]:
    if any(known.id == entry.id for known in entries):
        return tuple(entry if known.id == entry.id else known for known in entries)
    return (*entries, entry)
