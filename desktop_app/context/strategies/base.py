"""The contract of every strategy, those of plugins too: a pure function from a question to a decision.

Asked by ``builder``; ``budget`` holds the plan to its limit whatever is decided. A strategy must not keep state, read a
clock or touch the world: the same question gives the same decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Reason


@dataclass(frozen=True, slots=True)
class Question:
    """What could be sent, in the order of the prompt, and the tokens there are for the sum of the groups' costs.

    What the person excluded is not among the groups.
    """

    groups: tuple[Group, ...]
    room: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Which groups leave, by id, and why. Unknown and protected ids have no effect. ``note`` is shown in the preview."""

    dropped: Mapping[str, Reason] = field(default_factory=dict[str, Reason])
    note: str = ""


class Strategy(Protocol):
    """Decides what leaves a context that is too full."""

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        ...

    def decide(self, question: Question) -> Decision:
        """The decision; nothing needs to leave where all groups fit."""
        ...
