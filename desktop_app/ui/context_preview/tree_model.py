"""The rows of ``nodes`` as Qt's item model, and how they are painted. Used by the dock."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.parts import is_in, part_brushes, tabular
from desktop_app.ui.counts import tokens_phrase
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_tooltip
from desktop_app.ui.theme import RADIUS_CONTROL, SIZE_SECONDARY, SPACE_4, SPACE_8, AppTheme

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()

NODE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The ``Node`` of a row."""

MARK = 10
ARROW = 16
INDENT = 16
TOP_ROW, BLOCK_ROW = 32, 44


class PlanTreeModel(QAbstractItemModel):
    """Kinds, their blocks, and what was left out. Replaced as a whole with each plan."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._top: list[Node] = []

    def show_nodes(self, top: list[Node]) -> None:
        """Shows these rows instead."""
        self.beginResetModel()
        self._top = top
        self.endResetModel()

    def indexes(self, opened: Collection[str]) -> dict[str, QModelIndex]:
        """The top rows and those below the ``opened`` ones, by the keys of their nodes."""
        found: dict[str, QModelIndex] = {}
        for node in self._top:
            index = self.createIndex(node.row, 0, node)
            found[node.key] = index
            if node.key in opened:
                found.update({child.key: self.createIndex(child.row, 0, child) for child in node.children})
        return found

    def index(self, row: int, column: int, parent: Index = _NO_PARENT) -> QModelIndex:
        """A row of the top, or of a kind."""
        siblings = node_of(parent).children if parent.isValid() else self._top
        return self.createIndex(row, column, siblings[row]) if 0 <= row < len(siblings) else QModelIndex()

    def parent(self, child: Index | None = None) -> QModelIndex:  # pyright: ignore[reportIncompatibleMethodOverride] - Qt overloads the name
        """The kind of a block."""
        owner = node_of(child).parent if child is not None and child.isValid() else None
        return QModelIndex() if owner is None else self.createIndex(owner.row, 0, owner)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """The number of kinds, or of blocks of a kind."""
        return len(node_of(parent).children) if parent.isValid() else len(self._top)

    def hasChildren(self, parent: Index = _NO_PARENT) -> bool:
        """Told without making the rows below."""
        return node_of(parent).is_group if parent.isValid() else bool(self._top)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """One: the delegate puts the tokens at the right edge."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, tooltip, and a whole sentence for screen readers."""
        if not index.isValid():
            return None
        node = node_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip("\n".join(part for part in (node.title, node.reason) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            what = [node.title, tokens_phrase(node.tokens, exact=node.exact), node.reason]
            return ", ".join(part for part in what if part)
        return node if role == NODE_ROLE else None


class PlanTreeDelegate(QStyledItemDelegate):
    """A row: mark in the kind's colour and pattern, title, tokens at the right; a block has its reason below."""

    def __init__(self, theme: AppTheme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One line for kinds, two for blocks."""
        two_lines = bool(node_of(index).reason) and index.parent().isValid()
        line = option.fontMetrics.height()
        return QSize(0, max(BLOCK_ROW, 2 * line + SPACE_8) if two_lines else max(TOP_ROW, line + SPACE_8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        node = node_of(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        inner = index.parent().isValid()
        rect = option.rect.adjusted(SPACE_8 + (INDENT if inner else 0), 0, -ARROW - SPACE_4, 0)
        if node.is_group:
            self._paint_arrow(painter, option)
        if inner and node.reason:
            upper = rect.adjusted(0, SPACE_4, 0, -rect.height() // 2)
            lower = rect.adjusted(MARK + SPACE_8, rect.height() // 2, 0, -SPACE_4)
            self._paint_line(painter, upper, node)
            painter.setPen(QColor(self._theme.tokens.muted))
            painter.setFont(_sized(painter.font(), SIZE_SECONDARY))
            _draw(painter, lower, node.reason)
        else:
            self._paint_line(painter, rect, node)
        painter.restore()

    def _paint_arrow(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        name = "chevron-down" if option.state & QStyle.StateFlag.State_Open else "chevron-right"
        arrow = self._icons.pixmap(name, "muted", ARROW, painter.device().devicePixelRatioF())
        place = option.rect
        painter.drawPixmap(place.right() - ARROW - SPACE_4 // 2, place.center().y() - ARROW // 2 + 1, arrow)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens = self._theme.tokens
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selection if selected else tokens.hover))
            painter.drawRoundedRect(
                option.rect.adjusted(SPACE_4 // 2, 0, -SPACE_4 // 2, 0), RADIUS_CONTROL, RADIUS_CONTROL
            )

    def _paint_line(self, painter: QPainter, rect: QRect, node: Node) -> None:
        tokens = self._theme.tokens
        self._paint_mark(painter, QRectF(rect.left(), rect.center().y() - MARK / 2 + 1, MARK, MARK), node)
        count = tokens_text(node)
        painter.setFont(tabular(painter.font()))
        width = painter.fontMetrics().horizontalAdvance(count)
        painter.setPen(QColor(tokens.muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        painter.setPen(QColor(tokens.text if node.kind is not None else tokens.muted))
        _draw(painter, rect.adjusted(MARK + SPACE_8, 0, -width - SPACE_8, 0), node.title)

    def _paint_mark(self, painter: QPainter, rect: QRectF, node: Node) -> None:
        if node.kind is None or (node.disposition is not None and not is_in(node.disposition)):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.tokens.muted), 1.5))
            painter.drawEllipse(rect.adjusted(1, 1, -1, -1))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        for brush in part_brushes(node.kind, self._theme.tokens):
            painter.setBrush(brush)
            painter.drawEllipse(rect)


def node_of(index: Index) -> Node:
    """The node behind a row."""
    node = index.internalPointer()
    assert isinstance(node, Node)  # noqa: S101 - the model makes no other index
    return node


def tokens_text(node: Node) -> str:
    """The tokens by locale; an estimate says so."""
    count = QLocale().toString(node.tokens)
    return count if node.exact else f"≈ {count}"


def _sized(font: QFont, pixels: int) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(pixels)
    return sized


def _draw(painter: QPainter, rect: QRect, text: str) -> None:
    elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, elided)
