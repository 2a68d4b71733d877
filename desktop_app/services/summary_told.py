"""Where each sentence of a summary came from, and where each message went: what a view of the summary or a map of the chat shows.

Pure; called by ``SummaryService.told``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.context.plan import Block, BlockKind, ContextPlan, Disposition
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.memory import SourceSpan, SummaryMaker
from desktop_app.domain.summary import SummarySegment
from desktop_app.services.summary_branch import is_told


class Went(StrEnum):
    """Where a message is, as far as the next prompt is concerned; the first of these that holds.

    ``EXCLUDED``: kept back in any form (excluded, never sent, hidden, deleted). ``WINDOW``: word for word. ``RECALLED``: as a
    passage or block. ``SENTENCE``: a sentence of the summary in the prompt is made of it. ``STALE``: what was told of it is no
    longer so, and is being made anew. ``SEGMENT``: the summary stands for it, no sentence of it is in the prompt. ``NOWHERE``:
    out of the window, and nothing stands for it yet. ``OTHER``: nothing that is told: tools, notes, instructions.
    """

    EXCLUDED = "excluded"
    WINDOW = "window"
    RECALLED = "recalled"
    SENTENCE = "sentence"
    STALE = "stale"
    SEGMENT = "segment"
    NOWHERE = "nowhere"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence of the summary. ``numbers``: those of its sources' messages in the branch, from 1 (0: not in it).

    ``in_prompt``: it is in the prompt of the plan that was given. ``stale``: a source was changed or kept back since.
    """

    id: str
    segment_id: str
    text: str
    made_by: SummaryMaker
    model: str
    locked: bool
    stale: bool
    in_prompt: bool
    sources: tuple[SourceSpan, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ToldMessagePlace:
    """A message of the branch, ``number`` from 1; ``sentences``: the ids of those that are made of it."""

    id: str
    number: int
    went: Went
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryView:
    """The whole of it: sentences in order of time (the person's own of nothing in particular first), messages as they stand."""

    sentences: tuple[ToldSentence, ...]
    messages: tuple[ToldMessagePlace, ...]


def view(rows: Sequence[BranchRow], segments: Iterable[SummarySegment], plan: ContextPlan | None) -> SummaryView:
    """Of the branch ``rows``; without a plan nothing is in the prompt. Segments of other branches alone are left out."""
    rows_by_id = {row.id: (number, row) for number, row in enumerate(rows, 1)}
    mine = [segment for segment in segments if _is_of(segment, rows_by_id)]
    prompt = _Prompt(plan)
    sentences = sorted(
        (told for segment in mine for told in _sentences(segment, rows_by_id, prompt)),
        key=lambda told: (min(told.numbers, default=0), told.sources[0].start if told.sources else 0, told.id),
    )
    covered = {each.message_id: each.revision for segment in mine for each in segment.covers}
    of_message: dict[str, list[ToldSentence]] = {}
    for told in sentences:
        for message_id in dict.fromkeys(source.message_id for source in told.sources):
            of_message.setdefault(message_id, []).append(told)
    messages = tuple(
        ToldMessagePlace(
            row.id,
            number,
            _went(row, prompt, of_message.get(row.id, ()), covered),
            tuple(told.id for told in of_message.get(row.id, ())),
        )
        for number, row in enumerate(rows, 1)
    )
    return SummaryView(tuple(sentences), messages)


class _Prompt:
    """What is in the prompt of a plan, by message."""

    def __init__(self, plan: ContextPlan | None) -> None:
        blocks = [block for block in plan.blocks if block.disposition is Disposition.INCLUDED] if plan else []
        self.window = {block.origin_id for block in blocks if block.kind in {BlockKind.HISTORY, BlockKind.INPUT}}
        self.recalled = set(_sources(blocks, BlockKind.RECALL))
        self.summarised = set(_sources(blocks, BlockKind.SUMMARY))
        self.lines = {line for block in blocks if block.kind is BlockKind.SUMMARY for line in block.text.splitlines()}


def _sources(blocks: Iterable[Block], kind: BlockKind) -> Iterator[str]:
    return (source for block in blocks if block.kind is kind for source in block.sources)


def _is_of(segment: SummarySegment, rows: Mapping[str, tuple[int, BranchRow]]) -> bool:
    """Whether all its messages are in the branch; with what was kept back or changed since."""
    own = all(source.message_id in rows for sentence in segment.sentences for source in sentence.sources)
    return all(each.message_id in rows for each in segment.covers) and own


def _sentences(
    segment: SummarySegment, rows: Mapping[str, tuple[int, BranchRow]], prompt: _Prompt
) -> Iterator[ToldSentence]:
    for sentence in segment.sentences:
        stale = sentence.id in segment.stale or any(_is_stale(source, rows) for source in sentence.sources)
        yield ToldSentence(
            id=sentence.id,
            segment_id=segment.id,
            text=sentence.text,
            made_by=sentence.made_by,
            model=segment.model if sentence.made_by is SummaryMaker.MODEL else "",
            locked=sentence.locked,
            stale=stale,
            in_prompt=not stale and " ".join(sentence.text.split()) in prompt.lines,
            sources=sentence.sources,
            numbers=tuple(rows[source.message_id][0] for source in sentence.sources),
        )


def _is_stale(source: SourceSpan, rows: Mapping[str, tuple[int, BranchRow]]) -> bool:
    row = rows[source.message_id][1]
    return row.revision != source.revision or not is_told(row)


def _went(row: BranchRow, prompt: _Prompt, told: Sequence[ToldSentence], covered: Mapping[str, int]) -> Went:
    if not row.flags.sendable:
        return Went.EXCLUDED
    places = ((prompt.window, Went.WINDOW), (prompt.recalled, Went.RECALLED), (prompt.summarised, Went.SENTENCE))
    found = next((went for ids, went in places if row.id in ids), None)
    if found is not None:
        return found
    if not is_told(row):
        return Went.OTHER
    if row.id not in covered:
        return Went.NOWHERE
    stale = covered[row.id] != row.revision or any(item.stale for item in told)
    return Went.STALE if stale else Went.SEGMENT
