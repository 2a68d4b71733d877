"""Looks at documents of messages: their pixels, their formats, their words."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QColor, QImage, QPainter, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument

from desktop_app.ui.markdown import MessageDocument
from desktop_app.ui.markdown_writer import TextLook
from desktop_app.ui.theme import LIGHT

LOOK = TextLook(LIGHT, LIGHT.panel)


def written(text: str, look: TextLook = LOOK, width: int = 600) -> MessageDocument:
    """A laid-out document of ``text``."""
    document = MessageDocument(look)
    document.write(text)
    document.setTextWidth(width)
    document.size()  # lays it out; a line that is not laid out must not be asked for
    return document


def painted(document: QTextDocument) -> QImage:
    """What it looks like on white."""
    image = QImage(640, max(40, int(document.size().height())), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    return image


def count_pixels(image: QImage, color: str) -> int:
    """How many pixels have exactly this colour."""
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)  # kept alive: the view below does not own its memory
    pixels = memoryview(plain.constBits()).cast("I")
    return pixels.tolist().count(QColor(color).rgb())


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """All paragraphs."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def format_of(document: QTextDocument, words: str) -> QTextCharFormat:
    """The format in which ``words`` are written."""
    cursor = document.find(words)
    assert not cursor.isNull(), f"{words!r} is not in the document"
    cursor.setPosition(cursor.selectionStart() + 1)
    return cursor.charFormat()


def words_of(document: QTextDocument) -> str:
    """Everything, as it would be copied."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return cursor.selection().toPlainText()
