"""A table of things that can be sorted, found by typing, chosen many at a time and moved: a thousand rows fluently.

The pages of lorebooks and of memory fill it and say which columns it has; it asks no service. Found and sorted are the values
themselves, not through Qt's proxy, which asks Python for every row and every comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication

from desktop_app.ui.text import folded, plain_tooltip


class Thing(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """By which it is known."""
        ...


T = TypeVar("T", bound=Thing)

THING_ROLE = Qt.ItemDataRole.UserRole + 1

MOVED = "application/x-talespan-rows"

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()

_ROW = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_BOX = Qt.ItemFlag.ItemIsUserCheckable
"""Put together once: at a thousand rows Qt asks for them some thousand times."""


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column. ``key``: what rows are sorted by, else the text. ``box``: a box that is ticked in place, instead of text.

    ``usual``: shown until the person chooses. ``number``: set at the right.
    """

    name: str
    title: str
    width: int
    text: Callable[[T], str] = lambda _thing: ""
    key: Callable[[T], Any] | None = None
    box: Callable[[T], bool] | None = None
    usual: bool = True
    number: bool = False


class ThingModel(QAbstractTableModel, Generic[T]):
    """The things that the search leaves, sorted; those that are equal in the order in which they were given.

    Signals:
        ticked: (thing, column's name) a box was pressed.
        dropped: (ids, id of what they are in front of, empty: behind all) rows were dragged.
    """

    ticked = Signal(object, str)
    dropped = Signal(list, str)

    def __init__(
        self,
        columns: Sequence[Column[T]],
        words: Callable[[T], str],
        title: Callable[[T], str],
        faint: Callable[[T], bool],
        parent: QObject | None = None,
    ) -> None:
        """``words``: all that a thing is found by; ``title``: what it is called; ``faint``: it does not count."""
        super().__init__(parent)
        self.columns = tuple(columns)
        self._words, self._title, self._faint = words, title, faint
        self._things: tuple[T, ...] = ()
        self._shown: list[T] = []
        self._folded: dict[str, tuple[T, str]] = {}
        self._query: list[str] = []
        self._only: Callable[[T], bool] | None = None
        self._sorted_by, self._descending = 0, False
        self.movable_by = ""
        self._flags = [_ROW | _BOX if column.box is not None else _ROW for column in self.columns]
        self._dragged = [flags | Qt.ItemFlag.ItemIsDragEnabled for flags in self._flags]

    @property
    def shown(self) -> list[T]:
        """The rows."""
        return self._shown

    @property
    def things(self) -> tuple[T, ...]:
        """All, also those that the search hides."""
        return self._things

    @property
    def sorted_by(self) -> int:
        """The column by which rows are sorted."""
        return self._sorted_by

    @property
    def can_move(self) -> bool:
        """Whether rows stand in the order that dragging changes."""
        return self.columns[self._sorted_by].name == self.movable_by and not self._descending

    def is_faint(self, thing: T) -> bool:
        """Whether it does not count, and is written so."""
        return self._faint(thing)

    def column(self, name: str) -> int:
        """The place of a column."""
        return next(place for place, column in enumerate(self.columns) if column.name == name)

    def set_things(self, things: Sequence[T]) -> None:
        """Replaces all; where only some are otherwise, just those rows are drawn anew."""
        self._things = tuple(things)
        self._show()

    def set_query(self, query: str) -> None:
        """Leaves those that have all words of ``query``."""
        self._query = folded(query).split()
        self._show()

    def set_only(self, only: Callable[[T], bool] | None) -> None:
        """Leaves those of which this is true."""
        self._only = only
        self._show()

    def row_of(self, thing_id: str) -> int:
        """The row of a thing; -1 where it is not shown."""
        return next((row for row, thing in enumerate(self._shown) if thing.id == thing_id), -1)

    def redraw(self, name: str) -> None:
        """A column says something else now, and may be what rows are sorted by."""
        column = self.column(name)
        if column == self._sorted_by:
            self._show()
        if self._shown:
            self.dataChanged.emit(self.index(0, column), self.index(len(self._shown) - 1, column))

    def _show(self) -> None:
        found = [thing for thing in self._things if self._is_meant(thing)]
        column = self.columns[self._sorted_by]
        found.sort(key=lambda thing: _key(column, thing), reverse=self._descending)
        before, same = self._shown, [thing.id for thing in self._shown] == [thing.id for thing in found]
        if not same:
            self.beginResetModel()
            self._shown = found
            self.endResetModel()
            return
        self._shown = found
        changed = [row for row, (old, new) in enumerate(zip(before, found, strict=True)) if old is not new]
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], len(self.columns) - 1))

    def _is_meant(self, thing: T) -> bool:
        if self._only is not None and not self._only(thing):
            return False
        if not self._query:
            return True
        known = self._folded.get(thing.id)
        if known is None or known[0] is not thing:
            known = self._folded[thing.id] = (thing, folded(self._words(thing)))
        return all(word in known[1] for word in self._query)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """One for a thing."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """All, also those that the table hides."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the columns are called."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        return self.columns[section].title if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, boxes and the thing itself."""
        if not 0 <= index.row() < len(self._shown):
            return None
        thing, column = self._shown[index.row()], self.columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return None if column.box is not None else column.text(thing)
            case Qt.ItemDataRole.CheckStateRole if column.box is not None:
                return Qt.CheckState.Checked if column.box(thing) else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.AccessibleTextRole if column.box is not None:
                return f"{column.title}: {self._title(thing)}"
            case Qt.ItemDataRole.TextAlignmentRole if column.number:
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip("\n".join(filter(None, (self._title(thing), column.text(thing)))))
            case Qt.ItemDataRole.ForegroundRole if self._faint(thing):
                return QGuiApplication.palette().placeholderText()
            case _:
                return thing if role == THING_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Asks for a box to be ticked; it is drawn when that is stored."""
        if role != Qt.ItemDataRole.CheckStateRole or not 0 <= index.row() < len(self._shown):
            return False
        self.ticked.emit(self._shown[index.row()], self.columns[index.column()].name)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whole rows are chosen and, in their own order, dragged between others."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if self.can_move else Qt.ItemFlag.NoItemFlags
        return (self._dragged if self.can_move else self._flags)[index.column()]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By a press on a head."""
        if 0 <= column < len(self.columns):
            self._sorted_by, self._descending = column, order is Qt.SortOrder.DescendingOrder
            self._show()

    def supportedDropActions(self) -> Qt.DropAction:
        """Rows are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Rows of this program."""
        return [MOVED]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The ids of the rows."""
        data = QMimeData()
        rows = sorted({index.row() for index in indexes})
        data.setData(MOVED, "\n".join(self._shown[row].id for row in rows).encode())
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        """Asks for the rows to be moved; they are drawn there when that is stored."""
        ids = [name for name in bytes(data.data(MOVED).data()).decode().split("\n") if name]
        at = parent.row() if parent.isValid() else row
        if not ids or not self.can_move or action is not Qt.DropAction.MoveAction:
            return False
        self.dropped.emit(ids, next_outside(self._shown, ids, len(self._shown) if at < 0 else at))
        return False  # nothing is to be removed by the view


def next_outside(things: Sequence[T], ids: Iterable[str], at: int) -> str:
    """The first from a row on that is none of these; empty for the end."""
    chosen = set(ids)
    return next((thing.id for thing in things[at:] if thing.id not in chosen), "")


def _key(column: Column[T], thing: T) -> Any:
    if column.key is not None:
        return column.key(thing)
    return column.box(thing) if column.box is not None else column.text(thing).casefold()
