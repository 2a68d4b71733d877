"""The store for tests and for what need not last: everything in memory, gone with the program."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import Any

from desktop_app.retrieval.doc_index import DocIndex
from desktop_app.retrieval.store import Given, Vector, Vectors, check_dimension, found, grown, known_of, read
from desktop_app.retrieval.where import Metadata


class InMemStore:
    """A ``GrowingStore`` in memory. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._index = DocIndex()
        self._texts: dict[str, tuple[str, ...]] = {}

    def add(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``StoreProtocol``."""
        given = read(doc_id, chunks, embeddings, metadata)
        with self._lock:
            check_dimension(self._index, doc_id, given.rows)
            self._put(doc_id, given)

    def extend(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``GrowingStore``."""
        given = read(doc_id, chunks, embeddings, metadata)
        with self._lock:
            check_dimension(self._index, doc_id, given.rows, grows=True)
            if given.texts:
                self._put(doc_id, grown(self._index, doc_id, self._texts.get(doc_id, ()), given))

    def query(
        self,
        embedding: Vector,
        top_k: int = 5,
        where: Metadata | None = None,
        score_threshold: float | None = None,
    ) -> list[dict[str, Any]]:
        """See ``StoreProtocol``."""
        with self._lock:
            answers = found(self._index, embedding, top_k, where, score_threshold)
            return [{**answer, "document": self._texts[doc_id][at]} for doc_id, at, answer in answers]

    def get(self, doc_id: str) -> list[dict[str, Any]]:
        """See ``GrowingStore``."""
        with self._lock:
            return [
                {"document": text, "metadata": known_of(self._index, doc_id, at)}
                for at, text in enumerate(self._texts.get(doc_id, ()))
            ]

    def delete(self, doc_id: str) -> None:
        """See ``StoreProtocol``."""
        with self._lock:
            self._index.drop(doc_id)
            self._texts.pop(doc_id, None)

    def count(self) -> int:
        """See ``StoreProtocol``."""
        with self._lock:
            return self._index.chunks

    def _put(self, doc_id: str, given: Given) -> None:
        if not given.texts:
            self.delete(doc_id)
            return
        self._index.put(doc_id, given.metadata, given.rows)
        self._texts[doc_id] = given.texts
