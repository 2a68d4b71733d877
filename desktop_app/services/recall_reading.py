"""Reads chats for recall by meaning: makes the vectors that are missing, in slices, and stores them.

Owned by the recall service. What is missing is found by comparing what is stored with what is there, so that a reading that
was ended by anything at all goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import TypeAlias

from desktop_app.domain.chat import BranchRow, Chat
from desktop_app.domain.embedding import Embedder, PassageVector, VectorStore
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.message import MessageState
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.recalling import Retriever, TextPassage
from desktop_app.services.meaning import AT_ONCE, Meaning
from desktop_app.services.recall_shelf import RecallShelf, may_embed, told
from desktop_app.services.tasks import Pause, at_once

# Messages that are fetched at once.
STEP = 100

# Chats of which it is kept what has its vectors.
KEEP = 6

# The id and the revision of a text.
_Key: TypeAlias = tuple[str, int]

# Told how many texts are to be read, and how many were.
Progress = Callable[[int, int], None]


class EmbedderChangedError(Exception):
    """Another embedder was chosen, or none, while something was read: what is left would be for nothing."""


class RecallReading:
    """Reads a chat at a time. ``writable`` False: the vectors are used and not stored."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        vectors: VectorStore,
        retriever: Retriever,
        meaning: Meaning,
        shelf: RecallShelf,
        writable: bool,
    ) -> None:
        self._chats = chats
        self._vectors = vectors
        self._retriever = retriever
        self._meaning = meaning
        self._shelf = shelf
        self._writable = writable
        self._locks: dict[str, asyncio.Lock] = {}
        self._done: dict[str, tuple[str, set[_Key]]] = {}
        self._whole: dict[str, str] = {}

    def is_whole(self, chat_id: str, embedder: Embedder) -> bool:
        """Whether a chat was read to its end in this run of the program, by this embedder."""
        return self._whole.get(chat_id) == embedder.identity

    def forget(self, chat_id: str) -> None:
        """What is stored of a chat may be other vectors than were seen."""
        self._done.pop(chat_id, None)
        self._whole.pop(chat_id, None)

    async def read(self, chat_id: str, embedder: Embedder, progress: Progress, pause: Pause = at_once) -> bool:
        """Makes all vectors that a chat's branch lacks; True where there were any.

        Raises ``ProviderError``, and ``EmbedderChangedError``; what was read by then is stored.
        """
        async with self._locks.setdefault(chat_id, asyncio.Lock()):
            return await self._read(chat_id, embedder, progress, pause)

    async def _read(self, chat_id: str, embedder: Embedder, progress: Progress, pause: Pause) -> bool:
        if await self._wanted(chat_id) is None:
            return False
        rows = await self._chats.branch(chat_id)
        done = await self._read_before(chat_id, embedder)
        missing = await asyncio.to_thread(_missing, rows, done, embedder)
        blocks = [RankedText(block.id, block.revision, block.text) for block in self._shelf.segments(chat_id)]
        blocks = [block for block in blocks if (block.id, block.revision) not in done]
        total, read = len(missing) + len(blocks), 0
        progress(total, read)
        async for texts in self._texts(chat_id, missing, blocks, embedder):
            passages = await asyncio.to_thread(self._retriever.passages, texts)
            for some in _slices(passages):
                await pause()
                await self._embed(chat_id, embedder, some)
            done.update((text.id, text.revision) for text in texts)
            read += len(texts)
            progress(total, read)
        if total and self._shelf.has(chat_id):
            await asyncio.to_thread(self._retriever.settle, chat_id)
        self._whole[chat_id] = embedder.identity
        return total > 0

    async def _read_before(self, chat_id: str, embedder: Embedder) -> set[_Key]:
        """What has its vectors. Asked of the database once: ten thousand rows for one more message would be too many."""
        known = self._done.pop(chat_id, None)
        if known is None or known[0] != embedder.identity:
            stored = await self._vectors.vectors(embedder.identity, chat_id)
            if self._shelf.has(chat_id) and stored:
                await asyncio.to_thread(self._retriever.take, chat_id, embedder.identity, stored)
            known = embedder.identity, await asyncio.to_thread(_keys, stored)
        self._done[chat_id] = known
        while len(self._done) > KEEP:
            del self._done[next(iter(self._done))]
        return known[1]

    async def _texts(
        self, chat_id: str, missing: Sequence[BranchRow], blocks: Sequence[RankedText], embedder: Embedder
    ) -> AsyncIterator[list[RankedText]]:
        """What is to be read, the newest first: that is asked for soonest. What was changed meanwhile is left for the next time."""
        newest = missing[::-1]
        for start in range(0, len(newest), STEP):
            if await self._wanted(chat_id) is None:
                return
            rows = newest[start : start + STEP]
            messages = await self._chats.messages([row.id for row in rows])
            found = [messages[row.id] for row in rows if row.id in messages]
            yield [
                RankedText(message.id, message.revision, message.text)
                for message in found
                if message.state is not MessageState.STREAMING and may_embed(message.flags, embedder)
            ]
        if blocks:
            yield list(blocks)

    async def _embed(self, chat_id: str, embedder: Embedder, passages: Sequence[TextPassage]) -> None:
        now = self._meaning.embedder
        if now is None or now.identity != embedder.identity:
            raise EmbedderChangedError
        rows = await self._meaning.packed(embedder, [passage.text for passage in passages])
        vectors = [
            PassageVector(passage.source_id, passage.revision, passage.start, passage.end, row)
            for passage, row in zip(passages, rows, strict=True)
        ]
        if self._writable:
            await self._vectors.save_vectors(embedder.identity, chat_id, vectors)
        if self._shelf.has(chat_id):
            await asyncio.to_thread(self._retriever.take, chat_id, embedder.identity, vectors)

    async def _wanted(self, chat_id: str) -> Chat | None:
        """The chat, where it may be read."""
        try:
            chat = await self._chats.get_chat(chat_id)
        except NotFoundError:
            return None
        return None if chat.deleted_at is not None or chat.context.recall_enabled is False else chat


def _keys(vectors: Sequence[PassageVector]) -> set[_Key]:
    return {(vector.source_id, vector.revision) for vector in vectors}


def _missing(rows: Sequence[BranchRow], done: set[_Key], embedder: Embedder) -> list[BranchRow]:
    return [row for row in rows if _is_missing(row, done, embedder)]


def _is_missing(row: BranchRow, done: set[_Key], embedder: Embedder) -> bool:
    return (
        (row.id, row.revision) not in done
        and row.length > 0
        and row.state is not MessageState.STREAMING
        and told(row)
        and may_embed(row.flags, embedder)
    )


def _slices(passages: Sequence[TextPassage]) -> Iterator[list[TextPassage]]:
    """Whole texts, some passages at a time: what is stored of a text is all of it."""
    some: list[TextPassage] = []
    for at, passage in enumerate(passages):
        some.append(passage)
        ends = at + 1 == len(passages) or passages[at + 1].source_id != passage.source_id
        if ends and len(some) >= AT_ONCE:
            yield some
            some = []
    if some:
        yield some
