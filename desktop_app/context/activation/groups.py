"""Inclusion groups: of those that want to be active, one for each group stays.

Called by ``engine`` with the candidates of one pass. An entry may be in several groups; it stays only where it wins all of
them, and what is left of a group goes on without those who lost elsewhere. So the result does not depend on any order, no
two of a group stay, and nobody loses to somebody who is not active in the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who wants to be active, known by its ``number`` among the candidates.

    ``by_keys``: loses to who has more ``keys`` found. ``by_order``: the highest ``order`` of those who have this option
    wins, before any draw. ``arrival``: the lowest wins the draw (``chance.arrival``). ``tie`` is different for each.
    """

    number: int
    groups: frozenset[str]
    sticky: bool
    by_keys: bool
    keys: int
    by_order: bool
    order: int
    arrival: float
    tie: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """The group that was lost, and to whom (a candidate's number)."""

    group: str
    winner: int


def resolve(candidates: Sequence[Candidate]) -> dict[int, Loss]:
    """Who loses, by the candidate's number."""
    members: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        for group in candidate.groups:
            members.setdefault(group, []).append(candidate)
    losses: dict[int, Loss] = {}
    contested = {group: found for group, found in members.items() if len(found) > 1}
    while contested:
        winners = {group: winner_of(found) for group, found in contested.items()}
        for winner in _clear_winners(winners):
            for group in sorted(winner.groups & contested.keys()):
                for loser in contested.pop(group):
                    if loser is not winner:
                        losses.setdefault(loser.number, Loss(group, winner.number))
        contested = _without(contested, losses)
    return losses


def winner_of(members: Sequence[Candidate]) -> Candidate:
    """Who wins a group with these members (not empty): sticky, most keys, highest order, draw; each where it is asked for."""
    pool = [member for member in members if member.sticky] or list(members)
    most = max(member.keys for member in pool)
    pool = [member for member in pool if not member.by_keys or member.keys == most]
    ordered = [member for member in pool if member.by_order]
    if ordered:
        highest = max(member.order for member in ordered)
        pool = [member for member in ordered if member.order == highest]
    return min(pool, key=_draw(pool))


def _draw(pool: Sequence[Candidate]) -> Callable[[Candidate], tuple[float, tuple[str, ...]]]:
    nobody = all(math.isinf(member.arrival) for member in pool)
    return lambda member: (0.0 if nobody else member.arrival, member.tie)


def _clear_winners(winners: Mapping[str, Candidate]) -> list[Candidate]:
    """Those who win all of their groups that are open; where nobody does, the one with the first name."""
    distinct = sorted({winner.tie: winner for winner in winners.values()}.items())
    clear = [winner for _, winner in distinct if all(winners.get(group, winner) is winner for group in winner.groups)]
    return clear or [distinct[0][1]]


def _without(groups: Mapping[str, list[Candidate]], losses: Iterable[int]) -> dict[str, list[Candidate]]:
    lost = set(losses)
    kept = {group: [member for member in members if member.number not in lost] for group, members in groups.items()}
    return {group: members for group, members in kept.items() if members}
