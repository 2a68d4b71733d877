"""How a found message looks: its chat, who said it and when; below, two lines of its text with the found words marked."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.ui.context_preview.prompt_page import utf16_length
from desktop_app.ui.search.excerpt import Excerpt
from desktop_app.ui.search.model import CHAT_ROLE, EXCERPT_ROLE, WHEN_ROLE, WHO_ROLE, Index
from desktop_app.ui.theme import RADIUS_CONTROL, SIZE_SECONDARY, SPACE_4, SPACE_8, SPACE_12, AppTheme, mixed

LINES = 2

MARK_SHARE = 0.28
"""How strongly a found word's ground is coloured; it is bold too."""


class HitDelegate(QStyledItemDelegate):
    """Paints from the theme's tokens."""

    def __init__(self, theme: AppTheme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One small line and two of text, in any row."""
        small = QFontMetrics(_sized(option.font)).height()
        return QSize(0, small + LINES * option.fontMetrics.lineSpacing() + SPACE_4 + 2 * SPACE_8 + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        found = index.data(EXCERPT_ROLE)
        if not isinstance(found, Excerpt):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        rect = QRect(option.rect).adjusted(SPACE_12, SPACE_8 + 1, -SPACE_12, -SPACE_8 - 1)
        below = self._paint_head(painter, rect, index)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = self._theme.tokens.selection if selected else self._theme.tokens.card
        self._paint_text(painter, QRect(rect.left(), below, rect.width(), rect.height()), option.font, found, ground)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens, state = self._theme.tokens, option.state
        place = QRect(option.rect).adjusted(0, 1, 0, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selection if selected else tokens.hover))
            painter.drawRoundedRect(place, RADIUS_CONTROL, RADIUS_CONTROL)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL)

    def _paint_head(self, painter: QPainter, rect: QRect, index: Index) -> int:
        """Chat and speaker from the left, the date at the right; gives where the text begins."""
        tokens = self._theme.tokens
        small, strong = _sized(painter.font()), _sized(painter.font())
        strong.setWeight(QFont.Weight.DemiBold)
        metrics, bold = QFontMetrics(small), QFontMetrics(strong)
        line = QRect(rect.left(), rect.top(), rect.width(), metrics.height())
        painter.setFont(small)
        painter.setPen(QColor(tokens.muted))
        when = str(index.data(WHEN_ROLE))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, when)
        line.setRight(line.right() - metrics.horizontalAdvance(when) - SPACE_12)
        who = f" · {index.data(WHO_ROLE)}"
        who = metrics.elidedText(who, Qt.TextElideMode.ElideRight, line.width() // 2)
        room = line.width() - metrics.horizontalAdvance(who)
        title = bold.elidedText(" ".join(str(index.data(CHAT_ROLE)).split()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(line.adjusted(bold.horizontalAdvance(title), 0, 0, 0), _LEFT, who)
        painter.setFont(strong)
        painter.setPen(QColor(tokens.text))
        painter.drawText(line, _LEFT, title)
        return line.bottom() + SPACE_4

    def _paint_text(self, painter: QPainter, rect: QRect, font: QFont, found: Excerpt, ground: str) -> None:
        """As much as two lines hold; three points where there is more."""
        layout = QTextLayout(found.text, font)
        layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeading))
        layout.setFormats([self._mark(found.text, start, end, ground) for start, end in found.marks])
        layout.beginLayout()
        points = QFontMetrics(font).horizontalAdvance("…")
        height, shown, last = 0.0, 0, QPointF()
        for number in range(LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(rect.width() if number < LINES - 1 else rect.width() - points)
            line.setPosition(QPointF(0, height))
            last = QPointF(line.naturalTextWidth(), height + line.ascent())
            height += line.height()
            shown = line.textStart() + line.textLength()
        layout.endLayout()
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.text))
        layout.draw(painter, QPointF(rect.topLeft()))
        if shown < utf16_length(found.text):
            painter.drawText(QPointF(rect.topLeft()) + last, "…")

    def _mark(self, text: str, start: int, end: int, ground: str) -> QTextLayout.FormatRange:
        tokens = self._theme.tokens
        mark = QTextLayout.FormatRange()
        mark.start = utf16_length(text[:start])
        mark.length = utf16_length(text[start:end])
        look = QTextCharFormat()
        look.setFontWeight(QFont.Weight.Bold)
        look.setBackground(QBrush(mixed(tokens.accent, ground, MARK_SHARE)))
        mark.format = look
        return mark


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _sized(font: QFont) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(SIZE_SECONDARY)
    return sized
