"""Markdown tokens written through a text cursor: typography, code colours, lists, quotes, tables. Called by ``markdown``.

Writes text and formats only, never a picture or a frame; what is painted behind the text (code cards, quote bars) is
marked on the blocks by the properties ``BLOCK_LOOK`` and ``QUOTE_DEPTH``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableFormat,
)

from desktop_app.ui import highlight
from desktop_app.ui.fonts import fixed_font
from desktop_app.ui.markdown_source import (
    BREAK,
    TABLE_CELL_LIMIT,
    Alignment,
    TableCell,
    is_allowed,
    split_addresses,
    table_rows,
)
from desktop_app.ui.theme import LINE_HEIGHT, SIZE_MESSAGE, Tokens

BLOCK_LOOK = int(QTextFormat.Property.UserProperty) + 1
QUOTE_DEPTH = int(QTextFormat.Property.UserProperty) + 2

CODE_PADDING = 12
"""Pixels between a piece of code and the edge of its card."""

_LINE = "\u2028"
"""A new line in the same paragraph."""

_HEADING_SCALE = {1: 1.34, 2: 1.2, 3: 1.07}


_ALIGNMENTS = {
    Alignment.LEFT: Qt.AlignmentFlag.AlignLeft,
    Alignment.CENTER: Qt.AlignmentFlag.AlignHCenter,
    Alignment.RIGHT: Qt.AlignmentFlag.AlignRight,
}


class BlockLook(IntEnum):
    """What a block is painted on; 0, the property's default, is nothing."""

    PLAIN = 0
    CODE = 1
    RULE = 2


@dataclass(frozen=True, slots=True)
class TextLook:
    """How the text of messages is set. Sizes in pixels; ``ground`` is the colour behind code."""

    tokens: Tokens
    ground: str
    size: int = SIZE_MESSAGE

    @property
    def indent(self) -> int:
        """How far a list or a quote moves its text to the right."""
        return round(self.size * 1.6)

    @property
    def gap(self) -> int:
        """The space between paragraphs."""
        return round(self.size * 0.7)

    def font(self) -> QFont:
        """The font of ordinary text: the interface's family in the messages' size."""
        font = QFont()
        font.setPixelSize(self.size)
        return font


@dataclass(frozen=True, slots=True)
class Place:
    """How the text before the cursor ends, for whoever goes on writing there later.

    ``is_free``: the cursor's block is empty and to be used (at the start, and behind every table, where Qt keeps one). ``below``: what hangs over the last block's lower edge, in pixels (the card of code).
    """

    is_free: bool = True
    below: int = 0


class MarkdownWriter:
    """Writes tokens at a cursor; ``place`` is what stands before it, and afterwards what it has written."""

    def __init__(self, cursor: QTextCursor, look: TextLook, place: Place | None = None) -> None:
        self.place = place or Place()
        self._cursor = cursor
        self._look = look
        self._quotes = 0
        self._lists: list[_OpenList] = []
        self._formats: list[QTextCharFormat] = [QTextCharFormat()]

    def write(self, tokens: Sequence[Token]) -> None:
        """Writes whole top-level blocks."""
        handlers: dict[str, Callable[[Token], None]] = {
            "heading_open": self._begin_heading,
            "heading_close": self._pop_format,
            "paragraph_open": self._begin_paragraph,
            "inline": self._write_inline,
            "fence": self._write_code,
            "hr": self._write_rule,
            "blockquote_open": self._begin_quote,
            "blockquote_close": self._end_quote,
            "bullet_list_open": self._begin_list,
            "ordered_list_open": self._begin_list,
            "bullet_list_close": self._end_list,
            "ordered_list_close": self._end_list,
            "list_item_open": self._begin_item,
        }
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type == "table_open":
                position = self._write_table(tokens, position)
            elif handler := handlers.get(token.type):
                handler(token)
            position += 1

    # Blocks

    def _begin_block(self, block: QTextBlockFormat) -> None:
        """Makes ``block`` the format of a new paragraph, inside the quotes and lists that are open."""
        item = self._lists[-1] if self._lists else None
        block.setLeftMargin(block.leftMargin() + self._quotes * self._look.indent)
        block.setProperty(QUOTE_DEPTH, self._quotes)
        block.setTopMargin(block.topMargin() + self.place.below)  # of two margins that meet Qt takes the larger
        if item is not None and not item.starts_item:
            block.setIndent(len(self._lists))
        if self.place.is_free:
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(self._formats[-1])
        else:
            self._cursor.insertBlock(block, self._formats[-1])
        if item is not None and item.starts_item:
            item.starts_item = False
            if item.blocks is None:
                item.blocks = self._cursor.createList(item.format)
            else:
                item.blocks.add(self._cursor.block())
        self.place = Place(is_free=False)

    def _paragraph(self, top: float) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setTopMargin(top)
        height = round(self._look.size * LINE_HEIGHT)
        block.setLineHeight(height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        return block

    def _begin_paragraph(self, _token: Token) -> None:
        item = self._lists[-1] if self._lists else None
        tight = item is not None and item.starts_item and (len(self._lists) > 1 or item.blocks is not None)
        self._begin_block(self._paragraph(round(self._look.size * 0.2) if tight else self._look.gap))

    def _begin_heading(self, token: Token) -> None:
        level = int(token.tag[1:])
        size = round(self._look.size * _HEADING_SCALE.get(level, 1.0))
        text = self._push_format()
        text.setFontWeight(QFont.Weight.DemiBold)
        text.setProperty(QTextFormat.Property.FontPixelSize, size)
        block = self._paragraph(round(self._look.gap * 1.8))
        block.setHeadingLevel(level)
        block.setLineHeight(round(size * 1.35), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        self._begin_block(block)

    def _begin_quote(self, _token: Token) -> None:
        self._quotes += 1
        self._push_format().setForeground(QColor(self._look.tokens.muted))

    def _end_quote(self, token: Token) -> None:
        self._quotes -= 1
        self._pop_format(token)

    def _begin_list(self, token: Token) -> None:
        style = QTextListFormat()
        style.setIndent(len(self._lists) + 1)
        if token.type == "ordered_list_open":
            style.setStyle(QTextListFormat.Style.ListDecimal)
            style.setStart(int(token.attrGet("start") or 1))
        else:
            style.setStyle(QTextListFormat.Style.ListDisc)
        self._lists.append(_OpenList(style))

    def _end_list(self, _token: Token) -> None:
        self._lists.pop()

    def _begin_item(self, _token: Token) -> None:
        self._lists[-1].starts_item = True

    def _write_rule(self, _token: Token) -> None:
        block = self._paragraph(self._look.gap)
        block.setProperty(BLOCK_LOOK, BlockLook.RULE.value)
        self._begin_block(block)
        self._insert(BREAK, self._formats[-1])  # an empty block would lose its look where text behind it is taken out

    def _write_code(self, token: Token) -> None:
        """One block for the whole piece, its lines parted by line separators; the space for the card is its margin."""
        code = token.content.rstrip("\n")
        block = self._paragraph(self._look.gap + CODE_PADDING)
        block.setBottomMargin(CODE_PADDING)
        block.setLeftMargin(CODE_PADDING + len(self._lists) * self._look.indent)
        block.setRightMargin(CODE_PADDING)
        block.setProperty(BLOCK_LOOK, BlockLook.CODE.value)
        text = self._push_format()
        self._make_fixed(text)
        block.setLineHeight(round(self._look.size * 1.3), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        self._begin_block(block)
        self._write_coloured(code, token.info.split(maxsplit=1)[0] if token.info.strip() else "", text)
        self._pop_format(token)
        self.place = Place(is_free=False, below=CODE_PADDING)

    def _write_coloured(self, code: str, language: str, text: QTextCharFormat) -> None:
        end = 0
        for start, length, part in highlight.parts(code, language):
            self._insert(code[end:start], text)
            coloured = QTextCharFormat(text)
            coloured.setForeground(QColor(highlight.color(part, self._look.tokens)))
            self._insert(code[start : start + length], coloured)
            end = start + length
        self._insert(code[end:], text)

    def _make_fixed(self, text: QTextCharFormat) -> None:
        text.setFontFamilies(fixed_font().families())
        text.setFontFixedPitch(True)
        text.setProperty(QTextFormat.Property.FontPixelSize, round(self._look.size * 0.87))

    # Tables

    def _write_table(self, tokens: Sequence[Token], start: int) -> int:
        """Writes the table that opens at ``start``; returns the index of its closing token."""
        end = next(i for i in range(start, len(tokens)) if tokens[i].type == "table_close")
        rows = table_rows(tokens[start:end])
        columns = max(len(row) for row in rows)
        if len(rows) * columns > TABLE_CELL_LIMIT:
            self._begin_block(self._paragraph(self._look.gap))
            self._insert(_LINE.join(" | ".join(cell.content for cell in row) for row in rows), self._formats[-1])
            return end
        outside = self._begin_table_block()
        table = self._cursor.insertTable(len(rows), columns, self._table_format())
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                self._write_cell(table, y, x, cell)
        self._cursor.setPosition(table.lastPosition() + 1)
        self._cursor.setBlockFormat(outside)
        self.place = Place(is_free=True)
        return end

    def _begin_table_block(self) -> QTextBlockFormat:
        """An own, almost flat block before the table: right after another block Qt loses its first cell's bold.

        Returns the format of the block that Qt keeps after every table.
        """
        flat = QTextBlockFormat()
        flat.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        flat.setTopMargin(self._look.gap)
        self._begin_block(flat)
        after = QTextBlockFormat()
        after.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return after

    def _table_format(self) -> QTextTableFormat:
        style = QTextTableFormat()
        style.setBorder(1)
        style.setBorderCollapse(True)
        style.setBorderBrush(QColor(self._look.tokens.border))
        style.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        style.setCellPadding(6)
        style.setCellSpacing(0)
        style.setBottomMargin(self._look.gap / 2 + CODE_PADDING)  # Qt passes over the margin of what follows
        style.setHeaderRowCount(1)
        style.setLeftMargin(self._quotes * self._look.indent + len(self._lists) * self._look.indent)
        return style

    def _write_cell(self, table: QTextTable, y: int, x: int, cell: TableCell) -> None:
        cursor = self._cursor
        place = table.cellAt(y, x)
        cursor.setPosition(place.firstPosition())
        block = self._paragraph(0)
        block.setAlignment(_ALIGNMENTS[cell.alignment])
        cursor.setBlockFormat(block)
        text = self._push_format()
        if y == 0:
            text.setFontWeight(QFont.Weight.DemiBold)
            style = place.format()
            style.setBackground(QColor(self._look.ground))
            place.setFormat(style)
        cursor.setBlockCharFormat(text)
        self._write_inline(cell.inline)
        self._formats.pop()

    # Text

    def _write_inline(self, token: Token) -> None:
        for child in token.children or ():
            self._write_child(child)

    def _write_child(self, token: Token) -> None:
        match token.type:
            case "text" | "html_inline":
                self._write_text(token.content)
            case "softbreak" | "hardbreak":
                self._insert(_LINE, self._formats[-1])
            case "strong_open":
                self._push_format().setFontWeight(QFont.Weight.Bold)
            case "em_open":
                self._push_format().setFontItalic(True)
            case "s_open":
                self._push_format().setFontStrikeOut(True)
            case "link_open":
                self._make_link(self._push_format(), str(token.attrGet("href") or ""))
            case "strong_close" | "em_close" | "s_close" | "link_close":
                self._pop_format(token)
            case "code_inline":
                self._write_inline_code(token.content)
            case "image":
                self._write_picture(token)
            case _:
                self._insert(token.content, self._formats[-1])

    def _write_text(self, text: str) -> None:
        if "://" not in text or self._formats[-1].isAnchor():
            self._insert(text, self._formats[-1])
            return
        for piece, is_address in split_addresses(text):
            form = QTextCharFormat(self._formats[-1])
            if is_address:
                self._make_link(form, piece)
            self._insert(piece, form)

    def _write_inline_code(self, code: str) -> None:
        text = QTextCharFormat(self._formats[-1])
        self._make_fixed(text)
        text.setBackground(QColor(self._look.ground))
        self._insert(code, text)

    def _write_picture(self, token: Token) -> None:
        """Pictures are not loaded; their description stands for them, as a link to where they are."""
        text = QTextCharFormat(self._formats[-1])
        self._make_link(text, str(token.attrGet("src") or ""))
        self._insert(f"[{token.content or '…'}]", text)

    def _make_link(self, text: QTextCharFormat, address: str) -> None:
        if not is_allowed(address):
            return
        text.setAnchor(True)
        text.setAnchorHref(address)
        text.setForeground(QColor(self._look.tokens.accent))
        text.setFontUnderline(True)

    def _insert(self, text: str, form: QTextCharFormat) -> None:
        if text:
            self._cursor.insertText(text.replace("\n", _LINE), form)

    def _push_format(self) -> QTextCharFormat:
        self._formats.append(QTextCharFormat(self._formats[-1]))
        return self._formats[-1]

    def _pop_format(self, _token: Token) -> None:
        self._formats.pop()


@dataclass(slots=True)
class _OpenList:
    """A list whose items are being written; ``blocks`` is made with the first of them (a ``QTextList``)."""

    format: QTextListFormat
    blocks: QTextList | None = None
    starts_item: bool = False
