"""A lorebook made ready to be scanned for: its entries with their keys as numbers. Memory entries are made a book of, too.

Called by ``scan_memory``, which keeps what was made here as long as the book stays the same. Nothing here depends on a
chat: keys with macros are known by their templates, and expanded by ``scanner`` for each build.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from desktop_app.context.decorators import Decorated, decorated
from desktop_app.context.plan import EntryKind, EntryTrace, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.lore import Lorebook, LorebookEntry, MeaningMode, Position, ScanSource
from desktop_app.domain.memory import KeywordMatch, MemoryEntry
from desktop_app.language.keys import KeyRules
from desktop_app.language.patterns import BadPattern, compile_pattern
from desktop_app.language.words import is_blank

# The scan depth of a memory entry is the chat's dialogue context, whatever its book would say.
MEMORY_BOOK_ID = ""

_LONGEST_TITLE = 40

_NO_KEYS = reason(ReasonCode.NO_KEYS)
_NO_KEY_HIT = reason(ReasonCode.NO_KEY_HIT)
_DISABLED = reason(ReasonCode.DISABLED)
_NEVER = reason(ReasonCode.DECORATED_NEVER)

Key = tuple[str, KeyRules]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledEntry:
    """An entry that can be scanned for; compared by identity. ``entry`` has no decorators any more.

    The numbers are those of ``CompiledBook.keys``; blank keys have none, nor has an entry that can never be active. ``never``
    is why it cannot, ``idle`` its trace where nothing in this turn had to do with it. ``weight``: the importance of a memory
    entry.
    """

    entry: LorebookEntry
    told: Decorated
    kind: EntryKind
    book_id: str
    title: str
    index: int
    keys: Numbers
    secondary: Numbers
    anti: Numbers
    besides: tuple[Numbers, ...]
    not_together: tuple[Numbers, ...]
    never: Reason | None
    idle: EntryTrace
    weight: float = 1.0

    @property
    def always(self) -> bool:
        """Whether it must be in whenever it is active, whatever there is room for."""
        return self.entry.constant and not self.told.first_to_go

    @property
    def all_keys(self) -> Iterable[int]:
        """The numbers of all its keys."""
        yield from self.asks
        yield from self.anti
        for numbers in self.not_together:
            yield from numbers

    @property
    def asks(self) -> Iterable[int]:
        """The numbers of all keys that can help to activate it."""
        yield from self.keys
        yield from self.secondary
        for numbers in self.besides:
            yield from numbers


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """What is looked at in every build although no key was found.

    ``always``: entries that need no key. ``limited``: those for some characters or kinds of answers only. ``timed``: those
    that may stay from before. ``levels``: passes of recursion that entries wait for. ``deepest``: scan depth of an entry's own.
    """

    always: tuple[CompiledEntry, ...]
    limited: tuple[CompiledEntry, ...]
    timed: tuple[CompiledEntry, ...]
    levels: tuple[int, ...]
    sources: frozenset[ScanSource]
    deepest: int


class CompiledBook:
    """A book's entries and all of their keys, as they were typed, by number."""

    def __init__(
        self, book: Lorebook, kind: EntryKind, entries: Iterable[tuple[Decorated, Reason | None, float]]
    ) -> None:
        self.book = book
        self.kind = kind
        numbers = _KeyNumbers()
        self.entries = tuple(
            _compiled(told, book, kind, index, numbers, never, weight)
            for index, (told, never, weight) in enumerate(entries)
        )
        self.keys = numbers.keys
        self.by_key: dict[int, list[CompiledEntry]] = {}
        self.by_any_key: dict[int, list[CompiledEntry]] = {}
        for compiled in self.entries:
            if compiled.never is None:
                _add(self.by_key, compiled.keys, compiled)
                _add(self.by_any_key, set(compiled.asks), compiled)

    @cached_property
    def first_users(self) -> dict[int, CompiledEntry]:
        """The first entry that has a key, for whatever, by the key's number."""
        users: dict[int, CompiledEntry] = {}
        for entry in self.entries:
            for number in entry.all_keys:
                users.setdefault(number, entry)
        return users

    @cached_property
    def watched(self) -> Watched:
        """The entries that cannot wait for a hit."""
        able = [compiled for compiled in self.entries if compiled.never is None]
        return Watched(
            always=tuple(item for item in able if item.entry.constant or item.entry.meaning is not MeaningMode.KEYS),
            limited=tuple(item for item in able if _is_limited(item)),
            timed=tuple(item for item in able if _is_timed(item)),
            levels=tuple(sorted({item.entry.recursion_level for item in able if item.entry.recursion_level > 0})),
            sources=frozenset(source for item in able for source in item.entry.scan_sources),
            deepest=max((item.entry.scan_depth for item in able if item.entry.scan_depth is not None), default=0),
        )


def compile_book(book: Lorebook) -> CompiledBook:
    """A lorebook, its decorators carried out."""
    entries = ((decorated(entry), None, 1.0) for entry in book.entries)
    return CompiledBook(book, EntryKind.LORE, entries)


def compile_memories(memories: tuple[MemoryEntry, ...]) -> CompiledBook:
    """Memory entries as a book: keywords without inflection, by meaning where there are none, no recursion, no decorators."""
    superseding = {
        memory.supersedes: (place, memory)
        for place, memory in enumerate(memories)
        if memory.enabled and memory.supersedes
    }
    entries: list[tuple[Decorated, Reason | None, float]] = []
    for place, memory in enumerate(memories):
        later, newer = superseding.get(memory.id, (-1, memory))
        never = reason(ReasonCode.SUPERSEDED, title=_memory_title(newer)) if later > place else None
        entries.append((Decorated(_as_lore(memory)), never, memory.importance))
    book = Lorebook(id=MEMORY_BOOK_ID, name="", entries=tuple(told.entry for told, _, _ in entries))
    return CompiledBook(book, EntryKind.MEMORY, entries)


def title_of(entry: LorebookEntry) -> str:
    """What an entry is called where it is told about: its name, its first key, or how it begins."""
    first = next((key for key in entry.keys if not is_blank(key)), "")
    return entry.name.strip() or first or _beginning(entry.content)


class _KeyNumbers:
    """Gives every different key its number."""

    def __init__(self) -> None:
        self._numbers: dict[Key, int] = {}

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys by their number."""
        return tuple(self._numbers)

    def of(self, keys: Iterable[str], rules: KeyRules) -> Numbers:
        """The numbers of those that are not blank, each once."""
        return tuple(
            dict.fromkeys(
                self._numbers.setdefault((key, rules), len(self._numbers)) for key in keys if not is_blank(key)
            )
        )


def _compiled(
    told: Decorated,
    book: Lorebook,
    kind: EntryKind,
    index: int,
    numbers: _KeyNumbers,
    never: Reason | None,
    weight: float,
) -> CompiledEntry:
    entry = told.entry
    rules = _rules(entry, book)
    title = title_of(entry)
    never = _DISABLED if not entry.enabled else _NEVER if told.never else never

    def numbered(keys: Iterable[str]) -> Numbers:
        return numbers.of(keys, rules) if never is None else ()

    keys = numbered(entry.keys)
    idle = never or _idle_reason(entry, keys)
    return CompiledEntry(
        entry=entry,
        told=told,
        kind=kind,
        book_id=book.id,
        title=title,
        index=index,
        keys=keys,
        secondary=numbered(entry.secondary_keys),
        anti=numbered(entry.anti_keys),
        besides=tuple(filter(None, map(numbered, told.besides))),
        not_together=tuple(filter(None, map(numbered, told.not_together))),
        never=never,
        idle=EntryTrace(entry.id, kind, title, included=False, reason=idle, book_id=book.id, revision=entry.revision),
        weight=weight,
    )


def _idle_reason(entry: LorebookEntry, keys: Numbers) -> Reason:
    if not keys:
        return _NO_KEYS
    patterns = {key: compile_pattern(key) for key in entry.keys if key.startswith("/")}
    faults = {key: str(pattern).rstrip(".") for key, pattern in patterns.items() if isinstance(pattern, BadPattern)}
    if faults and len(faults) == len(keys):
        key, detail = next(iter(faults.items()))
        return reason(ReasonCode.BAD_PATTERN, key=key, detail=detail)
    return _NO_KEY_HIT


def _rules(entry: LorebookEntry, book: Lorebook) -> KeyRules:
    return KeyRules(
        case_sensitive=book.case_sensitive if entry.case_sensitive is None else entry.case_sensitive,
        whole_words=book.whole_words if entry.whole_words is None else entry.whole_words,
        inflected=book.inflected if entry.inflected is None else entry.inflected,
        yo=book.yo_as_ye,
        near=book.near_names if entry.near_names is None else entry.near_names,
    )


def _as_lore(memory: MemoryEntry) -> LorebookEntry:
    words = memory.match is KeywordMatch.WHOLE_WORDS
    has_keywords = not all(is_blank(word) for word in memory.keywords)
    return LorebookEntry(
        id=memory.id,
        name=_memory_title(memory),
        keys=memory.keywords,
        content=memory.content,
        enabled=memory.enabled,
        constant=memory.always_in_context,
        priority=0,
        position=Position.BEFORE_HISTORY if memory.always_in_context else Position.AFTER_HISTORY,
        case_sensitive=False,
        whole_words=words,
        inflected=words,
        meaning=MeaningMode.KEYS if has_keywords else MeaningMode.MEANING,
        revision=memory.revision,
    )


def _memory_title(memory: MemoryEntry) -> str:
    return memory.title or _beginning(memory.content)


def _beginning(text: str) -> str:
    line = " ".join(text[: 4 * _LONGEST_TITLE].split())
    return line if len(line) <= _LONGEST_TITLE else line[:_LONGEST_TITLE].rstrip() + "…"


def _is_limited(compiled: CompiledEntry) -> bool:
    only = compiled.entry.only_for
    return bool(only.characters or only.tags or compiled.entry.kinds or compiled.told.greeting is not None)


def _is_timed(compiled: CompiledEntry) -> bool:
    entry = compiled.entry
    return bool(entry.sticky > 0 or entry.cooldown > 0 or compiled.told.keeps or compiled.told.once)


def _add(lists: dict[int, list[CompiledEntry]], numbers: Iterable[int], compiled: CompiledEntry) -> None:
    for number in numbers:
        lists.setdefault(number, []).append(compiled)
