"""The field of the search: what is typed goes into it, what walks goes to the results, which keep no keyboard of their own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from desktop_app.ui.text_input import LineEdit

_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 5,
    Qt.Key.Key_PageUp: -5,
}


class SearchField(LineEdit):
    """Arrows step, Enter opens; neither while an input method composes.

    Signals:
        stepped: (rows) down, or up where it is negative.
        entered: the chosen row is to be opened.
    """

    stepped = Signal(int)
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Walks, opens or types."""
        if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and (step := _STEPS.get(Qt.Key(event.key()))):
            self.stepped.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)
