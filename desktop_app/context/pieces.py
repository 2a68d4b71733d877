"""What the stages of the builder hand to each other: pieces of a prompt, and the groups in which they stay or leave.

A piece becomes a ``Block`` once it is decided what happens to it. Strategies see groups; ``pieces`` alone has no rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.context.plan import Block, BlockKind, Disposition, Lane, Reason
from desktop_app.domain.generation import ChatMessage
from desktop_app.domain.memory import SourceSpan
from desktop_app.domain.message import Role
from desktop_app.domain.ports import TokenCount


@dataclass(frozen=True, slots=True)
class Wire:
    """A message of the prompt and what its text counts; None: to be counted when its final shape is known."""

    message: ChatMessage
    count: TokenCount | None


@dataclass(frozen=True, slots=True)
class PicturePiece:
    """A picture in a message: it is sent with it, or, where it is ``silent`` for a reason, words stand in its place."""

    id: str
    title: str
    tokens: int
    exact: bool
    silent: Reason | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the prompt. Without ``wires`` its text is said in ``role``, in one message with neighbours of its kind.

    ``tokens`` counts ``text`` without the overhead of roles. ``silent``: why it is not sent although its group stays (a
    tool call of which the result is missing). ``pictures``: those of its message, which are no part of ``tokens``.
    """

    id: str
    kind: BlockKind
    title: str
    text: str
    tokens: int
    exact: bool
    wires: tuple[Wire, ...] = ()
    origin_id: str = ""
    origin_revision: int = 0
    silent: Reason | None = None
    role: Role = Role.SYSTEM
    pictures: tuple[PicturePiece, ...] = ()

    @property
    def picture_tokens(self) -> int:
        """What its pictures cost, where they are sent."""
        return sum(picture.tokens for picture in self.pictures) if self.pictures else 0


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that stay or leave together: one message, a tool call with its results, or one block of a card.

    ``cost`` is in tokens, with the overhead of roles. ``place`` is the position in the branch (larger is newer), -1 outside
    the history. ``stays`` and ``leaves`` are the reasons in either case; a strategy may give a better one for leaving.
    ``rank`` is the class of priority (nothing of a lower class displaces a higher one), ``relevance`` 0 to 1 and whether it
    is ``relevant``, which means at or above the ``threshold`` (0: none was set); ``turn`` numbers the exchange of the history
    it belongs to. ``sources``: the places in old messages that a recalled passage was made of. ``below``: a better reason than
    the figures for leaving where it is not ``relevant``.
    """

    id: str
    kind: BlockKind
    pieces: tuple[Piece, ...]
    cost: int
    stays: Reason
    leaves: Reason
    protected: bool = False
    place: int = -1
    lane: Lane = Lane.PROTECTED
    rank: int = 0
    relevance: float = 0.0
    relevant: bool = True
    turn: int = -1
    threshold: float = 0.0
    sources: tuple[SourceSpan, ...] = ()
    below: Reason | None = None


def block(
    piece: Piece,
    disposition: Disposition,
    why: Reason,
    *,
    group: Group | None = None,
    rendered: tuple[int, ...] = (),
) -> Block:
    """The block of the plan that a piece becomes; ``group`` is the one it stayed or left with, None: it never had a chance."""
    return Block(
        id=piece.id,
        kind=piece.kind,
        title=piece.title,
        text=piece.text,
        tokens=piece.tokens,
        exact=piece.exact,
        disposition=disposition,
        reason=why,
        protected=group is not None and group.protected,
        origin_id=piece.origin_id,
        origin_revision=piece.origin_revision,
        rendered=rendered,
        lane=group.lane if group else Lane.HISTORY,
        sources=tuple(dict.fromkeys(source.message_id for source in group.sources)) if group else (),
    )


def measured(group: Group, relevance: float, threshold: float) -> Group:
    """The group with its relevance. Spelled out: hundreds are measured anew with every key, and ``replace`` takes twice as long."""
    return Group(
        id=group.id,
        kind=group.kind,
        pieces=group.pieces,
        cost=group.cost,
        stays=group.stays,
        leaves=group.leaves,
        protected=group.protected,
        place=group.place,
        lane=group.lane,
        rank=group.rank,
        relevance=relevance,
        relevant=relevance >= threshold,
        turn=group.turn,
        threshold=threshold,
        sources=group.sources,
        below=group.below,
    )


def spoken(role: Role) -> Role:
    """A role in which a text can be said: without a call nobody can be a tool."""
    return Role.SYSTEM if role is Role.TOOL else role
