"""Paints a place in its line: the word itself stands out. For the list of find and replace."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QPalette, QTextCharFormat, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.ui.replacing.model import EXCERPT, Excerpt
from desktop_app.ui.theme import SPACE_4, SPACE_12


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


def _draw(painter: QPainter, font: QFont, area: QRectF, excerpt: Excerpt) -> None:
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
    # The word must be seen, also where the column is narrow.
    x, end = _x(line, excerpt.start), _x(line, excerpt.start + excerpt.length)
    shift = max(0.0, min(x, end - area.width() * 0.75)) if end > area.width() else 0.0
    top = area.top() + (area.height() - line.height()) / 2
    layout.draw(painter, QPointF(area.left() - shift, top))


def _x(line: QTextLine, place: int) -> float:
    """Where a character stands; PySide gives the place back beside it."""
    return cast("tuple[float, int]", line.cursorToX(place))[0]
