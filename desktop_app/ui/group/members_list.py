"""The members of a chat as a list: ticked who takes turns, in the order of their turns. Knows no service.

Dragged, or moved by Alt+Up and Alt+Down; Space mutes, Delete takes out.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from desktop_app.domain.character import Character
from desktop_app.ui.announcer import Announcer

ROW_HEIGHT = 32

FRAME = 4
"""What the style sheet puts around the rows, in pixels."""

LEAST_ROWS, MOST_ROWS = 3, 8

_ID = Qt.ItemDataRole.UserRole


class MembersList(QListWidget):
    """The list.

    Signals:
        moved: a member stands elsewhere now; ``ids`` tells the order.
        muted: (id, whether it is)
        removed: (id) is to go.
    """

    moved = Signal()
    muted = Signal(str, bool)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._announcer = Announcer(self)
        self.setProperty("look", "boxed")
        self.setAccessibleName(self.tr("Characters of this chat"))
        self.setAccessibleDescription(
            self.tr("Alt+Up and Alt+Down move a character, Space mutes it, Delete takes it out")
        )
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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

    def move_chosen(self, step: int) -> None:
        """Puts the chosen member so many rows further down (less than none: up); not past the ends."""
        self._move(self.currentRow(), self.currentRow() + step)

    def remove_chosen(self) -> None:
        """Asks for the chosen one to be taken out."""
        if self.chosen:
            self.removed.emit(self.chosen)

    def place_at(self, height: int) -> int:
        """Before which row something stands that is dropped at so many pixels."""
        for row in range(self.count()):
            if height < self.visualItemRect(self.item(row)).center().y():
                return row
        return self.count()

    def _move(self, source: int, target: int) -> None:
        if source == target or not 0 <= source < self.count() or not 0 <= target < self.count():
            return
        with QSignalBlocker(self):
            item = self.takeItem(source)
            self.insertItem(target, item)
        self.setCurrentRow(target)
        self.scrollToItem(item)
        locale = QLocale()
        said = self.tr("{name}: {place} of {count}").format(
            name=item.text(), place=locale.toString(target + 1), count=locale.toString(self.count())
        )
        self._announcer.say(said)
        self.moved.emit()

    def _on_item_changed(self, item: QListWidgetItem) -> None:
        self.muted.emit(str(item.data(_ID)), item.checkState() is Qt.CheckState.Unchecked)

    def dropEvent(self, event: QDropEvent, /) -> None:
        """Moves the row itself, so that it is told once, as a whole."""
        if event.source() is not self:
            event.ignore()
            return
        source, before = self.currentRow(), self.place_at(round(event.position().y()))
        self._move(source, before - 1 if before > source else before)
        event.setDropAction(Qt.DropAction.IgnoreAction)  # or the view would take away what was moved already
        event.accept()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Alt+Up, Alt+Down and Delete."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if key in steps and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_chosen(steps[key])
        elif key is Qt.Key.Key_Delete:
            self.remove_chosen()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

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
