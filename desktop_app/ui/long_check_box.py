"""A check box whose words may be longer than its room. The base of ``editors.inputs.Tick``."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from desktop_app.ui.text import set_plain_tooltip

LEAST_WIDTH = 120
"""Pixels: the box and the first words."""


class LongCheckBox(QCheckBox):
    """Dots stand for the words that there is no room for, so that no form grows wider than its window."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        self._words = words
        super().__init__(_literal(words), parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Room for all words."""
        metrics = self.fontMetrics()
        hidden = metrics.horizontalAdvance(_literal(self._words)) - metrics.horizontalAdvance(self.text())
        return super().sizeHint() + QSize(max(hidden, 0), 0)

    def minimumSizeHint(self) -> QSize:
        """Room for the first words."""
        whole = self.sizeHint()
        return QSize(min(whole.width(), LEAST_WIDTH), whole.height())

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width has room for more or fewer words; all of them are in the tooltip then."""
        super().resizeEvent(event)
        box = QStyleOptionButton()
        self.initStyleOption(box)
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, box, self).width()
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        if _literal(shown) != self.text():
            self.setText(_literal(shown))
            set_plain_tooltip(self, self._words if shown != self._words else "")


def _literal(words: str) -> str:
    """Words in which & is no sign of a shortcut."""
    return words.replace("&", "&&")
