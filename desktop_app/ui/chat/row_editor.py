"""The editor that lies over a message's row while it is edited in place. Opened by ``chat_view``, one at a time.

Safe with input methods (case H-38): while one is composing, Esc and Ctrl+Enter belong to it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.message import Role
from desktop_app.ui.text_input import is_composing_key
from desktop_app.ui.theme import LINE_HEIGHT, SPACE_8, SPACE_12

BUTTONS_HEIGHT = 48
MIN_LINES = 3

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowEditor(QFrame):
    """A text field with *Save*, *Cancel* and, for messages of the user, *Save and send again*.

    Signals (each with the message's id): ``saved`` and ``resent`` with the new text, ``cancelled``; ``resized`` when it
    wants another height. An empty or unchanged text cannot be saved; *send again* needs only a text.
    """

    saved = Signal(str, str)
    resent = Signal(str, str)
    cancelled = Signal(str)
    resized = Signal(str)

    def __init__(self, message_id: str, text: str, role: Role, size: int, parent: QWidget) -> None:
        """``size`` is the messages' font size in pixels."""
        self.message_id = message_id
        self._before = text
        self._line = round(size * LINE_HEIGHT)
        super().__init__(parent)
        self.setProperty("look", "card")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.field = _Field(text, self)
        font = self.field.font()
        font.setPixelSize(size)
        self.field.setFont(font)
        self.field.setStyleSheet(f"font-size: {size}px")  # the application's style sheet has the last word otherwise
        self.save_button = self._button(self.tr("Save"), "primary" if role is not Role.USER else "", self._on_save)
        self.resend_button = self._button(self.tr("Save and send again"), "primary", self._on_resend)
        self.resend_button.setVisible(role is Role.USER)
        self.cancel_button = self._button(self.tr("Cancel"), "quiet", self._on_cancel)
        self._lay_out()
        self.field.submitted.connect(self._on_save)
        self.field.dismissed.connect(self._on_cancel)
        self.field.textChanged.connect(self._on_text_changed)
        self._on_text_changed()
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def wanted_height(self, limit: int) -> int:
        """The height for the text as it is, between three lines and ``limit``."""
        lines = max(MIN_LINES, int(self.field.document().size().height()))
        return max(
            BUTTONS_HEIGHT + MIN_LINES * self._line, min(limit, lines * self._line + BUTTONS_HEIGHT + 2 * SPACE_12)
        )

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.save_button, self.resend_button):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_8)
        layout.addWidget(self.field, 1)
        layout.addLayout(buttons)
        self.setTabOrder(self.field, self.cancel_button)
        self.setTabOrder(self.cancel_button, self.save_button)
        self.setTabOrder(self.save_button, self.resend_button)

    def _button(self, text: str, look: str, slot: object) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("look", look)
        button.clicked.connect(slot)
        return button

    def _on_text_changed(self) -> None:
        text = self.field.toPlainText()
        self.save_button.setEnabled(bool(text.strip()) and text != self._before)
        self.resend_button.setEnabled(bool(text.strip()))
        self.resized.emit(self.message_id)

    def _on_save(self) -> None:
        if self.save_button.isEnabled():
            self.saved.emit(self.message_id, self.field.toPlainText())

    def _on_resend(self) -> None:
        self.resent.emit(self.message_id, self.field.toPlainText())

    def _on_cancel(self) -> None:
        self.cancelled.emit(self.message_id)


class _Field(QPlainTextEdit):
    """The text field: Ctrl+Enter submits, Esc dismisses, neither while an input method is composing."""

    submitted = Signal()
    dismissed = Signal()

    def __init__(self, text: str, parent: QWidget) -> None:
        self._is_composing = False
        super().__init__(text, parent)
        self.setProperty("look", "bare")
        self.setAccessibleName(self.tr("Edit message"))
        self.setTabChangesFocus(True)

    def inputMethodEvent(self, event: QInputMethodEvent, /) -> None:
        """Notes whether a composition is under way."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent, /) -> bool:
        """Keeps the keys of a composition from everything else, and Esc from the shortcuts of the window."""
        if self._is_composing and is_composing_key(event):
            event.accept()
            return True
        if event.type() is QEvent.Type.ShortcutOverride and _is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Submits, dismisses or types."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        elif event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
        else:
            super().keyPressEvent(event)


def _is_ours(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() in (*_ENTER, Qt.Key.Key_Escape)
