"""Ranks texts by words and by vectors that were made elsewhere: the program's ``MeaningRanker``, over the ``FusedRanker``.

Called by the services in worker threads. It never embeds: who asks brings the vectors first, or is told that one is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock

import numpy as np

from desktop_app.domain.embedding import TextKind, Vectors
from desktop_app.domain.knowledge_ports import RankedText, Score
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.embedding_cache import EmbeddingCache, cache_key
from desktop_app.retrieval.matrix import Rows
from desktop_app.retrieval.ranker import FusedRanker

# Vectors that are kept, 2 KB each: those of the entries of a few chats.
KEPT = 20_000

_USUAL = Background(0.2, 0.12)


class _MissingVectorError(Exception):
    """A text whose vector nobody brought."""


class _Brought:
    """An embedder that knows only what it was brought: the cache before it has all of that."""

    def __init__(self, identity: str, dimension: int, background: Background) -> None:
        self.identity = identity
        self.dimension = dimension
        self.background = background

    def encode(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> Rows:
        """Nothing, and nothing for anything."""
        del kind
        if texts:
            raise _MissingVectorError
        return np.empty((0, self.dimension), np.float32)


class VectorRanker:
    """Fulfils ``MeaningRanker``. ``backgrounds``: of the embedders that were measured, by identity."""

    def __init__(
        self, lemmas: Lemmas, backgrounds: Mapping[str, Background] | None = None, *, keep: int = KEPT
    ) -> None:
        self._lemmas = lemmas
        self._backgrounds = backgrounds or {}
        self._cache = EmbeddingCache(keep)
        self._lock = Lock()
        self._rankers: dict[str, FusedRanker] = {}

    def unread(self, embedder: str, texts: Sequence[str], kind: TextKind) -> list[str]:
        """In their order."""
        return [text for text in dict.fromkeys(texts) if self._cache.get(_key(embedder, kind, text)) is None]

    def holds(self, embedder: str, texts: Sequence[RankedText]) -> bool:
        """By the ranker of this embedder."""
        with self._lock:
            ranker = self._rankers.get(embedder)
        return ranker is not None and ranker.holds(texts)

    def take(self, embedder: str, texts: Sequence[str], kind: TextKind, vectors: Vectors) -> None:
        """A row each."""
        rows = _rows(vectors)
        with self._lock:
            if embedder not in self._rankers:
                background = self._backgrounds.get(embedder, _USUAL)
                brought = _Brought(embedder, vectors.dimension, background)
                self._rankers = {embedder: FusedRanker(brought, self._lemmas, self._cache)}
        for at, text in enumerate(texts):
            self._cache.put(_key(embedder, kind, text), rows[at : at + 1].copy())

    def vectors(self, embedder: str, texts: Sequence[str], kind: TextKind) -> Vectors | None:
        """From the cache."""
        found = [self._cache.get(_key(embedder, kind, text)) for text in texts]
        rows = [np.asarray(row, np.float32)[0] for row in found if row is not None]
        if not rows or len(rows) < len(texts):
            return None
        return Vectors(len(rows[0]), np.stack(rows).astype("<f4").tobytes())

    def packed(self, vectors: Vectors) -> list[bytes]:
        """Little-endian."""
        return [row.tobytes() for row in _rows(vectors).astype("<f2")]

    def unpacked(self, rows: Sequence[bytes]) -> Vectors:
        """All of one dimension."""
        joined = np.frombuffer(b"".join(rows), "<f2").astype("<f4")
        return Vectors(len(joined) // len(rows) if rows else 0, joined.tobytes())

    def rank(self, embedder: str, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score] | None:
        """By the ranker of this embedder."""
        with self._lock:
            ranker = self._rankers.get(embedder)
        if ranker is None:
            return None
        try:
            return ranker.rank(queries, texts)
        except _MissingVectorError:
            return None


def _rows(vectors: Vectors) -> Rows:
    return np.frombuffer(vectors.data, "<f4").reshape(-1, max(1, vectors.dimension))


def _key(embedder: str, kind: TextKind, text: str) -> str:
    return cache_key(f"{embedder}\x00{kind}", text)
