"""The line below the composer card: what a choice of strategy would change. Its place is always kept, so that nothing jumps."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SIZE_SECONDARY, SPACE_4, SPACE_12, AppTheme


class StrategyLine(QWidget):
    """One muted line of text, empty most of the time."""

    def __init__(self, theme: AppTheme, parent: QWidget | None = None) -> None:
        self._text = ""
        self._warning = False
        super().__init__(parent)
        self._theme = theme
        font = QFont(self.font())
        font.setPixelSize(SIZE_SECONDARY)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def show_text(self, text: str, *, warning: bool = False) -> None:
        """Says something else; nothing at all where ``text`` is empty."""
        if (text, warning) != (self._text, self._warning):
            self._text, self._warning = text, warning
            self.setAccessibleName(text)
            set_plain_tooltip(self, text)
            self.update()

    def sizeHint(self) -> QSize:
        """One line, and a little air above it."""
        return QSize(0, self.fontMetrics().height() + SPACE_4)

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """As much as there is room for; the whole is in the tooltip."""
        painter = QPainter(self)
        tokens = self._theme.tokens
        painter.setPen(QColor(tokens.warning if self._warning else tokens.muted))
        room = QRect(self.rect()).adjusted(SPACE_12, SPACE_4, -SPACE_12, 0)
        shown = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, shown)
