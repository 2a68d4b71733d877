"""What became of every entry, as rows: what fires first, then what came near, then the others. Filled by the lore trace."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.context.plan import BlockKind, EntryKind, EntryTrace
from desktop_app.context.reasons import ReasonCode
from desktop_app.ui.messages import reason_sentence
from desktop_app.ui.text import folded, plain_tooltip
from desktop_app.ui.theme import RADIUS_CONTROL, SIZE_SECONDARY, SPACE_4, SPACE_8, SPACE_12, AppTheme

TRACE_ROLE = Qt.ItemDataRole.UserRole + 1

DOT = 8

FAR = frozenset({ReasonCode.NO_KEY_HIT, ReasonCode.DISABLED, ReasonCode.FILTERED, ReasonCode.NO_KEYS})

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class TraceModel(QAbstractListModel):
    """The entries that the filter leaves."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[EntryTrace] = []
        self._rows: list[EntryTrace] = []
        self._words: list[str] = []
        self._only_firing = False

    def set_traces(self, traces: tuple[EntryTrace, ...]) -> None:
        """Replaces all."""
        self._all = sorted(traces, key=_nearness)
        self._show()

    def set_filter(self, query: str, *, only_firing: bool) -> None:
        """Leaves the entries whose title, keys or reason have all words of ``query``."""
        self._words, self._only_firing = folded(query).split(), only_firing
        self._show()

    @property
    def traces(self) -> list[EntryTrace]:
        """All, also those that the filter hides."""
        return self._all

    def row_of(self, entry_id: str) -> int:
        """The row of an entry; -1 where it is not shown."""
        return next((row for row, trace in enumerate(self._rows) if trace.entry_id == entry_id), -1)

    def _show(self) -> None:
        self.beginResetModel()
        self._rows = [trace for trace in self._all if self._is_meant(trace)]
        self.endResetModel()

    def _is_meant(self, trace: EntryTrace) -> bool:
        if self._only_firing and not trace.included:
            return False
        if not self._words:
            return True
        text = folded(" ".join((trace.title, reason_sentence(trace.reason), *(hit.key for hit in trace.hits))))
        return all(word in text for word in self._words)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """How many are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title and reason together: what is read aloud."""
        if not 0 <= index.row() < len(self._rows):
            return None
        trace = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return trace.title
            case Qt.ItemDataRole.AccessibleTextRole:
                verdict = self.tr("fires") if trace.included else self.tr("does not fire")
                return f"{trace.title}: {verdict}. {reason_sentence(trace.reason)}"
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(f"{trace.title}\n{reason_sentence(trace.reason)}")
            case _:
                return trace if role == TRACE_ROLE else None


class TraceDelegate(QStyledItemDelegate):
    """A mark, the title, and the reason below it."""

    def __init__(self, theme: AppTheme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Two lines."""
        return QSize(0, option.fontMetrics.height() + SIZE_SECONDARY + 3 * SPACE_8)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        trace = index.data(TRACE_ROLE)
        if not isinstance(trace, EntryTrace):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRect(option.rect).adjusted(0, 1, 0, -1)
        self._paint_ground(painter, option, rect)
        rect.adjust(SPACE_12, SPACE_4, -SPACE_8, -SPACE_4)
        self._paint_mark(painter, trace, rect)
        rect.adjust(DOT + SPACE_8, 0, 0, 0)
        tokens = self._theme.tokens
        painter.setPen(QColor(tokens.text if trace.included else tokens.muted))
        upper = QRect(rect.left(), rect.top(), rect.width(), rect.height() // 2)
        _draw(painter, upper, trace.title)
        font = QFont(painter.font())
        font.setPixelSize(SIZE_SECONDARY)
        painter.setFont(font)
        painter.setPen(QColor(tokens.muted))
        _draw(painter, upper.translated(0, upper.height()), reason_sentence(trace.reason))
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
        tokens, state = self._theme.tokens, option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(tokens.selection if selected else tokens.hover))
            painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(tokens.focus))
            painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)

    def _paint_mark(self, painter: QPainter, trace: EntryTrace, rect: QRect) -> None:
        """Filled for what fires, a ring for the others: not by colour alone."""
        kind = BlockKind.LORE if trace.kind is EntryKind.LORE else BlockKind.MEMORY
        color = QColor(self._theme.tokens.kinds[kind])
        painter.setPen(color)
        painter.setBrush(color if trace.included else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rect.left(), rect.top() + (rect.height() // 2 - DOT) // 2, DOT, DOT)


def _nearness(trace: EntryTrace) -> tuple[int, int, str]:
    if trace.included:
        return (0, trace.passed, trace.title.casefold())
    return (2 if trace.reason.code in FAR else 1, 0, trace.title.casefold())


def _draw(painter: QPainter, rect: QRect, text: str) -> None:
    elided = painter.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, elided)
