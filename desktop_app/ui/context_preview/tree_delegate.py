"""How the rows of the plan's tree are painted: mark, title, tokens at the end, and the reason below."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.parts import part_brushes, tabular
from desktop_app.ui.context_preview.tree_model import Index, level_of, node_of
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import RADIUS_CONTROL, SIZE_SECONDARY, SPACE_4, SPACE_8, AppTheme

MARK = 10
ARROW = 16
INDENT = 16
TOP_ROW, BLOCK_ROW = 32, 44


class PlanTreeDelegate(QStyledItemDelegate):
    """A row: mark in the kind's colour and pattern, title, tokens at the end; what is inside a folder has its reason below."""

    def __init__(self, theme: AppTheme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One line for kinds and folders, two for what has a reason."""
        line = option.fontMetrics.height()
        two_lines = _has_reason(node_of(index))
        return QSize(0, max(BLOCK_ROW, 2 * line + SPACE_8) if two_lines else max(TOP_ROW, line + SPACE_8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        node = node_of(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        rect = option.rect.adjusted(SPACE_8 + INDENT * level_of(node), 0, -ARROW - SPACE_4, 0)
        if node.is_folder:
            self._paint_arrow(painter, option)
        if _has_reason(node):
            upper = rect.adjusted(0, SPACE_4, 0, -rect.height() // 2)
            lower = rect.adjusted(MARK + SPACE_8, rect.height() // 2, 0, -SPACE_4)
            self._paint_line(painter, upper, node)
            painter.setPen(QColor(self._theme.tokens.muted))
            painter.setFont(_sized(painter.font(), SIZE_SECONDARY))
            _draw(painter, lower, node.sentence)
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
        place = option.rect.adjusted(SPACE_4 // 2, 0, -SPACE_4 // 2, 0)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selection if selected else tokens.hover))
            painter.drawRoundedRect(place, RADIUS_CONTROL, RADIUS_CONTROL)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL)

    def _paint_line(self, painter: QPainter, rect: QRect, node: Node) -> None:
        tokens = self._theme.tokens
        self._paint_mark(painter, QRectF(rect.left(), rect.center().y() - MARK / 2 + 1, MARK, MARK), node)
        count = tokens_text(node)
        painter.setFont(tabular(painter.font()))
        width = painter.fontMetrics().horizontalAdvance(count)
        painter.setPen(QColor(tokens.muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        painter.setPen(QColor(tokens.text if node.is_in else tokens.muted))
        _draw(painter, rect.adjusted(MARK + SPACE_8, 0, -width - SPACE_8, 0), node.title)

    def _paint_mark(self, painter: QPainter, rect: QRectF, node: Node) -> None:
        if not node.is_in or node.kind is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.tokens.muted), 1.5))
            painter.drawEllipse(rect.adjusted(1, 1, -1, -1))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        for brush in part_brushes(node.kind, self._theme.tokens):
            painter.setBrush(brush)
            painter.drawEllipse(rect)


def tokens_text(node: Node) -> str:
    """The tokens by locale; an estimate says so; nothing for entries that were never counted."""
    if not node.tokens and (node.is_folder or (node.trace is not None and node.block is None)):
        return ""
    count = QLocale().toString(node.tokens)
    return count if node.exact else f"≈ {count}"


def _has_reason(node: Node) -> bool:
    return node.parent is not None and node.reason is not None


def _sized(font: QFont, pixels: int) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(pixels)
    return sized


def _draw(painter: QPainter, rect: QRect, text: str) -> None:
    elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, elided)
