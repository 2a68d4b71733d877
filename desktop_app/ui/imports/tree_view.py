"""The tree of the import window: how wide its columns are, what spans them, and which rows are selected. Made by ``dialog``."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from desktop_app.ui.imports.rows import Row
from desktop_app.ui.imports.tree_model import ImportTreeModel
from desktop_app.ui.row_tree import RowTree

_NAME_WIDTH, _DETAIL_WIDTH = 290, 220
# So few files are shown opened.
_OPENED = 30


class ImportTree(RowTree):
    """Shows an ``ImportTreeModel``: files, and under each what is in it."""

    def __init__(self, model: ImportTreeModel) -> None:
        self._rows = model
        super().__init__()
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformRowHeights(True)
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, _NAME_WIDTH)
        self.setColumnWidth(1, _DETAIL_WIDTH)
        self.expanded.connect(self._span)

    def selected_rows(self) -> Iterator[Row]:
        """The rows that are selected."""
        for index in self.selectionModel().selectedRows():
            row = self._rows.row_of(index)
            if row is not None:
                yield row

    def open_few(self) -> None:
        """Opens the files where they are few, and begins at the top."""
        if len(self._rows.top) <= _OPENED:
            for row in self._rows.top:
                self.expand(self._rows.index(row.place, 0))
        self.scrollToTop()

    def _span(self, index: QModelIndex) -> None:
        """Sentences get all the room that there is."""
        row = self._rows.row_of(index)
        for child in row.children if row is not None else ():
            if child.wide:
                self.setFirstColumnSpanned(child.place, index, True)
