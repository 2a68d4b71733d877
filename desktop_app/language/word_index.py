"""Texts by their words: which of them have what is asked for, and how much of it. BM25 as a share of the most that a question can get.

Called by ``relevance`` and by whoever fuses words with meaning. Knows nothing of queries: it is given terms (``content_words``).
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.language.content_words import Term, content_words
from desktop_app.language.lemmas import Lemmas

# BM25's usual k1; b below the usual .75, since entries are short and long ones are not padded.
K1 = 1.2
B = 0.4
# As many texts are supposed besides: in a library of three entries no word is common yet.
_SUPPOSED = 50

# A word says by how much its rarity is above this share of that of a word which one text has: those that a question shares
# with very many texts (say, go, day) would drown its meaning. (Measured with 41 facts among 5,000 messages in each of three
# languages: MRR of the paraphrased .389 → .434, .404 → .461, .449 → .518, of the named as before or better; from .2 to .4 alike.)
_ORDINARY = 0.3
_LEAST_WEIGHT = 0.05

# Among so many texts a word that more than one in fifty has is not looked up where there are rarer ones: it says little, and
# takes most of the time (lab.md, SQLite: 122 → 1.8 ms).
_MANY = 20_000
_FEW = 50

# What is kept from one question to the next: in which texts terms are, and what whole questions were found in.
_TERMS = 256
_COVERAGES = 32

# Sets of texts that are kept indexed: entries and messages of a few chats.
_INDEXES = 6

_NOWHERE = array("I")

# The id and the revision of a text.
TextKey: TypeAlias = tuple[str, int]


class WordIndex:
    """Texts by their terms. Places are given once: a text that goes leaves its place behind, until half of them are empty."""

    def __init__(self) -> None:
        self.texts: tuple[RankedText, ...] = ()
        self._clear()
        # Of one key to the next nearly all terms of the questions are the same, and most questions.
        self._found = lru_cache(_TERMS)(self._found_anew)
        self.coverage = lru_cache(_COVERAGES)(self._coverage_anew)

    def id_at(self, place: int) -> str:
        """The id of the text at a place."""
        return self._ids[place]

    @property
    def lengths(self) -> array[int]:
        """The number of terms of the text at each place. Not to be kept: while somebody looks at it, it cannot grow."""
        return self._lengths

    @property
    def empty(self) -> bytearray:
        """1 for each place whose text is gone. Not to be kept either."""
        return self._empty

    def postings(self, form: str) -> array[int]:
        """The places of the texts that have a form, rising, each as often as the text has it. Not to be kept either."""
        return self._postings.get(form, _NOWHERE)

    @property
    def usual_length(self) -> float:
        """Terms of a text, in the mean."""
        return self._words / len(self._places) if self._words else 1.0

    def common(self, keys: set[TextKey]) -> int:
        """How many of these texts are in it."""
        return len(keys & self._places.keys())

    def add(self, key: TextKey, terms: Sequence[Term]) -> None:
        """One text more, at the next place. For who keeps the texts himself: ``texts`` knows nothing of it."""
        self._forget_answers()
        self._add(key, terms)

    def remove(self, key: TextKey) -> None:
        """Takes a text out; its place stays empty."""
        self._forget_answers()
        self._remove(key)

    def hold(self, texts: tuple[RankedText, ...], lemmas: Lemmas) -> None:
        """Holds exactly these texts from now on."""
        self._forget_answers()
        wanted = {(text.id, text.revision): text for text in texts}
        for key in self._places.keys() - wanted.keys():
            self._remove(key)
        if 2 * len(self._gone) > len(self._ids):
            self._clear()
        for key, text in wanted.items():
            if key not in self._places:
                self._add(key, content_words(text.text, lemmas))
        self.texts = texts

    def _coverage_anew(self, terms: tuple[Term, ...]) -> Mapping[int, float]:
        """The share of ``terms`` that each text covers (0 to 1), by place; what covers nothing is left out."""
        sums: defaultdict[int, float] = defaultdict(float)
        best = 0.0
        for term in self.telling(terms):
            found = self._found(term)
            weight = self.weight(len(found))
            best += weight
            for place, share in found.items():
                sums[place] += weight * share
        return {place: min(1.0, total / best) for place, total in sums.items()}

    def telling(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        """Among very many texts those terms that few of them have, if there are such; elsewhere all."""
        count = len(self._places)
        if count < _MANY:
            return terms
        telling = [term for term in terms if _FEW * sum(len(self._postings.get(form, ())) for form in term) <= count]
        return tuple(telling) or terms

    def _clear(self) -> None:
        self._places: dict[TextKey, int] = {}
        self._ids: list[str] = []
        self._lengths = array("I")
        self._gone: set[int] = set()
        self._empty = bytearray()
        self._words = 0
        self._postings: dict[str, array[int]] = {}

    def _forget_answers(self) -> None:
        self._found.cache_clear()
        self.coverage.cache_clear()

    def _remove(self, key: TextKey) -> None:
        place = self._places.pop(key)
        self._words -= self._lengths[place]
        self._gone.add(place)
        self._empty[place] = 1

    def _add(self, key: TextKey, terms: Sequence[Term]) -> None:
        place = len(self._ids)
        self._places[key] = place
        self._ids.append(key[0])
        self._lengths.append(len(terms))
        self._empty.append(0)
        self._words += len(terms)
        for term in terms:
            for form in term:
                self._postings.setdefault(form, array("I")).append(place)

    def _found_anew(self, term: Term) -> Mapping[int, float]:
        """How far a term is covered by each text that has it (0 to 1): by whichever of its forms is there most often."""
        counts: dict[int, int] = {}
        for form in term:
            of_form: defaultdict[int, int] = defaultdict(int)
            for place in self._postings.get(form, ()):
                of_form[place] += 1
            for place, count in of_form.items():
                counts[place] = max(counts.get(place, 0), count)
        usual = self.usual_length
        return {
            place: min(1.0, count * (K1 + 1) / (count + K1 * (1 - B + B * self._lengths[place] / usual)))
            for place, count in counts.items()
            if place not in self._gone
        }

    def weight(self, texts_with: int) -> float:
        """BM25's weight of a term, less what an ordinary word has: the rarer, the more it says. One that no text has counts as if one had it."""
        most = self._rarity(1)
        return max(_LEAST_WEIGHT, self._rarity(max(1, texts_with)) - _ORDINARY * most)

    def _rarity(self, texts_with: int) -> float:
        return math.log(1 + (len(self._places) + _SUPPOSED - texts_with + 0.5) / (texts_with + 0.5))


class WordIndexes:
    """The indexes of the sets of texts that were asked about last. Not safe for several threads at once."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._indexes: list[WordIndex] = []

    def of(self, texts: tuple[RankedText, ...]) -> WordIndex:
        """The index of exactly these texts: the very same, else a similar one brought up to date, else a new one."""
        for index in self._indexes:
            if index.texts is texts or index.texts == texts:
                break
        else:
            index = self._similar(texts) or WordIndex()
            index.hold(texts, self._lemmas)
        self._indexes = [index, *(other for other in self._indexes if other is not index)][:_INDEXES]
        return index

    def _similar(self, texts: tuple[RankedText, ...]) -> WordIndex | None:
        keys = {(text.id, text.revision) for text in texts}
        return next((index for index in self._indexes if 2 * index.common(keys) > len(keys)), None)
