"""A list view of rows of any height that opens at once and never moves what is being read.

It replaces all of ``QListView``'s geometry (which asks every row for its size on every change): heights are estimated until
a row is seen, measured then, and kept in a tree of sums. ``QListView`` stays the base class because Qt shows it to screen
readers as a list with its rows; a bare ``QAbstractItemView`` has none. ``ChatView`` says how rows are measured and painted.

Two rules hold whatever happens to the rows: a view at its bottom stays there; otherwise the first visible row stays where
it is. Every field is set before the first call into Qt, and no override raises: Qt calls them from any setter.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop_app.ui.chat.heights import Heights

STUCK_WITHIN = 2
"""Pixels from the end within which the view counts as being at its bottom."""

MAX_PASSES = 4
"""Measuring visible rows can bring others into view; after so many rounds the next frame goes on."""

Index = QModelIndex | QPersistentModelIndex


class RowListView(QListView):
    """The geometry. A subclass overrides ``estimate_row``, ``measure_row``, ``paint_row`` and, if it likes, ``rows_settled``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._heights = Heights()
        self._is_exact = bytearray()
        self._is_stuck = True
        self._is_adjusting = False
        self._laid_out_width = -1
        super().__init__(parent)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # or its coming would change all widths
        self.setAutoScroll(False)  # a click into a long message must not jump to its top
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    # For subclasses

    def estimate_row(self, row: int) -> int:
        """The likely height of a row, cheaply."""
        raise NotImplementedError

    def measure_row(self, row: int) -> int | None:
        """The exact height of a row, or None where its content is not there yet."""
        raise NotImplementedError

    def paint_row(self, painter: QPainter, row: int, clip: QRect) -> None:
        """Paints a row whose top is at 0; ``clip`` is its visible part."""
        raise NotImplementedError

    def rows_settled(self, first: int, last: int) -> None:
        """These rows are visible, and where they stay."""

    # Geometry

    @property
    def is_at_bottom(self) -> bool:
        """Whether new rows will be followed."""
        return self._is_stuck

    def scroll_to_bottom(self) -> None:
        """Goes to the newest row, and follows from there."""
        self._is_stuck = True
        self.settle()
        self.viewport().update()

    def row_top(self, row: int) -> int:
        """Where a row begins in the viewport."""
        return self._heights.top(row) - self.verticalScrollBar().value()

    def row_edges(self, row: int) -> tuple[int, int]:
        """Where a row begins and ends in the viewport."""
        top = self.row_top(row)
        return top, top + self._heights[row]

    def row_at(self, y: int) -> tuple[int, int]:
        """The row at ``y`` of the viewport (-1 for none), and how far below its top that is."""
        y += self.verticalScrollBar().value()
        return self._heights.at(y) if 0 <= y < self._heights.total else (-1, 0)

    def rebuild(self) -> None:
        """Estimates all rows anew (another model, width or look), keeping the place."""
        with self._adjusting():
            anchor, offset = self._anchor()
            count = self.model().rowCount() if self.model() else 0
            self._is_exact = bytearray(count)
            self._heights.reset(self.estimate_row(row) for row in range(count))
            self._restore(anchor, offset)
        self.viewport().update()

    def remeasure(self, row: int) -> None:
        """A row has changed: measures it if it can be seen, and keeps everything in its place."""
        if not 0 <= row < len(self._heights):
            return
        before = self._place(row)
        with self._adjusting():
            anchor, offset = self._anchor()
            was_exact = bool(self._is_exact[row])
            self._is_exact[row] = 0
            if before is not None:
                grown = self._measure(row)
                if row == anchor and not was_exact:
                    offset = max(0, offset + grown)  # its lower edge is what was being read
            elif row > anchor:
                self._heights.set(row, max(self._heights[row], self.estimate_row(row)))
            self._restore(anchor, offset)
        if before is not None:
            stays = before == self._place(row)
            self.viewport().update(self.visualRect(self.model().index(row, 0)) if stays else self.viewport().rect())

    def settle(self) -> None:
        """Measures what is visible; keeps the first visible row (or the bottom) where it is."""
        if self._is_adjusting or not len(self._heights):
            return
        with self._adjusting():
            for _ in range(MAX_PASSES):
                if not (self._measure_upwards() if self._is_stuck else self._measure_downwards()):
                    break
        first, _ = self._heights.at(self.verticalScrollBar().value())
        last, _ = self._heights.at(self.verticalScrollBar().value() + self.viewport().height())
        self.rows_settled(first, last)

    def _measure_upwards(self) -> bool:
        row, y, changed = len(self._heights) - 1, 0, False
        while row >= 0 and y < self.viewport().height():
            changed = bool(self._measure(row)) or changed
            y += self._heights[row]
            row -= 1
        self._sync()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        return changed

    def _measure_downwards(self) -> bool:
        row, offset = self._anchor()
        grown = self._measure(row)
        offset = max(0, offset + grown)  # a row entered from below is anchored at its lower edge
        changed, y, below = bool(grown), self._heights[row] - offset, row + 1
        while below < len(self._heights) and y < self.viewport().height():
            changed = bool(self._measure(below)) or changed
            y += self._heights[below]
            below += 1
        if changed:
            self._restore(row, offset)
        return changed

    def _measure(self, row: int) -> int:
        """Makes the height of a row exact where it can be; returns by how much it grew."""
        if self._is_exact[row]:
            return 0
        height = self.measure_row(row)
        if height is None:
            return 0
        self._is_exact[row] = 1
        return self._heights.set(row, height)

    def _anchor(self) -> tuple[int, int]:
        return self._heights.at(self.verticalScrollBar().value())

    def _restore(self, anchor: int, offset: int) -> None:
        """Scrolls so that the anchor is where it was, or to the bottom."""
        self._sync()
        bar = self.verticalScrollBar()
        if self._is_stuck:
            bar.setValue(bar.maximum())
        elif 0 <= anchor < len(self._heights):
            bar.setValue(self._heights.top(anchor) + min(offset, max(0, self._heights[anchor] - 1)))

    def _sync(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setRange(0, max(0, self._heights.total - height))

    def _place(self, row: int) -> tuple[int, int] | None:
        """The edges of a row that can be seen."""
        top, bottom = self.row_edges(row)
        return (top, bottom) if top < self.viewport().height() and bottom > 0 else None

    @contextmanager
    def _adjusting(self) -> Generator[None, None, None]:
        """While the view itself moves the scroll bar, that says nothing about where the person wants to be."""
        before, self._is_adjusting = self._is_adjusting, True
        try:
            yield
        finally:
            self._is_adjusting = before

    def _on_scrolled(self, value: int) -> None:
        if not self._is_adjusting:
            self._is_stuck = value >= self.verticalScrollBar().maximum() - STUCK_WITHIN

    # Qt

    def reset(self) -> None:
        """All rows are others; the view begins at the bottom."""
        super().reset()
        self._is_stuck = True
        self.rebuild()

    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = (), /) -> None:
        """Measures changed rows anew."""
        for row in range(topLeft.row(), bottomRight.row() + 1):
            self.remeasure(row)
        QAbstractItemView.dataChanged(self, topLeft, bottomRight, list(roles))

    def rowsInserted(self, parent: Index, start: int, end: int, /) -> None:
        """Makes room, without moving what is visible."""
        with self._adjusting():
            anchor, offset = self._anchor()
            if start <= anchor and len(self._heights):
                anchor += end - start + 1
            self._is_exact[start:start] = bytes(end - start + 1)
            self._heights.insert(start, [self.estimate_row(row) for row in range(start, end + 1)])
            self._restore(anchor, offset)
        QAbstractItemView.rowsInserted(self, parent, start, end)
        self.viewport().update()

    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int, /) -> None:
        """Closes the gap, without moving what stays visible."""
        QAbstractItemView.rowsAboutToBeRemoved(self, parent, start, end)
        with self._adjusting():
            anchor, offset = self._anchor()
            if start <= anchor <= end:
                anchor, offset = start, 0
            elif anchor > end:
                anchor -= end - start + 1
            del self._is_exact[start : end + 1]
            self._heights.remove(start, end)
            self._restore(min(anchor, len(self._heights) - 1), offset)
        self.viewport().update()

    def visualRect(self, index: Index, /) -> QRect:
        """A row's place in the viewport."""
        if not index.isValid() or index.row() >= len(self._heights):
            return QRect()
        return QRect(0, self.row_top(index.row()), self.viewport().width(), self._heights[index.row()])

    def indexAt(self, point: QPoint, /) -> QModelIndex:
        """The row at a point of the viewport."""
        row, _ = self.row_at(point.y())
        return self.model().index(row, 0) if row >= 0 else QModelIndex()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Shows a row: its top, if it is higher than the viewport."""
        row = index.row()
        if not index.isValid() or row >= len(self._heights):
            return
        with self._adjusting():
            self._measure(row)
            self._sync()
        bar, top, height = self.verticalScrollBar(), self.row_top(row), self.viewport().height()
        bottom = top + self._heights[row]
        if hint is QAbstractItemView.ScrollHint.PositionAtTop or top < 0:
            bar.setValue(bar.value() + top)
        elif bottom > height:
            bar.setValue(bar.value() + min(top, bottom - height))

    def horizontalOffset(self) -> int:
        """Rows are never wider than the viewport."""
        return 0

    def verticalOffset(self) -> int:
        """How far is scrolled."""
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index, /) -> bool:
        """No row is hidden."""
        del index
        return False

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag, /) -> None:
        """Selects the row in the middle of ``rect``; for screen readers, the mouse selects text."""
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index) if index.isValid() else QItemSelection(), command)

    def visualRegionForSelection(self, selection: QItemSelection, /) -> QRegion:
        """Selected rows look no different, so everything may stay as it is painted."""
        del selection
        return QRegion(self.viewport().rect())

    def updateGeometries(self) -> None:
        """The scroll bar's range; Qt calls this instead of a layout."""
        with self._adjusting():
            self._sync()

    def doItemsLayout(self) -> None:
        """Never: this is what makes ``QListView`` slow."""

    def scrollContentsBy(self, dx: int, dy: int, /) -> None:
        """Paints anew; rows may have to be measured first."""
        del dx, dy
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width changes every row; another height only what is visible."""
        QAbstractItemView.resizeEvent(self, event)
        if self.viewport().width() != self._laid_out_width:
            self._laid_out_width = self.viewport().width()
            self.rebuild()
        else:
            with self._adjusting():
                self._restore(*self._anchor())

    def paintEvent(self, event: QPaintEvent, /) -> None:
        """Settles, then paints the visible rows that are asked for."""
        self.settle()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height, width = self.viewport().height(), self.viewport().width()
        row, offset = self._anchor()
        y = -offset
        while row < len(self._heights) and y < height:
            tall = self._heights[row]
            if event.rect().intersects(QRect(0, y, width, tall)):
                painter.save()
                painter.translate(0, y)
                self.paint_row(painter, row, QRect(0, max(0, -y), width, min(tall, height - y)))
                painter.restore()
            y += tall
            row += 1
        painter.end()
