"""Lorebooks, memory entries and calibrations in memory, over the same ``FakeState`` as the other repositories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.lore import Lorebook, LorebookEntry, LorebookLink, Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.storage.clean import cleaned
from tests.fakes.state import FakeState


class FakeLoreRepository:
    """Fulfils ``LoreRepository``. ``asked`` counts the calls of ``linked_books``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state
        self.asked = 0

    async def books(self) -> list[Lorebook]:
        """By name."""
        self._state.enter()
        return sorted(self._state.books.values(), key=_name_of)

    async def get_book(self, book_id: str) -> Lorebook:
        """One of them."""
        self._state.enter()
        return self._book(book_id)

    async def save_book(self, book: Lorebook) -> Lorebook:
        """What changed has its next revision."""
        self._state.enter()
        if len({entry.id for entry in book.entries}) < len(book.entries):
            raise StorageError(detail="Two entries have the same id.")
        book = cleaned(book)
        stored = self._state.books.get(book.id)
        if stored is not None:
            known = {entry.id: entry for entry in stored.entries}
            entries = tuple(_revised(entry, known.get(entry.id)) for entry in book.entries)
            book = replace(book, entries=entries, revision=stored.revision, created_at=stored.created_at)
            if replace(book, updated_at=stored.updated_at) == stored:
                return stored
            book = replace(book, revision=stored.revision + 1)
        self._state.books[book.id] = book
        return book

    async def delete_book(self, book_id: str) -> None:
        """With its links."""
        self._state.enter()
        self._book(book_id)
        del self._state.books[book_id]
        self._state.links = {link for link in self._state.links if link.book_id != book_id}

    async def links(self) -> list[LorebookLink]:
        """By book and scope."""
        self._state.enter()
        return sorted(self._state.links, key=lambda link: (link.book_id, link.scope.kind.value, link.scope.id))

    async def set_links(self, book_id: str, scopes: Sequence[Scope]) -> None:
        """These and no others."""
        self._state.enter()
        self._book(book_id)
        others = {link for link in self._state.links if link.book_id != book_id}
        self._state.links = others | {LorebookLink(book_id, cleaned(scope)) for scope in scopes}

    async def linked_books(self, scopes: Sequence[Scope]) -> list[tuple[Lorebook, tuple[Scope, ...]]]:
        """The enabled ones, each once."""
        self._state.enter()
        self.asked += 1
        found: dict[str, list[Scope]] = {}
        for scope in dict.fromkeys(scopes):
            for book in sorted(self._state.books.values(), key=_name_of):
                if book.enabled and LorebookLink(book.id, scope) in self._state.links:
                    found.setdefault(book.id, []).append(scope)
        return [(self._state.books[book_id], tuple(met)) for book_id, met in found.items()]

    def _book(self, book_id: str) -> Lorebook:
        if book_id not in self._state.books:
            raise NotFoundError(kind="lorebook", id=book_id)
        return self._state.books[book_id]


class FakeMemoryRepository:
    """Fulfils ``MemoryRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def entries(self, scopes: Sequence[Scope] | None = None) -> list[MemoryEntry]:
        """The oldest first."""
        self._state.enter()
        found = [entry for entry in self._state.memories.values() if scopes is None or entry.scope in scopes]
        return sorted(found, key=lambda entry: (entry.created_at, entry.id))

    async def get_entry(self, entry_id: str) -> MemoryEntry:
        """One of them."""
        self._state.enter()
        return self._entry(entry_id)

    async def save_entry(self, entry: MemoryEntry) -> MemoryEntry:
        """What changed has its next revision."""
        self._state.enter()
        entry = cleaned(entry)
        stored = self._state.memories.get(entry.id)
        if stored is not None:
            entry = replace(entry, revision=stored.revision, created_at=stored.created_at)
            if replace(entry, updated_at=stored.updated_at) == stored:
                return stored
            entry = replace(entry, revision=stored.revision + 1)
        self._state.memories[entry.id] = entry
        return entry

    async def write_entries(self, saved: Sequence[MemoryEntry], deleted: Sequence[str]) -> None:
        """All of them, or the one error before any."""
        self._state.enter()
        for entry in saved:
            await self.save_entry(entry)
        for entry_id in deleted:
            self._state.memories.pop(entry_id, None)

    async def delete_entry(self, entry_id: str) -> None:
        """For good."""
        self._state.enter()
        self._entry(entry_id)
        del self._state.memories[entry_id]

    async def delete_entries(self, scope: Scope) -> list[MemoryEntry]:
        """All of a scope."""
        found = await self.entries([cleaned(scope)])
        for entry in found:
            del self._state.memories[entry.id]
        return found

    def _entry(self, entry_id: str) -> MemoryEntry:
        if entry_id not in self._state.memories:
            raise NotFoundError(kind="memory entry", id=entry_id)
        return self._state.memories[entry_id]


class FakeCalibrationStore:
    """Fulfils ``CalibrationStore``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def calibration(self, key: str) -> str | None:
        """As it was saved last."""
        self._state.enter()
        return self._state.calibrations.get(cleaned(key))

    async def save_calibration(self, key: str, value: str) -> None:
        """In the place of what was there."""
        self._state.enter()
        self._state.calibrations[cleaned(key)] = cleaned(value)


def _revised(entry: LorebookEntry, stored: LorebookEntry | None) -> LorebookEntry:
    if stored is None:
        return entry
    same = replace(entry, revision=stored.revision)
    return stored if same == stored else replace(same, revision=stored.revision + 1)


def _name_of(book: Lorebook) -> tuple[str, str]:
    return book.name.casefold(), book.id
