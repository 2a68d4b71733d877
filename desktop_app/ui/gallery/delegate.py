"""How a character's card looks: portrait with a star, name, tags, when it was used. Used by ``GalleryView`` only.

Where no portrait is, or none yet, initials stand on a ground of the name's own colour.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.services.gallery_service import GalleryCard
from desktop_app.ui.chat.initials import initials
from desktop_app.ui.chat.row_looks import color_of_name
from desktop_app.ui.gallery.model import CARD_ROLE, USE_ROLE, Index
from desktop_app.ui.icons import Icons
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.theme import (
    RADIUS_CARD,
    SIZE_INTERFACE,
    SIZE_SECONDARY,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    AppTheme,
    mixed,
)

WIDTH, PORTRAIT_HEIGHT = 164, 205
"""Of a card and of its picture (4 to 5), in device-independent pixels."""

STAR, STAR_PLATE = 16, 28
INITIALS_SIZE = 44

MOST_BYTES = 40_000_000
"""Cards that were painted are kept within this, so that scrolling only copies them: two screens of them, and more."""

# All that a card's looks depend on, but for the theme: its words, its portrait, how it is marked, font and screen.
_Looks: TypeAlias = tuple[object, ...]


class CardDelegate(QStyledItemDelegate):
    """Paints from the theme's tokens. The card stands in the middle of its cell."""

    def __init__(self, theme: AppTheme, icons: Icons, portraits: Portraits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self._portraits = portraits
        self._painted: OrderedDict[_Looks, QPixmap] = OrderedDict()
        self._bytes = 0
        theme.changed.connect(self._forget)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The least cell that holds a card."""
        return cell_size(option.font)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One card."""
        card = index.data(CARD_ROLE)
        if not isinstance(card, GalleryCard):
            return
        ratio = painter.device().devicePixelRatioF()
        place = card_rect(QRect(option.rect), option.font)
        portrait = self._portraits.picture(card.id, WIDTH, PORTRAIT_HEIGHT, ratio)
        use, key = str(index.data(USE_ROLE)), 0 if portrait is None else portrait.cacheKey()
        words = (card.id, card.name, card.tags, card.is_favourite, use)
        looks = (*words, key, option.state & _MARKS, option.font.key(), ratio)
        painted = self._painted.get(looks)
        if painted is None:
            painted = self._paint_card(option, card, use, portrait, ratio)
            self._keep(looks, painted)
        self._painted.move_to_end(looks)
        painter.drawPixmap(place.topLeft(), painted)

    def _paint_card(
        self, option: QStyleOptionViewItem, card: GalleryCard, use: str, portrait: QPixmap | None, ratio: float
    ) -> QPixmap:
        place = QRect(QPoint(0, 0), card_rect(QRect(option.rect), option.font).size())
        painted = QPixmap(place.size() * ratio)
        painted.setDevicePixelRatio(ratio)
        painted.fill(Qt.GlobalColor.transparent)
        painter = QPainter(painted)
        painter.setFont(option.font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, place)
        self._paint_portrait(painter, QRect(place.topLeft(), QSize(WIDTH, PORTRAIT_HEIGHT)), card, portrait)
        self._paint_frame(painter, option, place)
        if card.is_favourite or option.state & QStyle.StateFlag.State_MouseOver:
            self._paint_star(painter, star_rect(place), ratio, filled=card.is_favourite)
        self._paint_words(painter, option, place, card, use)
        painter.end()
        return painted

    def _keep(self, looks: _Looks, painted: QPixmap) -> None:
        self._painted[looks] = painted
        self._bytes += 4 * painted.width() * painted.height()
        while self._bytes > MOST_BYTES and len(self._painted) > 1:
            _, oldest = self._painted.popitem(last=False)
            self._bytes -= 4 * oldest.width() * oldest.height()

    def _forget(self) -> None:
        self._painted.clear()
        self._bytes = 0

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, place: QRect) -> None:
        tokens, state = self._theme.tokens, option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.selection if selected else tokens.hover if hovered else tokens.card))
        painter.drawRoundedRect(place, RADIUS_CARD, RADIUS_CARD)

    def _paint_frame(self, painter: QPainter, option: QStyleOptionViewItem, place: QRect) -> None:
        """Over the picture, whose corners it covers."""
        tokens, state = self._theme.tokens, option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        focused = bool(state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange)
        color, width = (tokens.focus, 2) if focused else (tokens.accent, 2) if selected else (tokens.border, 1)
        painter.setPen(QPen(QColor(color), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        half = width / 2
        painter.drawRoundedRect(QRectF(place).adjusted(half, half, -half, -half), RADIUS_CARD, RADIUS_CARD)

    def _paint_portrait(self, painter: QPainter, place: QRect, card: GalleryCard, picture: QPixmap | None) -> None:
        painter.save()
        painter.setClipPath(_rounded_above(QRectF(place)))
        if picture is not None:
            painter.drawPixmap(place.topLeft(), picture)
        else:
            color = color_of_name(card.name, self._theme)
            painter.fillRect(place, mixed(color, self._theme.tokens.background, 0.16))
            font = QFont(painter.font())
            font.setPixelSize(INITIALS_SIZE)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(QColor(color))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, initials(card.name))
        painter.restore()

    def _paint_star(self, painter: QPainter, place: QRect, ratio: float, *, filled: bool) -> None:
        """On a plate of its own, for it stands on any picture."""
        tokens = self._theme.tokens
        painter.setPen(QPen(QColor(tokens.border), 1))
        painter.setBrush(QColor(tokens.card))
        painter.drawEllipse(place)
        name, color = ("star-filled", "warning") if filled else ("star", "muted")
        inset = (STAR_PLATE - STAR) // 2
        painter.drawPixmap(place.left() + inset, place.top() + inset, self._icons.pixmap(name, color, STAR, ratio))

    def _paint_words(
        self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, card: GalleryCard, use: str
    ) -> None:
        tokens = self._theme.tokens
        name, small = _fonts(option.font)
        inner = place.adjusted(SPACE_12, PORTRAIT_HEIGHT + SPACE_8, -SPACE_12, 0)
        y = inner.top()
        for font, color, text in (
            (name, tokens.text, " ".join(card.name.split())),
            (small, tokens.muted, ", ".join(card.tags)),
            (small, tokens.muted, use),
        ):
            metrics = QFontMetrics(font)
            line = QRect(inner.left(), y, inner.width(), metrics.height())
            painter.setFont(font)
            painter.setPen(QColor(color))
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, elided)
            y += metrics.height() + 2


_MARKS = (
    QStyle.StateFlag.State_Selected
    | QStyle.StateFlag.State_MouseOver
    | QStyle.StateFlag.State_HasFocus
    | QStyle.StateFlag.State_KeyboardFocusChange
)


def cell_size(font: QFont) -> QSize:
    """The least cell that holds a card and the space around it."""
    name, small = _fonts(font)
    words = QFontMetrics(name).height() + 2 * QFontMetrics(small).height() + 3 * 2
    return QSize(WIDTH + SPACE_12, PORTRAIT_HEIGHT + SPACE_8 + words + SPACE_8 + SPACE_12)


def card_rect(cell: QRect, font: QFont) -> QRect:
    """Where the card is in its cell."""
    height = cell_size(font).height() - SPACE_12
    return QRect(cell.left() + (cell.width() - WIDTH) // 2, cell.top() + SPACE_4, WIDTH, height)


def star_rect(card: QRect) -> QRect:
    """Where its star is."""
    return QRect(card.right() - STAR_PLATE - SPACE_8 + 1, card.top() + SPACE_8, STAR_PLATE, STAR_PLATE)


def _rounded_above(place: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(place.adjusted(0, 0, 0, RADIUS_CARD), RADIUS_CARD, RADIUS_CARD)
    below = QPainterPath()
    below.addRect(place)
    return path.intersected(below)


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    name, small = QFont(font), QFont(font)
    name.setPixelSize(SIZE_INTERFACE)
    name.setWeight(QFont.Weight.DemiBold)
    small.setPixelSize(SIZE_SECONDARY)
    return name, small
