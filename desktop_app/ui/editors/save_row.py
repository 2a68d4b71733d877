"""The foot of a dialog that stores and stays: what became of it, *Close*, and the button that stores."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_8, SPACE_12


class SaveRow(QWidget):
    """Two buttons under a sentence.

    Signals:
        save_pressed, close_pressed: the buttons.
    """

    save_pressed = Signal()
    close_pressed = Signal()

    def __init__(self, save: str, keys: str, parent: QWidget | None = None) -> None:
        """``save``: what is on the button; ``keys`` do the same."""
        super().__init__(parent)
        self._status = plain_label(look="secondary", wrap=True)
        self._status.hide()
        button = QPushButton(save)
        button.setProperty("look", "primary")
        set_plain_tooltip(button, QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))
        close = QPushButton(self.tr("Close"))
        button.clicked.connect(self.save_pressed)
        close.clicked.connect(self.close_pressed)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addStretch(1)
        for each in (close, button):
            each.setAutoDefault(False)
            row.addWidget(each)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, SPACE_12, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._status)
        layout.addLayout(row)

    def say(self, sentence: str, *, look: str) -> None:
        """What became of it."""
        self._status.setText(sentence)
        self._status.setProperty("look", look)
        self._status.style().unpolish(self._status)
        self._status.style().polish(self._status)
        self._status.setVisible(bool(sentence))

    def clear(self) -> None:
        """It is long ago."""
        self._status.hide()
