"""The shares of the room: how much each lane may take of what is free after the protected, so that none starves another.

Called by the strategies of the house, and by ``budget`` for what the plan says of its lanes. Rules: section 5 of the
context-engine page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.context.packing import pack
from desktop_app.context.pieces import Group
from desktop_app.context.plan import Lane, LaneUse, Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.domain.settings import Lanes

# The lanes beside the history: three are packed, the summary is made to measure.
_SIDE = (Lane.KEYED_LORE, Lane.MEMORY, Lane.RECALL, Lane.SUMMARY)
_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Shares:
    """``rooms``: the most that each lane may take, in tokens; of the history, what it has in any case.

    ``constant_lore`` tokens of constant lore stay even where they are more than their room.
    """

    rooms: Mapping[Lane, int]
    constant_lore: int

    def warnings(self) -> Iterable[Reason]:
        """Tells where constant lore takes more than its share."""
        share = self.rooms[Lane.CONSTANT_LORE]
        if self.constant_lore > share:
            yield reason(ReasonCode.CONSTANT_LORE_OVER, needs=self.constant_lore, share=share)


def shares(groups: Sequence[Group], room: int, lanes: Lanes, *, summary: int, recall: bool) -> Shares:
    """Shares out ``room``. ``summary`` is what the summary could take at most; ``recall``: whether passages are wanted.

    The history has its least share before all others; where what is left is too little for what the other lanes could
    use, each of these gets its part of it.
    """
    wants = dict.fromkeys(Lane, 0)
    fixed = constant = 0
    for group in groups:
        if group.lane is Lane.CONSTANT_LORE:
            constant += group.cost
        elif group.protected:
            fixed += group.cost
        elif group.relevant or group.lane is not Lane.RECALL:
            wants[group.lane] += group.cost
    wants[Lane.SUMMARY] = summary
    wants[Lane.RECALL] *= recall
    base = max(0, room - fixed)
    rest = max(0, base - constant)
    free = _free(base, rest, constant, lanes.constant_lore)
    history = min(wants[Lane.HISTORY], _part(free, lanes.history), rest)
    caps = {
        Lane.KEYED_LORE: _part(free, lanes.keyed_lore),
        Lane.MEMORY: _part(free, lanes.memory),
        Lane.RECALL: _part(free, lanes.recall) * recall,
        Lane.SUMMARY: max(_part(free, lanes.summary), lanes.summary_tokens) if summary else 0,
    }
    percents = (lanes.keyed_lore, lanes.memory, lanes.recall, lanes.summary)
    weights: dict[Lane, int] = dict(zip(_SIDE, percents, strict=True))
    side = _shared(caps, {lane: wants[lane] for lane in _SIDE}, weights, rest - history, lanes.summary_tokens)
    return Shares({Lane.CONSTANT_LORE: _part(base, lanes.constant_lore), Lane.HISTORY: history, **side}, constant)


def over_their_lanes(groups: Iterable[Group], rooms: Mapping[Lane, int], lanes: Sequence[Lane]) -> dict[str, Reason]:
    """The unprotected groups of these lanes that do not get a place in them, and why."""
    members: dict[Lane, list[Group]] = {lane: [] for lane in lanes}
    for group in groups:
        if not group.protected and group.lane in members:
            members[group.lane].append(group)
    out: dict[str, Reason] = {}
    for lane, candidates in members.items():
        out.update(pack(candidates, rooms[lane]).left_out)
    return out


def shares_in_use(shared: Shares, staying: Iterable[Group], summary: int, room: int) -> tuple[LaneUse, ...]:
    """How much each lane takes of what it might: of the history and the examples, all that the others leave."""
    used = dict.fromkeys(Lane, 0)
    for group in staying:
        fixed = group.protected and group.lane is not Lane.CONSTANT_LORE
        used[Lane.PROTECTED if fixed else group.lane] += group.cost
    used[Lane.SUMMARY] = summary
    left = max(0, room - sum(used.values()))
    rooms = {
        **shared.rooms,
        Lane.PROTECTED: used[Lane.PROTECTED],
        Lane.EXAMPLES: used[Lane.EXAMPLES] + left,
        Lane.HISTORY: used[Lane.HISTORY] + left,
    }
    return tuple(LaneUse(lane, used[lane], rooms[lane]) for lane in Lane)


def _free(base: int, rest: int, constant: int, percent: int) -> int:
    """What the shares are parts of: where constant lore is over its own, all the others shrink alike."""
    if constant <= _part(base, percent):
        return base
    return rest * _WHOLE // (_WHOLE - percent) if percent < _WHOLE else 0


def _part(tokens: int, percent: int) -> int:
    return tokens * max(0, min(percent, _WHOLE)) // _WHOLE


def _shared(
    caps: Mapping[Lane, int], wants: Mapping[Lane, int], weights: Mapping[Lane, int], room: int, summary_tokens: int
) -> dict[Lane, int]:
    """The caps, where what is wanted fits; else everyone's part of ``room``.

    The summary has its least tokens, but no more than half of ``room`` while others could use the rest.
    """
    usable = {lane: min(wants[lane], caps[lane]) for lane in caps}
    if sum(usable.values()) <= room:
        return dict(caps)
    parts = _filled(wants, weights, room)
    others = sum(usable.values()) - usable[Lane.SUMMARY]
    least = min(usable[Lane.SUMMARY], summary_tokens, max(room // 2, room - others))
    if parts[Lane.SUMMARY] < least:
        parts = _filled({**wants, Lane.SUMMARY: 0}, weights, room - least) | {Lane.SUMMARY: least}
    return {lane: min(caps[lane], part) for lane, part in parts.items()}


def _filled(wants: Mapping[Lane, int], weights: Mapping[Lane, int], room: int) -> dict[Lane, int]:
    """Everyone gets what it wants, or its part by weight of what the modest leave."""
    given = dict.fromkeys(wants, 0)
    open_: dict[Lane, int] = {lane: want for lane, want in wants.items() if want > 0 and weights[lane] > 0}
    left = room
    while open_:
        whole = sum(weights[lane] for lane in open_)
        modest = {lane: want for lane, want in open_.items() if want * whole <= left * weights[lane]}
        given.update(modest or {lane: left * weights[lane] // whole for lane in open_})
        left -= sum(modest.values())
        open_ = {lane: want for lane, want in open_.items() if modest and lane not in modest}
    return given
