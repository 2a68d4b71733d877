"""Vectors and their cache in memory, over the same ``FakeState`` as the other repositories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.message import MessageState
from desktop_app.storage.clean import cleaned
from tests.fakes.state import FakeState


class FakeVectorStore:
    """Fulfils ``VectorStore``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def vectors(self, embedder: str, chat_id: str) -> list[PassageVector]:
        """By source and place."""
        self._state.enter()
        kept = self._state.vectors.get(cleaned(embedder), {})
        return [vector for place in sorted(kept) if place[0] == chat_id for vector in kept[place]]

    async def save_vectors(self, embedder: str, chat_id: str, vectors: Sequence[PassageVector]) -> None:
        """Only what is still so."""
        self._state.enter()
        current: dict[tuple[str, str], list[PassageVector]] = {}
        for vector in cleaned(tuple(vectors)):
            if self._revision_of(vector.source_id, chat_id) == vector.revision:
                current.setdefault((chat_id, vector.source_id), []).append(vector)
        if current:
            self._state.vectors.setdefault(cleaned(embedder), {}).update(current)

    async def embedders(self) -> dict[str, int]:
        """Those that made any that are there."""
        self._state.enter()
        return {embedder: len(kept) for embedder, kept in sorted(self._state.vectors.items()) if kept}

    async def forget_embedder(self, embedder: str) -> None:
        """With all its vectors."""
        self._state.enter()
        self._state.vectors.pop(cleaned(embedder), None)

    def _revision_of(self, source_id: str, chat_id: str) -> int | None:
        for segment in self._state.segments:
            if (segment.id, segment.chat_id) == (source_id, chat_id):
                return segment.revision
        message = self._state.messages.get(source_id, [None])[-1]
        if message is None or message.chat_id != chat_id:
            return None
        return None if message.flags.deleted or message.state is MessageState.STREAMING else message.revision


class FakeEmbeddingCacheStore:
    """Fulfils ``EmbeddingCacheStore``."""

    def __init__(self, state: FakeState, capacity: int = 50_000) -> None:
        self._state = state
        self._capacity = capacity

    async def get_many(self, keys: Sequence[str]) -> dict[str, bytes]:
        """What is found is used last from now on."""
        self._state.enter()
        kept = self._state.embeddings
        found = {key: kept[cleaned(key)] for key in keys if cleaned(key) in kept}
        for key in found:
            kept[cleaned(key)] = kept.pop(cleaned(key))
        return found

    async def put_many(self, vectors: Mapping[str, bytes]) -> None:
        """The oldest go."""
        self._state.enter()
        kept = self._state.embeddings
        for key, data in vectors.items():
            kept.pop(cleaned(key), None)
            kept[cleaned(key)] = data
        while len(kept) > self._capacity:
            del kept[next(iter(kept))]
