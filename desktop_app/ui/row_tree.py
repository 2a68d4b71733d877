"""Trees whose current row has a frame, as everything else that has the keyboard; tables of whole rows are made of them.

Qt's own frame of a whole row (``allColumnsShowFocus``) is drawn past the style sheet, as a veil over the words. The style sheet
knows both kinds by their classes.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView, QTreeWidget

FRAME = 2
"""Pixels of the line."""


class RowTree(QTreeView):
    """Rows of several columns, of which one is where the keyboard is."""

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, /
    ) -> None:
        """The row, and the frame over all its columns."""
        super().drawRow(painter, options, index)
        _draw_frame(self, painter, options, index)


class RowTreeWidget(QTreeWidget):
    """The same with a model of its own, for few rows."""

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, /
    ) -> None:
        """The row, and the frame over all its columns."""
        super().drawRow(painter, options, index)
        _draw_frame(self, painter, options, index)


def _draw_frame(
    tree: QTreeView, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
) -> None:
    """Around the row, where it is the one that has the keyboard."""
    current = tree.currentIndex()
    if index.row() != current.row() or index.parent() != current.parent() or not tree.hasFocus():
        return
    place = options.rect
    place.setLeft(-tree.header().offset())
    place.setWidth(max(tree.header().length(), 0))
    painter.save()
    painter.setPen(QPen(tree.palette().accent(), FRAME))
    painter.drawRect(place.adjusted(FRAME // 2, FRAME // 2, -FRAME // 2, -FRAME // 2))
    painter.restore()
