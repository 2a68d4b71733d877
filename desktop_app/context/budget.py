"""Holds a plan to its limit, whatever a strategy decided: protected groups come back, what is too much leaves.

Called by ``builder``. The one place that promises: prompt + reserve + safety ≤ limit, or ``ContextTooLargeError``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Reason
from desktop_app.context.render import Prompt
from desktop_app.context.strategies.base import Decision, Question
from desktop_app.context.strategies.truncate import leaving_order
from desktop_app.domain.errors import ContextTooLargeError

# How many of the protected blocks the error names.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Fitted:
    """What stays, as a prompt; what leaves, and why; and how often the strategy had to be corrected."""

    prompt: Prompt
    dropped: dict[str, Reason]
    restored: int
    cut: int


def fit(question: Question, decision: Decision, available: int, measure: Callable[[Sequence[Group]], Prompt]) -> Fitted:
    """Makes ``decision`` hold. ``measure`` renders the groups that stay; ``available`` is in tokens.

    Raises ``ContextTooLargeError`` where the protected groups alone do not fit.
    """
    known = {group.id: group for group in question.groups}
    wanted = {id_: why for id_, why in decision.dropped.items() if id_ in known}
    dropped = {id_: why for id_, why in wanted.items() if not known[id_].protected}
    decided = len(dropped)
    leaving = (group for group in leaving_order(question.groups) if group.id not in dropped)
    excess = sum(group.cost for group in question.groups if group.id not in dropped) - question.room
    while True:
        while excess > 0 and (group := next(leaving, None)) is not None:
            dropped[group.id] = group.leaves
            excess -= group.cost
        prompt = measure([group for group in question.groups if group.id not in dropped])
        if prompt.used <= available:
            return Fitted(prompt, dropped, len(wanted) - decided, len(dropped) - decided)
        excess = prompt.used - available
        if all(group.protected or group.id in dropped for group in question.groups):
            raise _too_large(prompt, available)


def _too_large(prompt: Prompt, available: int) -> ContextTooLargeError:
    largest = sorted(prompt.pieces, key=lambda piece: (-piece.tokens, piece.id))[:NAMED]
    names = ", ".join(f"{piece.title} ({piece.tokens})" for piece in largest)
    return ContextTooLargeError(needed=prompt.used, available=available, over=prompt.used - available, largest=names)
