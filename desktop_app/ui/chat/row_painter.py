"""Paints a laid-out row. Called by ``chat_view`` for every visible row; decides nothing about places or heights."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPalette,
    QPen,
    QTextCursor,
    QTextDocument,
)

from desktop_app.domain.message import Role
from desktop_app.ui.chat.faces import Faces
from desktop_app.ui.chat.initials import initials
from desktop_app.ui.chat.row_layout import AVATAR, GAP, PADDING, SWITCH, RowLayout, small_font
from desktop_app.ui.chat.row_looks import avatar_color, flag_icons, is_out, thought_label, waiting_sentence
from desktop_app.ui.chat.row_pictures import RowPictures
from desktop_app.ui.icons import Icons
from desktop_app.ui.markdown import Decorated, Decoration
from desktop_app.ui.theme import (
    RADIUS_CARD,
    RADIUS_CONTROL,
    SIZE_EMPTY,
    SIZE_INTERFACE,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    AppTheme,
    mixed,
)

MARK_WIDTH = 2
ICON = 16

BAR_ROOM = 240
"""What the bar of actions may take of the name's line; details that would lie under it are left out."""


@dataclass(frozen=True, slots=True)
class RowState:
    """What a row looks like just now, beyond its content.

    ``mark``: the reason why the model does not see it (empty: it does). ``line``: what the hairline above it says (empty:
    there is none). ``is_picked``: it is one of several that were chosen. ``is_framed``: the reader was just taken there.
    ``has_switch``: it shows how to exclude it.
    """

    selection: QTextCursor | None = None
    is_active: bool = False
    is_focused: bool = False
    mark: str = ""
    line: str = ""
    is_picked: bool = False
    is_framed: bool = False
    has_switch: bool = False
    details: str = ""


class RowPainter:
    """Paints rows in the colours of the theme.

    ``faces``: without, and where there is none, initials stand beside the rows. ``pictures``: those in messages.
    """

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self._theme = theme
        self._icons = icons
        self.faces: Faces | None = None
        self.pictures: RowPictures | None = None

    def paint(self, painter: QPainter, layout: RowLayout, state: RowState, clip: QRect) -> None:
        """Paints with the row's top at 0; ``clip`` is the visible part in the same coordinates."""
        if state.line:
            self._paint_hairline(painter, layout, state.line)
        if state.is_picked:
            self._paint_picked(painter, layout)
        if layout.content.is_deleted:
            self._paint_deleted(painter, layout)
        else:
            self._paint_card(painter, layout, state)
            self._paint_avatar(painter, layout, state)
            if state.has_switch:
                self._paint_switch(painter, layout)
            self._paint_header(painter, layout, state)
            self._paint_body(painter, layout, state, clip)
            self._paint_note(painter, layout)
        if state.mark:
            self._paint_mark(painter, layout)
        if state.is_focused or state.is_framed:
            self._paint_frame(painter, layout, "focus" if state.is_focused else "accent")

    def paint_empty(self, painter: QPainter, area: QRect, sentence: str) -> None:
        """What stands in the middle of a chat without messages."""
        margin = area.width() // 8
        painter.setFont(_font(SIZE_EMPTY, QFont.Weight.Normal))
        painter.setPen(self._color("muted"))
        flags = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
        painter.drawText(area.adjusted(margin, 0, -margin, 0), flags, sentence)

    # Parts

    def _paint_hairline(self, painter: QPainter, layout: RowLayout, label: str) -> None:
        metrics = QFontMetrics(small_font())
        width = metrics.horizontalAdvance(label) + 2 * SPACE_12
        column = layout.column
        middle, centre = GAP // 2, column.left + column.width // 2
        painter.setPen(QPen(self._color("border"), 1))
        painter.drawLine(column.left, middle, centre - width // 2, middle)
        painter.drawLine(centre + width // 2, middle, column.left + column.width, middle)
        painter.setFont(small_font())
        painter.setPen(self._color("muted"))
        painter.drawText(QRect(centre - width // 2, 0, width, GAP), Qt.AlignmentFlag.AlignCenter, label)

    def _paint_picked(self, painter: QPainter, layout: RowLayout) -> None:
        painter.setPen(QPen(self._color("accent"), 1))
        painter.setBrush(self._color("selection"))
        painter.drawRoundedRect(_frame_of(layout), RADIUS_CARD, RADIUS_CARD)

    def _paint_card(self, painter: QPainter, layout: RowLayout, state: RowState) -> None:
        if layout.card is not None and not state.is_picked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._color("user_message"))
            painter.drawRoundedRect(layout.card, RADIUS_CARD, RADIUS_CARD)

    def _paint_avatar(self, painter: QPainter, layout: RowLayout, state: RowState) -> None:
        tokens = self._theme.tokens
        if state.is_picked:
            self._paint_chosen(painter, layout)
            return
        circle = QRect(layout.column.left, layout.header.top(), AVATAR, AVATAR)
        face = self.faces.of(layout.content, painter.device().devicePixelRatioF()) if self.faces is not None else None
        if face is not None:
            painter.drawPixmap(circle.topLeft(), face)
            return
        color = avatar_color(layout.content, self._theme)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(color, tokens.background, 0.16))
        painter.drawEllipse(circle)
        painter.setPen(QColor(color))
        painter.setFont(_font(SIZE_INTERFACE, QFont.Weight.DemiBold))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, initials(layout.content.name))

    def _paint_chosen(self, painter: QPainter, layout: RowLayout) -> None:
        """A tick in the place of the picture."""
        circle = QRect(layout.column.left, layout.header.top(), AVATAR, AVATAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("accent"))
        painter.drawEllipse(circle)
        self._paint_icon(painter, "check", "on_accent", circle.left() + (AVATAR - ICON) // 2, circle.center().y())

    def _paint_switch(self, painter: QPainter, layout: RowLayout) -> None:
        """An open eye for what may be sent, a closed one for what may not."""
        place = layout.switch
        if place is not None:
            icon = "eye-off" if is_out(layout.content.row) else "eye"
            self._paint_icon(painter, icon, "accent", place.left() + (SWITCH - ICON) // 2, place.center().y())

    def _paint_header(self, painter: QPainter, layout: RowLayout, state: RowState) -> None:
        content, header = layout.content, layout.header
        font = _font(SIZE_INTERFACE, QFont.Weight.DemiBold)
        metrics = QFontMetrics(font)
        name = metrics.elidedText(content.name, Qt.TextElideMode.ElideRight, header.width() * 3 // 5)
        painter.setFont(font)
        painter.setPen(self._color("text"))
        middle = Qt.AlignmentFlag.AlignVCenter.value
        painter.drawText(header, middle, name)
        x = header.left() + metrics.horizontalAdvance(name) + SPACE_8
        for icon in flag_icons(content):
            self._paint_icon(painter, icon, "muted", x, header.center().y())
            x += ICON + SPACE_4
        painter.setFont(small_font())
        painter.setPen(self._color("muted"))
        if state.is_active:
            rest = QRect(x, header.top(), header.right() - x - BAR_ROOM, header.height())
            if QFontMetrics(small_font()).horizontalAdvance(state.details) <= rest.width():
                painter.drawText(rest, middle, state.details)
        elif content.row.variants > 1:
            variants = f"‹ {content.row.variant}/{content.row.variants} ›"
            painter.drawText(header, middle | Qt.AlignmentFlag.AlignRight.value, variants)

    def _paint_body(self, painter: QPainter, layout: RowLayout, state: RowState, clip: QRect) -> None:
        if layout.content.message is None:
            self._paint_skeleton(painter, layout)
            return
        if layout.thought is not None:
            self._paint_thought(painter, layout, layout.thought)
        if layout.reasoning is not None:
            self._paint_reasoning(painter, layout, layout.reasoning, clip)
        if layout.text is not None:
            self._paint_text(painter, layout, layout.text, state, clip)
        if layout.pictures:
            self._paint_pictures(painter, layout, clip)
        if layout.show_all is not None:
            self._paint_action(painter, layout.show_all, QCoreApplication.translate("RowPainter", "Show all of it"))
        if layout.rest_hidden is not None:
            words = QCoreApplication.translate(
                "RowPainter", "The rest is not shown here; Copy message copies all of it."
            )
            self._paint_words(painter, layout.rest_hidden, words, "muted")

    def _paint_pictures(self, painter: QPainter, layout: RowLayout, clip: QRect) -> None:
        """Those that can be seen."""
        for place, picture in layout.pictures:
            if self.pictures is None or not place.intersects(clip):
                continue
            if not self.pictures.paint(painter, place, picture, self._color("hover")):
                self._paint_icon(painter, "image", "muted", place.center().x() - ICON // 2, place.center().y())

    def _paint_skeleton(self, painter: QPainter, layout: RowLayout) -> None:
        """Quiet bars where the text will be, at most three."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("hover"))
        top = layout.header.bottom() + SPACE_12
        for number, share in enumerate((0.9, 0.75, 0.5)):
            y = top + number * (SPACE_12 + SPACE_8)
            if y + SPACE_8 < layout.height - PADDING:
                painter.drawRoundedRect(QRectF(layout.header.left(), y, layout.header.width() * share, SPACE_8), 4, 4)

    def _paint_thought(self, painter: QPainter, layout: RowLayout, place: QRect) -> None:
        content = layout.content
        self._paint_icon(
            painter,
            "chevron-down" if content.shows_reasoning else "chevron-right",
            "muted",
            place.left(),
            place.center().y(),
        )
        painter.setFont(small_font())
        painter.setPen(self._color("muted"))
        painter.drawText(place.adjusted(ICON + SPACE_4, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, thought_label(content))

    def _paint_reasoning(self, painter: QPainter, layout: RowLayout, document: QTextDocument, clip: QRect) -> None:
        at, height = layout.reasoning_at, document.size().height()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("border"))
        painter.drawRoundedRect(QRectF(layout.column.text_left + 7, at.y(), 2, height), 1, 1)
        self._draw_document(painter, document, at.x(), at.y(), clip, color="muted")

    def _paint_text(
        self, painter: QPainter, layout: RowLayout, document: QTextDocument, state: RowState, clip: QRect
    ) -> None:
        at = layout.text_at
        painter.save()
        painter.translate(at)
        for decorated in layout.decorations:
            self._paint_decoration(painter, decorated, layout)
        painter.restore()
        self._draw_document(painter, document, at.x(), at.y(), clip, selection=state.selection)
        if layout.content.is_streaming:
            self._paint_growing(painter, layout, _end_of(document).translated(QPointF(at)))

    def _paint_growing(self, painter: QPainter, layout: RowLayout, end: QRectF) -> None:
        """The mark where the next letter will stand; beside it, what the model is doing so long."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("accent"))
        painter.drawRoundedRect(end, 1, 1)
        if layout.content.waits:
            painter.setFont(small_font())
            painter.setPen(self._color("muted"))
            place = QRectF(end.right() + SPACE_8, end.top(), layout.column.text_width, end.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter.value, waiting_sentence())

    def _paint_decoration(self, painter: QPainter, decorated: Decorated, layout: RowLayout) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if decorated.kind is Decoration.CODE_CARD:
            on_card = layout.content.row.role is Role.USER
            painter.setBrush(self._color("card" if on_card else "panel"))
            painter.drawRoundedRect(decorated.rect, RADIUS_CONTROL, RADIUS_CONTROL)
        else:
            painter.setBrush(self._color("border"))
            painter.drawRect(decorated.rect)

    def _paint_note(self, painter: QPainter, layout: RowLayout) -> None:
        if layout.note is None:
            return
        self._paint_icon(painter, "alert-triangle", "warning", layout.note.left(), layout.note.top() + ICON // 2 + 1)
        painter.setFont(small_font())
        painter.setPen(self._color("muted"))
        place = layout.note.adjusted(ICON + SPACE_8, 0, 0, 0)
        painter.drawText(place, Qt.TextFlag.TextWordWrap.value, layout.note_text)

    def _paint_deleted(self, painter: QPainter, layout: RowLayout) -> None:
        place = layout.restore or QRect()
        deleted = QCoreApplication.translate("RowPainter", "Deleted message of {name}")
        metrics = QFontMetrics(small_font())
        words = metrics.elidedText(
            deleted.format(name=layout.content.name), Qt.TextElideMode.ElideRight, place.width() * 2 // 3
        )
        painter.setFont(small_font())
        painter.setPen(self._color("muted"))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
        rest = place.adjusted(metrics.horizontalAdvance(words) + SPACE_12, 0, 0, 0)
        self._paint_action(painter, rest, QCoreApplication.translate("RowPainter", "Restore"))
        self._paint_icon(painter, "trash-2", "muted", layout.column.left + (AVATAR - ICON) // 2, place.center().y())

    def _paint_action(self, painter: QPainter, place: QRect, words: str) -> None:
        self._paint_words(painter, place, words, "accent")

    def _paint_words(self, painter: QPainter, place: QRect, words: str, color: str) -> None:
        painter.setFont(small_font())
        painter.setPen(self._color(color))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_mark(self, painter: QPainter, layout: RowLayout) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("reserve"))
        x = layout.column.left - PADDING - SPACE_8
        painter.drawRect(QRect(x, GAP, MARK_WIDTH, layout.height - GAP))

    def _paint_frame(self, painter: QPainter, layout: RowLayout, color: str) -> None:
        painter.setPen(QPen(self._color(color), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(_frame_of(layout), RADIUS_CARD, RADIUS_CARD)

    # Helpers

    def _draw_document(
        self,
        painter: QPainter,
        document: QTextDocument,
        x: int,
        y: int,
        clip: QRect,
        *,
        color: str = "text",
        selection: QTextCursor | None = None,
    ) -> None:
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, self._color(color))
        context.palette = palette
        context.clip = QRectF(clip.translated(-x, -y))
        if selection is not None:
            context.selections = [self._selection(selection)]
        painter.save()
        painter.translate(x, y)
        document.documentLayout().draw(painter, context)
        painter.restore()

    def _selection(self, cursor: QTextCursor) -> QAbstractTextDocumentLayout.Selection:
        selection = QAbstractTextDocumentLayout.Selection()
        selection.cursor = cursor
        look = selection.format
        dark = self._theme.tokens.dark
        look.setBackground(self._color("selection") if dark else mixed(self._theme.tokens.accent, "#FFFFFF", 0.26))
        selection.format = look
        return selection

    def _paint_icon(self, painter: QPainter, name: str, color: str, x: int, middle: int) -> None:
        self._icons.icon(name, color).paint(painter, QRect(x, middle - ICON // 2, ICON, ICON))

    def _color(self, name: str) -> QColor:
        return self._theme.tokens.color(name)


def _frame_of(layout: RowLayout) -> QRect:
    column = layout.column
    frame = QRect(column.left - PADDING, GAP, column.width + 2 * PADDING, layout.height - GAP)
    return frame.adjusted(1, 1, -1, -1)


def _font(size: int, weight: QFont.Weight) -> QFont:
    font = QFont()
    font.setPixelSize(size)
    font.setWeight(weight)
    return font


def _end_of(document: QTextDocument) -> QRectF:
    """Where the next letter of a growing text will stand: the place of the streaming mark."""
    block = document.lastBlock()
    layout = block.layout()
    origin = document.documentLayout().blockBoundingRect(block).topLeft()
    if not layout.lineCount():  # asking for a line that is not there ends the process
        return QRectF(origin.x(), origin.y() + 3, 3, SPACE_16)
    line = layout.lineAt(layout.lineCount() - 1)
    x = line.naturalTextRect().right() + 2 if block.length() > 1 else 0
    return QRectF(origin.x() + x, origin.y() + line.y() + 3, 3, SPACE_16)
