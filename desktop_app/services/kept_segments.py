"""The summary segments of the last few chats, as they are stored: read once, and again when something of them may be stale.

Used by the summary's services, which all write through this one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.summary import OldSentence, SummaryRepository, SummarySegment
from desktop_app.services.events import BranchChanged, ChatPurged, EventBus, MessageChanged
from desktop_app.services.per_chat import PerChat


class KeptSegments:
    """A ``SummaryRepository`` in front of which the segments of a few chats are held."""

    def __init__(self, summaries: SummaryRepository, bus: EventBus) -> None:
        self._summaries = summaries
        self._kept = PerChat(self._read)
        # The messages that the kept segments speak of: what happens to others makes nothing stale.
        self._spoken_of: dict[str, frozenset[str]] = {}
        bus.subscribe(MessageChanged, self._on_message_changed)
        bus.subscribe(BranchChanged, lambda event: self._kept.forget(event.chat_id))
        bus.subscribe(ChatPurged, self._on_chat_purged)

    async def of(self, chat_id: str) -> tuple[SummarySegment, ...]:
        """All of a chat; the same tuple as long as nothing changed."""
        return await self._kept.get(chat_id)

    async def put(self, chat_id: str, segments: Sequence[SummarySegment], instead_of: Iterable[str]) -> None:
        """Adds segments in the place of others."""
        try:
            await self._summaries.add_segments(segments, instead_of=tuple(instead_of))
        finally:
            self._kept.forget(chat_id)

    async def revise(self, chat_id: str, sentence: SummarySentence) -> None:
        """The person's own words in the place of a sentence."""
        try:
            await self._summaries.revise_sentence(sentence)
        finally:
            self._kept.forget(chat_id)

    async def remove(self, chat_id: str, sentence_id: str) -> None:
        """A sentence less."""
        try:
            await self._summaries.remove_sentence(sentence_id)
        finally:
            self._kept.forget(chat_id)

    async def history(self, chat_id: str, limit: int) -> list[OldSentence]:
        """What was replaced, the newest first."""
        return await self._summaries.history(chat_id, limit)

    async def _read(self, chat_id: str) -> tuple[SummarySegment, ...]:
        self._spoken_of.pop(chat_id, None)
        segments = tuple(await self._summaries.segments(chat_id))
        self._spoken_of[chat_id] = await asyncio.to_thread(_messages_of, segments)
        return segments

    def _on_message_changed(self, event: MessageChanged) -> None:
        spoken_of = self._spoken_of.get(event.chat_id)
        if spoken_of is None or event.message.id in spoken_of:
            self._kept.forget(event.chat_id)

    def _on_chat_purged(self, event: ChatPurged) -> None:
        self._kept.drop(event.chat_id)
        self._spoken_of.pop(event.chat_id, None)


def _messages_of(segments: Iterable[SummarySegment]) -> frozenset[str]:
    """The messages that these speak of."""
    covered = [each.message_id for segment in segments for each in segment.covers]
    quoted = [
        source.message_id
        for segment in segments
        if not segment.covers
        for sentence in segment.sentences
        for source in sentence.sources
    ]
    return frozenset([*covered, *quoted])
