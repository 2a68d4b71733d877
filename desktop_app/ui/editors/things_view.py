"""The view of a table of things: many rows chosen, columns chosen, rows dragged, everything by keys too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QItemSelectionRange, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeView, QWidget

from desktop_app.ui.editors.cells import CellDelegate
from desktop_app.ui.editors.things_table import ThingModel, next_outside
from desktop_app.ui.editors.type_to_find import is_typing
from desktop_app.ui.icons import Icons
from desktop_app.ui.row_tree import RowTree
from desktop_app.ui.text_input import LineEdit

HEAD_MARGIN = 26
"""Pixels beside a title; the arrow of the sorted column is drawn over the title's end where there is no more room."""

FEW = 100
"""Rows of which Qt may find out by itself where they are painted anew."""

LEAST_NAME = 120
"""Pixels of the column that takes what is left of the width."""


class ThingTable(RowTree):
    """The rows.

    Signals:
        chosen: (ids) other rows are chosen, by mouse or keyboard.
        entered: Enter was pressed on a row.
        typed: (text) letters, for the search.
        columns_chosen: (names) the person wants these columns.
    """

    chosen = Signal(list)
    entered = Signal()
    typed = Signal(str)
    columns_chosen = Signal(list)

    def __init__(self, model: ThingModel[Any], name: str, wide: str, parent: QWidget | None = None) -> None:
        """``name`` of the table; ``wide``: the column that takes what is left of the width, and always is there."""
        self._marking = 0
        self._chosen: list[str] = []
        self._cells: CellDelegate | None = None
        super().__init__(parent)
        self.things = model
        self._wide = model.column(wide)
        self.setModel(model)
        self._cells = CellDelegate(model, self)
        self.setItemDelegate(self._cells)
        self.setAccessibleName(name)
        self.setCornerWidget(QWidget())
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setItemsExpandable(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._set_up_head()
        self.header().setSortIndicator(model.sorted_by, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        model.modelReset.connect(self._on_reset)

    def mark(self, ids: Sequence[str]) -> None:
        """Marks the rows of what is open, and tells nobody."""
        self._chosen = list(ids)
        self._mark()

    def led_from(self, search: LineEdit) -> None:
        """Enter and Down in this search go to the rows, to the first where none is chosen."""
        search.returnPressed.connect(lambda: search.composing or self._take_keyboard())
        down = QShortcut(QKeySequence(Qt.Key.Key_Down), search)
        down.setContext(Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self._take_keyboard)

    def chosen_ids(self) -> list[str]:
        """What the chosen rows show, from above."""
        return [self.things.shown[row].id for row in self._chosen_rows() if row < len(self.things.shown)]

    def neighbour_of(self, ids: Iterable[str]) -> str:
        """What is shown behind these, else before them: where a person is when they are gone. Empty for nothing."""
        chosen = set(ids)
        shown = [thing.id for thing in self.things.shown]
        first = next((row for row, thing_id in enumerate(shown) if thing_id in chosen), None)
        if first is None:
            return ""
        return next_outside(self.things.shown, chosen, first) or (shown[first - 1] if first else "")

    def goal_of(self, *, up: bool) -> tuple[list[str], str] | None:
        """The chosen rows and what they are in front of when they are moved by one; None where they cannot be."""
        ids = self.chosen_ids()
        shown = self.things.shown
        if not ids or not self.things.can_move:
            return None
        rows = [self.things.row_of(thing_id) for thing_id in ids]
        if up:
            return (ids, shown[rows[0] - 1].id) if rows[0] > 0 else None
        if rows[-1] + 1 >= len(shown):
            return None
        return ids, next_outside(shown, ids, rows[-1] + 2)

    def show_columns(self, names: Sequence[str]) -> None:
        """Shows these columns, or the usual ones where none is named."""
        wanted = set(names) or {column.name for column in self.things.columns if column.usual}
        for place, column in enumerate(self.things.columns):
            self.setColumnHidden(place, column.name not in wanted and place != self._wide)
        self._fit()

    def shows(self, name: str) -> bool:
        """Whether a column is shown."""
        return not self.isColumnHidden(self.things.column(name))

    def column_menu(self) -> QMenu:
        """The columns to tick; to be shown and thrown away."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, column in enumerate(self.things.columns):
            if place != self._wide:
                action = menu.addAction(column.title.replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(not self.isColumnHidden(place))
                action.triggered.connect(lambda _checked=False, name=column.name: self._on_column(name))
        return menu

    def add_command(self, text: str, keys: str, done: Callable[[], None], icon: tuple[Icons, str] | None) -> QAction:
        """Something that can be done with the chosen rows, in the menu and by keys."""
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: done())
        if icon is not None:
            icon[0].bind(action, icon[1])
        self.addAction(action)
        return action

    def _take_keyboard(self) -> None:
        if self.things.shown:
            self.setFocus()
            if not self.selectionModel().hasSelection():
                self.setCurrentIndex(self.things.index(0, self._wide))

    def _set_up_head(self) -> None:
        head = self.header()
        head.setStretchLastSection(False)
        head.setMinimumSectionSize(32)
        head.setTextElideMode(Qt.TextElideMode.ElideRight)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(self._on_head_menu)
        for place, column in enumerate(self.things.columns):
            title = head.fontMetrics().horizontalAdvance(column.title) + HEAD_MARGIN
            self.setColumnWidth(place, max(column.width, title))
        head.sectionResized.connect(self._on_resized)

    def _on_head_menu(self, point: QPoint) -> None:
        self.column_menu().popup(self.header().mapToGlobal(point))

    def _on_resized(self, place: int) -> None:
        if place != self._wide:
            self._fit()

    def _on_column(self, name: str) -> None:
        names = {column.name for column in self.things.columns if self.shows(column.name)} ^ {name}
        self.show_columns(sorted(names))
        self.columns_chosen.emit([column.name for column in self.things.columns if column.name in names])

    def _fit(self) -> None:
        """The wide column takes what the others leave; where that is little, the table is scrolled sideways."""
        others = sum(
            self.columnWidth(place)
            for place in range(len(self.things.columns))
            if place != self._wide and not self.isColumnHidden(place)
        )
        width = max(LEAST_NAME, self.viewport().width() - others)
        if width != self.columnWidth(self._wide):
            self.setColumnWidth(self._wide, width)

    def _chosen_rows(self) -> list[int]:
        """From above. By ranges: Qt's own list of rows takes a second for a thousand."""
        parts = _parts(self.selectionModel().selection())
        return sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})

    def _mark(self) -> None:
        model, chosen = self.selectionModel(), set(self._chosen)
        rows = [row for row, thing in enumerate(self.things.shown) if thing.id in chosen] if chosen else []
        if rows and rows == self._chosen_rows() and self.currentIndex().row() in rows:
            return
        self._marking += 1
        flags = QItemSelectionModel.SelectionFlag
        if rows:
            picked, last_column = QItemSelection(), len(self.things.columns) - 1
            for first, last in _runs(rows):
                picked.select(self.things.index(first, 0), self.things.index(last, last_column))
            current = self.currentIndex()
            if current.row() not in rows:
                current = self.things.index(rows[0], self._wide)
                model.setCurrentIndex(current, flags.NoUpdate)
            model.select(picked, flags.ClearAndSelect)
            self.scrollTo(current)
        else:
            model.clear()
        self._marking -= 1

    def _on_reset(self) -> None:
        self._mark()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tells what the person chose."""
        many = sum(part.height() for change in (selected, deselected) for part in _parts(change)) > FEW
        if many:  # Qt puts together what is to be painted anew, row by row
            self.setUpdatesEnabled(False)
        super().selectionChanged(selected, deselected)
        if many:
            self.setUpdatesEnabled(True)
        if not self._marking:
            ids = self.chosen_ids()
            if ids and ids != self._chosen:
                self._chosen = ids
                self.chosen.emit(ids)

    def selectAll(self) -> None:
        """In one piece: Qt would ask for the flags of every row."""
        last_row, last_column = len(self.things.shown) - 1, len(self.things.columns) - 1
        if last_row >= 0:
            everything = QItemSelection(self.things.index(0, 0), self.things.index(last_row, last_column))
            self.selectionModel().select(everything, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def reset(self) -> None:
        """Rows that go with a reset were not given up by the person."""
        self._marking += 1
        super().reset()
        self._marking -= 1

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter goes to the form, letters are for the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif is_typing(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent, /) -> None:
        """Perhaps another theme or font."""
        super().changeEvent(event)
        if self._cells is not None:
            self._cells.forget()

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """Another width."""
        super().resizeEvent(event)
        self._fit()


def _parts(selection: QItemSelection) -> list[QItemSelectionRange]:
    return [selection.at(number) for number in range(selection.count())]


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Rising numbers as runs: first and last."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
