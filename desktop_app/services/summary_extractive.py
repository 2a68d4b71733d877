"""Keeps the extractive summary of a chat's visible branch up to date: what is new becomes segments, what is stale is made anew.

Called by ``SummaryService``, one chat at a time. Takes only what is new and covers all; the same messages give the same
segments, whenever it is done.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.ports import ChatRepository, Clock
from desktop_app.domain.summary import Covered, SegmentMaker, SummarySegment, ToldMessage
from desktop_app.services.kept_segments import KeptSegments
from desktop_app.services.summary_branch import Standing, runs_to_make, standing

# Messages that are read, and segments that are stored, at once: a kill loses no more than this.
_AT_ONCE = 60


@dataclass(frozen=True, slots=True)
class Made:
    """Whether anything was made, and how many messages at the growing end wait until they are enough."""

    changed: bool
    waiting: int


class ExtractiveSummary:
    """Makes segments by a ``SegmentMaker``, in worker threads, with a ``pause`` before each slice."""

    def __init__(
        self,
        chats: ChatRepository,
        kept: KeptSegments,
        maker: SegmentMaker,
        clock: Clock,
        pause: Callable[[], Awaitable[None]],
    ) -> None:
        self._chats = chats
        self._kept = kept
        self._maker = maker
        self._clock = clock
        self._pause = pause

    async def make(self, chat_id: str, rows: Sequence[BranchRow], every: int | None) -> Made:
        """Makes what is wanted on the branch ``rows``. ``every``: see ``runs_to_make``."""
        segments = await self._kept.of(chat_id)
        stands, gone = await asyncio.to_thread(_looked_at, rows, segments)
        runs = list(runs_to_make(stands.gaps, every))
        replaced: set[str] = set()
        for some in _batches(runs):
            await self._pause()
            await self._make(chat_id, stands, some, replaced)
        if gone:
            await self._kept.put(chat_id, (), gone)
        made = max((run.stop for run in runs), default=0)
        last = stands.gaps[-1] if stands.gaps and stands.gaps[-1].last else None
        return Made(bool(runs or gone), len(stands.told) - max(made, last.start) if last else 0)

    async def _make(self, chat_id: str, stands: Standing, runs: Sequence[range], replaced: set[str]) -> None:
        wanted = [stands.told[place].message_id for run in runs for place in run]
        messages = await self._chats.messages(wanted)
        covers = [[stands.told[place] for place in run] for run in runs]
        # What has changed since the branch was read is for the next time: its segment would stand nowhere.
        able = [run for run in covers if all(_is_so(messages.get(each.message_id), each) for each in run)]
        if not able:
            return
        old = [segment for segment in _standing_in(stands.partly, able) if segment.id not in replaced]
        replaced.update(segment.id for segment in old)
        made = await asyncio.to_thread(self._segments, chat_id, able, messages, old)
        await self._kept.put(chat_id, made, [segment.id for segment in old])

    def _segments(
        self,
        chat_id: str,
        covers: Iterable[Sequence[Covered]],
        messages: Mapping[str, Message],
        old: Sequence[SummarySegment],
    ) -> list[SummarySegment]:
        now = self._clock.now()
        known = {(sentence.text, sentence.sources): sentence.id for segment in old for sentence in segment.sentences}
        own = {sentence.id: sentence for segment in old for sentence in segment.sentences if sentence.locked}
        made: list[SummarySegment] = []
        for run in covers:
            id_ = segment_id(chat_id, SummaryMaker.EXTRACTIVE, run)
            sentences = self._maker.make([told_message(messages[each.message_id]) for each in run])
            named = [named_by(id_, sentence, known) for sentence in sentences]
            locked = [own.pop(key) for key, sentence in list(own.items()) if _is_of(sentence, run)]
            made.append(SummarySegment(id_, chat_id, tuple(run), (*named, *locked), created_at=now))
        if made and own:  # what is of no message any more stays too
            made[-1] = replace(made[-1], sentences=(*made[-1].sentences, *own.values()))
        return made


def told_message(message: Message) -> ToldMessage:
    """A message as makers read it."""
    return ToldMessage(message.id, message.revision, message.text, message.speaker.name or message.role.value)


def segment_id(chat_id: str, maker: SummaryMaker, covers: Sequence[Covered]) -> str:
    """The same run of messages has the same id."""
    names = "\n".join([chat_id, maker.value, *(f"{each.message_id} {each.revision}" for each in covers)])
    return hashlib.sha256(names.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def named_by(
    segment: str,
    sentence: SummarySentence,
    known: Mapping[tuple[str, tuple[SourceSpan, ...]], str],
) -> SummarySentence:
    """A sentence that was there before keeps its id, so that it is no history."""
    old = known.get((sentence.text, sentence.sources))
    return replace(sentence, id=old or f"{segment}:{sentence.id}")


def whole_rows(rows: Iterable[BranchRow]) -> list[BranchRow]:
    """The branch without what is still being written."""
    return [row for row in rows if row.state is not MessageState.STREAMING]


def _looked_at(rows: Sequence[BranchRow], segments: Sequence[SummarySegment]) -> tuple[Standing, list[str]]:
    """How the segments stand on the branch, and which are left with nothing. Takes a while for a long chat: for a thread."""
    stands = standing(rows, segments, SummaryMaker.EXTRACTIVE)
    return stands, _with_nothing_left(stands)


def _is_so(message: Message | None, covered: Covered) -> bool:
    return message is not None and message.revision == covered.revision and message.flags.sendable


def _is_of(sentence: SummarySentence, run: Sequence[Covered]) -> bool:
    ids = {each.message_id for each in run}
    return any(source.message_id in ids for source in sentence.sources)


def _standing_in(partly: Iterable[SummarySegment], runs: Iterable[Sequence[Covered]]) -> list[SummarySegment]:
    """The stale segments that these messages stood in."""
    ids = {each.message_id for run in runs for each in run}
    return [segment for segment in partly if any(each.message_id in ids for each in segment.covers)]


def _with_nothing_left(stands: Standing) -> list[str]:
    """The stale segments all of whose messages are kept back, unless they hold words of the person's."""
    told = {each.message_id for each in stands.told}
    return [
        segment.id
        for segment in stands.partly
        if not any(each.message_id in told for each in segment.covers)
        and not any(sentence.locked for sentence in segment.sentences)
    ]


def _batches(runs: Iterable[range]) -> Iterator[list[range]]:
    """Runs of about ``_AT_ONCE`` messages together; those that replace the same segment are neighbours and mostly stay together."""
    batch: list[range] = []
    for run in runs:
        if batch and sum(map(len, batch)) + len(run) > _AT_ONCE:
            yield batch
            batch = []
        batch.append(run)
    if batch:
        yield batch
