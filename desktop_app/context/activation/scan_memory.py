"""What scanning keeps from one build to the next: matchers of books, forms of words, verdicts on patterns, scanned texts.

Held by whoever plans again and again (the context service) and given to ``activate``, which gives the same answer without
it, only later. Safe to share between threads. Nothing kept can be out of date: books are compared, texts are their own keys.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import TypeAlias

from desktop_app.context.activation.compiled import CompiledBook, compile_book, compile_memories
from desktop_app.context.activation.scanner import BookScanner, Tools
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.patterns import PatternMemory

# About 1 KB a key with its forms: 300 MB at the very most.
MOST_KEYS = 300_000
MOST_BOOKS = 64

_Source: TypeAlias = Lorebook | tuple[MemoryEntry, ...]


class ScanMemory:
    """Keeps what was used last, up to ``MOST_BOOKS`` and ``MOST_KEYS``."""

    def __init__(self) -> None:
        self._tools = Tools(Lemmas(), PatternMemory())
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock = Lock()

    def book(self, book: Lorebook) -> BookScanner:
        """The scanner of a book as it is now. Takes seconds for 100,000 keys that are new."""
        return self._scanner(book.id, book, lambda: compile_book(book))

    def memories(self, memories: tuple[MemoryEntry, ...]) -> BookScanner:
        """The scanner of these memory entries."""
        return self._scanner(tuple(memory.id for memory in memories), memories, lambda: compile_memories(memories))

    def warm(self, books: Iterable[Lorebook], memories: tuple[MemoryEntry, ...] = ()) -> None:
        """Makes all matchers at once, so that the next build need not. Call it in a worker thread."""
        for book in books:
            self.book(book).warm()
        if memories:
            self.memories(memories).warm()

    @property
    def pattern_changes(self) -> int:
        """How often a pattern became too slow, or was given another try."""
        return self._tools.patterns.changes

    def try_again(self, pattern: str) -> None:
        """Forgets that a pattern was too slow. ``pattern`` is the key as it was typed, its macros expanded."""
        self._tools.patterns.try_again(pattern)

    def _scanner(self, name: Hashable, source: _Source, compile_source: Callable[[], CompiledBook]) -> BookScanner:
        with self._lock:
            slot = self._slots.setdefault(name, _Slot())
            self._slots.move_to_end(name)
        scanner = slot.scanner_of(source, compile_source, self._tools)
        self._forget()
        return scanner

    def _forget(self) -> None:
        with self._lock:
            keys = sum(slot.keys for slot in self._slots.values())
            while len(self._slots) > 1 and (len(self._slots) > MOST_BOOKS or keys > MOST_KEYS):
                keys -= self._slots.popitem(last=False)[1].keys


class _Slot:
    """The place of one book. Its lock makes a second build wait for the first instead of doing the same work."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: tuple[_Source, BookScanner] | None = None

    @property
    def keys(self) -> int:
        """How many keys are kept."""
        return len(self._made[1].compiled.keys) if self._made is not None else 0

    def scanner_of(self, source: _Source, compile_source: Callable[[], CompiledBook], tools: Tools) -> BookScanner:
        """The scanner for exactly this source."""
        with self._lock:
            if self._made is None or not (self._made[0] is source or self._made[0] == source):
                self._made = source, BookScanner(compile_source(), tools)
            elif self._made[0] is not source:
                self._made = source, self._made[1]  # the next comparison takes no time
            return self._made[1]
