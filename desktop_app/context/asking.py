"""Asks a strategy, and takes nothing from it but a decision that makes sense.

Called by ``builder``. A plugin's strategy may fail in any way; what it cannot do is break the plan.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from desktop_app.context.plan import Reason
from desktop_app.context.reasons import ReasonCode, reason
from desktop_app.context.strategies.base import Decision, Question, Strategy
from desktop_app.context.strategies.truncate import Truncate

# A note is a remark beside the strategy's name.
_LONGEST_NOTE = 300


class _NoDecisionError(Exception):
    """What a strategy answered is no decision."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision that can be used, who made it, and what is to be told about it."""

    strategy: str
    decision: Decision
    warnings: tuple[Reason, ...] = ()


def ask(strategy: Strategy, question: Question) -> Answer:
    """The strategy's decision; truncate's where it fails or answers with something else, with a notice."""
    name = strategy.name
    try:
        return Answer(name, sensible(strategy.decide(question)))
    except Exception as error:  # noqa: BLE001 - it may be a plugin's, and fail in any way
        return instead(name, type(error).__name__, question)


def instead(name: str, error: str, question: Question) -> Answer:
    """Truncate's decision in the place of one that failed."""
    truncate = Truncate()
    notice = reason(ReasonCode.STRATEGY_FAILED, strategy=name, error=error)
    return Answer(truncate.name, truncate.decide(question), (notice,))


def sensible(answer: object) -> Decision:
    """The answer as a decision of plain values. Raises where it is none; whatever it raises itself goes through."""
    if not isinstance(answer, Decision):
        raise _NoDecisionError
    steps = cast("object", answer.then)
    if not isinstance(steps, tuple):
        raise _NoDecisionError
    seen: dict[int, Reason] = {}
    return Decision(
        dropped=_reasons(answer.dropped, seen),
        note=_text(answer.note)[:_LONGEST_NOTE],
        summary=bool(answer.summary),
        recall=bool(answer.recall),
        keeps_free=bool(answer.keeps_free),
        stays=_reasons(answer.stays, seen),
        then=tuple(_reasons(step, seen) for step in cast("tuple[object, ...]", steps)),
    )


def _reasons(found: object, seen: dict[int, Reason]) -> dict[str, Reason]:
    """``seen``: the reasons that were looked at already; thousands of messages leave for the same one."""
    if not isinstance(found, Mapping):
        raise _NoDecisionError
    items = cast("Mapping[object, object]", found).items()
    return {_text(id_): seen.get(id(why)) or seen.setdefault(id(why), _reason(why)) for id_, why in items}


def _reason(found: object) -> Reason:
    if not isinstance(found, Reason):
        raise _NoDecisionError
    _text(found.code)
    _text(found.sentence)
    params = cast("object", found.params)
    if not isinstance(params, Mapping):
        raise _NoDecisionError
    for name, value in cast("Mapping[object, object]", params).items():
        _text(name)
        _plain(value)
    return found


def _plain(value: object) -> None:
    if not isinstance(value, str | int) and not (isinstance(value, float) and math.isfinite(value)):
        raise _NoDecisionError


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _NoDecisionError
    return value
