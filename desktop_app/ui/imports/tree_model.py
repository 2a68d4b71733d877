"""Files and what is in them as Qt's item model. Used by the import window; replaced as a whole with each state."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.rows import Row, RowKind
from desktop_app.ui.text import plain_tooltip
from desktop_app.ui.theme import AppTheme

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
COLUMNS = 3


class ImportTreeModel(QAbstractItemModel):
    """Three columns: what, what it is, what happens.

    Attributes:
        over: whether it has happened.
    """

    def __init__(self, theme: AppTheme, icons: Icons, parent: QObject | None = None) -> None:
        self._top: list[Row] = []
        super().__init__(parent)
        self.over = False
        self._theme = theme
        self._icons = icons

    @property
    def top(self) -> list[Row]:
        """The files."""
        return self._top

    def show_rows(self, top: list[Row]) -> None:
        """Shows these instead."""
        self.beginResetModel()
        self._top = top
        self.endResetModel()

    def states_changed(self) -> None:
        """Other words stand in the last column, of any row."""
        if self._top:
            last = COLUMNS - 1
            self.dataChanged.emit(self.index(0, last), self.index(len(self._top) - 1, last))

    def row_of(self, index: Index) -> Row | None:
        """The row of an index."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Row) else None

    def index(self, row: int, column: int, parent: Index = _NO_PARENT) -> QModelIndex:
        """A file, or what is in it."""
        above = self.row_of(parent)
        siblings = self._top if above is None else above.children
        if 0 <= row < len(siblings) and 0 <= column < COLUMNS:
            return self.createIndex(row, column, siblings[row])
        return QModelIndex()

    def parent(self, child: Index | None = None) -> QModelIndex:  # pyright: ignore[reportIncompatibleMethodOverride] - Qt overloads the name
        """The file of a row."""
        row = self.row_of(child) if child is not None else None
        if row is None or row.parent is None:
            return QModelIndex()
        return self.createIndex(row.parent.place, 0, row.parent)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Files, or what is in one."""
        if parent.column() > 0:
            return 0
        row = self.row_of(parent)
        return len(self._top) if row is None else len(row.children)

    def hasChildren(self, parent: Index = _NO_PARENT) -> bool:
        """Every file has something to be seen in it; asked of all, and nothing is made for it."""
        row = self.row_of(parent)
        return bool(self._top) if row is None else row.kind is RowKind.FILE

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Always the same."""
        del parent
        return COLUMNS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole, /) -> Any:
        """The names of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            ends = self.tr("What happened") if self.over else self.tr("What happens")
            return (self.tr("Name"), self.tr("What it is"), ends)[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole, /) -> Any:
        """The words of a cell; notes are quiet, errors in the colour of errors, both with a sign."""
        row = self.row_of(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return (row.title, row.detail, row.state)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip((row.title, row.detail, row.state)[index.column()])
            case Qt.ItemDataRole.ForegroundRole:
                return self._colour(row, index.column())
            case Qt.ItemDataRole.DecorationRole if index.column() == 0:
                return self._sign(row)
            case _:
                return None

    def _colour(self, row: Row, column: int) -> Any:
        if row.unusable and (column == 1 or row.kind is RowKind.ERROR):
            return self._theme.tokens.color("danger")
        if row.kind is RowKind.NOTE or column:
            return self._theme.tokens.color("muted")
        return None

    def _sign(self, row: Row) -> Any:
        if row.kind is RowKind.ERROR:
            return self._icons.icon("alert-triangle", "danger")
        return self._icons.icon("info") if row.kind is RowKind.NOTE else None
