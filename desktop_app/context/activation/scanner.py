"""Scans texts for the keys of one book, and keeps what it found: a text that comes again is not scanned again.

Called by ``evidence`` in every build, made and kept by ``scan_memory``. Texts are known by themselves, so nothing here can be
out of date. Keys with macros are a matcher of their own, made for the values that they are expanded with: another chat,
persona or minute does not cost a new matcher for the whole book.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import TypeAlias

from desktop_app.context.activation.compiled import CompiledBook, Key
from desktop_app.context.macros import Expanded, MacroScope, expand
from desktop_app.language.fold import Span
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.matcher import KeyMatcher
from desktop_app.language.patterns import PatternBudget, PatternMemory, Trouble
from desktop_app.language.words import is_blank

# What is kept of texts that were scanned, per matcher: as many as a long branch has, and their size.
MOST_TEXTS = 8_192
MOST_CHARACTERS = 8_000_000

# Different values that the macros of a book's keys are expanded with: chats that are planned for in turns.
MOST_EXPANSIONS = 4

Spans: TypeAlias = dict[int, list[Span]]


@dataclass(frozen=True, slots=True)
class Tools:
    """What all matchers share."""

    lemmas: Lemmas
    patterns: PatternMemory


@dataclass(frozen=True, slots=True)
class Found:
    """What of a book stands in a text: spans by the number of the key, and the patterns that gave no answer."""

    spans: Spans
    troubles: dict[int, Trouble]


_NOTHING = Found({}, {})


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was found in a text, and how often the memory of patterns had changed then."""

    literals: Spans
    found: Found
    changes: int


class BookScanner:
    """The keys of one book in texts."""

    def __init__(self, compiled: CompiledBook, tools: Tools) -> None:
        self.compiled = compiled
        self._tools = tools
        plain = [(number, key) for number, key in enumerate(compiled.keys) if not _has_macro(key[0])]
        self._templates = [(number, key) for number, key in enumerate(compiled.keys) if _has_macro(key[0])]
        self._plain = _Matcher(plain, tools)
        self._expanded: OrderedDict[tuple[str, ...], _Matcher] = OrderedDict()
        self._lock = Lock()

    def for_scope(self, scope: MacroScope) -> ScopedScanner:
        """Scans with the macros of the keys expanded."""
        if not self._templates:
            return ScopedScanner((self._plain,))
        texts = [_expand_key(template, scope) for _, (template, _) in self._templates]
        expanded = self._matcher_for(tuple(text.text for text in texts))
        blank = frozenset(
            number for (number, _), text in zip(self._templates, texts, strict=True) if is_blank(text.text)
        )
        return ScopedScanner((self._plain, expanded), blank, any(text.used_clock for text in texts))

    def warm(self) -> None:
        """Makes what is only made when the first text in English comes."""
        self._plain.scan("the", PatternBudget(0.0))

    def _matcher_for(self, keys: tuple[str, ...]) -> _Matcher:
        with self._lock:
            known = self._expanded.get(keys)
            if known is None:
                numbered = [
                    (number, (key, rules)) for (number, (_, rules)), key in zip(self._templates, keys, strict=True)
                ]
                known = self._expanded[keys] = _Matcher(numbered, self._tools)
                while len(self._expanded) > MOST_EXPANSIONS:
                    self._expanded.popitem(last=False)
            self._expanded.move_to_end(keys)
            return known


class ScopedScanner:
    """A book's scanner for one build. ``blank``: the keys of which nothing was left when their macros were expanded."""

    def __init__(
        self, matchers: Iterable[_Matcher], blank: frozenset[int] = frozenset(), used_clock: bool = False
    ) -> None:
        self._matchers = tuple(matchers)
        self.blank = blank
        self.used_clock = used_clock

    def scan(self, text: str, budget: PatternBudget) -> Found:
        """What stands in a text."""
        if len(self._matchers) == 1:
            return self._matchers[0].scan(text, budget)
        found = Found({}, {})
        for matcher in self._matchers:
            part = matcher.scan(text, budget)
            found.spans.update(part.spans)
            found.troubles.update(part.troubles)
        return found


class _Matcher:
    """Some of a book's keys, and the texts that they were looked for in last."""

    def __init__(self, keys: list[tuple[int, Key]], tools: Tools) -> None:
        self._numbers = [number for number, _ in keys]
        self._matcher = KeyMatcher((key for _, key in keys), tools.lemmas, tools.patterns)
        self._patterns = tools.patterns
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def scan(self, text: str, budget: PatternBudget) -> Found:
        """What stands in a text, from memory where it was scanned before and no pattern became too slow since."""
        if not self._numbers:
            return _NOTHING
        changes = self._patterns.changes
        known = self._known(text)
        if known is not None and known.changes == changes and not known.found.troubles:
            return known.found
        literals = known.literals if known is not None else self._numbered(self._matcher.scan_literals(text))
        hits = self._matcher.scan_patterns(text, budget)
        troubles = {self._numbers[number]: trouble for number, trouble in hits.troubles.items()}
        found = Found({**literals, **self._numbered(hits.spans)}, troubles)
        self._keep(text, _Kept(literals, found, changes))
        return found

    def _numbered(self, spans: Spans) -> Spans:
        return {self._numbers[number]: found for number, found in spans.items()}

    def _known(self, text: str) -> _Kept | None:
        with self._lock:
            known = self._kept.get(text)
            if known is not None:
                self._kept.move_to_end(text)
            return known

    def _keep(self, text: str, kept: _Kept) -> None:
        with self._lock:
            self._characters += 0 if text in self._kept else len(text)
            self._kept[text] = kept
            while len(self._kept) > MOST_TEXTS or self._characters > MOST_CHARACTERS:
                self._characters -= len(self._kept.popitem(last=False)[0])


def _has_macro(key: str) -> bool:
    return "{{" in key or "<" in key


def _expand_key(key: str, scope: MacroScope) -> Expanded:
    """The key with its macros expanded, once. What they insert is literal, in a pattern too."""
    return expand(key, _in_patterns(scope) if key.startswith("/") else scope, f"key.{key}")


def _in_patterns(scope: MacroScope) -> MacroScope:
    return scope.with_values(**{name: re.escape(value).replace("/", r"\/") for name, value in scope.values.items()})
