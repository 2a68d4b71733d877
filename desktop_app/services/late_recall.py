"""The library of recall, loaded when it is first needed: numpy and the embedder's model take longer than the first paint may.

Made by ``app``, which says how it is loaded. Everything here but the identity of the embedder is called in worker threads, which
may wait for the loading.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from desktop_app.domain.embedding import Embedder, PassageVector, TextKind, Vectors
from desktop_app.domain.knowledge_ports import RankedText, Score
from desktop_app.domain.recalling import MeaningRanker, RecallFound, RecallQuestion, Retriever, TextPassage


@dataclass(frozen=True, slots=True)
class RecallLibrary:
    """What recall is made of."""

    retriever: Retriever
    ranker: MeaningRanker
    embedder: Embedder


class LateLibrary:
    """Loads the library once. ``identity``: that of its embedder, which is wanted before."""

    def __init__(self, load: Callable[[], RecallLibrary], identity: str) -> None:
        self._load = load
        self._lock = Lock()
        self._loaded: RecallLibrary | None = None
        self.retriever: Retriever = _LateRetriever(self)
        self.ranker: MeaningRanker = _LateRanker(self)
        self.embedder: Embedder = _LateEmbedder(self, identity)

    @property
    def loaded(self) -> RecallLibrary | None:
        """The library, if it is there already."""
        return self._loaded

    def get(self) -> RecallLibrary:
        """The library. Blocks while it is loaded."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded


class _LateEmbedder:
    local = True

    def __init__(self, library: LateLibrary, identity: str) -> None:
        self._library = library
        self._identity = identity

    @property
    def identity(self) -> str:
        return self._identity

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        library = await asyncio.to_thread(self._library.get)
        return await library.embedder.embed(texts, kind)


class _LateRetriever:
    def __init__(self, library: LateLibrary) -> None:
        self._library = library

    @property
    def _retriever(self) -> Retriever:
        return self._library.get().retriever

    def hold(self, chat_id: str, texts: Sequence[RankedText], *, gone: Sequence[str] = ()) -> None:
        self._retriever.hold(chat_id, texts, gone=gone)

    def held(self, chat_id: str) -> dict[str, int]:
        return self._retriever.held(chat_id)

    def forget(self, chat_id: str) -> None:
        self._retriever.forget(chat_id)

    def take(self, chat_id: str, embedder: str, vectors: Sequence[PassageVector]) -> None:
        self._retriever.take(chat_id, embedder, vectors)

    def unread(self, chat_id: str, embedder: str) -> list[TextPassage]:
        return self._retriever.unread(chat_id, embedder)

    def passages(self, texts: Sequence[RankedText]) -> list[TextPassage]:
        return self._retriever.passages(texts)

    def settle(self, chat_id: str) -> None:
        self._retriever.settle(chat_id)

    def search(self, chat_id: str, question: RecallQuestion) -> RecallFound:
        return self._retriever.search(chat_id, question)

    def nearest(
        self, embedder: str, query: Vectors, vectors: Sequence[PassageVector], most: int
    ) -> list[tuple[PassageVector, float]]:
        return self._retriever.nearest(embedder, query, vectors, most)


class _LateRanker:
    def __init__(self, library: LateLibrary) -> None:
        self._library = library

    @property
    def _ranker(self) -> MeaningRanker:
        return self._library.get().ranker

    def unread(self, embedder: str, texts: Sequence[str], kind: TextKind) -> list[str]:
        return self._ranker.unread(embedder, texts, kind)

    def holds(self, embedder: str, texts: Sequence[RankedText]) -> bool:
        loaded = self._library.loaded  # asked on the loop's thread, which must not load it
        return loaded is not None and loaded.ranker.holds(embedder, texts)

    def take(self, embedder: str, texts: Sequence[str], kind: TextKind, vectors: Vectors) -> None:
        self._ranker.take(embedder, texts, kind, vectors)

    def vectors(self, embedder: str, texts: Sequence[str], kind: TextKind) -> Vectors | None:
        return self._ranker.vectors(embedder, texts, kind)

    def packed(self, vectors: Vectors) -> list[bytes]:
        return self._ranker.packed(vectors)

    def unpacked(self, rows: Sequence[bytes]) -> Vectors:
        return self._ranker.unpacked(rows)

    def rank(self, embedder: str, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score] | None:
        return self._ranker.rank(embedder, queries, texts)
