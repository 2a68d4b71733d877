"""What is being done, how far it has come, and a way to stop it. Hidden while nothing is under way."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8

STEPS = 1000


class ProgressRow(QWidget):
    """A sentence over a bar, and *Cancel*.

    Signals:
        cancel_pressed: stop it.
    """

    cancel_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = plain_label(look="muted", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.cancel_pressed)
        words = QVBoxLayout()
        words.setSpacing(SPACE_4)
        words.addWidget(self._sentence)
        words.addWidget(self._bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(words, 1)
        layout.addWidget(cancel)
        self.hide()

    def begin(self, sentence: str) -> None:
        """Something starts; nobody knows yet how long it takes."""
        self._sentence.setText(sentence)
        self._bar.setAccessibleName(sentence)
        self._bar.setRange(0, 0)
        self.show()

    def show_share(self, share: float) -> None:
        """So much of it is done, from 0 to 1."""
        self._bar.setRange(0, STEPS)
        self._bar.setValue(round(share * STEPS))

    def end(self) -> None:
        """It is over, however it went."""
        self.hide()
