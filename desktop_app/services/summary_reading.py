"""What the engine may make the summary of a branch of: the sentences of what stands there, and first sentences for the rest.

Owned by ``SummaryService``. The same tuple for the same branch as long as no segment changed, so a typed key costs nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.context.request import BranchMessage
from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.summary import Covered, SummarySegment
from desktop_app.services.first_sentences import FirstSentences
from desktop_app.services.kept_segments import KeptSegments
from desktop_app.services.summary_branch import Standing, ToldBranch, fresh_sentences, standing_on
from desktop_app.services.summary_candidates import Placed, is_own, offered, spread

Branch = tuple[BranchMessage, ...]

# So many branches are remembered.
_KEEP = 4


@dataclass(frozen=True, slots=True)
class _Read:
    """What stands on a branch, as long as both are the same. ``unscored``: whose first sentences are wanted."""

    branch: Branch
    segments: tuple[SummarySegment, ...]
    places: Mapping[str, int]
    extractive: Standing
    model: Standing
    placed: tuple[Placed, ...]
    unscored: tuple[Covered, ...]


class SummaryReading:
    """Reads what stands, in worker threads."""

    def __init__(self, kept: KeptSegments, firsts: FirstSentences) -> None:
        self._kept = kept
        self._firsts = firsts
        self._reads: list[_Read] = []
        self._offered: list[tuple[_Read, tuple[SummarySentence, ...]]] = []

    async def sentences(
        self, chat_id: str, branch: Branch, *, at_most: int | None = None
    ) -> tuple[SummarySentence, ...] | None:
        """What may be said of this branch, in order of time; None where more than ``at_most`` messages must be read first."""
        read = await self._read(chat_id, branch)
        for known, sentences in self._offered:
            if known is read:
                return sentences
        if at_most is not None and self._firsts.unread(read.unscored) > at_most:
            return None
        texts = {row.id: row.parts for row in branch if row.parts is not None}
        firsts = await self._firsts.of(read.unscored, texts)
        sentences = await asyncio.to_thread(_offered, read, firsts)
        self._offered = [(read, sentences), *self._offered][:_KEEP]
        return sentences

    async def standing(self, chat_id: str, branch: Branch) -> tuple[Standing, Standing]:
        """What stands of the extractive summary, and of the one by model."""
        read = await self._read(chat_id, branch)
        return read.extractive, read.model

    async def _read(self, chat_id: str, branch: Branch) -> _Read:
        segments = await self._kept.of(chat_id)
        for read in self._reads:
            if read.branch is branch and read.segments is segments:
                return read
        read = await asyncio.to_thread(_reading, branch, segments)
        self._reads = [read, *self._reads][:_KEEP]
        return read


def _reading(branch: Branch, segments: tuple[SummarySegment, ...]) -> _Read:
    on = ToldBranch.of(branch)
    extractive = standing_on(on, segments, SummaryMaker.EXTRACTIVE)
    model = standing_on(on, segments, SummaryMaker.MODEL)
    made = {sentence.id: sentence for sentence in _made(extractive, on)}
    made |= {sentence.id: sentence for sentence in _made(model, on)}
    made |= {sentence.id: sentence for sentence in _own(segments, on.revisions)}
    placed = tuple([Placed(_place(sentence, on.places), sentence) for sentence in made.values()])
    scored = {each.message_id for segment in extractive.whole for each in segment.covers}
    for stands in (extractive, model):
        for segment in stands.partly:
            scored.update(
                source.message_id for each in fresh_sentences(segment, on.revisions) for source in each.sources
            )
    unscored = spread([covered for covered in on.told if covered.message_id not in scored])
    return _Read(branch, segments, on.places, extractive, model, placed, tuple(unscored))


def _made(stands: Standing, on: ToldBranch) -> Iterator[SummarySentence]:
    """What may be said; of a segment that stands all of it, but for what the person has locked: that may be of anything."""
    for segment in stands.whole:
        yield from (sentence for sentence in segment.sentences if not sentence.locked)
    for segment in stands.partly:
        yield from fresh_sentences(segment, on.revisions)


def _own(segments: Sequence[SummarySegment], revisions: Mapping[str, int]) -> Iterator[SummarySentence]:
    """The person's own words, wherever they were written: also on another branch, if all they speak of is on this one."""
    for segment in segments:
        yield from (
            sentence
            for sentence in segment.sentences
            if is_own(sentence)
            and all(revisions.get(source.message_id) == source.revision for source in sentence.sources)
        )


def _place(sentence: SummarySentence, places: Mapping[str, int]) -> int:
    """Of its first message; -1 where it is about nothing in particular."""
    if len(sentence.sources) == 1:
        return places[sentence.sources[0].message_id]
    return min([places[source.message_id] for source in sentence.sources], default=-1)


def _offered(read: _Read, firsts: Sequence[SummarySentence]) -> tuple[SummarySentence, ...]:
    unscored = [Placed(_place(sentence, read.places), sentence) for sentence in firsts]
    return offered((*read.placed, *unscored), len(read.extractive.told))
