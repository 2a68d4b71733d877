"""How a character's card looks: portrait with a star, name, tags, when it was used. Used by ``GalleryView`` only.

Where no portrait is, or none yet, initials stand on a ground of the name's own colour.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen
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


class CardDelegate(QStyledItemDelegate):
    """Paints from the theme's tokens. The card stands in the middle of its cell."""

    def __init__(self, theme: AppTheme, icons: Icons, portraits: Portraits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self._portraits = portraits

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The least cell that holds a card."""
        return cell_size(option.font)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One card."""
        card = index.data(CARD_ROLE)
        if not isinstance(card, GalleryCard):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = card_rect(QRect(option.rect), option.font)
        self._paint_ground(painter, option, place)
        self._paint_portrait(painter, QRect(place.topLeft(), QSize(WIDTH, PORTRAIT_HEIGHT)), card)
        self._paint_frame(painter, option, place)
        if card.is_favourite or option.state & QStyle.StateFlag.State_MouseOver:
            self._paint_star(painter, star_rect(place), filled=card.is_favourite)
        self._paint_words(painter, option, place, card, str(index.data(USE_ROLE)))
        painter.restore()

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

    def _paint_portrait(self, painter: QPainter, place: QRect, card: GalleryCard) -> None:
        ratio = painter.device().devicePixelRatioF()
        picture = self._portraits.picture(card.id, place.width(), place.height(), ratio)
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

    def _paint_star(self, painter: QPainter, place: QRect, *, filled: bool) -> None:
        """On a plate of its own, for it stands on any picture."""
        tokens = self._theme.tokens
        ratio = painter.device().devicePixelRatioF()
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
