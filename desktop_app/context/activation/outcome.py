"""What came out of a run, as values: the active entries in their order, a trace for each of the others, warnings.

Called by ``engine``. Everything static about an entry that had nothing to do with the turn was made when its book was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from desktop_app.context.activation.compiled import CompiledEntry, title_of
from desktop_app.context.activation.evidence import Evidence
from desktop_app.context.activation.verdicts import Refusal, Wish
from desktop_app.context.activation.window import Window
from desktop_app.context.active import Activation, ActiveEntry
from desktop_app.context.plan import EntryKind, EntryTrace, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.request import ContextRequest
from desktop_app.domain.lore import Lorebook, Position

_DISABLED = reason(ReasonCode.DISABLED)
_ORDER = {position: place for place, position in enumerate(Position)}
_AT_THE_CHARACTER = frozenset({Position.BEFORE_CHARACTER, Position.AFTER_CHARACTER})


def outcome(
    request: ContextRequest,
    evidence: Sequence[Evidence],
    off: Iterable[Lorebook],
    active: Mapping[CompiledEntry, Wish],
    refused: Mapping[CompiledEntry, Refusal],
    window: Window,
    used_clock: bool,
) -> Activation:
    """The activation. ``off``: books that are switched off as a whole."""
    place = {item: number for number, item in enumerate(evidence)}
    wishes = sorted(
        active.values(),
        key=lambda wish: (
            _ORDER[wish.entry.entry.position],
            wish.entry.entry.insertion_order,
            place[wish.evidence],
            wish.entry.index,
            wish.entry.entry.id,
        ),
    )
    traces = [
        _trace(entry, refused[entry], request) if entry in refused else entry.idle
        for item in evidence
        for entry in item.compiled.entries
        if entry not in active
    ]
    traces.extend(trace for book in off for trace in _traces_of(book))
    return Activation(
        active=tuple(_active(wish, request, window) for wish in wishes),
        inactive=tuple(traces),
        warnings=tuple(_warnings(evidence, refused)),
        used_clock=used_clock,
    )


def relevance_of(entry: CompiledEntry, request: ContextRequest) -> tuple[float, bool]:
    """How relevant the entry is (0 to 1), and whether that is enough; a key that hit is, where nothing was measured."""
    measured = request.relevance.get(entry.entry.id)
    if measured is None:
        return min(entry.weight, 1.0), True
    return min(max(measured.score * entry.weight, 0.0), 1.0), measured.score >= measured.threshold


def _active(wish: Wish, request: ContextRequest, window: Window) -> ActiveEntry:
    entry = wish.entry.entry
    relevance, relevant = relevance_of(wish.entry, request)
    always = wish.entry.always
    from_oldest = wish.entry.told.reverse_depth
    return ActiveEntry(
        entry_id=entry.id,
        kind=wish.entry.kind,
        title=wish.entry.title,
        text=wish.shaped.text,
        tokens=wish.shaped.count.tokens,
        exact=wish.shaped.count.exact,
        reason=wish.cause.reason,
        position=entry.position,
        book_id=wish.entry.book_id,
        revision=entry.revision,
        depth=max(entry.depth if from_oldest is None else window.length - from_oldest, 0),
        role=entry.role,
        outlet=entry.outlet,
        order=entry.insertion_order,
        rank=entry.priority,
        relevance=relevance,
        relevant=relevant,
        always=always,
        behind_history=wish.evidence.compiled.book.behind_history
        and not always
        and entry.position in _AT_THE_CHARACTER,
        fresh=not wish.cause.stays,
        hits=wish.cause.hits,
        passed=wish.passed,
        pulled_by=wish.cause.pulled_by,
        score=_score(wish.entry, request),
    )


def _trace(entry: CompiledEntry, refusal: Refusal, request: ContextRequest) -> EntryTrace:
    cause = refusal.cause
    return EntryTrace(
        entry_id=entry.entry.id,
        kind=entry.kind,
        title=entry.title,
        included=False,
        reason=refusal.reason,
        book_id=entry.book_id,
        revision=entry.entry.revision,
        hits=cause.hits if cause is not None else (),
        passed=refusal.passed,
        pulled_by=cause.pulled_by if cause is not None else "",
        score=_score(entry, request),
        tokens=refusal.tokens,
    )


def _score(entry: CompiledEntry, request: ContextRequest) -> float | None:
    measured = request.relevance.get(entry.entry.id)
    return measured.score if measured is not None else None


def _traces_of(book: Lorebook) -> Iterator[EntryTrace]:
    for entry in book.entries:
        yield EntryTrace(
            entry.id, EntryKind.LORE, title_of(entry), False, _DISABLED, book_id=book.id, revision=entry.revision
        )


def _warnings(evidence: Sequence[Evidence], refused: Mapping[CompiledEntry, Refusal]) -> Iterator[Reason]:
    """What the person should know although nothing else is wrong."""
    slow = [
        (item.key(number), item.compiled.first_users[number].title) for item in evidence for number in item.troubles
    ]
    if slow:
        key, title = min(slow)
        yield reason(ReasonCode.SLOW_PATTERNS, count=len(slow), key=key, title=title)
    for entry, refusal in refused.items():
        if entry.entry.constant and refusal.reason.code == ReasonCode.OVER_CAP:
            params = dict(refusal.reason.params)
            yield reason(ReasonCode.CONSTANT_OVER_CAP, title=entry.title, **params)
