"""A selection of text from a place in one message to a place in another. Kept by ``chat_view``; knows rows by their ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QTextCursor, QTextDocument

from desktop_app.domain.message import Message
from desktop_app.ui.markdown_source import BREAK, plain_text

ALL = 1 << 30
"""An offset behind the end of any text."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place between two letters of a message's document."""

    message_id: str
    offset: int


@dataclass(frozen=True, slots=True)
class TextSelection:
    """Where selecting began and where it is now. The rows between are selected whole."""

    anchor: TextPlace
    head: TextPlace

    def rows(self, row_of: Callable[[str], int]) -> range:
        """The rows it touches; none when one of its ends is gone."""
        first, last = sorted((row_of(self.anchor.message_id), row_of(self.head.message_id)))
        return range(0) if first < 0 else range(first, last + 1)

    def span(self, row: int, row_of: Callable[[str], int]) -> tuple[int, int] | None:
        """From where to where row ``row`` is selected, or None where it is not."""
        if row not in self.rows(row_of):
            return None
        ends = [(row_of(place.message_id), place.offset) for place in (self.anchor, self.head)]
        (first, start), (last, end) = sorted(ends)
        return (start if row == first else 0, end if row == last else ALL)


def cursor_over(document: QTextDocument, span: tuple[int, int]) -> QTextCursor | None:
    """A cursor that selects ``span`` of a document, or None where nothing of it is there."""
    end = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(span[0], end))
    cursor.setPosition(min(span[1], end), QTextCursor.MoveMode.KeepAnchor)
    return cursor if cursor.hasSelection() else None


def text_of_selection(
    selection: TextSelection,
    row_of: Callable[[str], int],
    message_at: Callable[[int], Message | None],
    document_of: Callable[[int, Message], QTextDocument | None],
) -> str:
    """What is selected as plain text, messages parted by an empty line; rows without a message give nothing."""
    texts: list[str] = []
    for row in selection.rows(row_of):
        span, message = selection.span(row, row_of), message_at(row)
        if span is None or message is None:
            continue
        if span == (0, ALL):
            texts.append(plain_text(message.text))
        elif (document := document_of(row, message)) is not None:
            cursor = cursor_over(document, span)
            texts.append(cursor.selection().toPlainText().replace(BREAK, "") if cursor is not None else "")
    return "\n\n".join(text for text in texts if text)
