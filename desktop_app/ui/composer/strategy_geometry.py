"""Where the segments of the strategy selector lie, and the thumb on its way between them. Pure geometry: no widget, no colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

from desktop_app.ui.strategies import StrategyOption

HEIGHT = 32
INSET = 3
"""From the track's edge to the thumb's."""

PADDING, ICON, GAP = 9, 16, 6


@dataclass(frozen=True, slots=True)
class Segment:
    """One place of the track. ``label`` is empty where only the icon is shown; ``mark`` stands behind it (1×)."""

    option: StrategyOption
    label: str
    mark: str = ""
    missing: bool = False


class TrackGeometry:
    """The rectangles of the segments, in a row or a column. Positions are measured along it, in pixels.

    Attributes:
        rects: one per segment, in the order of the segments.
        size: the whole track.
        column: whether they stand one below the other.
    """

    def __init__(
        self, widths: Sequence[float], *, column: bool = False, mirrored: bool = False, tail: float = 0
    ) -> None:
        """``tail`` is kept free at the end of a row for a button; ``mirrored``: the first segment is at the right."""
        self.column = column
        self.rects: list[QRectF] = []
        inner = HEIGHT - 2 * INSET
        if column:
            width = max(widths, default=0.0)
            self.rects = [QRectF(INSET, INSET + row * HEIGHT, width, inner) for row in range(len(widths))]
            self.size = QSizeF(width + 2 * INSET, len(widths) * HEIGHT)
            return
        whole = sum(widths) + tail + 2 * INSET
        self.size = QSizeF(whole, HEIGHT)
        x = float(INSET)
        for width in widths:
            self.rects.append(QRectF(whole - x - width if mirrored else x, INSET, width, inner))
            x += width

    def along(self, point: QPointF) -> float:
        """The position of a point."""
        return point.y() if self.column else point.x()

    def centre(self, index: int) -> float:
        """The position of a segment's middle."""
        return self.along(self.rects[index].center())

    def index_at(self, point: QPointF) -> int:
        """The segment under a point of the track, -1 where there is none."""
        place = self.along(point)
        hits = (index for index, rect in enumerate(self.rects) if self._start(rect) <= place < self._end(rect))
        return next(hits, -1)

    def nearest(self, position: float) -> int:
        """The segment whose middle is nearest."""
        return min(range(len(self.rects)), key=lambda index: abs(self.centre(index) - position))

    def held(self, position: float) -> float:
        """A position that does not leave the track."""
        centres = [self.centre(index) for index in range(len(self.rects))]
        return min(max(centres), max(min(centres), position))

    def thumb(self, position: float) -> QRectF:
        """The thumb with its middle at a position: between two segments it has something of both their sizes."""
        order = sorted(range(len(self.rects)), key=self.centre)
        before = max((index for index in order if self.centre(index) <= position), key=self.centre, default=order[0])
        after = min((index for index in order if self.centre(index) >= position), key=self.centre, default=order[-1])
        way = self.centre(after) - self.centre(before)
        share = (position - self.centre(before)) / way if way else 0.0
        return _between(self.rects[before], self.rects[after], share)

    def _start(self, rect: QRectF) -> float:
        return rect.top() - INSET if self.column else rect.left()

    def _end(self, rect: QRectF) -> float:
        return rect.bottom() + INSET if self.column else rect.right()


def _between(first: QRectF, second: QRectF, share: float) -> QRectF:
    def mixed(a: float, b: float) -> float:
        return a + (b - a) * share

    return QRectF(
        mixed(first.left(), second.left()),
        mixed(first.top(), second.top()),
        mixed(first.width(), second.width()),
        mixed(first.height(), second.height()),
    )
