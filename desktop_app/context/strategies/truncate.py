"""The plainest strategy, and what the host falls back to: the oldest unprotected groups leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from desktop_app.context.pieces import Group
from desktop_app.context.plan import BlockKind, Reason
from desktop_app.context.strategies.base import Decision, Question


class Truncate:
    """Example dialogue goes first, then the history from its beginning; what was looked up for this turn goes last."""

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        return "truncate"

    def decide(self, question: Question) -> Decision:
        """Drops no more than it must."""
        excess = sum(group.cost for group in question.groups) - question.room
        dropped: dict[str, Reason] = {}
        leaving = leaving_order(question.groups)
        while excess > 0 and (group := next(leaving, None)) is not None:
            dropped[group.id] = group.leaves
            excess -= group.cost
        return Decision(dropped)


def leaving_order(groups: Iterable[Group]) -> Iterator[Group]:
    """The unprotected groups in the order in which they leave.

    Examples from the last to the first: they stand for what the history shows by itself once it is long.
    """
    free = [group for group in groups if not group.protected]
    yield from (group for group in reversed(free) if group.kind is BlockKind.EXAMPLES)
    yield from (group for group in free if group.kind is BlockKind.HISTORY)
    yield from (group for group in free if group.kind not in {BlockKind.EXAMPLES, BlockKind.HISTORY})
