"""How the cells of a table of things are painted: as the style paints them, in about half of the time.

For each cell Qt asks the model for seven things, looks up the style sheet's rules anew and lays the words out three times: a
table took longer than a frame with every change of many rows. What does not depend on the words (ground, hover, boxes) is
therefore painted by the style once for each size and state, and kept; the words are drawn over it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from PySide6.QtCore import QMargins, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from desktop_app.ui.editors.things_table import Column, ThingModel

KEPT = 100
"""Grounds; a column that is drawn wider needs others with each pixel."""

CHARACTERS = 400
"""No cell has room for more of a text."""

Index = QModelIndex | QPersistentModelIndex

_LOOKS = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver

Ground = tuple[int, int, int, bool | None, float]


@dataclass(frozen=True, slots=True)
class Line:
    """What the style leaves free around the words of a cell, and how high they are, in pixels."""

    margins: QMargins
    height: int


class CellDelegate(QStyledItemDelegate):
    """Paints the cells of a table, which calls ``forget`` when its looks are others."""

    def __init__(self, model: ThingModel[Any], table: QTreeView) -> None:
        super().__init__(table)
        self._model = model
        self._table = table
        self._grounds: dict[Ground, QPixmap] = {}
        self._line: Line | None = None

    def forget(self) -> None:
        """The style, the font or the colours are others."""
        self._grounds.clear()
        self._line = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell; a cell that is in any way unusual is left to the style."""
        column = self._model.columns[index.column()]
        thing = self._model.shown[index.row()]
        words = "" if column.box is not None else column.text(thing)[:CHARACTERS]
        if _is_unusual(option) or not words.isprintable():
            super().paint(painter, option, index)
            return
        ticked = column.box(thing) if column.box is not None else None
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if ticked is not None or option.state & _LOOKS:
            painter.drawPixmap(option.rect.topLeft(), self._ground(option, index, ticked=ticked))
        if words:
            faint = self._model.is_faint(thing)
            self._paint_words(painter, option, index, words, _color(selected=selected, faint=faint), column)

    def _paint_words(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
        words: str,
        color: QColor,
        column: Column[Any],
    ) -> None:
        if self._line is None:
            self._line = self._line_of(option, index)
        place, metrics = option.rect.marginsRemoved(self._line.margins), option.fontMetrics
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        left = place.left()
        if column.number:
            left += place.width() - metrics.horizontalAdvance(shown)
        top = place.top() + place.height() // 2 - self._line.height // 2  # rounded as the style does
        painter.setFont(option.font)
        painter.setPen(color)
        painter.drawText(left, top + metrics.ascent(), shown)

    def _ground(self, option: QStyleOptionViewItem, index: Index, *, ticked: bool | None) -> QPixmap:
        """All but the words."""
        size, ratio = option.rect.size(), self._table.devicePixelRatioF()
        key = (size.width(), size.height(), (option.state & _LOOKS).value, ticked, ratio)
        known = self._grounds.get(key)
        if known is None:
            if len(self._grounds) >= KEPT:
                self._grounds.clear()
            known = self._grounds[key] = self._painted_ground(option, index, size, ratio)
        return known

    def _painted_ground(self, option: QStyleOptionViewItem, index: Index, size: QSize, ratio: float) -> QPixmap:
        blank = self._described(option, index)
        blank.text = ""
        blank.rect = QRect(QPoint(0, 0), size)
        ground = QPixmap(size * ratio)
        ground.setDevicePixelRatio(ratio)
        ground.fill(Qt.GlobalColor.transparent)
        painter = QPainter(ground)
        self._table.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, blank, painter, self._table)
        painter.end()
        return ground

    def _line_of(self, option: QStyleOptionViewItem, index: Index) -> Line:
        style, described = self._table.style(), self._described(option, index)
        within = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, described, self._table)
        edge = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self._table) + 1
        place = option.rect
        margins = QMargins(
            within.left() - place.left() + edge,
            within.top() - place.top(),
            place.right() - within.right() + edge,
            place.bottom() - within.bottom(),
        )
        return Line(margins, ceil(QFontMetricsF(option.font).height()))

    def _described(self, option: QStyleOptionViewItem, index: Index) -> QStyleOptionViewItem:
        described = QStyleOptionViewItem(option)
        self.initStyleOption(described, index)
        return described


def _is_unusual(option: QStyleOptionViewItem) -> bool:
    """The cell that has the keyboard, one without room, a table that is off, or that is read from the right."""
    state = option.state
    return (
        not state & QStyle.StateFlag.State_Enabled
        or bool(state & QStyle.StateFlag.State_HasFocus)
        or option.direction is not Qt.LayoutDirection.LeftToRight
        or option.rect.isEmpty()
    )


def _color(*, selected: bool, faint: bool) -> QColor:
    """What the model and the style sheet say, too."""
    palette = QGuiApplication.palette()
    if selected:
        return palette.highlightedText().color()
    return (palette.placeholderText() if faint else palette.text()).color()
