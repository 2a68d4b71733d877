"""The contract of every strategy, those of plugins too: a pure function from a question to a decision.

Asked by ``budget``, which holds the plan to its limit whatever is decided. A strategy must not keep state, read a clock or
touch the world: the same question gives the same decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from desktop_app.context.pieces import Group
from desktop_app.context.plan import Reason
from desktop_app.context.request import RelevanceSource
from desktop_app.context.summary import Sentence
from desktop_app.domain.settings import Lanes


@dataclass(frozen=True, slots=True)
class Question:
    """What could be sent, in the order of the prompt, and the tokens there are for the sum of the groups' costs.

    What the person excluded is not among the groups. Those of the lane *recall* are candidates: they come in where the
    decision wants recall and their messages are not in the window. ``sentences``: what a summary could be made of, in order
    of time; ``summary_overhead``: what the summary costs beside its sentences. ``measured``: what the relevance of messages
    was measured by, ``None`` where it was not. ``use_summary`` and ``use_recall``: what the person decided about them.
    ``first_kept_id``: the oldest message of the last prompt, for ``cut_in_steps``.
    """

    groups: tuple[Group, ...]
    room: int
    lanes: Lanes = Lanes()
    sentences: tuple[Sentence, ...] = ()
    summary_overhead: int = 0
    measured: RelevanceSource | None = None
    keep_exchanges: int = 2
    use_summary: bool | None = None
    use_recall: bool | None = None
    cut_in_steps: bool = False
    first_kept_id: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Which groups leave, by id, and why. Unknown and protected ids have no effect. ``note`` is shown in the preview.

    ``summary`` and ``recall``: whether a summary of what is dropped, and recalled passages, are wanted in the prompt; the
    person's word goes before. ``then``: who leaves next, step by step, if texts turn out longer than their groups' costs.
    ``stays``: better reasons for messages that stay. ``keeps_free``: more left than had to, so that the next turns need no cut.
    """

    dropped: Mapping[str, Reason] = field(default_factory=dict[str, Reason])
    note: str = ""
    summary: bool = False
    recall: bool = False
    then: tuple[Mapping[str, Reason], ...] = ()
    stays: Mapping[str, Reason] = field(default_factory=dict[str, Reason])
    keeps_free: bool = False


class Strategy(Protocol):
    """Decides what leaves a context that is too full."""

    @property
    def name(self) -> str:
        """The name by which a chat chooses it."""
        ...

    def decide(self, question: Question) -> Decision:
        """The decision; nothing needs to leave where all groups fit."""
        ...
