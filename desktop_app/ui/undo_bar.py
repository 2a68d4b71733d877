"""A line that says what has just been done and offers to undo it, for a while. Shown below the chats and over the composer."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

UNDO_MS = 10_000
"""How long it is offered."""


class UndoBar(QFrame):
    """A sentence and a button.

    Signals:
        undo_pressed: take it back.
    """

    undo_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "bar")
        self._label = plain_label(wrap=True)
        button = QPushButton(self.tr("Undo"))
        button.setProperty("look", "link")
        button.clicked.connect(self.undo_pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_4, SPACE_8, SPACE_4)
        layout.addWidget(self._label, 1)
        layout.addWidget(button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(UNDO_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def offer(self, sentence: str) -> None:
        """Shows what was done and starts the bar's time."""
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        self._timer.start()

    def sentence(self) -> str:
        """What it says; empty while it is hidden."""
        return self._label.text() if not self.isHidden() else ""
