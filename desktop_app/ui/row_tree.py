"""A tree whose current row has a frame, as everything else that has the keyboard; tables of whole rows are made of it.

Qt's own frame of a whole row (``allColumnsShowFocus``) is drawn past the style sheet, as a veil over the words.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView

FRAME = 2
"""Pixels of the line."""


class RowTree(QTreeView):
    """Rows of several columns, of which one is where the keyboard is."""

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, /
    ) -> None:
        """The row, and the frame over all its columns."""
        super().drawRow(painter, options, index)
        current = self.currentIndex()
        if not self.hasFocus() or index.row() != current.row() or index.parent() != current.parent():
            return
        place = options.rect
        place.setLeft(-self.horizontalOffset())
        place.setWidth(max(self.header().length(), 0))
        painter.save()
        painter.setPen(QPen(self.palette().accent(), FRAME))
        painter.drawRect(place.adjusted(FRAME // 2, FRAME // 2, -FRAME // 2, -FRAME // 2))
        painter.restore()
