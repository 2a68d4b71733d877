"""The table of a lorebook's entries: a thousand of them fluently, sorted by a press on a head, found by typing.

Filled by the page of lorebooks. The two boxes of a row can be ticked in place; the page stores that.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from desktop_app.domain.lore import LorebookEntry
from desktop_app.ui.editors.lore_words import position_names
from desktop_app.ui.editors.type_to_find import is_typing
from desktop_app.ui.text import folded, plain_tooltip

ON, NAME, KEYS, ALWAYS, ORDER, POSITION = range(6)

WIDTHS = {ON: 36, NAME: 110, KEYS: 90, ALWAYS: 36, ORDER: 36, POSITION: 80}

HEAD_MARGIN = 24

ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
SORT_ROLE = Qt.ItemDataRole.UserRole + 2

TOOLTIP_KEYS = 30

ROOM_FOR_POSITION = 560
"""Pixels. In a narrower table the names would be cut after a word; where an entry goes, its form says too."""

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class EntryModel(QAbstractTableModel):
    """The entries in the book's order.

    Signals:
        ticked: (entry, column) a box was pressed.
    """

    ticked = Signal(object, int)

    def __init__(self, parent: QObject | None = None) -> None:
        self._entries: tuple[LorebookEntry, ...] = ()
        self._positions = dict(position_names())
        super().__init__(parent)

    def set_entries(self, entries: tuple[LorebookEntry, ...]) -> None:
        """Replaces all; where only some are otherwise, just those rows are drawn anew."""
        before = self._entries
        if [entry.id for entry in before] != [entry.id for entry in entries]:
            self.beginResetModel()
            self._entries = entries
            self.endResetModel()
            return
        self._entries = entries
        for row, (old, new) in enumerate(zip(before, entries, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row, 0), self.index(row, POSITION))

    def row_of(self, entry_id: str) -> int:
        """The row of an entry; -1 where it is not there."""
        return next((row for row, entry in enumerate(self._entries) if entry.id == entry_id), -1)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """One for an entry."""
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Six."""
        return 0 if parent.isValid() else len(WIDTHS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the columns are called."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            ON: self.tr("On"),
            NAME: self.tr("Name"),
            KEYS: self.tr("Keys"),
            ALWAYS: self.tr("Always"),
            ORDER: self.tr("Order"),
            POSITION: self.tr("Position"),
        }[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, boxes, and what rows are sorted by."""
        if not 0 <= index.row() < len(self._entries):
            return None
        entry, column = self._entries[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(entry, column)
            case Qt.ItemDataRole.AccessibleTextRole if column in (ON, ALWAYS):
                return f"{self.headerData(column, Qt.Orientation.Horizontal)}: {entry_title(entry)}"
            case Qt.ItemDataRole.CheckStateRole if column in (ON, ALWAYS):
                return Qt.CheckState.Checked if _box(entry, column) else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip("\n".join((entry_title(entry), *entry.keys[:TOOLTIP_KEYS])))
            case _ if role == ENTRY_ROLE:
                return entry
            case _ if role == SORT_ROLE:
                return _sort_key(entry, column, self._text(entry, column))
            case _:
                return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Asks for a box to be ticked; it is drawn when that is stored."""
        entry = self.data(index, ENTRY_ROLE)
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(entry, LorebookEntry):
            return False
        self.ticked.emit(entry, index.column())
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whole rows are chosen; two columns have boxes."""
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return plain | Qt.ItemFlag.ItemIsUserCheckable if index.column() in (ON, ALWAYS) else plain

    def _text(self, entry: LorebookEntry, column: int) -> str | None:
        match column:
            case _ if column == NAME:
                return entry_title(entry)
            case _ if column == KEYS:
                return " · ".join(entry.keys[:TOOLTIP_KEYS])
            case _ if column == ORDER:
                return str(entry.insertion_order)
            case _ if column == POSITION:
                return self._positions[entry.position]
            case _:
                return None


class EntryFilter(QSortFilterProxyModel):
    """The rows that are looked for, sorted; those with the same place in the order of the book."""

    def __init__(self, model: EntryModel, parent: QObject | None = None) -> None:
        self._words: list[str] = []
        super().__init__(parent)
        self.setSourceModel(model)
        self.setSortRole(SORT_ROLE)
        self.setDynamicSortFilter(True)

    def set_query(self, query: str) -> None:
        """Leaves the entries that have all words of ``query`` in their name, keys or content."""
        self._words = folded(query).split()
        self.setFilterFixedString(query)  # filters anew, by the words

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Whether an entry is meant."""
        if not self._words:
            return True
        entry = self.sourceModel().index(row, 0).data(ENTRY_ROLE)
        text = folded(f"{entry.name} {' '.join(entry.keys)} {entry.content}")
        return all(word in text for word in self._words)


class EntryTable(QTreeView):
    """The rows.

    Signals:
        chosen: (entry id) by mouse or keyboard.
        entered: Enter was pressed on a row.
        typed: (text) letters, for the search.
    """

    chosen = Signal(str)
    entered = Signal()
    typed = Signal(str)

    def __init__(self, model: EntryModel, parent: QWidget | None = None) -> None:
        self._marking = False
        super().__init__(parent)
        self._entries = model
        self.filter = EntryFilter(model, self)
        self.setModel(self.filter)
        self.setObjectName("entryTable")
        self.setAccessibleName(self.tr("Entries of the lorebook"))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setItemsExpandable(False)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setSortingEnabled(True)
        self.filter.sort(-1)
        head = self.header()
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSortIndicatorClearable(True)
        head.setStretchLastSection(False)
        head.setMinimumSectionSize(32)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            self.setColumnWidth(column, max(width, head.fontMetrics().horizontalAdvance(title) + HEAD_MARGIN))

    def mark(self, entry_id: str) -> None:
        """Marks the row that is open, and tells nobody."""
        self._marking = True
        row = self._entries.row_of(entry_id)
        index = self.filter.mapFromSource(self._entries.index(row, NAME)) if row >= 0 else QModelIndex()
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)
        else:
            self.selectionModel().clear()
        self._marking = False

    def chosen_ids(self) -> list[str]:
        """The entries of the chosen rows."""
        return [index.data(ENTRY_ROLE).id for index in self.selectionModel().selectedRows(NAME)]

    def neighbour_of(self, entry_ids: list[str]) -> str:
        """The entry shown behind these, else before them: where a person is when they are gone. Empty for none."""
        shown = [self.filter.index(row, NAME).data(ENTRY_ROLE).id for row in range(self.filter.rowCount())]
        rows = [row for row, entry_id in enumerate(shown) if entry_id in entry_ids]
        if not rows:
            return ""
        behind = [entry_id for entry_id in shown[rows[0] :] if entry_id not in entry_ids]
        return (behind or shown[: rows[0]][-1:] or [""])[0]

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tells what the person moved to."""
        super().currentChanged(current, previous)
        entry = current.data(ENTRY_ROLE)
        if not self._marking and isinstance(entry, LorebookEntry) and current.row() != previous.row():
            self.chosen.emit(entry.id)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter goes to the form, Space switches on and off, letters are for the search."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Space and index.isValid():
            self.model().setData(index.siblingAtColumn(ON), None, Qt.ItemDataRole.CheckStateRole)
        elif is_typing(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Names first: the last column is there where there is room, or where the rows are sorted by it."""
        super().resizeEvent(event)
        sorted_by = self.header().sortIndicatorSection() == POSITION
        hidden = self.viewport().width() < ROOM_FOR_POSITION and not sorted_by
        if self.isColumnHidden(POSITION) != hidden:
            self.setColumnHidden(POSITION, hidden)


def entry_title(entry: LorebookEntry) -> str:
    """What an entry is called in lists: by its name, its first key, or its beginning."""
    return entry.name or (entry.keys[0] if entry.keys else " ".join(entry.content[:120].split())[:60])


def _box(entry: LorebookEntry, column: int) -> bool:
    return entry.enabled if column == ON else entry.constant


def _sort_key(entry: LorebookEntry, column: int, text: str | None) -> Any:
    if column == ORDER:
        return entry.insertion_order
    return _box(entry, column) if text is None else text.casefold()
