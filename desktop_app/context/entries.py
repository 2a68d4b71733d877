"""The active entries of lorebooks and memory as groups, each at its place, and in the end what became of every entry.

Called by ``builder``. Which entries are active is the business of ``activation``; which of them find room, that of a strategy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from desktop_app.context.active import Activation, ActiveEntry
from desktop_app.context.layout import LORE_ROWS, MOVED, Row
from desktop_app.context.pieces import Group, Piece, spoken
from desktop_app.context.plan import BlockKind, EntryKind, EntryTrace, Lane, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest, Relevance
from desktop_app.domain.generation import Activated
from desktop_app.domain.lore import Position
from desktop_app.domain.message import Role

# Between the texts of one outlet.
OUTLET_JOINT = "\n"

_NO_ROOM = reason(ReasonCode.NO_ROOM)
_EMPTY = reason(ReasonCode.EMPTY)

_BY_KEY = frozenset({ReasonCode.KEY_HIT, ReasonCode.KEY_IN_INPUT, ReasonCode.KEY_IN_TEXT, ReasonCode.PULLED})

# The kind, the book, the entry.
_Key: TypeAlias = tuple[EntryKind, str, str]

_KINDS: Mapping[EntryKind, BlockKind] = {EntryKind.LORE: BlockKind.LORE, EntryKind.MEMORY: BlockKind.MEMORY}


@dataclass(frozen=True, slots=True)
class PlacedEntries:
    """The groups of the entries by their places. ``note_top`` and ``note_bottom`` stand around the author's note."""

    rows: Mapping[Row, tuple[Group, ...]] = field(default_factory=dict[Row, tuple[Group, ...]])
    depths: Mapping[int, tuple[Group, ...]] = field(default_factory=dict[int, tuple[Group, ...]])
    note_top: tuple[Group, ...] = ()
    note_bottom: tuple[Group, ...] = ()


@dataclass(slots=True)
class _Places:
    """The places while they are filled, in the order of the entries."""

    rows: dict[Row, list[Group]] = field(default_factory=dict[Row, list[Group]])
    depths: dict[int, list[Group]] = field(default_factory=dict[int, list[Group]])
    note_top: list[Group] = field(default_factory=list[Group])
    note_bottom: list[Group] = field(default_factory=list[Group])


def outlets_of(active: Iterable[ActiveEntry]) -> dict[str, str]:
    """What ``{{outlet::name}}`` says, by name."""
    texts: dict[str, list[str]] = {}
    for entry in active:
        if entry.position is Position.OUTLET and entry.text.strip():
            texts.setdefault(entry.outlet.strip(), []).append(entry.text)
    return {name: OUTLET_JOINT.join(several) for name, several in texts.items()}


def placed_entries(active: Sequence[ActiveEntry], request: ContextRequest) -> PlacedEntries:
    """The active entries that are said at a place of their own; what an outlet says is part of another text."""
    places = _Places()
    ids = _group_ids(active)
    for entry in active:
        if not entry.text.strip() or entry.position is Position.OUTLET:
            continue
        match entry.position:
            case _ if entry.kind is EntryKind.MEMORY:
                row = Row.MEMORY if entry.always else Row.FOUND_MEMORY
                places.rows.setdefault(row, []).append(_group(entry, ids[_key(entry)], Role.SYSTEM, request))
            case Position.AT_DEPTH:
                places.depths.setdefault(max(0, entry.depth), []).append(
                    _group(entry, ids[_key(entry)], entry.role, request)
                )
            case Position.NOTE_TOP:
                places.note_top.append(_group(entry, ids[_key(entry)], request.note.role, request))
            case Position.NOTE_BOTTOM:
                places.note_bottom.append(_group(entry, ids[_key(entry)], request.note.role, request))
            case _:
                places.rows.setdefault(_row(entry), []).append(_group(entry, ids[_key(entry)], Role.SYSTEM, request))
    return PlacedEntries(
        rows={row: tuple(groups) for row, groups in places.rows.items()},
        depths={depth: tuple(groups) for depth, groups in places.depths.items()},
        note_top=tuple(places.note_top),
        note_bottom=tuple(places.note_bottom),
    )


def entry_traces(
    request: ContextRequest,
    activation: Activation,
    dropped: Mapping[str, Reason],
    outlets: Collection[str],
) -> tuple[EntryTrace, ...]:
    """One trace for every entry, in the order of the request.

    ``dropped``: why a group left, by its id. ``outlets``: the names of those that are in the prompt.
    """
    ids = _group_ids(activation.active)
    known = {_key(trace): trace for trace in activation.inactive}
    for entry in activation.active:
        known[_key(entry)] = _trace(entry, _why_not(entry, ids[_key(entry)], dropped, outlets))
    # A book that is linked twice counts once.
    return tuple(known[key] for key in dict.fromkeys(_keys(request)))


def activated(active: Iterable[ActiveEntry], traces: Iterable[EntryTrace]) -> tuple[Activated, ...]:
    """What the turn keeps for the timers: the entries that are in."""
    kinds = {(entry.book_id, entry.entry_id): "fresh" if entry.fresh else "sticky" for entry in active}
    return tuple(
        Activated(trace.entry_id, trace.revision, kinds[trace.book_id, trace.entry_id])
        for trace in traces
        if trace.included
    )


def _key(entry: ActiveEntry | EntryTrace) -> _Key:
    """What tells an entry from all others: a copy of a book has entries of the same ids."""
    return entry.kind, entry.book_id, entry.entry_id


def _group_ids(active: Iterable[ActiveEntry]) -> dict[_Key, str]:
    """The ids of the groups, short where they can be."""
    keys = [_key(entry) for entry in active]
    several = Counter((kind, entry_id) for kind, _, entry_id in keys)
    return {
        (kind, book_id, entry_id): f"{kind.value}.{entry_id}{f'.{book_id}' if several[kind, entry_id] > 1 else ''}"
        for kind, book_id, entry_id in keys
    }


def _keys(request: ContextRequest) -> Iterator[_Key]:
    for linked in request.books:
        for entry in linked.book.entries:
            yield EntryKind.LORE, linked.book.id, entry.id
    for memory in request.memories:
        yield EntryKind.MEMORY, "", memory.id


def _row(entry: ActiveEntry) -> Row:
    row = LORE_ROWS[entry.position]
    return Row.LORE_MOVED if entry.behind_history and not entry.always and row in MOVED else row


def _group(entry: ActiveEntry, id_: str, role: Role, request: ContextRequest) -> Group:
    relevance = request.relevance.get(entry.entry_id)
    kind = _KINDS[entry.kind]
    piece = Piece(
        id=id_,
        kind=kind,
        title=entry.title,
        text=entry.text,
        tokens=entry.tokens,
        exact=entry.exact,
        origin_id=entry.entry_id,
        origin_revision=entry.revision,
        role=spoken(role),
    )
    return Group(
        id=piece.id,
        kind=kind,
        pieces=(piece,),
        cost=0,
        stays=entry.reason,
        leaves=_NO_ROOM,
        protected=entry.always,
        lane=_lane(entry),
        rank=entry.rank,
        relevance=entry.relevance,
        relevant=entry.relevant,
        threshold=relevance.threshold if relevance else 0.0,
        below=None if entry.relevant or relevance is None else _below(entry.reason, relevance),
    )


def _below(why_active: Reason, relevance: Relevance) -> Reason | None:
    """Why an entry leaves first that is less relevant than what counts: who looks for it knows that its key was said."""
    if why_active.code not in _BY_KEY:
        return None
    figures = {"score": round(relevance.score, 2), "threshold": round(relevance.threshold, 2)}
    return reason(ReasonCode.KEY_LESS_RELEVANT, key=why_active.params["key"], **figures)


def _lane(entry: ActiveEntry) -> Lane:
    """Constant lore is protected and has a share all the same; memory that is always in context has none."""
    if entry.kind is EntryKind.MEMORY:
        return Lane.PROTECTED if entry.always else Lane.MEMORY
    return Lane.CONSTANT_LORE if entry.always else Lane.KEYED_LORE


def _why_not(entry: ActiveEntry, id_: str, dropped: Mapping[str, Reason], outlets: Collection[str]) -> Reason | None:
    """Why an active entry is not in the prompt, ``None`` where it is."""
    if not entry.text.strip():
        return _EMPTY
    if entry.position is not Position.OUTLET:
        return dropped.get(id_)
    name = entry.outlet.strip()
    return None if name in outlets else reason(ReasonCode.OUTLET_NOWHERE, outlet=name)


def _trace(entry: ActiveEntry, why_not: Reason | None) -> EntryTrace:
    trace = EntryTrace(
        entry_id=entry.entry_id,
        kind=entry.kind,
        title=entry.title,
        included=True,
        reason=entry.reason,
        book_id=entry.book_id,
        revision=entry.revision,
        hits=entry.hits,
        passed=entry.passed,
        pulled_by=entry.pulled_by,
        score=entry.score,
        tokens=entry.tokens,
    )
    return trace if why_not is None else replace(trace, included=False, reason=why_not)
