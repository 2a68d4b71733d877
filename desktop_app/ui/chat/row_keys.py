"""The keyboard among the messages: from row to row, by pages, to the ends. Used by ``chat_view`` only."""

from __future__ import annotations

from enum import Enum, auto
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QScrollBar, QWidget

from desktop_app.ui.chat.picking import Picking
from desktop_app.ui.chat.row_pictures import RowPictures

PAGE = 10
"""Messages that a page key chooses besides."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Move(Enum):
    """What a key asks for."""

    UP = auto()
    DOWN = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    FIRST = auto()
    LAST = auto()


class KeyView(Protocol):
    """What the keyboard needs of the view."""

    pictures: RowPictures

    @property
    def current_row(self) -> int:
        """The row that has the focus, or -1."""
        ...

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        ...

    def go_to(self, row: int) -> None:
        """Gives a row the focus and shows it."""
        ...

    def row_edges(self, row: int) -> tuple[int, int]:
        """Where a row begins and ends in the viewport."""
        ...

    def copy(self) -> None:
        """Copies what is selected."""
        ...

    def select_all(self) -> None:
        """Selects everything."""
        ...

    @property
    def picking(self) -> Picking:
        """The chosen messages."""
        ...

    def viewport(self) -> QWidget:
        """Where the rows are painted."""
        ...

    def verticalScrollBar(self) -> QScrollBar:
        """The scroll bar."""
        ...


class RowKeys:
    """Does what the keys of ``view`` ask for."""

    def __init__(self, view: KeyView) -> None:
        self._view = view

    def pressed(self, event: QKeyEvent) -> bool:
        """Whether the key meant something here."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier  # macOS says it of every arrow
        move = _MOVES.get(event.key()) if self._view.row_count else None
        if event.matches(QKeySequence.StandardKey.Copy):
            self._view.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._view.select_all()
        elif event.key() == Qt.Key.Key_Escape and self._view.picking.any:
            self._view.picking.clear()
        elif event.key() == Qt.Key.Key_Space and held == _CTRL and self._view.current_row >= 0:
            self._view.picking.toggle(self._view.current_row)
        elif event.key() in _ENTER and not held and self._view.pictures.open_first(self._view.current_row):
            pass
        elif move is not None and held == _SHIFT:
            self._extend(move)
        elif move is not None and (not held or (held == _CTRL and move in _ENDS)):
            self._move(move)
        else:
            return False
        return True

    def _extend(self, move: Move) -> None:
        """Chooses from where the keyboard was to where it goes."""
        view, last = self._view, self._view.row_count - 1
        start = view.current_row if view.current_row >= 0 else last
        steps = {
            Move.UP: -1,
            Move.DOWN: 1,
            Move.PAGE_UP: -PAGE,
            Move.PAGE_DOWN: PAGE,
            Move.FIRST: -last,
            Move.LAST: last,
        }
        row = max(0, min(start + steps[move], last))
        view.picking.extend(row, start)
        view.go_to(row)

    def _move(self, move: Move) -> None:
        row, last = self._view.current_row, self._view.row_count - 1
        bar = self._view.verticalScrollBar()
        step = 1 if move in (Move.DOWN, Move.PAGE_DOWN) else -1
        if move in (Move.PAGE_UP, Move.PAGE_DOWN):
            bar.setValue(bar.value() + step * bar.pageStep() * 9 // 10)
        elif move in (Move.FIRST, Move.LAST):
            self._view.go_to(0 if move is Move.FIRST else last)
        elif row >= 0 and self._has_more_of(row, move):
            bar.setValue(bar.value() + step * 2 * bar.singleStep())
        else:
            self._view.go_to(max(0, min(row + step, last)) if row >= 0 else last)

    def _has_more_of(self, row: int, move: Move) -> bool:
        """Whether more of a long row lies that way, so that a step scrolls instead of leaving it."""
        top, bottom = self._view.row_edges(row)
        height = self._view.viewport().height()
        is_visible = top < height and bottom > 0
        return is_visible and (top < 0 if move is Move.UP else bottom > height)


_MOVES: dict[int, Move] = {
    Qt.Key.Key_Up: Move.UP,
    Qt.Key.Key_Down: Move.DOWN,
    Qt.Key.Key_PageUp: Move.PAGE_UP,
    Qt.Key.Key_PageDown: Move.PAGE_DOWN,
    Qt.Key.Key_Space: Move.PAGE_DOWN,
    Qt.Key.Key_Home: Move.FIRST,
    Qt.Key.Key_End: Move.LAST,
}

_ENDS = (Move.FIRST, Move.LAST)
"""Where Ctrl does not matter: Ctrl+End is what hands know from long texts."""
