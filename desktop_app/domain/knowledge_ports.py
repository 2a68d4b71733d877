"""What the services need for knowledge beside the chats: lorebooks, memory entries, and how texts are ranked by relevance.

The rest of the ports is in ``ports``; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.lore import Lorebook, LorebookLink, Scope
from desktop_app.domain.memory import MemoryEntry


class LoreRepository(Protocol):
    """Lorebooks and where they count. Every method is one transaction; unknown ids raise ``NotFoundError``."""

    async def books(self) -> list[Lorebook]:
        """All lorebooks by name, each with its entries in their order."""
        ...

    async def get_book(self, book_id: str) -> Lorebook:
        """One lorebook with its entries."""
        ...

    async def save_book(self, book: Lorebook) -> Lorebook:
        """Adds or replaces a lorebook and its entries, and returns it as stored.

        Entries that changed have their next revision, and so has the book; the revisions that are given count only for
        what is new. The time of making stays. Where nothing but times and revisions differs, nothing is written. Raises
        ``StorageError`` where two entries have one id.
        """
        ...

    async def delete_book(self, book_id: str) -> None:
        """Takes a lorebook and its links out."""
        ...

    async def links(self) -> list[LorebookLink]:
        """All links, by book and scope."""
        ...

    async def set_links(self, book_id: str, scopes: Sequence[Scope]) -> None:
        """The lorebook counts in exactly these scopes."""
        ...

    async def linked_books(self, scopes: Sequence[Scope]) -> list[tuple[Lorebook, tuple[Scope, ...]]]:
        """The enabled books that count in any of these scopes, each once and with those of them that it counts in.

        In the order of the scopes, then by name.
        """
        ...


class MemoryRepository(Protocol):
    """Memory entries. Every method is one transaction; unknown ids raise ``NotFoundError``."""

    async def entries(self, scopes: Sequence[Scope] | None = None) -> list[MemoryEntry]:
        """Those of these scopes (``None``: all), oldest first."""
        ...

    async def get_entry(self, entry_id: str) -> MemoryEntry:
        """One entry."""
        ...

    async def save_entry(self, entry: MemoryEntry) -> MemoryEntry:
        """Adds or replaces, and returns it as stored: with its next revision where it changed.

        The time of making stays. Where nothing but time and revision differs, nothing is written.
        """
        ...

    async def write_entries(self, saved: Sequence[MemoryEntry], deleted: Sequence[str]) -> None:
        """Saves many as ``save_entry`` does and takes others out, all of it or nothing; unknown ids are passed over."""
        ...

    async def delete_entry(self, entry_id: str) -> None:
        """Takes an entry out."""
        ...

    async def delete_entries(self, scope: Scope) -> list[MemoryEntry]:
        """Takes all entries of a scope out, and returns them, oldest first."""
        ...


class CalibrationStore(Protocol):
    """What providers reported about their counts, by model: kept over restarts."""

    async def calibration(self, key: str) -> str | None:
        """The kept JSON for a model."""
        ...

    async def save_calibration(self, key: str, value: str) -> None:
        """Keeps it."""
        ...


@dataclass(frozen=True, slots=True)
class RankedText:
    """A text to be ranked, known by ``id`` and ``revision`` (what is computed for both is kept)."""

    id: str
    revision: int
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """How much a text has to do with a query (0 to 1), from what score on that counts, and whether vectors had a say."""

    score: float
    threshold: float
    by_meaning: bool


class Ranker(Protocol):
    """Ranks texts against what is said now. Blocks: call it in a thread. The same question gives the same answer."""

    def rank(self, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score]:
        """The score of every text by its id. ``queries``: the input first, then what else says what it is about."""
        ...
