"""Stores for asyncio: every call in a worker thread, so that the loop goes on, also while 100,000 chunks are searched."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Sequence
from typing import Any, Protocol, cast, runtime_checkable

from desktop_app.retrieval.in_mem_store import InMemStore
from desktop_app.retrieval.store import GrowingStore, StoreProtocol, Vector, Vectors
from desktop_app.retrieval.where import Metadata


@runtime_checkable
class AsyncStoreProtocol(Protocol):
    """A ``StoreProtocol`` whose methods are awaited."""

    async def add(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``StoreProtocol``."""
        ...

    async def query(
        self,
        embedding: Vector,
        top_k: int = 5,
        where: Metadata | None = None,
        score_threshold: float | None = None,
    ) -> list[dict[str, Any]]:
        """See ``StoreProtocol``."""
        ...

    async def delete(self, doc_id: str) -> None:
        """See ``StoreProtocol``."""
        ...

    async def count(self) -> int:
        """See ``StoreProtocol``."""
        ...


class AsyncStoreWrapper:
    """Any store, awaited. ``store`` is the wrapped one."""

    def __init__(self, store: StoreProtocol) -> None:
        self.store = store

    async def add(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``StoreProtocol``."""
        await asyncio.to_thread(self.store.add, doc_id, chunks, embeddings, metadata)

    async def extend(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """See ``GrowingStore``. Raises ``TypeError`` where the wrapped store is none."""
        await asyncio.to_thread(self._growing().extend, doc_id, chunks, embeddings, metadata)

    async def query(
        self,
        embedding: Vector,
        top_k: int = 5,
        where: Metadata | None = None,
        score_threshold: float | None = None,
    ) -> list[dict[str, Any]]:
        """See ``StoreProtocol``."""
        return await asyncio.to_thread(self.store.query, embedding, top_k, where, score_threshold)

    async def get(self, doc_id: str) -> list[dict[str, Any]]:
        """See ``GrowingStore``. Raises ``TypeError`` where the wrapped store is none."""
        return await asyncio.to_thread(self._growing().get, doc_id)

    async def delete(self, doc_id: str) -> None:
        """See ``StoreProtocol``."""
        await asyncio.to_thread(self.store.delete, doc_id)

    async def count(self) -> int:
        """See ``StoreProtocol``."""
        return await asyncio.to_thread(self.store.count)

    def _growing(self) -> GrowingStore:
        if not isinstance(self.store, GrowingStore):
            raise TypeError(f"{type(self.store).__name__} has no extend and get.")
        return self.store


class AsyncInMemStore(AsyncStoreWrapper):
    """An ``InMemStore``, awaited."""

    def __init__(self) -> None:
        super().__init__(InMemStore())


def as_async(store: StoreProtocol | AsyncStoreProtocol) -> AsyncStoreProtocol:
    """The store itself where its methods are awaited already, else wrapped."""
    if inspect.iscoroutinefunction(store.query):
        return cast("AsyncStoreProtocol", store)
    return AsyncStoreWrapper(cast("StoreProtocol", store))
