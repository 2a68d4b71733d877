"""How much texts have to do with what is said now, by their words: the share of the question that a text answers.

The ``WordRanker`` is a ``Ranker`` for the context service. It works without vectors; where there are some, they join in
behind the same port. Coverage is BM25 over basic forms without stop words, divided by the best score that the question
could get (context-engine page, section 4): unlike a bare rank it is low where nothing but a common word is shared.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from threading import Lock

from desktop_app.domain.knowledge_ports import RankedText, Score
from desktop_app.language.content_words import Term, content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.sentences import sentences

# From this coverage on a text counts as relevant. Fitted on the sentences of tests/unit/language/test_relevance.py in
# English, Russian and Chinese: a name among six content words must be enough, a common word must not.
THRESHOLD = 0.18

# What is said beside the input (the last exchange) counts by this share of the input's own words.
CONTEXT_SHARE = 0.6

# BM25's usual k1; b below the usual .75, since entries are short and long ones are not padded.
_K1 = 1.2
_B = 0.4
# As many texts are supposed besides: in a library of three entries no word is common yet.
_SUPPOSED = 50

# Sets of texts that are kept indexed: entries and messages of a few chats.
_INDEXES = 6
# What is kept from one question to the next: the terms of queries, and for each set of texts what they were found in.
_QUERIES = 64
_TERMS = 256
_COVERAGES = 32

_NOTHING = Score(0.0, THRESHOLD, by_meaning=False)

_Key = tuple[str, int]


class WordRanker:
    """Ranks by words. Safe to use from several threads; what is known of a text is kept by its id and revision."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._lock = Lock()
        self._indexes: list[_Index] = []
        self._terms = lru_cache(_QUERIES)(self._terms_anew)

    def rank(self, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score]:
        """The coverage of the input or of its best sentence, or (weaker) of what else was said; whichever is most."""
        with self._lock:
            index = self._index(tuple(texts))
            best: dict[int, float] = {}
            for number, query in enumerate(queries):
                share = CONTEXT_SHARE if number else 1.0
                for terms in self._terms(query):
                    for place, coverage in index.coverage(terms).items():
                        if share * coverage > best.get(place, 0.0):
                            best[place] = share * coverage
        scores = {text.id: _NOTHING for text in texts}
        for place, score in best.items():
            scores[index.id_at(place)] = Score(round(score, 4), THRESHOLD, by_meaning=False)
        return scores

    def _index(self, texts: tuple[RankedText, ...]) -> _Index:
        """The index of exactly these texts: the very same, else a similar one brought up to date, else a new one."""
        for index in self._indexes:
            if index.texts is texts or index.texts == texts:
                break
        else:
            index = self._similar(texts) or _Index()
            index.hold(texts, self._lemmas)
        self._indexes = [index, *(other for other in self._indexes if other is not index)][:_INDEXES]
        return index

    def _similar(self, texts: tuple[RankedText, ...]) -> _Index | None:
        keys = {(text.id, text.revision) for text in texts}
        return next((index for index in self._indexes if 2 * index.common(keys) > len(keys)), None)

    def _terms_anew(self, query: str) -> tuple[tuple[Term, ...], ...]:
        """The terms of a query as a whole and of each of its sentences, without what has none."""
        spans = sentences(query)
        pieces = [query, *(query[start:end] for start, end in spans)] if len(spans) > 1 else [query]
        found = (tuple(dict.fromkeys(content_words(piece, self._lemmas))) for piece in pieces)
        return tuple(terms for terms in found if terms)


class _Index:
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

    def common(self, keys: set[_Key]) -> int:
        """How many of these texts are in it."""
        return len(keys & self._places.keys())

    def hold(self, texts: tuple[RankedText, ...], lemmas: Lemmas) -> None:
        """Holds exactly these texts from now on."""
        self._found.cache_clear()
        self.coverage.cache_clear()
        wanted = {(text.id, text.revision): text for text in texts}
        for key in self._places.keys() - wanted.keys():
            self._words -= self._lengths[self._places[key]]
            self._gone.add(self._places.pop(key))
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
        for term in terms:
            found = self._found(term)
            weight = self._weight(len(found))
            best += weight
            for place, share in found.items():
                sums[place] += weight * share
        return {place: min(1.0, total / best) for place, total in sums.items()}

    def _clear(self) -> None:
        self._places: dict[_Key, int] = {}
        self._ids: list[str] = []
        self._lengths = array("I")
        self._gone: set[int] = set()
        self._words = 0
        self._postings: dict[str, array[int]] = {}

    def _add(self, key: _Key, terms: Sequence[Term]) -> None:
        place = len(self._ids)
        self._places[key] = place
        self._ids.append(key[0])
        self._lengths.append(len(terms))
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
        usual = self._words / len(self._places) if self._words else 1.0
        return {
            place: min(1.0, count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * self._lengths[place] / usual)))
            for place, count in counts.items()
            if place not in self._gone
        }

    def _weight(self, texts_with: int) -> float:
        """BM25's weight of a term: the rarer, the more it says; most where no text has it."""
        return math.log(1 + (len(self._places) + _SUPPOSED - texts_with + 0.5) / (texts_with + 0.5))
