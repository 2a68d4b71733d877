"""What can be undone and done again in one form, field by field. Kept by ``form.Form``; knows no widget.

Letters that are typed one after the other are one step, up to the next word; whatever else is edited is a step of its own. A
step names only the fields that it changed, so that what came from elsewhere meanwhile is not taken back with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

MAXIMUM_STEPS = 200

Values: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """The fields that one edit changed: what stood there ``before`` and what stands there ``after``."""

    before: Values
    after: Values


class History:
    """The steps of one form, newest last."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back and nothing was edited since."""
        return bool(self._undone)

    def clear(self) -> None:
        """Another value is shown."""
        self._done.clear()
        self._undone.clear()

    def note(self, before: Values, after: Values) -> None:
        """Fields were edited."""
        self._undone.clear()
        last = self._done[-1] if self._done else None
        if last is not None and _continues(last, before, after):
            self._done[-1] = Step(last.before, after)
            return
        self._done.append(Step(before, after))
        del self._done[:-MAXIMUM_STEPS]

    def undo(self) -> Values | None:
        """What stood in the fields of the last step before it; None where there is none."""
        if not self._done:
            return None
        step = self._done.pop()
        self._undone.append(step)
        return step.before

    def redo(self) -> Values | None:
        """What stood in the fields of the step that was taken back last; None where there is none."""
        if not self._undone:
            return None
        step = self._undone.pop()
        self._done.append(step)
        return step.after


def _continues(last: Step, before: Values, after: Values) -> bool:
    """Whether one more letter of the same word was typed, or one more was taken away."""
    if len(after) != 1 or last.after.keys() != after.keys() or dict(last.after) != dict(before):
        return False
    (name,) = after
    first, old, new = last.before[name], before[name], after[name]
    if not (isinstance(first, str) and isinstance(old, str) and isinstance(new, str)):
        return False
    grows = len(new) - len(old)
    return abs(grows) == 1 and (len(old) - len(first)) * grows > 0 and _spaces(old) == _spaces(new)


def _spaces(text: str) -> int:
    return text.count(" ") + text.count("\n")
