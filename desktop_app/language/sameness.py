"""Whether two short texts say the same in nearly the same words. Called by who shows near-duplicates of memory entries.

Words are compared in their basic forms, without those that say nothing; numbers must be the same ones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.language.content_words import content_words
from desktop_app.language.fold import fold_text
from desktop_app.language.lemmas import Lemmas

# So much of each text must be in the other.
SAME = 0.75

_NUMBER = re.compile(r"\d+")
_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text, each as all its basic forms; ``forms``: those of all of them."""

    words: frozenset[frozenset[str]]
    forms: frozenset[str]
    numbers: frozenset[str]
    folded: str


class Sameness:
    """Compares texts; what was read of them is remembered. Safe to share between threads."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._words = lru_cache(_KEPT)(self._words_anew)

    def share(self, one: str, other: str) -> float:
        """How much of each text is in the other, from 0 to 1; the smaller part counts."""
        first, second = self._words(one), self._words(other)
        if first.folded == second.folded:
            return 1.0
        if first.numbers != second.numbers or not first.words or not second.words:
            return 0.0
        return min(_part(first, second), _part(second, first))

    def same(self, one: str, other: str) -> bool:
        """Whether both say the same, as far as words tell."""
        return self.share(one, other) >= SAME

    def pairs(self, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The places of all two texts that say the same. Only what shares a word is compared."""
        having: defaultdict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            words = self._words(text)
            others = {other for form in words.forms or {words.folded} for other in having[form]}
            for form in words.forms or {words.folded}:
                having[form].append(place)
            yield from ((other, place) for other in sorted(others) if self.same(texts[other], text))

    def _words_anew(self, text: str) -> _Words:
        words = frozenset(frozenset(term) for term in content_words(text, self._lemmas))
        folded = fold_text(text)
        return _Words(words, frozenset[str]().union(*words), frozenset(_NUMBER.findall(folded)), folded)


def _part(one: _Words, other: _Words) -> float:
    return sum(not word.isdisjoint(other.forms) for word in one.words) / len(one.words)
