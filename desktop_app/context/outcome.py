"""What became of everything, once it is decided: the blocks of the plan, the runs of messages that are out, the warnings.

Called by ``builder``. Every message of the branch ends in a block or in exactly one run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from desktop_app.context.budget import Fitted
from desktop_app.context.history import Segment
from desktop_app.context.pieces import Group, block
from desktop_app.context.plan import Block, Disposition, DroppedRun, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.render import Prompt
from desktop_app.context.runs import RunJoiner
from desktop_app.context.strategies.truncate import Truncate

# In which messages of the prompt each piece is, by the piece's id.
_Places: TypeAlias = Mapping[str, tuple[int, ...]]


def blocks_and_runs(
    segments: Iterable[Segment], front: Iterable[Group], back: Iterable[Group], fitted: Fitted
) -> tuple[tuple[Block, ...], tuple[DroppedRun, ...]]:
    """The blocks in the order of the prompt, and the runs in the order of the branch."""
    places = _places(fitted.prompt)
    blocks: list[Block] = []
    runs: list[DroppedRun] = []
    for group in front:
        blocks.extend(_blocks(group, fitted, places))
    outside = RunJoiner()
    for segment in segments:
        if isinstance(segment, DroppedRun):
            outside.add(segment)
        elif isinstance(segment, Group) and (why := fitted.dropped.get(segment.id)) is not None:
            outside.add_group(segment, why)
        else:
            runs.extend(outside.take())
            blocks.extend((segment,) if isinstance(segment, Block) else _blocks(segment, fitted, places))
    runs.extend(outside.take())
    for group in back:
        blocks.extend(_blocks(group, fitted, places))
    return tuple(blocks), tuple(runs)


def corrections(strategy: str, fitted: Fitted) -> Iterator[Reason]:
    """What had to be done against the strategy's decision."""
    if fitted.restored:
        yield reason(ReasonCode.PROTECTED_RESTORED, strategy=strategy, count=fitted.restored)
    # Under truncate the host goes on by the same rule: nothing was decided wrongly, texts only grew when they were joined.
    if fitted.cut and strategy != Truncate().name:
        yield reason(ReasonCode.CUT_FURTHER, strategy=strategy, count=fitted.cut)


def empty_warning(blocks: Iterable[Block]) -> Iterator[Reason]:
    """Tells that empty messages were not sent (case H-20)."""
    count = sum(block.reason.code == ReasonCode.EMPTY for block in blocks)
    if count:
        yield reason(ReasonCode.EMPTY_NOT_SENT, count=count)


def _places(prompt: Prompt) -> _Places:
    found: dict[str, tuple[int, ...]] = {}
    for index, line in enumerate(prompt.lines):
        for source in line.sources:
            id_ = prompt.pieces[source].id
            found[id_] = (*found.get(id_, ()), index)
    return found


def _blocks(group: Group, fitted: Fitted, places: _Places) -> Iterator[Block]:
    why = fitted.dropped.get(group.id)
    for piece in group.pieces:
        if why is not None:
            yield block(piece, Disposition.TRIMMED, why, protected=group.protected)
        elif piece.silent is not None:
            yield block(piece, Disposition.EXCLUDED, piece.silent)
        else:
            where = places[piece.id]
            yield block(piece, Disposition.INCLUDED, group.stays, protected=group.protected, rendered=where)
