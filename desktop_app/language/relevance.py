"""How much texts have to do with what is said now, by their words: the share of the question that a text answers.

The ``WordRanker`` is a ``Ranker`` for the context service. It works without vectors; where there are some, they join in
behind the same port. Coverage is BM25 over basic forms without stop words, divided by the best score that the question
could get (context-engine page, section 4): unlike a bare rank it is low where nothing but a common word is shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

from desktop_app.domain.knowledge_ports import RankedText, Score
from desktop_app.language.content_words import Term, content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.sentences import sentences
from desktop_app.language.word_index import WordIndexes

# From this coverage on a text counts as relevant. Fitted on the sentences of tests/unit/language/test_relevance.py in
# English, Russian and Chinese: a name among six content words must be enough, a common word must not.
THRESHOLD = 0.18

# What is said beside the input (the last exchange) counts by this share of the input's own words.
CONTEXT_SHARE = 0.6

# Queries whose terms are kept: the last messages come again with every key.
_QUERIES = 64

_NOTHING = Score(0.0, THRESHOLD, by_meaning=False)


class WordRanker:
    """Ranks by words. Safe to use from several threads; what is known of a text is kept by its id and revision."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._lock = Lock()
        self._indexes = WordIndexes(lemmas)
        self._terms = lru_cache(_QUERIES)(self._terms_anew)

    def rank(self, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score]:
        """The coverage of the input or of its best sentence, or (weaker) of what else was said; whichever is most."""
        with self._lock:
            index = self._indexes.of(tuple(texts))
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

    def _terms_anew(self, query: str) -> tuple[tuple[Term, ...], ...]:
        found = (tuple(dict.fromkeys(content_words(piece, self._lemmas))) for piece in pieces_of(query))
        return tuple(terms for terms in found if terms)


def pieces_of(query: str) -> list[str]:
    """What of a query is asked about: all of it, and each of its sentences where there are several."""
    spans = sentences(query)
    return [query, *(query[start:end] for start, end in spans)] if len(spans) > 1 else [query]
