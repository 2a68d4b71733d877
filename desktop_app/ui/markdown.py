"""Messages as documents: markdown written block by block into a ``QTextDocument`` that loads nothing.

Qt's own markdown reader is not used: it opens local images, turns line breaks into paragraphs and knows no code colours.
Called by the chat view for every row that is seen; a streamed message is extended by ``stream``, so that finished
paragraphs are written once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from markdown_it.token import Token
from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import QImage, QTextBlock, QTextCursor, QTextDocument, QTextOption

from desktop_app.ui.markdown_source import SHOWN_LIMIT, parse, prepare
from desktop_app.ui.markdown_writer import (
    BLOCK_LOOK,
    CODE_PADDING,
    QUOTE_DEPTH,
    BlockLook,
    MarkdownWriter,
    Place,
    TextLook,
)

QUOTE_BAR_WIDTH = 3


class Decoration(IntEnum):
    """What is painted behind the text of a document."""

    CODE_CARD = 1
    QUOTE_BAR = 2
    RULE = 3


@dataclass(frozen=True, slots=True)
class Decorated:
    """One decoration and where it is, in the document's coordinates."""

    kind: Decoration
    rect: QRectF


class MessageDocument(QTextDocument):
    """The text of one message. ``cut``: more is there than is shown."""

    def __init__(self, look: TextLook) -> None:
        self.cut = False
        self._look = look
        self._settled = ""  # the text whose blocks are written for good while a message streams
        self._settled_end = 0  # the position in the document where they end
        self._settled_place = Place()  # and how
        self._placeholder = QImage()
        super().__init__()
        self._placeholder = _placeholder()
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setIndentWidth(look.indent)
        self.setDefaultFont(look.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)

    def write(self, text: str, *, limit: int = SHOWN_LIMIT) -> None:
        """Shows ``text`` instead of what was there."""
        source = prepare(text, limit=limit)
        self.cut = source.cut
        self._begin_anew()
        cursor = QTextCursor(self)
        cursor.beginEditBlock()  # or Qt would lay out after every word
        MarkdownWriter(cursor, self._look).write(parse(source.text))
        cursor.endEditBlock()
        self._fit_edges()

    def stream(self, text: str) -> None:
        """Shows ``text``, which begins like the text of the call before: only what may still change is written again."""
        source = prepare(text)
        self.cut = source.cut
        if not self._settled or not source.text.startswith(self._settled):
            self._begin_anew()
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        cursor.setPosition(self._settled_end)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        rest = source.text[len(self._settled) :]
        tokens = parse(rest)
        last = _last_block(tokens)
        writer = MarkdownWriter(cursor, self._look, self._settled_place)
        writer.write(tokens[:last])
        if last:
            self._settled += _first_lines(rest, tokens[last].map)
            self._settled_end = cursor.position()
            self._settled_place = writer.place
        writer.write(tokens[last:])
        cursor.endEditBlock()
        self._fit_edges()

    def _fit_edges(self) -> None:
        """Room for the card of code at the very start or end: Qt takes no notice of the outermost blocks' margins."""
        frame = self.rootFrame().frameFormat()
        top, bottom = _hangs_over(self.begin()), _hangs_over(self.lastBlock())
        if (frame.topMargin(), frame.bottomMargin()) != (top, bottom):
            frame.setTopMargin(top)
            frame.setBottomMargin(bottom)
            self.rootFrame().setFrameFormat(frame)

    def _begin_anew(self) -> None:
        self.clear()
        self._settled, self._settled_end, self._settled_place = "", 0, Place()

    def decorations(self) -> list[Decorated]:
        """Cards behind code, bars beside quotes, and rules; ask again after a change of text or width."""
        return [*self._cards_and_rules(), *self._quote_bars()]

    def _cards_and_rules(self) -> Iterator[Decorated]:
        layout = self.documentLayout()
        for block in _blocks(self):
            look = block.blockFormat().intProperty(BLOCK_LOOK)
            rect = layout.blockBoundingRect(block)
            if look == BlockLook.CODE:
                left = block.blockFormat().leftMargin() - CODE_PADDING
                top, height = rect.top() - CODE_PADDING, rect.height() + 2 * CODE_PADDING
                yield Decorated(Decoration.CODE_CARD, QRectF(left, top, self.textWidth() - left, height))
            elif look == BlockLook.RULE:
                yield Decorated(Decoration.RULE, QRectF(0, round(rect.center().y()), self.textWidth(), 1))

    def _quote_bars(self) -> list[Decorated]:
        """One bar for each run of neighbouring blocks of a depth, from the outermost depth to the innermost."""
        layout = self.documentLayout()
        bars: list[Decorated] = []
        open_bars: list[QRectF] = []
        for block in _blocks(self):
            depth = block.blockFormat().intProperty(QUOTE_DEPTH)
            rect = layout.blockBoundingRect(block)
            while len(open_bars) > depth:
                bars.append(Decorated(Decoration.QUOTE_BAR, open_bars.pop()))
            for level, bar in enumerate(open_bars):
                open_bars[level] = bar.united(QRectF(bar.x(), rect.top(), bar.width(), rect.height()))
            while len(open_bars) < depth:
                open_bars.append(QRectF(len(open_bars) * self._look.indent, rect.top(), QUOTE_BAR_WIDTH, rect.height()))
        bars.extend(Decorated(Decoration.QUOTE_BAR, bar) for bar in reversed(open_bars))
        return bars

    def loadResource(self, kind: int, name: QUrl | str, /) -> QImage:
        """Never loads. Not null on purpose: on a null answer Qt opens the path itself (reliability page, H6)."""
        del kind, name
        return self._placeholder


def _placeholder() -> QImage:
    image = QImage(1, 1, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _hangs_over(block: QTextBlock) -> int:
    """How far the card of a block reaches over its edges."""
    return CODE_PADDING if block.blockFormat().intProperty(BLOCK_LOOK) == BlockLook.CODE else 0


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _last_block(tokens: list[Token]) -> int:
    """The index at which the last top-level block begins."""
    return max((index for index, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0), default=0)


def _first_lines(text: str, lines: list[int] | None) -> str:
    """The part of ``text`` above the block with the line range ``lines`` (markdown-it counts line feeds only)."""
    if not lines:
        return ""
    return "".join(line + "\n" for line in text.split("\n")[: lines[0]])
