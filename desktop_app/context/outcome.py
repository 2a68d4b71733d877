"""What became of everything, once it is decided: the blocks of the plan, the runs of messages that are out, the warnings.

Called by ``builder``. Every message of the branch ends in a block or in exactly one run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from desktop_app.context.budget import Fitted
from desktop_app.context.history import Segment
from desktop_app.context.pieces import Group, PicturePiece, block
from desktop_app.context.plan import Block, Disposition, DroppedRun, Lane, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.render import Prompt
from desktop_app.context.runs import RunJoiner
from desktop_app.context.strategies.base import Decision
from desktop_app.context.strategies.truncate import Truncate

# In which messages of the prompt each piece is, by the piece's id.
_Places: TypeAlias = Mapping[str, tuple[int, ...]]


def blocks_and_runs(
    items: Iterable[Segment], summary: Group | None, fitted: Fitted
) -> tuple[tuple[Block, ...], tuple[DroppedRun, ...]]:
    """The blocks in the order of the prompt, and the runs in the order of the branch.

    ``summary`` takes its place among ``items``. A recalled passage that did not come in is no block: its messages have their
    reason already.
    """
    places = _places(fitted.prompt)
    blocks: list[Block] = []
    runs: list[DroppedRun] = []
    outside = RunJoiner()
    dropped = fitted.dropped
    for item in items:
        if isinstance(item, Group):
            is_message = item.place >= 0
            if is_message and (why := dropped.get(item.id)) is not None:
                outside.add_group(item, why, _disposition(why, fitted))
                continue
            # What is inserted between two messages does not part them.
            if is_message:
                runs.extend(outside.take())
            group = summary if item.lane is Lane.SUMMARY else item
            blocks.extend(_blocks(group, fitted, places) if group else ())
        elif isinstance(item, DroppedRun):
            outside.add(_told(item, fitted))
        else:
            runs.extend(outside.take() if item.lane is Lane.HISTORY else ())
            blocks.append(item)
    runs.extend(outside.take())
    return tuple(blocks), tuple(runs)


def said_outlets(outlets: Mapping[str, Iterable[str]], blocks: Iterable[Block]) -> frozenset[str]:
    """The names of the outlets that are in the prompt. ``outlets``: the pieces in which each was put."""
    inside = {block.id for block in blocks if block.disposition is Disposition.INCLUDED}
    return frozenset(name for name, pieces in outlets.items() if not inside.isdisjoint(pieces))


def corrections(strategy: str, fitted: Fitted) -> Iterator[Reason]:
    """What had to be done against the strategy's decision."""
    if fitted.restored:
        yield reason(ReasonCode.PROTECTED_RESTORED, strategy=strategy, count=fitted.restored)
    # Under truncate the host goes on by the same rule: nothing was decided wrongly, texts only grew when they were joined.
    if fitted.cut and strategy != Truncate().name:
        yield reason(ReasonCode.CUT_FURTHER, strategy=strategy, count=fitted.cut)


def kept_free(decision: Decision, tokens: int) -> Iterator[Reason]:
    """Tells that room was left on purpose; it is no error of reckoning."""
    if decision.keeps_free and tokens > 0:
        yield reason(ReasonCode.KEPT_FREE, tokens=tokens)


def empty_warning(blocks: Iterable[Block]) -> Iterator[Reason]:
    """Tells that empty messages were not sent (case H-20)."""
    count = sum(block.reason.code == ReasonCode.EMPTY for block in blocks)
    if count:
        yield reason(ReasonCode.EMPTY_NOT_SENT, count=count)


def _told(run: DroppedRun, fitted: Fitted) -> DroppedRun:
    """A run that was out before any strategy was asked: it is summarised like all that left."""
    if fitted.summarised is None or run.disposition is not Disposition.TRIMMED:
        return run
    return replace(run, disposition=Disposition.SUMMARISED, reason=fitted.summarised)


def _disposition(why: Reason, fitted: Fitted) -> Disposition:
    return Disposition.SUMMARISED if why is fitted.summarised else Disposition.TRIMMED


def _places(prompt: Prompt) -> _Places:
    found: dict[str, tuple[int, ...]] = {}
    for index, line in enumerate(prompt.lines):
        for source in line.sources:
            id_ = prompt.pieces[source].id
            found[id_] = (*found.get(id_, ()), index)
    return found


def _blocks(group: Group, fitted: Fitted, places: _Places) -> Iterator[Block]:
    why = fitted.dropped.get(group.id)
    if why is not None and group.lane is Lane.RECALL:
        return
    for piece in group.pieces:
        if why is not None:
            yield block(piece, Disposition.TRIMMED, why, group=group)
        elif piece.silent is not None:
            yield block(piece, Disposition.EXCLUDED, piece.silent, group=group)
        else:
            stays = fitted.stays.get(group.id, group.stays)
            made = block(piece, Disposition.INCLUDED, stays, group=group, rendered=places[piece.id])
            yield made
            yield from (_picture(picture, made) for picture in piece.pictures)


def _picture(picture: PicturePiece, message: Block) -> Block:
    """A picture as a block of its own: it goes with its message, or stays behind for a reason of its own."""
    sent = picture.silent is None
    return replace(
        message,
        id=picture.id,
        title=picture.title,
        text="",
        tokens=picture.tokens,
        exact=picture.exact,
        disposition=Disposition.INCLUDED if sent else Disposition.EXCLUDED,
        reason=picture.silent or message.reason,
        rendered=message.rendered[-1:] if sent else (),
    )
