"""The branch made ready for plans: what of each message a model would get, in groups, and what is out from the beginning.

Called by ``builder``. Preparing 10,000 messages takes longer than planning with them, so ``BranchMemory`` keeps the last
few: the same branch comes back with every typed character.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from desktop_app.context.hashes import RunningHash
from desktop_app.context.names import Names, name_cost
from desktop_app.context.pictures import Sight, has_pictures, pieces_of, told_parts
from desktop_app.context.pieces import Group, Piece, Wire, block
from desktop_app.context.places import Places, why_out
from desktop_app.context.plan import Block, BlockKind, Disposition, DroppedRun, Lane, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import BranchMessage, Overhead
from desktop_app.context.runs import RunJoiner
from desktop_app.context.tool_calls import group_spans, has_tools, told, wire_text
from desktop_app.domain.generation import ChatMessage, RoleStyle
from desktop_app.domain.message import Role, sendable_text
from desktop_app.domain.ports import TokenCount, TokenCounter

# A piece of the history in its order: what may be sent, what is empty, what is out.
Segment: TypeAlias = Group | Block | DroppedRun

IN_WINDOW = reason(ReasonCode.IN_WINDOW)
ALWAYS_IN_CONTEXT = reason(ReasonCode.ALWAYS_IN_CONTEXT)
OLDER_THAN_WINDOW = reason(ReasonCode.OLDER_THAN_WINDOW)

_EMPTY = reason(ReasonCode.EMPTY)
_UNMATCHED_TOOL = reason(ReasonCode.UNMATCHED_TOOL)
_TOOL_PARTNER = reason(ReasonCode.TOOL_PARTNER)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the same branch is prepared differently for. ``next_speaker``: who says the draft (names may be needed by it).

    ``sight``: what becomes of pictures. ``group``: several characters may speak in it.
    """

    overhead: Overhead
    style: RoleStyle
    counter: TokenCounter
    next_speaker: str = ""
    sight: Sight = Sight()
    group: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """How many exchanges a branch has come to: one begins where the user speaks after someone else. ``asked``: unanswered."""

    number: int = 0
    asked: bool = False

    def after(self, role: Role) -> Exchange:
        """The exchange of a message by ``role``; a narrator belongs to what is said."""
        match role:
            case Role.USER:
                return self if self.asked else Exchange(self.number + 1, asked=True)
            case Role.SYSTEM:
                return self
            case Role.ASSISTANT | Role.TOOL:
                return replace(self, asked=False)


@dataclass(frozen=True, slots=True)
class History:
    """A prepared branch; ``then`` goes on with a message that is not in it yet.

    ``turns`` counts the user's messages that are not deleted. ``places``: where each message stands, without what
    ``then`` added.
    """

    segments: tuple[Segment, ...]
    hash: RunningHash
    length: int
    names: Names
    terms: Terms
    places: Places
    exchange: Exchange = Exchange()
    turns: int = 0

    @property
    def settled(self) -> bool:
        """False while something of an exactly counted message is only estimated: then it is worth preparing again."""
        pieces = (piece for segment in self.segments if isinstance(segment, Group) for piece in segment.pieces)
        return not any(
            piece.exact and wire.count is not None and not wire.count.exact for piece in pieces for wire in piece.wires
        )

    def then(self, row: BranchMessage) -> History:
        """The branch with one more message behind it."""
        more, exchange = _segments((row,), self.length, self.names, self.terms, self.exchange)
        return replace(
            self,
            segments=(*self.segments, *more),
            hash=self.hash.then(row),
            length=self.length + 1,
            exchange=exchange,
            turns=self.turns + _is_turn(row),
        )


class BranchMemory:
    """Keeps the last few prepared branches. Held by whoever plans again and again; may be used from several threads."""

    def __init__(self, *, keep: int = 4) -> None:
        self._keep = keep
        self._kept: tuple[tuple[tuple[BranchMessage, ...], Terms, History], ...] = ()

    def history(self, branch: tuple[BranchMessage, ...], terms: Terms) -> History:
        """The prepared branch, from memory where the same branch was prepared on the same terms."""
        for known in self._kept:
            # Tuples of the very same messages compare in no time; a changed branch differs at its end or its length.
            if len(known[0]) == len(branch) and known[1] == terms and known[0] == branch:
                self._remember(known)
                return known[2]
        history = prepare_history(branch, terms)
        if history.settled:
            self._remember((branch, terms, history))
        return history

    def _remember(self, entry: tuple[tuple[BranchMessage, ...], Terms, History]) -> None:
        others = tuple(known for known in self._kept if known is not entry)
        self._kept = (entry, *others)[: self._keep]


def prepare_history(branch: tuple[BranchMessage, ...], terms: Terms) -> History:
    """Prepares a whole branch."""
    names = Names.needed(branch, terms.style, terms.next_speaker, group=terms.group)
    segments: list[Segment] = []
    outside = RunJoiner()
    exchange = Exchange()
    for start, stop in group_spans(branch):
        made, exchange = _segments(branch[start:stop], start, names, terms, exchange)
        for segment in made:
            if isinstance(segment, DroppedRun):
                outside.add(segment)
            else:
                segments.extend(outside.take())
                segments.append(segment)
    segments.extend(outside.take())
    return History(
        segments=tuple(segments),
        hash=RunningHash.of(branch),
        length=len(branch),
        names=names,
        terms=terms,
        places=Places(branch),
        exchange=exchange,
        turns=sum(map(_is_turn, branch)),
    )


def _segments(
    rows: Sequence[BranchMessage], place: int, names: Names, terms: Terms, exchange: Exchange
) -> tuple[list[Segment], Exchange]:
    """What becomes of the messages of one group, and the exchange after it."""
    outs = [why_out(row) for row in rows]
    if any(outs):
        return [_out_run(row, out or _TOOL_PARTNER) for row, out in zip(rows, outs, strict=True)], exchange
    if any(row.parts is None for row in rows):
        return [_out_run(row, OLDER_THAN_WINDOW, Disposition.TRIMMED) for row in rows], exchange
    seen = [told_parts(row, terms.sight, terms.counter) for row in rows]
    pieces = [_piece(row, messages, names, terms) for row, messages in zip(seen, told(seen), strict=True)]
    if any(map(has_pictures, rows)):
        pieces = [replace(piece, pictures=pieces_of(row, terms.sight)) for piece, row in zip(pieces, rows, strict=True)]
    if all(piece.silent for piece in pieces):
        return [block(piece, Disposition.EXCLUDED, piece.silent or _EMPTY) for piece in pieces], exchange
    exchange = exchange.after(rows[0].role)
    return [_group(pieces, rows, place, terms, exchange.number)], exchange


def _group(pieces: Sequence[Piece], rows: Sequence[BranchMessage], place: int, terms: Terms, turn: int) -> Group:
    always = any(row.flags.always_in_context for row in rows)
    return Group(
        id=pieces[0].id,
        kind=BlockKind.HISTORY,
        pieces=tuple(pieces),
        cost=sum(_cost(piece, terms) for piece in pieces),
        stays=ALWAYS_IN_CONTEXT if always else IN_WINDOW,
        leaves=OLDER_THAN_WINDOW,
        protected=always,
        place=place,
        lane=Lane.PROTECTED if always else Lane.HISTORY,
        turn=turn,
    )


def _cost(piece: Piece, terms: Terms) -> int:
    """At least what the piece will be counted in the prompt, as long as it is not merged with its neighbours."""
    if piece.silent:
        return 0
    counted = sum(wire.count.tokens for wire in piece.wires if wire.count is not None)
    names = sum(name_cost(wire.message, terms.overhead, terms.counter) for wire in piece.wires)
    texts = max(piece.tokens, counted) + piece.picture_tokens
    return texts + len(piece.wires) * terms.overhead.per_message + names


def _piece(row: BranchMessage, messages: Sequence[ChatMessage], names: Names, terms: Terms) -> Piece:
    text = sendable_text(row.parts or ())
    silent = None if messages else _UNMATCHED_TOOL if has_tools(row) else _EMPTY
    return Piece(
        id=row.id,
        kind=BlockKind.HISTORY,
        title=row.speaker_name or row.role.value.capitalize(),
        text=text,
        tokens=row.tokens,
        exact=row.exact,
        wires=tuple(_wire(names.named(message, row.speaker_name), row, text, terms.counter) for message in messages),
        origin_id=row.id,
        origin_revision=row.revision,
        silent=silent,
    )


def _wire(message: ChatMessage, row: BranchMessage, text: str, counter: TokenCounter) -> Wire:
    sent = wire_text(message)
    return Wire(message, TokenCount(row.tokens, row.exact) if sent == text else counter.count(sent))


def _is_turn(row: BranchMessage) -> bool:
    return row.role is Role.USER and not row.flags.deleted


def _out_run(row: BranchMessage, why: Reason, disposition: Disposition = Disposition.EXCLUDED) -> DroppedRun:
    return DroppedRun(row.id, row.id, 1, row.tokens, disposition, why)
