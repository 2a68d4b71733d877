"""Paints the strategy selector: track, thumb, and what stands on the segments. Used by ``StrategyTrack`` alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from desktop_app.ui.composer.strategy_geometry import GAP, ICON, PADDING, Segment
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import RADIUS_CONTROL, Tokens

THUMB_RADIUS = RADIUS_CONTROL - 1
MARK_SIZE = 11
MISSING_ICON = "alert-triangle"
DISABLED = 0.5
DIVIDER_INSET = 7


@dataclass(frozen=True, slots=True)
class TrackLook:
    """What is seen of a track. ``missing``: what the thumb lies on is not there. ``tail``: where a button for more stands.

    ``home``: the place that the thumb has left; ``candidate``: one that the mouse rests on. ``dotted``: the segment before
    which the dividing line is dotted (from there on the person decides, not a rule).
    """

    track: QRectF
    rects: list[QRectF]
    segments: list[Segment]
    thumb: QRectF
    hollow: bool
    dotted: str
    missing: bool = False
    tail: QRectF | None = None
    home: QRectF | None = None
    candidate: QRectF | None = None
    hovered: QRectF | None = None
    focused: bool = False
    enabled: bool = True
    column: bool = False


def mark_font(font: QFont) -> QFont:
    """The font of the mark behind a label."""
    small = QFont(font)
    small.setPixelSize(MARK_SIZE)
    small.setWeight(QFont.Weight.Bold)
    return small


def segment_width(segment: Segment, font: QFont) -> float:
    """What a segment needs, so that nothing of it is cut."""
    width = 2 * PADDING + ICON
    if segment.label:
        width += GAP + QFontMetricsF(font).horizontalAdvance(segment.label)
    if segment.mark:
        width += GAP + QFontMetricsF(mark_font(font)).horizontalAdvance(segment.mark)
    return float(round(width + 0.5))


class TrackPainter:
    """One painting of a track."""

    def __init__(self, painter: QPainter, look: TrackLook, tokens: Tokens, icons: Icons) -> None:
        self._painter = painter
        self._look = look
        self._tokens = tokens
        self._icons = icons
        self._font = painter.font()

    def paint(self) -> None:
        """All of it."""
        painter, look = self._painter, self._look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not look.enabled:
            painter.setOpacity(DISABLED)
        self._paint_ground()
        self._paint_thumb()
        self._paint_contents()
        if look.focused:
            self._outline(look.thumb.adjusted(-1.0, -1.0, 1.0, 1.0), self._tokens.focus, 2.0)

    def _paint_ground(self) -> None:
        look, tokens = self._look, self._tokens
        if not look.column:
            self._painter.setPen(QPen(QColor(tokens.border), 1))
            self._painter.setBrush(QColor(tokens.panel))
            frame = look.track.adjusted(0.5, 0.5, -0.5, -0.5)
            self._painter.drawRoundedRect(frame, RADIUS_CONTROL + 2, RADIUS_CONTROL + 2)
            self._paint_dividers()
        if look.hovered is not None:
            self._fill(look.hovered, tokens.hover)
        if look.home is not None:
            self._outline(look.home.adjusted(0.5, 0.5, -0.5, -0.5), tokens.reserve, 1.0)
        if look.candidate is not None:
            self._outline(look.candidate.adjusted(0.75, 0.75, -0.75, -0.75), tokens.accent, 1.5, Qt.PenStyle.DashLine)

    def _paint_dividers(self) -> None:
        """Between neighbours, but not beside the thumb."""
        look = self._look
        for (before, after), segment in zip(pairwise(look.rects), look.segments[1:], strict=True):
            self._paint_divider(max(before.left(), after.left()), dotted=segment.option.code == look.dotted)
        if look.tail is not None:
            self._paint_divider(look.tail.right() if look.tail.left() <= 0 else look.tail.left(), dotted=True)

    def _paint_divider(self, x: float, *, dotted: bool) -> None:
        look = self._look
        if look.thumb.left() - 2 <= x <= look.thumb.right() + 2:
            return
        pen = QPen(QColor(self._tokens.reserve if dotted else self._tokens.border), 1)
        pen.setStyle(Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine)
        self._painter.setPen(pen)
        top, bottom = look.track.top() + DIVIDER_INSET, look.track.bottom() - DIVIDER_INSET
        self._painter.drawLine(QPointF(round(x) + 0.5, top), QPointF(round(x) + 0.5, bottom))

    def _paint_thumb(self) -> None:
        look, tokens = self._look, self._tokens
        if look.hollow or look.missing:
            self._fill(look.thumb, tokens.card)
            edge = tokens.warning if look.missing else tokens.accent
            self._outline(look.thumb.adjusted(0.75, 0.75, -0.75, -0.75), edge, 1.5)
        else:
            self._fill(look.thumb, tokens.accent)

    def _paint_contents(self) -> None:
        """The labels beside the thumb, and those on it, where they have other colours."""
        beside = QPainterPath()
        beside.addRect(self._look.track)
        beside.addRect(self._look.thumb)  # counted twice it is outside
        self._painter.save()
        self._painter.setClipPath(beside)
        self._paint_segments("muted")
        self._painter.setClipRect(self._look.thumb)
        self._paint_segments("text" if self._look.hollow or self._look.missing else "on_accent")
        self._painter.restore()

    def _paint_segments(self, color: str) -> None:
        for rect, segment in zip(self._look.rects, self._look.segments, strict=True):
            self._paint_segment(rect, segment, color)

    def _paint_segment(self, rect: QRectF, segment: Segment, color: str) -> None:
        painter = self._painter
        mirrored = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft
        spread = rect.width() - segment_width(segment, self._font)
        left = rect.left() + PADDING + (0.0 if self._look.column else spread / 2)

        def place(width: float) -> QRectF:
            """The next piece of the line, from where the line begins in this language."""
            nonlocal left
            piece = QRectF(left, rect.top(), width, rect.height())
            left += width + GAP
            if mirrored:
                piece.moveRight(rect.left() + rect.right() - piece.left())
            return piece

        at = place(ICON)
        name = MISSING_ICON if segment.missing else segment.option.icon
        shade = "warning" if segment.missing else color
        ratio = painter.device().devicePixelRatioF()
        corner = QPointF(round(at.left()), round(at.top() + (at.height() - ICON) / 2))
        painter.drawPixmap(corner, self._icons.pixmap(name, shade, ICON, ratio))
        painter.setPen(self._tokens.color(color))
        for text, font in ((segment.label, self._font), (segment.mark, mark_font(self._font))):
            if text:
                painter.setFont(font)
                painter.drawText(
                    place(QFontMetricsF(font).horizontalAdvance(text) + 1), Qt.AlignmentFlag.AlignCenter, text
                )

    def _fill(self, rect: QRectF, color: str) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(color))
        self._painter.drawRoundedRect(rect, THUMB_RADIUS, THUMB_RADIUS)

    def _outline(self, rect: QRectF, color: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
        self._painter.setPen(QPen(QColor(color), width, style))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRoundedRect(rect, THUMB_RADIUS, THUMB_RADIUS)
