"""What is looked for in a held chat, and what the engine gets of what was found. Pure; called by the recall service.

Laying out a branch of ten thousand messages takes longer than a search, so it is done once for each branch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.context.request import (
    BranchMessage,
    ContextRequest,
    RecallCandidate,
    RecalledKind,
    Relevance,
    RelevanceSource,
)
from desktop_app.domain.embedding import Vectors
from desktop_app.domain.knowledge_ports import Score
from desktop_app.domain.memory import SourceSpan
from desktop_app.domain.recalling import RecallFound, RecallHit, RecallQuery, RecallQuestion
from desktop_app.domain.summary import SummarySegment
from desktop_app.services.recall_shelf import sendable
from desktop_app.services.summary_branch import Row

# A passage has about as many tokens as lets so many of them into the lane, within these bounds.
_PASSAGES = 12
_SHORTEST, _LONGEST = 40, 200

# So many passages are offered; the engine packs those that fit.
MOST = 48

# The newest messages that take this part of the room are in the window in any case.
_SURELY_IN = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """A branch as it is searched. ``places``: the number of each message, from 1; ``measured``: those that may be in the window."""

    order: tuple[tuple[str, int], ...]
    places: Mapping[str, int]
    allowed: frozenset[str]
    besides: tuple[tuple[str, int], ...]
    segments: Mapping[str, SummarySegment]
    measured: tuple[str, ...]


def layout_of(branch: Sequence[BranchMessage], segments: Sequence[SummarySegment], room: int) -> Layout:
    """The layout of the branch that is answered; ``room`` in tokens."""
    surely, left = set[str](), room // _SURELY_IN
    for row in reversed(branch):
        left -= row.tokens
        if left < 0:
            break
        surely.add(row.id)
    rows = [(place, row) for place, row in enumerate(branch, 1) if sendable(row)]
    return Layout(
        order=tuple((row.id, row.revision) for _, row in rows),
        places={row.id: place for place, row in rows},
        allowed=frozenset({row.id for _, row in rows if row.id not in surely} | {segment.id for segment in segments}),
        besides=tuple((segment.id, segment.revision) for segment in segments),
        segments={segment.id: segment for segment in segments},
        measured=tuple(row.id for _, row in rows if row.parts is not None),
    )


def layout_of_rows(rows: Sequence[Row]) -> Layout:
    """The layout of another chat's branch."""
    able = [(place, row) for place, row in enumerate(rows, 1) if sendable(row)]
    return Layout(
        order=tuple((row.id, row.revision) for _, row in able),
        places={row.id: place for place, row in able},
        allowed=frozenset(row.id for _, row in able),
        besides=(),
        segments={},
        measured=(),
    )


def question_of(
    layout: Layout, queries: tuple[RecallQuery, ...], vectors: Vectors | None, room: int, *, weighs: bool
) -> RecallQuestion:
    """The question for the retriever; ``room`` is the lane's, in tokens."""
    return RecallQuestion(
        queries=queries,
        order=layout.order,
        allowed=layout.allowed,
        besides=layout.besides,
        vectors=vectors,
        measured=layout.measured if weighs else (),
        most=MOST,
        tokens=min(_LONGEST, max(_SHORTEST, room // _PASSAGES)),
    )


def lane_room(request: ContextRequest) -> int:
    """About as many tokens as recalled passages have."""
    return max(0, request.limit - request.reserve) * request.lanes.recall // 100


@dataclass(frozen=True, slots=True)
class Times:
    """When messages were said (Unix milliseconds), and what is now on the person's clock (minutes); ``offset`` between both."""

    told_at: Mapping[str, int]
    now_minutes: int
    offset_minutes: int

    def minutes_ago(self, message_id: str) -> int:
        """How long ago it was said; 0 where nobody knows."""
        told_at = self.told_at.get(message_id)
        if told_at is None:
            return 0
        return max(0, self.now_minutes - self.offset_minutes - told_at // 60_000)


def candidates_of(
    found: RecallFound, layout: Layout, times: Times, *, chat_title: str = ""
) -> tuple[RecallCandidate, ...]:
    """What was found, for the engine; a block once, with all of its sentences."""
    made: dict[str, RecallCandidate] = {}
    for hit in found.hits:
        segment = layout.segments.get(hit.source_id)
        made.setdefault(
            f"{hit.source_id}:{hit.revision}:{hit.start}" if segment is None else hit.source_id,
            _passage(hit, layout, times, chat_title) if segment is None else _block(hit, segment, layout, times),
        )
    return tuple(made.values())


def relevance_of(score: Score) -> Relevance:
    """A score as the engine knows it."""
    source = RelevanceSource.MEANING if score.by_meaning else RelevanceSource.WORDS
    return Relevance(score.score, score.threshold, source)


def _passage(hit: RecallHit, layout: Layout, times: Times, chat_title: str) -> RecallCandidate:
    return RecallCandidate(
        id=f"{hit.source_id}:{hit.revision}:{hit.start}",
        text=hit.text,
        sources=(SourceSpan(hit.source_id, hit.revision, hit.start, hit.end),),
        relevance=relevance_of(hit.score),
        place=layout.places.get(hit.source_id, 0),
        minutes_ago=times.minutes_ago(hit.source_id),
        chat_title=chat_title,
    )


def _block(hit: RecallHit, segment: SummarySegment, layout: Layout, times: Times) -> RecallCandidate:
    first = segment.covers[0].message_id if segment.covers else ""
    return RecallCandidate(
        id=segment.id,
        text=segment.text,
        sources=tuple(dict.fromkeys(source for sentence in segment.sentences for source in sentence.sources)),
        relevance=relevance_of(hit.score),
        kind=RecalledKind.BLOCK,
        place=layout.places.get(first, 0),
        minutes_ago=times.minutes_ago(first),
    )
