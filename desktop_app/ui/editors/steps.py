"""What was stored at once on a page of the library, to be undone and redone: a deletion, a change of many entries, a visit.

Edits of the form that is open are steps of that form (``history``); when the person leaves it, all that they changed there
becomes one step here. Kept by the page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

MOST_STEPS = 300

Work = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Done:
    """Something was stored; ``sentence`` says what. Without ``redo`` it cannot be done again."""

    sentence: str
    undo: Work
    redo: Work | None = None


class Steps(QObject):
    """The steps of one page.

    Signals:
        changed: there is another step to undo or to redo.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done: list[Done] = []
        self._undone: list[Done] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return bool(self._undone)

    def add(self, step: Done) -> None:
        """A step was taken: what had been undone cannot be done again."""
        self._undone.clear()
        self._done.append(step)
        del self._done[:-MOST_STEPS]
        self.changed.emit()

    def back(self) -> Done | None:
        """The last step, which is undone from now on."""
        if not self._done:
            return None
        step = self._done.pop()
        if step.redo is not None:
            self._undone.append(step)
        self.changed.emit()
        return step

    def forward(self) -> Done | None:
        """The step that was undone last, which is done again from now on."""
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        self.changed.emit()
        return self._done[-1]
