"""Which recalled passages come into the prompt, once it is known which messages are in the window.

Called by ``budget``. Outside the history a message is told once: by a passage, else by a compressed block, else by the
summary; whatever would tell it again is a duplicate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.context.packing import over, pack, value
from desktop_app.context.pieces import Group
from desktop_app.context.plan import Reason
from desktop_app.context.reasons import ReasonCode, reason

# Passages have a class above compressed blocks; of two passages that share more than half of the shorter, one is enough.
PASSAGE_RANK = 1
BLOCK_RANK = 0


@dataclass(frozen=True, slots=True)
class Recalled:
    """Who is in, by id; why the others are not; and the messages that are told by those that are in."""

    kept: frozenset[str]
    left_out: Mapping[str, Reason]
    told: frozenset[str]


def recall(candidates: Sequence[Group], window: Mapping[str, int], room: int) -> Recalled:
    """Chooses among ``candidates``; ``window`` are the messages in it: the number of each in the branch, from 1, by its id."""
    left_out: dict[str, Reason] = {}
    able: list[Group] = []
    for group in sorted(candidates, key=lambda group: (-group.rank, -value(group), group.id)):
        inside = next((window[span.message_id] for span in group.sources if span.message_id in window), None)
        if not group.relevant:
            left_out[group.id] = less_relevant(group)
        elif inside is not None:
            left_out[group.id] = reason(ReasonCode.DUPLICATE_IN_WINDOW, number=inside)
        else:
            able.append(group)
    kept = _packed(able, room)
    left = room - sum(group.cost for group in kept.groups)
    inside_ids = frozenset(group.id for group in kept.groups)
    for group in able:
        if group.id in inside_ids:
            continue
        twin = kept.twin(group)
        if twin is not None:
            left_out[group.id] = reason(ReasonCode.DUPLICATE, of=twin.pieces[0].title)
        else:
            left_out.update(over([group], left, [other for other in kept.groups if other.rank >= group.rank]))
    return Recalled(inside_ids, left_out, frozenset(kept.by_message))


def less_relevant(group: Group) -> Reason:
    """Below the threshold, with both figures."""
    return group.below or reason(
        ReasonCode.LESS_RELEVANT, score=round(group.relevance, 2), threshold=round(group.threshold, 2)
    )


class _Told:
    """Groups of which none tells what another does."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.by_message: dict[str, list[Group]] = {}

    def add(self, group: Group) -> None:
        """One more."""
        self.groups.append(group)
        for message_id in {span.message_id for span in group.sources}:
            self.by_message.setdefault(message_id, []).append(group)

    def twin(self, group: Group) -> Group | None:
        """The one that tells what this one would."""
        near = (other for span in group.sources for other in self.by_message.get(span.message_id, ()))
        return next((other for other in near if other.rank != group.rank or _shares_most(group, other)), None)


def _packed(able: Sequence[Group], room: int) -> _Told:
    """Packs those that tell nothing again, then fills in whoever's twin got no place."""
    distinct = _Told()
    for group in able:
        if distinct.twin(group) is None:
            distinct.add(group)
    inside = pack(distinct.groups, room).kept
    kept = _Told()
    for group in distinct.groups:
        if group.id in inside:
            kept.add(group)
    left = room - sum(group.cost for group in kept.groups)
    for group in able:
        if group.cost <= left and group.id not in inside and kept.twin(group) is None:
            kept.add(group)
            left -= group.cost
    return kept


def _shares_most(group: Group, other: Group) -> bool:
    """Whether two groups have more than half of the shorter one in common."""
    shared = sum(
        max(0, min(one.end, two.end) - max(one.start, two.start))
        for one in group.sources
        for two in other.sources
        if one.message_id == two.message_id
    )
    shorter = min(_length(group), _length(other))
    return 0 < shorter < 2 * shared


def _length(group: Group) -> int:
    return sum(span.end - span.start for span in group.sources)
