"""Exchanges of the history: a question with its answers, which stay or leave together. Used by vector-recall."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.context.pieces import Group
from desktop_app.context.plan import BlockKind, Reason
from desktop_app.context.reasons import ReasonCode, reason

# After so many exchanges newness counts half: relevance decides in a long chat, age among the last ones.
HALF_NEW = 20


@dataclass(frozen=True, slots=True)
class Exchange:
    """The groups of one turn of the history, ``ago`` exchanges before the newest. ``relevance``: of its most relevant group."""

    groups: tuple[Group, ...]
    ago: int

    @property
    def cost(self) -> int:
        """In tokens."""
        return sum(group.cost for group in self.groups)

    @property
    def relevance(self) -> float:
        """0 to 1."""
        return max(group.relevance for group in self.groups)

    @property
    def worth(self) -> float:
        """Relevance and age together."""
        return self.relevance + HALF_NEW / (HALF_NEW + self.ago)

    @property
    def fixed(self) -> bool:
        """Whether something of it is protected: then the rest leaves only when there is no other way."""
        return any(group.protected for group in self.groups)

    def leaving(self, *, measured: bool) -> dict[str, Reason]:
        """What leaves with it, with both figures where relevance was measured."""
        both = reason(ReasonCode.EXCHANGE, relevance=round(self.relevance, 2), ago=self.ago)
        free = (group for group in self.groups if not group.protected)
        return {group.id: both if measured else group.leaves for group in free}

    def staying(self) -> dict[str, Reason]:
        """Why it stays although newer ones left."""
        both = reason(ReasonCode.EXCHANGE_STAYS, relevance=round(self.relevance, 2), ago=self.ago)
        return {group.id: both for group in self.groups if not group.protected}


def exchanges(groups: Iterable[Group]) -> list[Exchange]:
    """The exchanges of a prompt, oldest first."""
    history = [group for group in groups if group.place >= 0]
    newest = max((group.turn for group in history), default=0)
    by_turn = itertools.groupby(history, key=lambda group: group.turn if group.turn >= 0 else group.id)
    return [Exchange(members, newest - max(0, members[0].turn)) for _, found in by_turn if (members := tuple(found))]


def told_apart(found: Sequence[Exchange], keep: int, room: int) -> tuple[list[Exchange], list[Exchange]]:
    """Those that may leave, and those that stay to the last: the newest ``keep`` that fit in ``room`` tokens together.

    What is said now is none of these, and stays to the last in any case.
    """
    said = [exchange for exchange in found if not any(group.kind is BlockKind.INPUT for group in exchange.groups)]
    kept: list[Exchange] = []
    for exchange in reversed(said):
        if len(kept) == keep or exchange.cost > room:
            break
        room -= exchange.cost
        kept.append(exchange)
    newest = {exchange.groups[0].id for exchange in kept}
    last = [exchange for exchange in found if exchange.fixed or exchange.groups[0].id in newest]
    free = [exchange for exchange in said if not exchange.fixed and exchange.groups[0].id not in newest]
    return free, last
