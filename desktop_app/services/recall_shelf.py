"""The chats whose texts are held for recall: a branch's messages and blocks are brought there before anything is asked of them.

Owned by the recall service. Texts that are held once stay for other branches; what a branch does not have in this revision is
never asked for. The least used chats go.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from desktop_app.domain.embedding import Embedder, VectorStore
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.message import MessageFlags, MessageKind, MessageState, Role
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.recalling import Retriever
from desktop_app.domain.summary import SummarySegment
from desktop_app.services.summary_branch import Row
from desktop_app.services.tasks import Pause, at_once

# Chats that are held; with 10,000 messages one takes some 80 MB.
KEEP = 6

# Messages that are read at once: in so many the window's thread has its turn after some 15 ms. And how many may be missing
# while a preview waits for them.
STEP = 50
FEW = 100

_TOLD = frozenset({Role.USER, Role.ASSISTANT})


@dataclass(slots=True)
class Shelved:
    """What is known of a held chat. ``told_at``: when each message was said (Unix milliseconds), by its id."""

    told_at: dict[str, int] = field(default_factory=dict[str, int])
    branch: Sequence[Row] | None = None
    segments: tuple[SummarySegment, ...] = ()
    held: dict[str, int] = field(default_factory=dict[str, int])
    embedder: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


def told(row: Row) -> bool:
    """Whether a message may be found at all. Excluded ones are held, so that they are there at once when they are restored."""
    return row.role in _TOLD and row.kind is not MessageKind.NOTE and not row.flags.deleted


def sendable(row: Row) -> bool:
    """Whether it may be recalled into a prompt."""
    return told(row) and row.flags.sendable


def may_embed(flags: MessageFlags, embedder: Embedder) -> bool:
    """What is kept back goes to no embedder but one of this machine."""
    return embedder.local or not (flags.never_send or flags.excluded)


class RecallShelf:
    """Holds texts in the retriever. Texts that are missing are read in slices."""

    def __init__(self, chats: ChatRepository, vectors: VectorStore, retriever: Retriever) -> None:
        self._chats = chats
        self._vectors = vectors
        self._retriever = retriever
        self._shelved: dict[str, Shelved] = {}

    def has(self, chat_id: str) -> bool:
        """Whether anything of a chat is held."""
        return chat_id in self._shelved

    def told_at(self, chat_id: str) -> dict[str, int]:
        """When the held messages of a chat were said."""
        return self._shelved[chat_id].told_at if chat_id in self._shelved else {}

    def segments(self, chat_id: str) -> tuple[SummarySegment, ...]:
        """The blocks of a held chat that were asked about last."""
        return self._shelved[chat_id].segments if chat_id in self._shelved else ()

    def missing(self, chat_id: str, branch: Sequence[Row]) -> int:
        """How many messages of a branch are not held."""
        shelved = self._shelved.get(chat_id)
        if shelved is None:
            return sum(told(row) for row in branch)
        return 0 if shelved.branch is branch else len(_new(shelved, branch))

    async def hold(
        self,
        chat_id: str,
        branch: Sequence[Row],
        segments: tuple[SummarySegment, ...],
        embedder: Embedder | None,
        pause: Pause = at_once,
    ) -> None:
        """Brings a chat up to date with one of its branches, with the vectors that are stored by this embedder.

        Who holds it with a ``pause`` is overtaken between two slices by who does so without, and finds less to do.
        """
        shelved = self._touch(chat_id)
        missing = _new(shelved, branch) if shelved.branch is not branch else []
        for start in range(0, len(missing), STEP):
            await pause()
            async with shelved.lock:
                await self._hold_messages(chat_id, shelved, _new(shelved, missing[start : start + STEP]))
        await pause()
        async with shelved.lock:
            if self._shelved.get(chat_id) is shelved:
                await self._hold_rest(chat_id, shelved, segments, embedder, len(missing))
                shelved.branch, shelved.segments = branch, segments

    async def _hold_rest(
        self,
        chat_id: str,
        shelved: Shelved,
        segments: tuple[SummarySegment, ...],
        embedder: Embedder | None,
        messages: int,
    ) -> None:
        """The blocks, and what is stored of the vectors; ``messages``: how many were missing."""
        identity = embedder.identity if embedder else ""
        blocks = [segment for segment in segments if shelved.held.get(segment.id) != segment.revision]
        if shelved.segments is not segments:
            await self._hold_segments(chat_id, shelved, segments, blocks)
        if identity and (shelved.embedder != identity or messages + len(blocks) > 1):
            stored = await self._vectors.vectors(identity, chat_id)
            await asyncio.to_thread(self._retriever.take, chat_id, identity, stored)
            await asyncio.to_thread(self._retriever.settle, chat_id)
            shelved.embedder = identity

    def forget(self, chat_id: str) -> None:
        """The chat is gone, or nothing of it is wanted any more."""
        self._shelved.pop(chat_id, None)
        self._retriever.forget(chat_id)

    async def _hold_messages(self, chat_id: str, shelved: Shelved, rows: Collection[Row]) -> None:
        if not rows or self._shelved.get(chat_id) is not shelved:
            return
        messages = await self._chats.messages([row.id for row in rows])
        texts: list[RankedText] = []
        for row in rows:
            message = messages.get(row.id)
            if message is not None and message.revision == row.revision and message.state is not MessageState.STREAMING:
                texts.append(RankedText(row.id, row.revision, message.text))
                shelved.told_at[row.id] = message.created_at
                shelved.held[row.id] = row.revision
        await asyncio.to_thread(self._retriever.hold, chat_id, texts)

    async def _hold_segments(
        self,
        chat_id: str,
        shelved: Shelved,
        segments: tuple[SummarySegment, ...],
        new: Sequence[SummarySegment],
    ) -> None:
        stay = {segment.id for segment in segments}
        gone = [segment.id for segment in shelved.segments if segment.id not in stay]
        texts = [RankedText(segment.id, segment.revision, segment.text) for segment in new]
        await asyncio.to_thread(lambda: self._retriever.hold(chat_id, texts, gone=gone))
        shelved.held |= {segment.id: segment.revision for segment in new}
        for id_ in gone:
            shelved.held.pop(id_, None)

    def _touch(self, chat_id: str) -> Shelved:
        shelved = self._shelved.pop(chat_id, None) or Shelved()
        self._shelved[chat_id] = shelved
        while len(self._shelved) > KEEP:
            self.forget(next(iter(self._shelved)))
        return shelved


def _new(shelved: Shelved, branch: Iterable[Row]) -> list[Row]:
    return [row for row in branch if shelved.held.get(row.id) != row.revision and told(row)]
