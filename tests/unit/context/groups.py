"""Groups and questions to ask strategies about, without a builder."""

from __future__ import annotations

from typing import Any

from desktop_app.context.pieces import Group, Piece
from desktop_app.context.plan import BlockKind, Lane
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.summary import Sentence
from desktop_app.domain.memory import SourceSpan
from desktop_app.domain.settings import Lanes

WHY = reason(ReasonCode.IN_WINDOW)
OLD = reason(ReasonCode.OLDER_THAN_WINDOW)
NO_ROOM = reason(ReasonCode.NO_ROOM)

# No lane has a limit; the summary has its 80 tokens.
LANES_OFF = Lanes(constant_lore=100, keyed_lore=100, memory=100, recall=100, summary=0, summary_tokens=80, history=0)

_KINDS = {
    Lane.PROTECTED: BlockKind.SYSTEM,
    Lane.CONSTANT_LORE: BlockKind.LORE,
    Lane.KEYED_LORE: BlockKind.LORE,
    Lane.MEMORY: BlockKind.MEMORY,
    Lane.RECALL: BlockKind.RECALL,
    Lane.EXAMPLES: BlockKind.EXAMPLES,
    Lane.HISTORY: BlockKind.HISTORY,
}


def group(id_: str, lane: Lane, cost: int, **more: Any) -> Group:
    """A group of one piece, which is titled as it is called."""
    kind = more.pop("kind", _KINDS[lane])
    leaves = OLD if lane is Lane.HISTORY else NO_ROOM
    return Group(id_, kind, (Piece(id_, kind, id_, id_, cost, True),), cost, WHY, leaves, lane=lane, **more)


def fixed(id_: str, cost: int, lane: Lane = Lane.PROTECTED, **more: Any) -> Group:
    """A group that stays in any case."""
    return group(id_, lane, cost, protected=True, **more)


def lore(id_: str, cost: int, relevance: float = 1.0, threshold: float = 0.0, **more: Any) -> Group:
    """A keyed entry of a lorebook."""
    relevant = relevance >= threshold
    return group(id_, Lane.KEYED_LORE, cost, relevance=relevance, threshold=threshold, relevant=relevant, **more)


def memory(id_: str, cost: int, relevance: float = 1.0, threshold: float = 0.0, **more: Any) -> Group:
    """A memory entry."""
    return group(
        id_, Lane.MEMORY, cost, relevance=relevance, threshold=threshold, relevant=relevance >= threshold, **more
    )


def messages(*sizes: int, first: int = 1, **more: Any) -> list[Group]:
    """m1, m2, … user and assistant in turns: m1 and m2 are exchange 1. The last one is the newest message: protected."""
    made: list[Group] = []
    for number, size in enumerate(sizes, start=first):
        place = number - 1
        newest = number == first + len(sizes) - 1
        lane = Lane.PROTECTED if newest else Lane.HISTORY
        kind = BlockKind.HISTORY
        turn = (number + 1) // 2
        made.append(group(f"m{number}", lane, size, kind=kind, place=place, turn=turn, protected=newest, **more))
    return made


def said(cost: int, place: int) -> Group:
    """The current input."""
    return fixed("input", cost, kind=BlockKind.INPUT, place=place, turn=place // 2 + 1)


def passage(id_: str, cost: int, *sources: SourceSpan, relevance: float = 0.8, rank: int = 1, **more: Any) -> Group:
    """A recalled passage; ``rank`` 0: a compressed block."""
    return group(id_, Lane.RECALL, cost, sources=sources, relevance=relevance, rank=rank, **more)


def span(message_id: str, start: int = 0, end: int = 100, revision: int = 1) -> SourceSpan:
    """A place in a message."""
    return SourceSpan(message_id, revision, start, end)


def sentence(number: int, cost: int, **more: Any) -> Sentence:
    """The first sentence of message m<number>."""
    text = " ".join([f"m{number}", *("word" for _ in range(cost - 1))])
    return Sentence(f"s{number}", text, cost, (span(f"m{number}"),), (number - 1,), **more)
