"""The rows of a prompt as a list that can be put into another order: dragged, or moved by Alt+Up and Alt+Down.

Knows no service. What has its place whatever the order stands at the end, muted, and cannot be dragged.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QListWidgetItem, QWidget

from desktop_app.context.plan import BlockKind
from desktop_app.domain.prompt_order import PromptRow
from desktop_app.ui.context_preview.parts import part_brushes
from desktop_app.ui.moving_list import MovingList
from desktop_app.ui.theme import AppTheme

MARK = 12
ROW_HEIGHT = 32

KINDS = {
    PromptRow.SYSTEM: BlockKind.SYSTEM,
    PromptRow.LORE_BEFORE_CHARACTER: BlockKind.LORE,
    PromptRow.CHARACTER: BlockKind.CHARACTER,
    PromptRow.LORE_AFTER_CHARACTER: BlockKind.LORE,
    PromptRow.EXAMPLES: BlockKind.EXAMPLES,
    PromptRow.MEMORY: BlockKind.MEMORY,
    PromptRow.HISTORY: BlockKind.HISTORY,
    PromptRow.FOUND_MEMORY: BlockKind.MEMORY,
    PromptRow.RECALL: BlockKind.RECALL,
}
"""The kind of block by which a row has its colour, as in the tree and the bar."""

# Its row of an item that may be dragged.
_ROW = Qt.ItemDataRole.UserRole


def row_name(row: PromptRow) -> str:
    """What people call it."""
    translate = QCoreApplication.translate
    names = {
        PromptRow.SYSTEM: translate("PromptRows", "System prompt"),
        PromptRow.LORE_BEFORE_CHARACTER: translate("PromptRows", "Lore before the character"),
        PromptRow.CHARACTER: translate("PromptRows", "Character and persona"),
        PromptRow.LORE_AFTER_CHARACTER: translate("PromptRows", "Lore after the character"),
        PromptRow.EXAMPLES: translate("PromptRows", "Example dialogue"),
        PromptRow.MEMORY: translate("PromptRows", "Memory that is always in context"),
        PromptRow.HISTORY: translate("PromptRows", "History"),
        PromptRow.FOUND_MEMORY: translate("PromptRows", "Memory found for this message"),
        PromptRow.RECALL: translate("PromptRows", "Recalled passages"),
    }
    return names[row]


class OrderList(MovingList):
    """A list of all rows.

    Signals:
        moved: ``rows`` tells the order of now.
    """

    def __init__(self, theme: AppTheme, parent: QWidget | None = None) -> None:
        self._fixed: Sequence[tuple[str, BlockKind]] = ()
        self._holds = False
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(self.tr("Order of the prompt"))
        self.setAccessibleDescription(self.tr("Alt+Up and Alt+Down move the chosen row"))
        self.setIconSize(QSize(MARK, MARK))
        self.viewport().installEventFilter(self)
        theme.changed.connect(self._paint_marks)

    @property
    def rows(self) -> tuple[PromptRow, ...]:
        """The order from top to bottom."""
        return tuple(PromptRow(item.data(_ROW)) for item in self._items() if item.data(_ROW))

    @property
    def movable(self) -> int:
        """What has its place in any order stands behind the others."""
        return len(KINDS)

    @property
    def can_move_up(self) -> bool:
        """Whether the chosen row may stand one row higher."""
        return 0 < self.currentRow() < len(KINDS)

    @property
    def can_move_down(self) -> bool:
        """Whether the chosen row may stand one row lower."""
        return 0 <= self.currentRow() < len(KINDS) - 1

    def show_rows(self, rows: Sequence[PromptRow], fixed: Sequence[tuple[str, BlockKind]]) -> None:
        """Shows an order, and below it what has its place in any; the chosen row stays chosen."""
        at = self.currentRow()
        chosen = self.item(at).data(_ROW) if at >= 0 else ""
        self._fixed = fixed
        self.clear()
        for row in rows:
            item = QListWidgetItem(row_name(row))
            item.setData(_ROW, row.value)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsDragEnabled
                | Qt.ItemFlag.ItemNeverHasChildren
            )
            self.addItem(item)
        for name, _ in fixed:
            item = QListWidgetItem(name)
            item.setFlags(Qt.ItemFlag.ItemNeverHasChildren)
            self.addItem(item)
        for item in self._items():
            item.setSizeHint(QSize(0, ROW_HEIGHT))
        self._paint_marks()
        places = [row.value for row in rows]
        self.setCurrentRow(places.index(chosen) if chosen in places else 0)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(number) for number in range(self.count())]

    def _paint_marks(self) -> None:
        kinds = [*(KINDS[row] for row in self.rows), *(kind for _, kind in self._fixed)]
        muted = QBrush(QColor(self._theme.tokens.muted))
        for item, kind in zip(self._items(), kinds, strict=True):
            item.setIcon(self._mark(kind))
            if not item.data(_ROW):
                item.setForeground(muted)

    def _mark(self, kind: BlockKind) -> QIcon:
        """The same dot as in the tree."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(MARK * ratio), round(MARK * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for brush in part_brushes(kind, self._theme.tokens):
            painter.setBrush(brush)
            painter.drawEllipse(0, 0, MARK, MARK)
        painter.end()
        icon = QIcon(picture)
        icon.addPixmap(picture, QIcon.Mode.Disabled)
        icon.addPixmap(picture, QIcon.Mode.Selected)
        return icon

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """No drag begins on a row that may not move: Qt would drag the chosen one instead.

        A filter, for the events themselves must stay Qt's: a drag that runs below code of ours would hold up all threads.
        """
        if isinstance(event, QMouseEvent) and watched is self.viewport():
            if event.type() is QEvent.Type.MouseButtonPress:
                self._holds = self.indexAt(event.position().toPoint()).row() in range(len(KINDS))
            if not self._holds and event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove):
                return True
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """As high as all rows, so that none is scrolled to."""
        return QSize(320, ROW_HEIGHT * max(self.count(), 1) + 2 * self.frameWidth())
