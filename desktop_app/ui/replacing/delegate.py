"""Paints a place in its line: the word itself stands out. For the list of find and replace."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.ui.replacing.model import EXCERPT, Excerpt
from desktop_app.ui.theme import SPACE_4, SPACE_12

FRONT = 0.6
"""The share of the room beside the place that the words before it may take, where both sides are long."""


class ExcerptDelegate(QStyledItemDelegate):
    """Draws ``Excerpt``s; everything else as usual."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, /
    ) -> None:
        """Background by the style, the line by a text layout."""
        excerpt = index.data(EXCERPT)
        if not isinstance(excerpt, Excerpt):
            super().paint(painter, option, index)
            return
        item = QStyleOptionViewItem(option)
        self.initStyleOption(item, index)
        item.text = ""
        style = item.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, item, painter, item.widget)
        chosen = bool(item.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        painter.save()
        painter.setPen(item.palette.color(role))
        area = QRectF(item.rect.adjusted(SPACE_4, 0, -SPACE_12, 0))
        painter.setClipRect(area)
        _draw(painter, item.font, area, excerpt)
        painter.restore()


def _fitting(font: QFont, room: float, excerpt: Excerpt) -> Excerpt:
    """What there is room for, with dots where words are left out; the place itself is kept whole."""
    bold = QFont(font)
    bold.setBold(True)
    plain, heavy = QFontMetricsF(font), QFontMetricsF(bold)
    end = excerpt.start + excerpt.length
    word, after = excerpt.text[excerpt.start : end], excerpt.text[end:]
    left = max(0.0, room - heavy.horizontalAdvance(word))
    most = max(left * FRONT, left - plain.horizontalAdvance(after))
    before = plain.elidedText(excerpt.text[: excerpt.start], Qt.TextElideMode.ElideLeft, most)
    after = plain.elidedText(after, Qt.TextElideMode.ElideRight, left - plain.horizontalAdvance(before))
    return Excerpt(before + word + after, len(before), len(word))


def _draw(painter: QPainter, font: QFont, area: QRectF, whole: Excerpt) -> None:
    excerpt = _fitting(font, area.width(), whole)
    layout = QTextLayout(excerpt.text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    emphasis = QTextLayout.FormatRange()
    emphasis.start, emphasis.length = excerpt.start, excerpt.length
    look = QTextCharFormat()
    look.setFontWeight(QFont.Weight.Bold)
    look.setFontUnderline(True)
    emphasis.format = look
    layout.setFormats([emphasis])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(area.width())
    layout.endLayout()
    top = area.top() + (area.height() - line.height()) / 2
    layout.draw(painter, QPointF(area.left(), top))
