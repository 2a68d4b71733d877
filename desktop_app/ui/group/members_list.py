"""The members of a chat as a list: ticked who takes turns, in the order of their turns. Knows no service.

Dragged, or moved by Alt+Up and Alt+Down; Space mutes, Delete takes out.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QWidget

from desktop_app.domain.character import Character
from desktop_app.ui.moving_list import MovingList

ROW_HEIGHT = 32

FRAME = 4
"""What the style sheet puts around the rows, in pixels."""

LEAST_ROWS, MOST_ROWS = 3, 8

_ID = Qt.ItemDataRole.UserRole


class MembersList(MovingList):
    """The list.

    Signals:
        moved: ``ids`` tells the order of now.
        muted: (id, whether it is)
        removed: (id) is to go.
    """

    muted = Signal(str, bool)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "boxed")
        self.setAccessibleName(self.tr("Characters of this chat"))
        self.setAccessibleDescription(
            self.tr("Alt+Up and Alt+Down move a character, Space mutes it, Delete takes it out")
        )
        self.itemChanged.connect(self._on_item_changed)

    @property
    def ids(self) -> tuple[str, ...]:
        """The members from top to bottom."""
        return tuple(str(self.item(row).data(_ID)) for row in range(self.count()))

    @property
    def chosen(self) -> str:
        """The member that is chosen; empty where none is."""
        item = self.currentItem()
        return "" if item is None else str(item.data(_ID))  # pyright: ignore[reportUnnecessaryComparison] - Qt gives None

    def show_members(self, members: Sequence[Character], muted: Sequence[str]) -> None:
        """Shows others; the chosen one stays chosen, or the one in its place."""
        row, chosen = self.currentRow(), self.chosen
        with QSignalBlocker(self):
            self.clear()
            for member in members:
                self.addItem(_item(member, ticked=member.id not in muted))
        ids = self.ids
        self.setCurrentRow(ids.index(chosen) if chosen in ids else min(max(row, 0), len(ids) - 1))
        self.setMaximumHeight(self.sizeHint().height())
        self.updateGeometry()

    def remove_chosen(self) -> None:
        """Asks for the chosen one to be taken out."""
        if self.chosen:
            self.removed.emit(self.chosen)

    def _on_item_changed(self, item: QListWidgetItem) -> None:
        self.muted.emit(str(item.data(_ID)), item.checkState() is Qt.CheckState.Unchecked)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Delete too."""
        if Qt.Key(event.key()) is Qt.Key.Key_Delete:
            self.remove_chosen()
            event.accept()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """As high as its rows, within bounds."""
        rows = min(max(self.count(), LEAST_ROWS), MOST_ROWS)
        return QSize(320, ROW_HEIGHT * rows + 2 * FRAME)

    def minimumSizeHint(self) -> QSize:
        """On a low screen fewer rows are seen, and the rest is scrolled to."""
        return QSize(0, ROW_HEIGHT * LEAST_ROWS + 2 * FRAME)


def _item(member: Character, *, ticked: bool) -> QListWidgetItem:
    item = QListWidgetItem(" ".join(member.name.split()))
    item.setData(_ID, member.id)
    item.setFlags(
        Qt.ItemFlag.ItemIsEnabled
        | Qt.ItemFlag.ItemIsSelectable
        | Qt.ItemFlag.ItemIsDragEnabled
        | Qt.ItemFlag.ItemIsUserCheckable
        | Qt.ItemFlag.ItemNeverHasChildren
    )
    item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
    item.setSizeHint(QSize(0, ROW_HEIGHT))
    return item
