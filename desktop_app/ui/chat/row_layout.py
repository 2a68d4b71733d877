"""Where everything in a message's row is: avatar, name, thoughts, text, notes. Measured here, painted by ``row_painter``.

``RowLayouts`` keeps the laid-out documents of the rows seen last. A row is laid out again exactly when its ``RowContent``,
the width or the look is another; the text of a streaming message is only extended.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.message import Message, MessageState, Role
from desktop_app.domain.pictures import pictures_of
from desktop_app.ui.chat.picture_places import Placed, bottom_of, picture_places
from desktop_app.ui.markdown import Decorated, MessageDocument
from desktop_app.ui.markdown_source import SHOWN_LIMIT
from desktop_app.ui.markdown_writer import TextLook
from desktop_app.ui.theme import (
    READING_WIDTH,
    SIZE_INTERFACE,
    SIZE_SECONDARY,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    SPACE_32,
    AppTheme,
)

AVATAR = 32
GAP = 20
"""Space above every row; the hairline "the model sees from here" lies in it."""

PADDING = SPACE_12
HEADER_HEIGHT = 20
LINE_SMALL = 20
DELETED_HEIGHT = 28

SHOWN_WHOLE = 4_000_000
"""Characters shown after *Show all*."""

LAYOUTS_HELD = 200

SWITCH = 24
"""The side of the switch that excludes a message; its icon is smaller."""

_GUESSED_CHARACTER = 0.55
"""The mean width of a character in ems, for the heights of rows that were never seen."""


@dataclass(frozen=True, slots=True)
class Column:
    """The reading column in a viewport: its left edge and width, and the text's."""

    left: int
    width: int

    @property
    def text_left(self) -> int:
        """Where names and texts begin, right of the avatars."""
        return self.left + AVATAR + SPACE_12

    @property
    def text_width(self) -> int:
        """How wide a text may be."""
        return self.width - AVATAR - SPACE_12

    @classmethod
    def within(cls, viewport_width: int) -> Column:
        """The column of a viewport: centred, never wider than can be read with ease, with room for cards and marks."""
        width = max(200, min(READING_WIDTH, viewport_width - 2 * SPACE_32))
        return cls(max(SPACE_16, (viewport_width - width) // 2), width)


@dataclass(frozen=True, slots=True)
class RowContent:
    """All that a row's looks depend on.

    ``edit_height`` above 0: an editor of that height stands in place of the text. ``waits``: the answer has not begun.
    """

    row: BranchRow
    message: Message | None
    name: str
    note: str = ""
    thought_seconds: int = 0
    shows_reasoning: bool = False
    shows_all: bool = False
    edit_height: int = 0
    waits: bool = False

    @property
    def is_deleted(self) -> bool:
        """Whether only a thin line is left of it."""
        return self.row.flags.deleted

    @property
    def is_streaming(self) -> bool:
        """Whether its text is still growing."""
        return self.message is not None and self.message.state is MessageState.STREAMING


@dataclass(slots=True)
class RowLayout:
    """A laid-out row. All places are relative to the row's top, 0 being the viewport's left edge; None: not there."""

    content: RowContent
    column: Column
    height: int = 0
    header: QRect = field(default_factory=QRect)
    card: QRect | None = None
    thought: QRect | None = None
    reasoning: MessageDocument | None = None
    reasoning_at: QPoint = field(default_factory=QPoint)
    text: MessageDocument | None = None
    text_at: QPoint = field(default_factory=QPoint)
    decorations: list[Decorated] = field(default_factory=list[Decorated])
    editor: QRect | None = None
    show_all: QRect | None = None
    rest_hidden: QRect | None = None
    note: QRect | None = None
    note_text: str = ""
    restore: QRect | None = None
    pictures: list[Placed] = field(default_factory=list[Placed])

    @property
    def mark(self) -> QRect:
        """Where the margin's mark is pressed; it is painted narrower."""
        return QRect(self.column.left - PADDING - SPACE_12, GAP, SPACE_12, self.height - GAP)

    @property
    def switch(self) -> QRect | None:
        """Where the switch is that excludes a message: below the picture, clear of the text and of the bar."""
        if self.content.is_deleted:
            return None
        return QRect(self.column.left + (AVATAR - SWITCH) // 2, self.header.top() + AVATAR, SWITCH, SWITCH)


class RowLayouts:
    """Lays rows out and keeps the last ones."""

    def __init__(self, theme: AppTheme) -> None:
        self._theme = theme
        self._held: OrderedDict[str, RowLayout] = OrderedDict()

    def clear(self) -> None:
        """Forgets all, after a change of look."""
        self._held.clear()

    def get(self, content: RowContent, column: Column) -> RowLayout:
        """The layout of a row."""
        before = self._held.pop(content.row.id, None)
        if before is not None and before.column == column and before.content == content:
            layout = before
        else:
            layout = self._lay_out(content, column, before)
        self._held[content.row.id] = layout
        if len(self._held) > LAYOUTS_HELD:
            self._held.popitem(last=False)
        return layout

    def estimate(self, row: BranchRow, column: Column) -> int:
        """The likely height of a row whose text is not there."""
        if row.flags.deleted:
            return GAP + DELETED_HEIGHT
        size = self._theme.appearance.message_font_size
        lines = 1 + int(row.length * size * _GUESSED_CHARACTER) // column.text_width
        return GAP + 2 * PADDING + HEADER_HEIGHT + SPACE_4 + lines * round(size * 1.5)

    def _lay_out(self, content: RowContent, column: Column, before: RowLayout | None) -> RowLayout:
        layout = RowLayout(content, column)
        if content.is_deleted:
            return _lay_out_deleted(layout)
        message = content.message
        if message is None:
            layout.header = QRect(column.text_left, GAP + PADDING, column.text_width, HEADER_HEIGHT)
            layout.height = self.estimate(content.row, column)
            return self._with_card(layout)
        y = GAP + PADDING
        layout.header = QRect(column.text_left, y, column.text_width, HEADER_HEIGHT)
        y += HEADER_HEIGHT + SPACE_4
        if message.reasoning:
            y = self._lay_out_reasoning(layout, message.reasoning, y)
        if content.edit_height:
            layout.editor = QRect(column.text_left, y, column.text_width, content.edit_height)
            y += content.edit_height
        else:
            y = self._lay_out_text(layout, message, before, y)
            y = self._lay_out_pictures(layout, message, y)
        layout.note_text = content.note or state_sentence(message.state)
        if layout.note_text:
            y += SPACE_8
            layout.note = _note_rect(layout.note_text, column, y)
            y += layout.note.height()
        layout.height = max(y, GAP + PADDING + AVATAR) + PADDING
        return self._with_card(layout)

    def _lay_out_reasoning(self, layout: RowLayout, reasoning: str, y: int) -> int:
        layout.thought = QRect(layout.column.text_left, y, layout.column.text_width, LINE_SMALL)
        y += LINE_SMALL + SPACE_4
        if layout.content.shows_reasoning:
            tokens = self._theme.tokens
            look = TextLook(tokens, tokens.panel, SIZE_INTERFACE)
            document = layout.reasoning = MessageDocument(look)
            document.write(reasoning)
            document.setTextWidth(layout.column.text_width - SPACE_16)
            layout.reasoning_at = QPoint(layout.column.text_left + SPACE_16, y)
            y += round(document.size().height()) + SPACE_12
        return y

    @staticmethod
    def _lay_out_pictures(layout: RowLayout, message: Message, y: int) -> int:
        pictures = pictures_of(message.parts)
        if not pictures:
            return y
        top = y + SPACE_8 if layout.text is not None else y
        column = layout.column
        layout.pictures = picture_places(pictures, column.text_left, top, column.text_width)
        return bottom_of(layout.pictures, y)

    def _lay_out_text(self, layout: RowLayout, message: Message, before: RowLayout | None, y: int) -> int:
        content = layout.content
        if not message.text and pictures_of(message.parts):
            return y
        if content.is_streaming and before is not None and before.text is not None and before.content.is_streaming:
            document = before.text
            document.stream(message.text)
        else:
            document = MessageDocument(self._look(message.role))
            if content.is_streaming:
                document.stream(message.text)
            else:
                document.write(message.text, limit=SHOWN_WHOLE if content.shows_all else SHOWN_LIMIT)
        if (
            document.textWidth() != layout.column.text_width
        ):  # the same width again would lay out all of a growing answer
            document.setTextWidth(layout.column.text_width)
        layout.text = document
        layout.text_at = QPoint(layout.column.text_left, y)
        layout.decorations = document.decorations()
        y += round(document.size().height())
        if document.cut:
            y += SPACE_4
            place = QRect(layout.column.text_left, y, layout.column.text_width, LINE_SMALL)
            if content.shows_all:
                layout.rest_hidden = place
            else:
                layout.show_all = place
            y += LINE_SMALL
        return y

    def _look(self, role: Role) -> TextLook:
        tokens = self._theme.tokens
        ground = tokens.card if role is Role.USER else tokens.panel
        return TextLook(tokens, ground, self._theme.appearance.message_font_size)

    @staticmethod
    def _with_card(layout: RowLayout) -> RowLayout:
        if layout.content.row.role is Role.USER:
            left, width = layout.column.left - PADDING, layout.column.width + 2 * PADDING
            layout.card = QRect(left, GAP, width, layout.height - GAP)
        return layout


def state_sentence(state: MessageState) -> str:
    """What is said under a message that did not come to its end, where nothing more exact is known."""
    if state is MessageState.INTERRUPTED:
        return QCoreApplication.translate("RowLayout", "The answer stops here. What had arrived was kept.")
    if state is MessageState.FAILED:
        return QCoreApplication.translate("RowLayout", "The answer could not be finished.")
    return ""


def small_font() -> QFont:
    """The interface's font in the size of secondary text."""
    font = QFont()
    font.setPixelSize(SIZE_SECONDARY)
    return font


def _lay_out_deleted(layout: RowLayout) -> RowLayout:
    column = layout.column
    layout.height = GAP + DELETED_HEIGHT
    layout.restore = QRect(column.text_left, GAP, column.text_width, DELETED_HEIGHT)
    return layout


def _note_rect(text: str, column: Column, y: int) -> QRect:
    """The note's place, as high as its sentence needs; the icon stands in front of it."""
    width = column.text_width - SPACE_16 - SPACE_8
    wrapped = Qt.TextFlag.TextWordWrap.value
    bounds = QFontMetrics(small_font()).boundingRect(QRect(0, 0, width, 10_000), wrapped, text)
    return QRect(column.text_left, y, column.text_width, max(LINE_SMALL, bounds.height()))
