"""All keys of a book at once, in a text: the same spans as ``find_key`` for each of them, but only keys that may hit are asked.

Made by the context service, off the window's thread, once for each revision of the books; called by activation for every
text that is scanned. Keys with words are found through a map of words and their forms, strings by Aho and Corasick's
search for many at once, patterns one by one. Scanning changes nothing but the memories that it was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.language.fold import FoldRules, Span
from desktop_app.language.keys import (
    SHORTEST_NEAR,
    KeyRules,
    LiteralKey,
    Reading,
    alignments,
    anchors,
    is_allowed,
    is_same,
    names,
    originals,
    read_key,
)
from desktop_app.language.lemmas import Lemmas, is_latin
from desktop_app.language.patterns import (
    SECONDS_A_KEY,
    SECONDS_A_TRY,
    PatternBudget,
    PatternKey,
    PatternMemory,
    Trouble,
)

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

Numbers = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Hits:
    """What a scan found: spans in the text by the key's number, and the patterns that gave no answer."""

    spans: dict[int, list[Span]]
    troubles: dict[int, Trouble]


class KeyMatcher:
    """Keys, numbered as they are given, each with its rules."""

    def __init__(self, keys: Iterable[tuple[str, KeyRules]], lemmas: Lemmas, patterns: PatternMemory) -> None:
        self._lemmas = lemmas
        self._memory = patterns
        self._patterns: list[tuple[int, PatternKey]] = []
        literals: dict[FoldRules, dict[int, LiteralKey]] = {}
        for number, (key, rules) in enumerate(keys):
            read = read_key(key, rules)
            if isinstance(read, PatternKey):
                self._patterns.append((number, read))
            elif read is not None:
                literals.setdefault(read.fold_rules, {})[number] = read
        self._literals = [_Literals(rules, keys, lemmas) for rules, keys in literals.items()]

    def scan(self, text: str, budget: PatternBudget | None = None) -> Hits:
        """All hits in a text. One ``budget`` for all texts of a build, so that its patterns share their time."""
        hits = self.scan_patterns(text, budget or PatternBudget())
        hits.spans.update(self.scan_literals(text))
        return hits

    def scan_literals(self, text: str) -> dict[int, list[Span]]:
        """The hits of the keys that are no patterns: always the same for the same text."""
        spans: dict[int, list[Span]] = {}
        for literals in self._literals:
            spans.update(literals.scan(text))
        return spans

    def scan_patterns(self, text: str, budget: PatternBudget) -> Hits:
        """The hits of the patterns, and those that gave no answer this time.

        The first try is a short one, and all first tries leave half of the time: slow patterns take none from those behind
        them, and still become known as slow.
        """
        hits = Hits({}, {})
        waiting = self._patterns
        for seconds, kept in ((SECONDS_A_TRY, budget.left / 2), (SECONDS_A_KEY, 0.0)):
            hits.troubles.clear()
            for number, pattern in waiting:
                found = self._memory.find(pattern, text, budget, seconds if budget.left > kept else 0.0)
                if isinstance(found, Trouble):
                    hits.troubles[number] = found
                elif found:
                    hits.spans[number] = list(found)
            waiting = [item for item in waiting if item[0] in hits.troubles]
        return hits


class _Literals:
    """The keys that are compared with the same folding of the text."""

    def __init__(self, rules: FoldRules, keys: dict[int, LiteralKey], lemmas: Lemmas) -> None:
        self._rules = rules
        self._keys = keys
        self._lemmas = lemmas
        self._words = _Words(keys, lemmas)
        strings: Numbers = {}
        for number, key in keys.items():
            if key.is_string:
                strings.setdefault(key.text, []).append(number)
        self._strings = list(strings.values())
        self._search = _string_search(list(strings))

    def scan(self, text: str) -> Iterator[tuple[int, list[Span]]]:
        reading = Reading(text, self._rules)
        found: dict[int, list[Span]] = {}
        self._find_strings(reading.text, found)
        for number, starts in self._words.candidates(reading):
            spans = alignments(self._keys[number], reading, self._lemmas, starts)
            found.setdefault(number, []).extend(spans)
        for number, spans in found.items():
            if spans:
                yield number, originals(reading, spans)

    def _find_strings(self, text: str, found: dict[int, list[Span]]) -> None:
        if self._search is None:
            return
        for string, start, end in self._search.find_matches_as_indexes(text, overlapping=True):
            for number in self._strings[string]:
                if is_allowed(self._keys[number], text, start, end):
                    found.setdefault(number, []).append((start, end))


class _Words:
    """From a word of a text to the keys whose longest word it may be: the longest, because it is the rarest."""

    def __init__(self, keys: dict[int, LiteralKey], lemmas: Lemmas) -> None:
        self._keys = keys
        self._lemmas = lemmas
        self._rarest = {number: _longest_word(key) for number, key in keys.items() if key.parts}
        self._exact: Numbers = {}
        self._forms: Numbers = {}
        self._latin: list[tuple[int, str]] = []
        self._latin_forms: dict[str, Numbers] = {}
        self._near: Numbers = {}
        for number, word in self._rarest.items():
            self._add(number, word)

    def candidates(self, reading: Reading) -> Iterator[tuple[int, Iterable[int]]]:
        """The keys that may hit, each with the places where its first word stands."""
        words: dict[int, list[str]] = {}
        for word in reading.places:
            for number in self._numbers(word, reading.languages):
                words.setdefault(number, []).append(word)
        for number, found in words.items():
            key = self._keys[number]
            if key.first_word == self._rarest[number]:
                yield number, [place for word in found for place in reading.places[word]]
            else:
                yield number, anchors(key, reading, self._lemmas)

    def _add(self, number: int, word: str) -> None:
        rules = self._keys[number].rules
        self._exact.setdefault(word, []).append(number)
        if rules.inflected:
            if is_latin(word.lower()):
                self._latin.append((number, word.lower()))
            else:
                _add_all(self._forms, self._lemmas.of_key(word.lower(), ()), number)
        if rules.near and len(word) >= SHORTEST_NEAR:
            _add_all(self._near, _one_less(word), number)

    def _numbers(self, word: str, languages: tuple[str, ...]) -> set[int]:
        found = set(self._exact.get(word, ()))
        lower = word.lower()
        if is_latin(lower):
            for language in languages:
                by_form = self._latin_forms_of(language)
                for form in self._lemmas.of_text(lower, (language,)):
                    found.update(by_form.get(form, ()))
        elif self._forms:
            for form in self._lemmas.of_text(lower, ()):
                found.update(self._forms.get(form, ()))
        if self._near:
            found.update(self._numbers_near(word))
        return {number for number in found if self._is_same(number, word, languages)}

    def _numbers_near(self, word: str) -> Iterator[int]:
        for name in names(word, _INFLECTED, self._lemmas):
            for variant in _one_less(name):
                yield from self._near.get(variant, ())

    def _is_same(self, number: int, word: str, languages: tuple[str, ...]) -> bool:
        return is_same(self._rarest[number], word, self._keys[number].rules, self._lemmas, languages)

    def _latin_forms_of(self, language: str) -> Numbers:
        """Made when the first text in a language comes; two threads that make it at once make the same."""
        known = self._latin_forms.get(language)
        if known is not None:
            return known
        forms: Numbers = {}
        for number, word in self._latin:
            _add_all(forms, self._lemmas.of_key(word, (language,)), number)
        self._latin_forms[language] = forms
        return forms


_INFLECTED = KeyRules()


def _longest_word(key: LiteralKey) -> str:
    return max((part.text for part in key.parts if part.is_word), key=len)


def _add_all(numbers: Numbers, forms: Iterable[str], number: int) -> None:
    for form in forms:
        numbers.setdefault(form, []).append(number)


def _one_less(word: str) -> set[str]:
    """The word, and it without one of its letters: two words that differ by one letter have one of these in common."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _string_search(strings: Sequence[str]) -> AhoCorasick | None:
    if not strings:
        return None
    from ahocorasick_rs import AhoCorasick, MatchKind

    return AhoCorasick(strings, matchkind=MatchKind.Standard, store_patterns=False)
