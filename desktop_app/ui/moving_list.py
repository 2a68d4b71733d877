"""A list whose rows are put into another order: dragged, or moved by Alt+Up and Alt+Down. The place that a row got is announced.

Knows no service. The lists of the prompt's order and of a group's members are such.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QWidget

from desktop_app.ui.announcer import Announcer


class MovingList(QListWidget):
    """Rows of one line each.

    Signals:
        moved: a row stands elsewhere now.
    """

    moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._announcer = Announcer(self)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def movable(self) -> int:
        """So many rows, from the first, have no place of their own."""
        return self.count()

    def move_chosen(self, step: int) -> None:
        """Puts the chosen row so many rows further down (less than none: up); not past the ends."""
        self._move(self.currentRow(), self.currentRow() + step)

    def place_at(self, height: int) -> int:
        """Before which row something stands that is dropped at so many pixels."""
        for row in range(self.movable):
            if height < self.visualItemRect(self.item(row)).center().y():
                return row
        return self.movable

    def _move(self, source: int, target: int) -> None:
        if source == target or not 0 <= source < self.movable or not 0 <= target < self.movable:
            return
        with QSignalBlocker(self):
            item = self.takeItem(source)
            self.insertItem(target, item)
        self.setCurrentRow(target)
        self.scrollToItem(item)
        locale = QLocale()
        said = self.tr("{name}: {place} of {count}").format(
            name=item.text(), place=locale.toString(target + 1), count=locale.toString(self.movable)
        )
        self._announcer.say(said)
        self.moved.emit()

    def dropEvent(self, event: QDropEvent, /) -> None:
        """Moves the row itself, so that it is told once, as a whole, and stands among those that may be moved."""
        if event.source() is not self:
            event.ignore()
            return
        source, before = self.currentRow(), self.place_at(round(event.position().y()))
        self._move(source, before - 1 if before > source else before)
        event.setDropAction(Qt.DropAction.IgnoreAction)  # or the view would take away what was moved already
        event.accept()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Alt+Up and Alt+Down."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_chosen(step)
            event.accept()
        else:
            super().keyPressEvent(event)
