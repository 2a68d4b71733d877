"""Where the compressed blocks of chats are kept: one document a chat, ``session_{chat_id}``, one chunk a block.

Called by the ``Pipeline``. How far a chat is compressed is read from its blocks, so it is known after a restart.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from desktop_app.retrieval.async_stores import AsyncStoreProtocol, AsyncStoreWrapper, as_async
from desktop_app.retrieval.session import TURN_RANGE, CompressedBlock
from desktop_app.retrieval.store import GrowingStore, StoreProtocol
from desktop_app.retrieval.where import CHUNK_INDEX, DOC_ID

Embed: TypeAlias = Callable[[list[str]], Awaitable[list[list[float]]]]

# The metadata by which blocks are told from other documents.
KIND, SESSION = "kind", "session"

# What the blocks of a document that is always written whole stand for, by their index.
_TURN_RANGES = "turn_ranges"


class SessionBlocks(Protocol):
    """The blocks of all chats in a store."""

    def known(self, chat_id: str) -> int:
        """How many messages are compressed, as far as that is known without waiting."""
        ...

    async def compressed(self, chat_id: str, embed: Embed) -> int:
        """How many messages are compressed."""
        ...

    async def append(self, chat_id: str, blocks: Sequence[CompressedBlock], embed: Embed) -> None:
        """Adds blocks behind those that are there, in one step."""
        ...


def session_blocks(store: StoreProtocol | AsyncStoreProtocol) -> SessionBlocks:
    """As good as the store allows."""
    plain = store.store if isinstance(store, AsyncStoreWrapper) else store
    if isinstance(plain, GrowingStore) and not inspect.iscoroutinefunction(plain.get):
        return _GrowingBlocks(plain)
    return _RewrittenBlocks(as_async(store))


def document_of(chat_id: str) -> str:
    """The document that has a chat's blocks."""
    return f"session_{chat_id}"


def _metadata(chat_id: str, block: CompressedBlock) -> dict[str, Any]:
    return {**block.metadata, "chat_id": chat_id, KIND: SESSION}


class _GrowingBlocks:
    """In a store that appends and reads: nothing is embedded twice, and the store is asked each time."""

    def __init__(self, store: GrowingStore) -> None:
        self._store = store
        self._awaited = AsyncStoreWrapper(store)

    def known(self, chat_id: str) -> int:
        hits = self._store.get(document_of(chat_id))
        return max((CompressedBlock("", hit["metadata"]).turns[1] + 1 for hit in hits), default=0)

    async def compressed(self, chat_id: str, embed: Embed) -> int:  # noqa: ARG002 - others must embed to read
        return self.known(chat_id)

    async def append(self, chat_id: str, blocks: Sequence[CompressedBlock], embed: Embed) -> None:
        embeddings = await embed([block.text for block in blocks])
        metadata = [_metadata(chat_id, block) for block in blocks]
        await self._awaited.extend(document_of(chat_id), [block.text for block in blocks], embeddings, metadata)


class _RewrittenBlocks:
    """In a store that can only add whole documents with one metadata: all blocks of the chat are written each time."""

    def __init__(self, store: AsyncStoreProtocol) -> None:
        self._store = store
        self._blocks: dict[str, list[CompressedBlock]] = {}

    def known(self, chat_id: str) -> int:
        blocks = self._blocks.get(chat_id)
        return blocks[-1].turns[1] + 1 if blocks else 0

    async def compressed(self, chat_id: str, embed: Embed) -> int:
        if chat_id not in self._blocks:
            self._blocks[chat_id] = await self._read(chat_id, embed)
        return self.known(chat_id)

    async def append(self, chat_id: str, blocks: Sequence[CompressedBlock], embed: Embed) -> None:
        await self.compressed(chat_id, embed)
        every = [*self._blocks[chat_id], *blocks]
        texts = [block.text for block in every]
        ranges = ",".join(str(block.metadata[TURN_RANGE]) for block in every)
        whole = CompressedBlock("", {TURN_RANGE: f"0-{every[-1].turns[1]}", _TURN_RANGES: ranges})
        await self._store.add(document_of(chat_id), texts, await embed(texts), _metadata(chat_id, whole))
        self._blocks[chat_id] = every

    async def _read(self, chat_id: str, embed: Embed) -> list[CompressedBlock]:
        """From a store that shows nothing but what is near to something."""
        count = await self._store.count()
        if not count:
            return []
        (anything,) = await embed([document_of(chat_id)])
        hits = await self._store.query(anything, top_k=count, where={DOC_ID: document_of(chat_id)})
        hits.sort(key=lambda hit: hit["metadata"][CHUNK_INDEX])
        return [CompressedBlock(hit["document"], {TURN_RANGE: _range_of(hit["metadata"])}) for hit in hits]


def _range_of(metadata: Mapping[str, Any]) -> str:
    ranges = str(metadata[_TURN_RANGES]).split(",")
    return ranges[int(metadata[CHUNK_INDEX])]
