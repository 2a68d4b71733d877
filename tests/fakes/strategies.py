"""Strategies that do what no strategy should, for the promise that a plan holds whatever is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

from desktop_app.context.plan import Reason
from desktop_app.context.strategies.base import Decision, Question, Strategy

_WHY = Reason("plugin.mood", {"score": 0.5}, "By mood.")


@dataclass(frozen=True, slots=True)
class FakeStrategy:
    """Decides by a function."""

    name: str
    decides: Callable[[Question], Any]

    def decide(self, question: Question) -> Decision:
        """Whatever the function says."""
        return cast("Decision", self.decides(question))


def hostile_strategies() -> list[Strategy]:
    """One of every kind of fault."""
    calls = count()

    def fails(question: Question) -> Decision:
        raise ZeroDivisionError(len(question.groups))

    def drops_everything(question: Question) -> Decision:
        return Decision({group.id: _WHY for group in question.groups}, "All of it.", summary=True, recall=True)

    def drops_who_is_nobody(question: Question) -> Decision:
        return Decision({"?": _WHY, "": _WHY, "m999": _WHY}, then=({"?": _WHY}, {}), summary=True)

    def keeps_everything(question: Question) -> Decision:
        return Decision(summary=True, recall=True)

    def drops_protected(question: Question) -> Decision:
        return Decision({group.id: _WHY for group in question.groups if group.protected}, recall=True)

    def changes_its_mind(question: Question) -> Decision:
        turn = next(calls)
        return Decision({group.id: _WHY for at, group in enumerate(question.groups) if (at + turn) % 3 == 0})

    def lets_leave_what_it_may_not(question: Question) -> Decision:
        return Decision(then=tuple({group.id: _WHY} for group in reversed(question.groups)), summary=True, recall=True)

    def answers(value: object) -> Callable[[Question], object]:
        return lambda _: value

    decides: dict[str, Callable[[Question], Any]] = {
        "fails": fails,
        "drops-everything": drops_everything,
        "drops-nobody": drops_who_is_nobody,
        "keeps-everything": keeps_everything,
        "drops-protected": drops_protected,
        "changes-its-mind": changes_its_mind,
        "leaves-in-a-wrong-order": lets_leave_what_it_may_not,
        "answers-none": answers(None),
        "answers-a-list": answers(["m1"]),
        "drops-a-list": answers(Decision(cast("Any", ["m1"]))),
        "gives-texts-as-reasons": answers(Decision(cast("Any", {"m1": "because"}))),
        "gives-ids-that-are-numbers": answers(Decision(cast("Any", {1: _WHY}))),
        "gives-a-note-that-is-none": answers(Decision(note=cast("Any", None))),
        "gives-reasons-that-cannot-be-kept": answers(Decision({"m1": Reason("x", {"at": float("nan")}, "No.")})),
        "gives-steps-that-are-none": answers(Decision(then=cast("Any", None))),
    }
    return [FakeStrategy(name, decide) for name, decide in decides.items()]
