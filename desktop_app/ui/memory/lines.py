"""Rows of two lines of text with a remark below: sentences of a summary, what they replaced, and messages with where they went.

One model and one look for all lists of the page, so that ten thousand rows cost no more than those that are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.context.plan import BlockKind
from desktop_app.ui.context_preview.prompt_page import utf16_length
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_tooltip
from desktop_app.ui.theme import RADIUS_CONTROL, SIZE_SECONDARY, SPACE_4, SPACE_8, SPACE_12, AppTheme

LINE_ROLE = Qt.ItemDataRole.UserRole + 1

TEXT_LINES = 2
DOT = 8
LOCK = 16

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """A row. ``kind`` colours its mark, which is ``filled`` or a ring; ``stale``: underlined with dots; ``locked``: with a lock.

    ``message_id``: the row is a message, and its text is how that begins.
    """

    id: str
    text: str
    note: str
    kind: BlockKind | None = None
    filled: bool = False
    stale: bool = False
    locked: bool = False
    message_id: str = ""


class LineModel(QAbstractListModel):
    """The rows. ``words``: how a message begins, for rows that are messages."""

    def __init__(self, words: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._lines: Sequence[Line] = ()
        self._row_of: dict[str, int] = {}

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Others than before; the same ones change nothing."""
        if lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self._row_of = {line.id: row for row, line in enumerate(lines)}
            self.endResetModel()

    def row_of(self, line_id: str) -> int:
        """Where a row is, or -1."""
        return self._row_of.get(line_id, -1)

    def text(self, line: Line) -> str:
        """What the row says."""
        return self._words(line.message_id) if line.message_id else line.text

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text; with the remark for who hears it."""
        if not 0 <= index.row() < len(self._lines):
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(line)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.text(line)} ({line.note})" if self.text(line) else line.note
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(f"{self.text(line)}\n{line.note}".strip())
            case _:
                return line if role == LINE_ROLE else None


class LineDelegate(QStyledItemDelegate):
    """Mark, text, remark, lock."""

    def __init__(self, theme: AppTheme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The same for every row."""
        small = QFontMetrics(_small(option.font)).height()
        return QSize(0, TEXT_LINES * option.fontMetrics.lineSpacing() + SPACE_4 + small + 2 * SPACE_8)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, Line):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        place = QRect(option.rect).adjusted(SPACE_12, SPACE_8, -SPACE_12, -SPACE_8)
        text = str(index.data() or "")
        if _is_short(text, option.fontMetrics, place.width() - DOT - LOCK - 2 * SPACE_8):
            place.translate(0, (TEXT_LINES - 1) * option.fontMetrics.lineSpacing() // 2)
        self._paint_mark(painter, line, place)
        place.adjust(DOT + SPACE_8, 0, 0, 0)
        if line.locked:
            self._paint_lock(painter, place)
            place.adjust(0, 0, -LOCK - SPACE_8, 0)
        below = self._paint_text(painter, place, option.font, line, text)
        self._paint_note(painter, place, below, line)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens, state = self._theme.tokens, option.state
        place = QRect(option.rect).adjusted(1, 1, -1, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selection if selected else tokens.hover))
            painter.drawRoundedRect(place, RADIUS_CONTROL, RADIUS_CONTROL)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place, RADIUS_CONTROL, RADIUS_CONTROL)

    def _paint_mark(self, painter: QPainter, line: Line, place: QRect) -> None:
        """Filled for what is in the prompt, a ring for the rest: not by colour alone."""
        tokens = self._theme.tokens
        color = QColor(tokens.kinds[line.kind] if line.kind else tokens.reserve)
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(color if line.filled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place.left(), place.top() + (painter.fontMetrics().height() - DOT) // 2, DOT, DOT)

    def _paint_lock(self, painter: QPainter, place: QRect) -> None:
        picture = self._icons.pixmap("lock", "muted", LOCK, painter.device().devicePixelRatioF())
        painter.drawPixmap(place.right() - LOCK + 1, place.top(), picture)

    def _paint_text(self, painter: QPainter, place: QRect, font: QFont, line: Line, text: str) -> int:
        """As much as two lines hold, with three points where there is more; gives where it ends."""
        tokens = self._theme.tokens
        layout = QTextLayout(text, font)
        if line.stale:
            layout.setFormats([_dotted(text, QColor(tokens.warning))])
        points = QFontMetrics(font).horizontalAdvance("…")
        layout.beginLayout()
        height, shown, last = 0.0, 0, QPointF()
        for number in range(TEXT_LINES):
            row = layout.createLine()
            if not row.isValid():
                break
            row.setLineWidth(max(1, place.width() - (points if number == TEXT_LINES - 1 else 0)))
            row.setPosition(QPointF(0, height))
            last = QPointF(row.naturalTextWidth(), height + row.ascent())
            height += row.height()
            shown = row.textStart() + row.textLength()
        layout.endLayout()
        painter.setFont(font)
        painter.setPen(QColor(tokens.text))
        layout.draw(painter, QPointF(place.topLeft()))
        if shown < utf16_length(text):
            painter.drawText(QPointF(place.topLeft()) + last, "…")
        return place.top() + round(height)

    def _paint_note(self, painter: QPainter, place: QRect, top: int, line: Line) -> None:
        tokens = self._theme.tokens
        font = _small(painter.font())
        metrics = QFontMetrics(font)
        below = QRect(place.left(), top + SPACE_4, place.width(), metrics.height())
        painter.setFont(font)
        painter.setPen(QColor(tokens.warning if line.stale else tokens.muted))
        note = metrics.elidedText(line.note, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, note)


def _is_short(text: str, metrics: QFontMetrics, room: int) -> bool:
    """Whether a text is one line: it stands in the middle of its row then."""
    return "\n" not in text and metrics.horizontalAdvance(text) <= room


def _dotted(text: str, color: QColor) -> QTextLayout.FormatRange:
    mark = QTextLayout.FormatRange()
    mark.start, mark.length = 0, utf16_length(text)
    look = QTextCharFormat()
    look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    look.setUnderlineColor(color)
    mark.format = look
    return mark


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPixelSize(SIZE_SECONDARY)
    return small
