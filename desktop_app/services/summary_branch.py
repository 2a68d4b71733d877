"""What of a chat's summary stands on a branch, and what is still to be made of it. Pure; called by the summary's services.

A segment stands on every branch that has all of its messages, one behind the other, in the revisions that were read, and none
of them kept back. So a fork copies nothing, and an edit, an exclusion or another variant touches exactly the segments that have
the message.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.memory import SummaryMaker, SummarySentence
from desktop_app.domain.message import MessageFlags, MessageKind, Role
from desktop_app.domain.summary import Covered, SummarySegment

_TOLD = frozenset({Role.USER, Role.ASSISTANT})


class Row(Protocol):
    """A message of a branch without its text: ``BranchRow`` and ``BranchMessage`` both are."""

    @property
    def id(self) -> str:
        """Of the message."""
        ...

    @property
    def revision(self) -> int:
        """Which text of it."""
        ...

    @property
    def role(self) -> Role:
        """Who speaks."""
        ...

    @property
    def kind(self) -> MessageKind:
        """What it is for the reader."""
        ...

    @property
    def flags(self) -> MessageFlags:
        """What the person decided about it."""
        ...


@dataclass(frozen=True, slots=True)
class Gap:
    """Told messages from place ``start`` to ``end`` (not included) that no segment stands for.

    ``stale_to``: up to this place they stood in segments that are stale: these are made anew at once. ``last``: nothing
    stands behind it, so the chat is still growing there.
    """

    start: int
    end: int
    stale_to: int
    last: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The summary of one maker on one branch, in order of time.

    ``told``: what a summary may tell of. ``whole``: the segments that stand. ``partly``: those of this branch that stood once;
    what of their sentences is not stale serves until they are made anew.
    """

    told: tuple[Covered, ...]
    whole: tuple[SummarySegment, ...]
    partly: tuple[SummarySegment, ...]
    gaps: tuple[Gap, ...]

    @property
    def spans(self) -> Iterator[tuple[SummarySegment, int]]:
        """The segments that stand, with the place of their first message among the told ones."""
        places = {covered.message_id: place for place, covered in enumerate(self.told)}
        return ((segment, places[segment.covers[0].message_id]) for segment in self.whole)


def is_told(row: Row) -> bool:
    """Whether a summary may tell of a message: somebody said it, and nothing keeps it back."""
    return row.role in _TOLD and row.flags.sendable and row.kind is not MessageKind.NOTE


@dataclass(frozen=True, slots=True)
class ToldBranch:
    """What of a branch a summary may tell of. ``revisions``: of these messages; ``ids``: of all of the branch."""

    told: tuple[Covered, ...]
    places: Mapping[str, int]
    revisions: Mapping[str, int]
    ids: frozenset[str]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> ToldBranch:
        """Goes through the branch once, however many standings are asked for."""
        told = tuple([Covered(row.id, row.revision) for row in rows if is_told(row)])
        return cls(
            told,
            {each.message_id: place for place, each in enumerate(told)},
            {each.message_id: each.revision for each in told},
            frozenset([row.id for row in rows]),
        )


def standing(rows: Sequence[Row], segments: Iterable[SummarySegment], maker: SummaryMaker) -> Standing:
    """What of these segments stands on the branch ``rows``. Only those by ``maker`` with messages of their own count."""
    return standing_on(ToldBranch.of(rows), segments, maker)


def standing_on(branch: ToldBranch, segments: Iterable[SummarySegment], maker: SummaryMaker) -> Standing:
    """The same for a branch that was gone through."""
    whole: list[tuple[int, SummarySegment]] = []
    partly: list[SummarySegment] = []
    for segment in segments:
        if segment.maker is not maker or not segment.covers:
            continue
        start = _start(segment, branch)
        if start is not None:
            whole.append((start, segment))
        elif all(covered.message_id in branch.ids for covered in segment.covers):
            partly.append(segment)
    whole = _without_overlaps(whole)
    gaps = tuple(_gaps(branch.told, whole, partly))
    return Standing(branch.told, tuple([segment for _, segment in whole]), tuple(partly), gaps)


def is_stale(segment: SummarySegment) -> bool:
    """Whether any sentence of it has to be made anew. What the person has locked never is."""
    return any(sentence.id in segment.stale and not sentence.locked for sentence in segment.sentences)


def fresh_sentences(segment: SummarySegment, told: Mapping[str, int]) -> Iterator[SummarySentence]:
    """What of a segment may be said. ``told``: the revisions of what a summary may tell of."""
    for sentence in segment.sentences:
        if sentence.id not in segment.stale and all(
            told.get(source.message_id) == source.revision for source in sentence.sources
        ):
            yield sentence


def runs_to_make(gaps: Iterable[Gap], every: int | None) -> Iterator[range]:
    """The places of each segment that is to be made. ``every``: of so many messages (None: there are to be none yet).

    What is stale, and what lies between segments, is made at once; at the growing end only whole runs are.
    """
    for gap in gaps:
        size = every or _SIZE
        fixed = gap.stale_to if gap.last else gap.end
        yield from _even(gap.start, fixed, size)
        if every is not None and gap.last:
            start = max(gap.start, fixed)
            yield from (range(at, at + every) for at in range(start, gap.end - every + 1, every))


# A segment of what is stale where no size is wanted.
_SIZE = 10


def _even(start: int, end: int, size: int) -> Iterator[range]:
    """Parts of about the same size."""
    count = max(1, round((end - start) / size))
    borders = [start + (end - start) * part // count for part in range(count + 1)]
    return (range(first, behind) for first, behind in itertools.pairwise(borders) if first < behind)


def _start(segment: SummarySegment, branch: ToldBranch) -> int | None:
    """The place of its first message, where all of it stands."""
    start = branch.places.get(segment.covers[0].message_id)
    if start is None or (segment.stale and is_stale(segment)):
        return None
    return start if branch.told[start : start + len(segment.covers)] == segment.covers else None


def _without_overlaps(segments: list[tuple[int, SummarySegment]]) -> list[tuple[int, SummarySegment]]:
    """In order of time; of two that tell of the same message the one that begins first, the longer one."""
    kept: list[tuple[int, SummarySegment]] = []
    behind = 0
    for start, segment in sorted(segments, key=lambda item: (item[0], -len(item[1].covers), item[1].id)):
        if start >= behind:
            kept.append((start, segment))
            behind = start + len(segment.covers)
    return kept


def _gaps(
    told: Sequence[Covered], whole: Sequence[tuple[int, SummarySegment]], partly: Iterable[SummarySegment]
) -> Iterator[Gap]:
    once = {covered.message_id for segment in partly for covered in segment.covers}
    behind = 0
    for start, length in (*((start, len(segment.covers)) for start, segment in whole), (len(told), 0)):
        if start > behind:
            stale = [place for place in range(behind, start) if told[place].message_id in once]
            yield Gap(behind, start, stale[-1] + 1 if stale else behind, last=start == len(told))
        behind = start + length
