"""Lorebooks that were read lately, as values: previews ask for the same ones at every pause in typing. Knows no SQL.

A book is found only in the very revision that the database has, so nothing here grows old. For several threads.
"""

from __future__ import annotations

import sys
from threading import Lock

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.storage.byte_cache import ByteCache

DEFAULT_LIMIT = 32_000_000

# What an entry weighs beside its texts, as measured (tests/unit/storage/test_held_books.py).
ENTRY_BYTES = 700


class HeldBooks:
    """Books by id, together at most ``limit`` bytes."""

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self.limit = limit
        self._books: ByteCache[Lorebook] = ByteCache(limit)
        self._lock = Lock()

    def find(self, book_id: str, revision: int) -> Lorebook | None:
        """The book, if it is held in this revision."""
        with self._lock:
            book = self._books.get(book_id)
        return book if book is not None and book.revision == revision else None

    def keep(self, book: Lorebook) -> None:
        """Holds a book as it is stored, for as long as there is room."""
        size = weight_of(book)
        with self._lock:
            self._books.put(book.id, book, size)

    def forget(self, book_id: str) -> None:
        """Does not hold this book any more."""
        with self._lock:
            self._books.remove(book_id)


def weight_of(book: Lorebook) -> int:
    """About the bytes of memory that a book holds."""
    return ENTRY_BYTES + sum(map(_weight_of_entry, book.entries))


def _weight_of_entry(entry: LorebookEntry) -> int:
    return ENTRY_BYTES + sys.getsizeof(entry.content) + sum(map(sys.getsizeof, entry.keys))
