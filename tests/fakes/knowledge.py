"""Lorebooks, memory entries and calibrations in memory, for tests of services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, LorebookEntry, LorebookLink, Scope
from desktop_app.domain.memory import MemoryEntry


class MemoryLoreRepository:
    """Fulfils ``LoreRepository``. ``asked`` counts the calls of ``linked_books``."""

    def __init__(self) -> None:
        self.kept: dict[str, Lorebook] = {}
        self.linked: list[LorebookLink] = []
        self.asked = 0

    async def books(self) -> list[Lorebook]:
        """By name."""
        return sorted(self.kept.values(), key=lambda book: (book.name.casefold(), book.id))

    async def get_book(self, book_id: str) -> Lorebook:
        """One of them."""
        if book_id not in self.kept:
            raise NotFoundError(kind="lorebook", id=book_id)
        return self.kept[book_id]

    async def save_book(self, book: Lorebook) -> Lorebook:
        """With the next revisions."""
        known = self.kept.get(book.id)
        old = {entry.id: entry for entry in known.entries} if known else {}
        book = replace(book, entries=tuple(_next(old.get(entry.id), entry) for entry in book.entries))
        if known is not None:
            same = replace(book, revision=known.revision, updated_at=known.updated_at)
            book = known if same == known else replace(book, revision=known.revision + 1)
        self.kept[book.id] = book
        return book

    async def delete_book(self, book_id: str) -> None:
        """With its links."""
        await self.get_book(book_id)
        del self.kept[book_id]
        self.linked = [link for link in self.linked if link.book_id != book_id]

    async def links(self) -> list[LorebookLink]:
        """All of them."""
        return list(self.linked)

    async def set_links(self, book_id: str, scopes: Sequence[Scope]) -> None:
        """In the place of those before."""
        await self.get_book(book_id)
        others = [link for link in self.linked if link.book_id != book_id]
        self.linked = [*others, *(LorebookLink(book_id, scope) for scope in scopes)]

    async def linked_books(self, scopes: Sequence[Scope]) -> list[tuple[Lorebook, tuple[Scope, ...]]]:
        """Each once."""
        self.asked += 1
        found: dict[str, list[Scope]] = {}
        for scope in scopes:
            here = [link.book_id for link in self.linked if link.scope == scope and self.kept[link.book_id].enabled]
            for book_id in sorted(here, key=lambda one: self.kept[one].name.casefold()):
                found.setdefault(book_id, []).append(scope)
        return [(self.kept[book_id], tuple(through)) for book_id, through in found.items()]


class MemoryEntryRepository:
    """Fulfils ``MemoryRepository``."""

    def __init__(self) -> None:
        self.kept: dict[str, MemoryEntry] = {}

    async def entries(self, scopes: Sequence[Scope] | None = None) -> list[MemoryEntry]:
        """The oldest first."""
        return [entry for entry in self.kept.values() if scopes is None or entry.scope in scopes]

    async def get_entry(self, entry_id: str) -> MemoryEntry:
        """One of them."""
        if entry_id not in self.kept:
            raise NotFoundError(kind="memory", id=entry_id)
        return self.kept[entry_id]

    async def save_entry(self, entry: MemoryEntry) -> MemoryEntry:
        """With its next revision."""
        known = self.kept.get(entry.id)
        if known is not None:
            same = replace(entry, revision=known.revision, updated_at=known.updated_at)
            entry = known if same == known else replace(entry, revision=known.revision + 1)
        self.kept[entry.id] = entry
        return entry

    async def delete_entry(self, entry_id: str) -> None:
        """Takes it out."""
        await self.get_entry(entry_id)
        del self.kept[entry_id]


class MemoryCalibrationStore:
    """Fulfils ``CalibrationStore``."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def calibration(self, key: str) -> str | None:
        """What was saved last."""
        return self.kept.get(key)

    async def save_calibration(self, key: str, value: str) -> None:
        """Keeps it."""
        self.kept[key] = value


def _next(known: LorebookEntry | None, entry: LorebookEntry) -> LorebookEntry:
    if known is None or replace(entry, revision=known.revision) == known:
        return entry if known is None else known
    return replace(entry, revision=known.revision + 1)
