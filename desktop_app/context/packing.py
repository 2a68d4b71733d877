"""Which of the groups of a lane get its room: the best total value, class after class, and why the others do not.

Called by ``lanes`` and ``recall``. Exact for lanes of ordinary size; beyond a bound on work only the most promising
combinations are followed. Deterministic: ties end at the id.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Reason
from desktop_app.context.reasons import ReasonCode, reason

# Relevance is compared in millionths, so that sums are exact; one more for being in at all.
_MILLION = 1_000_000

# How many combinations are looked at for one class: some milliseconds.
_WORK = 10_000
_FEWEST = 24

# How many of those that took the room are named.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Packed:
    """Who is in, by id, and why the others are not; ``used`` tokens are taken."""

    kept: frozenset[str]
    left_out: Mapping[str, Reason]
    used: int


def pack(groups: Sequence[Group], room: int) -> Packed:
    """Fills ``room`` tokens: no group is left out for one of a lower class, and within a class the sum of relevance is best."""
    chosen: list[Group] = []
    left_out: dict[str, Reason] = {}
    left = max(0, room)
    by_class = sorted(groups, key=lambda group: (-group.rank, group.id))
    for _, members in itertools.groupby(by_class, key=lambda group: group.rank):
        candidates = list(members)
        best = _best(candidates, left)
        chosen.extend(best)
        left -= sum(group.cost for group in best)
        inside = {group.id for group in best}
        left_out.update(over([group for group in candidates if group.id not in inside], left, chosen))
    return Packed(frozenset(group.id for group in chosen), left_out, max(0, room) - left)


def over(groups: Iterable[Group], had: int, before: Sequence[Group]) -> Iterator[tuple[str, Reason]]:
    """Needs n, had m after those of their class and above that are in, by id."""
    had = max(0, had)
    titles = [other.pieces[0].title for other in sorted(before, key=lambda other: (-other.cost, other.id))]
    others = f" + {len(titles) - _NAMED}" if len(titles) > _NAMED else ""
    after = ", ".join(sorted(titles[:_NAMED])) + others
    for group in groups:
        alone = reason(ReasonCode.OVER_LANE_ALONE, needs=group.cost, had=had)
        yield group.id, reason(ReasonCode.OVER_LANE, needs=group.cost, had=had, after=after) if before else alone


def value(group: Group) -> int:
    """The worth of a group within its class, in millionths, at least 1; what is no number is worth no more."""
    relevance = group.relevance if math.isfinite(group.relevance) else 0.0
    return round(min(max(relevance, 0.0), 1.0) * _MILLION) + 1


class _State(NamedTuple):
    """A combination: bit n-1-i of ``members`` is the i-th item, so that larger numbers are earlier items."""

    cost: int
    value: int
    members: int


def _best(groups: list[Group], room: int) -> list[Group]:
    """The best combination of one class."""
    free = [group for group in groups if group.cost <= 0]
    items = [group for group in groups if 0 < group.cost <= room]
    if sum(group.cost for group in items) <= room:
        return [*free, *items]
    items.sort(key=lambda group: (-value(group) / group.cost, group.id))
    return [*free, *_combined(items, room)]


def _combined(items: list[Group], room: int) -> list[Group]:
    """Grows all combinations item by item (densest first), keeping those that no other beats at the same cost or less."""
    ladder = _Ladder([item.cost for item in items], [value(item) for item in items])
    found = ladder.greedy(room)
    nothing = _State(0, 0, 0)
    states = [nothing]
    most = max(_FEWEST, _WORK // len(items))
    for index in range(len(items)):
        if found.value >= ladder.reach(nothing, 0, room):
            break
        states = _undominated([*states, *ladder.grown(states, index, room)])
        able = [state for state in states if ladder.reach(state, index + 1, room) >= found.value]
        if len(able) > most:
            able.sort(key=lambda state: (-ladder.reach(state, index + 1, room), state.cost, -state.members))
            del able[most:]
        states = able
        found = max([*states, found], key=lambda state: (state.value, -state.cost, state.members))
    return _filled(items, found, room)


class _Ladder:
    """The items of one class, the densest first, with the sums up to each."""

    def __init__(self, costs: Sequence[int], values: Sequence[int]) -> None:
        self._costs = costs
        self._values = values
        self._cost_before = [0, *itertools.accumulate(costs)]
        self._value_before = [0, *itertools.accumulate(values)]

    def grown(self, states: Sequence[_State], index: int, room: int) -> list[_State]:
        """The combinations with one item more, where it fits."""
        cost, worth, bit = self._costs[index], self._values[index], self._bit(index)
        return [
            _State(state.cost + cost, state.value + worth, state.members | bit)
            for state in states
            if state.cost + cost <= room
        ]

    def reach(self, state: _State, index: int, room: int) -> int:
        """No combination that goes on from this one can be worth more: the last item may come in as a part of it."""
        target = self._cost_before[index] + room - state.cost
        last = bisect.bisect_right(self._cost_before, target) - 1
        best = state.value + self._value_before[last] - self._value_before[index]
        if last == len(self._costs):
            return best
        return best + (target - self._cost_before[last]) * self._values[last] // self._costs[last]

    def greedy(self, room: int) -> _State:
        """The densest first, what does not fit is passed over: what any better combination must beat."""
        cost = worth = members = 0
        for index, (more, better) in enumerate(zip(self._costs, self._values, strict=True)):
            if cost + more <= room:
                cost, worth, members = cost + more, worth + better, members | self._bit(index)
        return _State(cost, worth, members)

    def _bit(self, index: int) -> int:
        return 1 << (len(self._costs) - 1 - index)


def _undominated(states: list[_State]) -> list[_State]:
    """Those that are worth more than every cheaper one."""
    states.sort(key=lambda state: (state.cost, -state.value, -state.members))
    kept: list[_State] = []
    for state in states:
        if not kept or state.value > kept[-1].value:
            kept.append(state)
    return kept


def _filled(items: list[Group], state: _State, room: int) -> list[Group]:
    """The items of a combination, and what fits besides: where work was bounded, something may."""
    last = len(items) - 1
    chosen = [item for index, item in enumerate(items) if state.members >> (last - index) & 1]
    left = room - state.cost
    for index, item in enumerate(items):
        if not state.members >> (last - index) & 1 and item.cost <= left:
            chosen.append(item)
            left -= item.cost
    return chosen
