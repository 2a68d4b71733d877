"""The line above the conversation in which words are looked for in it. ``FindPresenter`` does the looking."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_16

WIDE = 640
"""Pixels from which on there is room for words on the button."""

_ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly

PAUSE_MS = 150
"""From the last letter until it is looked for."""


class FindBar(QFrame):
    """A field, where one is among the found, and what can be done with all of them.

    Signals:
        words_changed: (text) look for this.
        step_pressed: (1 or -1) to the next or the one before.
        exclude_pressed: exclude all that was found.
        closed: nothing is looked for any more.
    """

    words_changed = Signal(str)
    step_pressed = Signal(int)
    exclude_pressed = Signal()
    closed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "panel")
        self.field = _Field(parent=self)
        self.field.setPlaceholderText(self.tr("Find in this chat"))
        self.field.setAccessibleName(self.tr("Find in this chat"))
        self._place = plain_label(look="secondary")
        self._previous = self._button(icons, "chevron-up", self.tr("Previous (Shift+Enter)"))
        self._next = self._button(icons, "chevron-down", self.tr("Next (Enter)"))
        self._exclude = self._button(icons, "eye-off", self.tr("Exclude all found"))
        self._exclude.setText(self.tr("Exclude all found"))
        self._close = self._button(icons, "x", self.tr("Close (Esc)"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_4, SPACE_8, SPACE_4)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self.field, 1)
        for widget in (self._place, self._previous, self._next, self._exclude, self._close):
            layout.addWidget(widget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._connect()
        self.hide()

    def open(self, words: str = "") -> None:
        """Shows the bar, with ``words`` to look for if there are any, and gives it the keyboard."""
        self.show()
        if words:
            self.field.setText(words)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._tell()

    def close_bar(self) -> None:
        """Puts it away."""
        self._pause.stop()
        self.hide()
        self.closed.emit()

    def show_place(self, number: int, count: int) -> None:
        """The ``number``-th (from 1; 0: none of them) of ``count`` messages is shown."""
        if not self.field.text().strip():
            text = ""
        elif number:
            locale = QLocale()
            text = self.tr("{number} of {count}").format(number=locale.toString(number), count=locale.toString(count))
        else:
            text = messages_phrase(count)
        self._place.setText(text)
        for button in (self._previous, self._next, self._exclude):
            button.setEnabled(count > 0)

    def _connect(self) -> None:
        self._pause.timeout.connect(self._tell)
        self.field.textChanged.connect(self._on_typed)
        self.field.entered.connect(self.step_pressed)
        self.field.left.connect(self.close_bar)
        self._previous.clicked.connect(lambda: self.step_pressed.emit(-1))
        self._next.clicked.connect(lambda: self.step_pressed.emit(1))
        self._exclude.clicked.connect(self.exclude_pressed)
        self._close.clicked.connect(self.close_bar)

    def _button(self, icons: Icons, icon: str, text: str) -> QToolButton:
        button = QToolButton(self)
        icons.bind(button, icon)
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(text)
        set_plain_tooltip(button, text)
        return button

    def _on_typed(self) -> None:
        self._pause.start()

    def _tell(self) -> None:
        self._pause.stop()
        self.words_changed.emit(self.field.text())

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """In a narrow window the words to look for come before the words of a button."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if self.width() >= WIDE else _ICON_ONLY
        self._exclude.setToolButtonStyle(style)


class _Field(LineEdit):
    """Enter steps, Esc leaves; neither while an input method is composing.

    Signals:
        entered: (1, or with Shift -1)
        left: Esc was pressed.
    """

    entered = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Steps, leaves or types."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
