"""The keyboard among the messages: which key goes to which row or how far it scrolls. Used by ``chat_view`` only."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt


class Move(Enum):
    """What a key asks for."""

    UP = auto()
    DOWN = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    FIRST = auto()
    LAST = auto()


MOVES = {
    Qt.Key.Key_Up: Move.UP,
    Qt.Key.Key_Down: Move.DOWN,
    Qt.Key.Key_PageUp: Move.PAGE_UP,
    Qt.Key.Key_PageDown: Move.PAGE_DOWN,
    Qt.Key.Key_Space: Move.PAGE_DOWN,
    Qt.Key.Key_Home: Move.FIRST,
    Qt.Key.Key_End: Move.LAST,
}


def stays_in_row(move: Move, top: int, bottom: int, height: int) -> bool:
    """Whether a step up or down only scrolls, because more of the current row (``top`` to ``bottom``) lies that way."""
    if move is Move.UP:
        return top < 0
    return move is Move.DOWN and bottom > height
