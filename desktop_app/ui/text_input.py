"""One-line input that is safe with input methods. Used for search, rename and the fields of forms.

Under an input method, Enter takes a candidate and Esc throws it away: while something is being composed these keys must
mean nothing else (case H-38). Qt forwards them to ``returnPressed`` and to item delegates all the same.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

COMPOSING_KEYS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab})


class LineEdit(QLineEdit):
    """A ``QLineEdit`` that knows whether an input method is composing in it. Esc in it is its own, not a shortcut's."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        self.composing = False
        super().__init__(text, parent)

    def setClearButtonEnabled(self, enable: bool, /) -> None:
        """Qt's button has no name for screen readers; it gets one."""
        super().setClearButtonEnabled(enable)
        clear = self.findChild(QAction, "_q_qlineeditclearaction")  # Qt's own name for it
        if clear is not None:
            clear.setText(QCoreApplication.translate("LineEdit", "Clear"))

    def inputMethodEvent(self, event: QInputMethodEvent, /) -> None:
        """Notes whether a composition is under way."""
        self.composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent, /) -> bool:
        """Keeps the keys of a composition from shortcuts, dialogs and delegates."""
        if self.composing and is_composing_key(event):
            event.accept()
            return True
        if (
            isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and event.type() is QEvent.Type.ShortcutOverride
        ):
            event.accept()
            return True
        return super().event(event)


def is_composing_key(event: QEvent) -> bool:
    """Whether an event is a press of a key that belongs to the input method while it composes."""
    kinds = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
    return isinstance(event, QKeyEvent) and event.type() in kinds and event.key() in COMPOSING_KEYS
