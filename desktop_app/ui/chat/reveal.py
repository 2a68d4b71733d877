"""Takes the reader to a message, and to a place in it: from the dock, from the search. Used by ``chat_view`` only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QTimer
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QScrollBar, QWidget

from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.row_layout import RowLayout
from desktop_app.ui.chat.text_selection import TextPlace, TextSelection

FRAMED_MS = 1_600
"""How long the message is framed that the reader was taken to. Nothing moves meanwhile."""


class RevealedView(Protocol):
    """What going somewhere needs of the view."""

    def viewport(self) -> QWidget:
        """Where the rows are painted."""
        ...

    def verticalScrollBar(self) -> QScrollBar:
        """The scroll bar."""
        ...

    def scrollTo(self, index: QModelIndex | QPersistentModelIndex, hint: QAbstractItemView.ScrollHint) -> None:
        """Shows a row."""
        ...

    def row_top(self, row: int) -> int:
        """Where a row begins in the viewport."""
        ...

    def layout_of(self, row: int) -> RowLayout:
        """The laid-out row."""
        ...

    def select(self, selection: TextSelection | None) -> None:
        """Selects text."""
        ...


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A place in a message whose text may not be here yet: characters of it, or ``words``."""

    message_id: str
    start: int
    end: int
    words: str


class Reveal(QObject):
    """Scrolls to a message and frames it for a while; what is to be selected in it waits until its text is there.

    Attributes:
        framed_id: the message that is framed now; empty for none.
    """

    def __init__(self, view: RevealedView, model: ChatModel) -> None:
        self.framed_id = ""
        self._wanted: _Wanted | None = None
        super().__init__(view.viewport())
        self._view = view
        self._model = model
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FRAMED_MS)
        self._timer.timeout.connect(self._unframe)
        model.dataChanged.connect(self._select)

    def go(self, message_id: str, start: int = -1, end: int = -1, *, words: str = "") -> bool:
        """To a message, and to characters ``start`` to ``end`` of its text, or to the first place of ``words`` in it.

        False where the message is not there.
        """
        row = self._model.row_of(message_id)
        if row < 0:
            return False
        self._view.scrollTo(self._model.index(row), QAbstractItemView.ScrollHint.PositionAtTop)
        self.framed_id = message_id
        self._timer.start()
        self._wanted = _Wanted(message_id, start, end, words) if words or 0 <= start < end else None
        self._select()
        self._view.viewport().update()
        return True

    def _select(self) -> None:
        """Selects what was wanted, once the text is there, and brings its line into sight."""
        if self._wanted is None:
            return
        wanted = self._wanted
        row = self._model.row_of(wanted.message_id)
        message = self._model.message(row) if row >= 0 else None
        if message is None:
            return
        self._wanted = None
        layout = self._view.layout_of(row)
        if layout.text is None:
            return
        if wanted.words:
            cursor = layout.text.find(wanted.words)
        else:
            cursor = found_in(layout.text, message.text, wanted.start, wanted.end)
        if cursor is None or cursor.isNull():
            return
        first, last = (TextPlace(message.id, offset) for offset in (cursor.selectionStart(), cursor.selectionEnd()))
        self._view.select(TextSelection(first, last))
        block = layout.text.documentLayout().blockBoundingRect(cursor.block())
        bottom = self._view.row_top(row) + layout.text_at.y() + round(block.bottom())
        below = bottom - self._view.viewport().height()
        if below > 0:
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.value() + below)

    def _unframe(self) -> None:
        self.framed_id = ""
        self._view.viewport().update()


def found_in(document: QTextDocument, text: str, start: int, end: int) -> QTextCursor | None:
    """The place in a message's document that characters ``start`` to ``end`` of its markdown became.

    Markup is gone from the document, so the same words are looked for, as often as they stand before the place.
    """
    words = text[start:end]
    if not words.strip():
        return None
    found = QTextCursor(document)
    for _ in range(text.count(words, 0, start) + 1):
        found = document.find(words, found, QTextDocument.FindFlag.FindCaseSensitively)
        if found.isNull():
            return None
    return found
