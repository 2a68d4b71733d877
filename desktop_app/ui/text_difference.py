"""Two texts as one with what is gone and what is new, for reading. Used by the preview and by find and replace.

Compared word by word; very long texts are told as gone and new altogether, which costs nothing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtGui import QFont, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

COMPARED = 4_000
"""Words of both texts together that are compared one by one."""

_WORDS = re.compile(r"\s+|[^\W_]+|.", re.DOTALL)


class Fate(Enum):
    """What became of a piece of the text."""

    SAME = auto()
    GONE = auto()
    NEW = auto()


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Neighbouring words of one fate."""

    fate: Fate
    text: str


def difference(before: str, after: str) -> Iterator[TextPiece]:
    """The pieces in the order of reading: what is gone stands before what took its place."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) + len(new) > COMPARED:
        yield from (TextPiece(fate, text) for fate, text in ((Fate.GONE, before), (Fate.NEW, after)) if text)
        return
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, stop, first, last in matcher.get_opcodes():
        gone, come = "".join(old[start:stop]), "".join(new[first:last])
        if kind == "equal":
            yield TextPiece(Fate.SAME, gone)
            continue
        yield from (TextPiece(fate, text) for fate, text in ((Fate.GONE, gone), (Fate.NEW, come)) if text)


def show_difference(reader: QPlainTextEdit, before: str, after: str) -> None:
    """Fills ``reader``: what is gone is pale and struck through, what is new is bold and underlined."""
    reader.clear()
    cursor = QTextCursor(reader.document())
    for piece in difference(before, after):
        cursor.insertText(piece.text, look_of(piece.fate, reader.palette()))
    reader.verticalScrollBar().setValue(0)


def look_of(fate: Fate, palette: QPalette) -> QTextCharFormat:
    """How a piece is written."""
    look = QTextCharFormat()
    if fate is Fate.GONE:
        look.setFontStrikeOut(True)
        look.setForeground(palette.placeholderText())
    elif fate is Fate.NEW:
        look.setFontUnderline(True)
        look.setFontWeight(QFont.Weight.DemiBold)
    return look
