"""Ranks the texts of a request by words and meaning: the ``Ranker`` of the context service where there is an embedder.

Stands where the ``WordRanker`` stands (``language.relevance``) and gives scores on the same scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

import numpy as np

from desktop_app.domain.knowledge_ports import RankedText, Score
from desktop_app.language.content_words import content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import CONTEXT_SHARE, pieces_of
from desktop_app.language.word_index import WordIndex, WordIndexes
from desktop_app.retrieval.embedders import Embedder, TextKind
from desktop_app.retrieval.embedding_cache import Cache, EmbeddingCache, cache_key
from desktop_app.retrieval.fusion import OF_ENTRIES, RELEVANT, as_share, fused
from desktop_app.retrieval.matrix import Rows

# From this score on a text counts as relevant.
THRESHOLD = round(as_share(RELEVANT, OF_ENTRIES), 4)

# Vectors that are kept: those of the entries and newest messages of a few chats, 2 KB each.
_KEPT = 16_384
# Sets of texts whose rows are kept together, as their words are.
_SETS = 6


class FusedRanker:
    """A ``Ranker``. Safe to use from several threads; each text is embedded once while ``cache`` holds it."""

    def __init__(self, embedder: Embedder, lemmas: Lemmas, cache: Cache | None = None) -> None:
        self._embedder = embedder
        self._lemmas = lemmas
        self._cache = cache if cache is not None else EmbeddingCache(_KEPT)
        self._lock = Lock()
        self._indexes = WordIndexes(lemmas)
        self._sets: list[tuple[tuple[RankedText, ...], Rows]] = []

    def rank(self, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score]:
        """Of the input, its best sentence, or (weaker) what else was said, whichever has most to do with a text."""
        kept = tuple(texts)
        if not kept:
            return {}
        pieces = [
            (piece, np.float32(CONTEXT_SHARE if number else 1.0))
            for number, query in enumerate(queries)
            for piece in pieces_of(query)
            if piece.strip()
        ]
        with self._lock:
            rows, index = self._rows(kept), self._indexes.of(kept)
            asked = self._embedded([piece for piece, _ in pieces], TextKind.QUERY)
            best = np.zeros(len(kept), np.float32)
            for (piece, share), query in zip(pieces, asked, strict=True):
                np.maximum(best, share * self._scores(piece, query, rows, index), out=best)
        return {
            text.id: Score(round(as_share(float(score), OF_ENTRIES), 4), THRESHOLD, by_meaning=True)
            for text, score in zip(kept, best, strict=True)
        }

    def holds(self, texts: Sequence[RankedText]) -> bool:
        """Whether the rows of these very texts (the same tuple) are held together."""
        return any(known is texts for known, _ in self._sets)

    def _scores(self, piece: str, query: Rows, rows: Rows, index: WordIndex) -> Rows:
        covered = coverage_of(piece, index, self._lemmas)
        coverage = np.fromiter((covered.get(text.id, 0.0) for text in index.texts), np.float32, len(rows))
        return fused(rows @ query, coverage, OF_ENTRIES, self._embedder.background)

    def _rows(self, texts: tuple[RankedText, ...]) -> Rows:
        """The rows of these texts in their order."""
        for known, rows in self._sets:
            if known is texts or known == texts:
                return rows
        rows = self._embedded([text.text for text in texts], TextKind.PASSAGE)
        self._sets = [(texts, rows), *self._sets][:_SETS]
        return rows

    def _embedded(self, texts: list[str], kind: TextKind) -> Rows:
        keys = [cache_key(f"{self._embedder.identity}\x00{kind}", text) for text in texts]
        rows = np.empty((len(texts), self._embedder.dimension), np.float32)
        missing: list[int] = []
        for at, key in enumerate(keys):
            vectors = self._cache.get(key)
            if vectors is None:
                missing.append(at)
            else:
                rows[at] = vectors[0]
        if missing:
            rows[missing] = self._embedder.encode([texts[at] for at in missing], kind)
        for at in missing:
            self._cache.put(keys[at], rows[at : at + 1].copy())
        return rows


def coverage_of(query: str, index: WordIndex, lemmas: Lemmas) -> dict[str, float]:
    """How much of a query the texts of an index cover, by id; what covers nothing is left out."""
    terms = tuple(dict.fromkeys(content_words(query, lemmas)))
    return {index.id_at(place): share for place, share in index.coverage(terms).items()} if terms else {}
