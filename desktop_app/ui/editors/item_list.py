"""A list of named things to choose from, with a search: the left side of a page. Filled by the page; asks no service."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QListView, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.editors.type_to_find import is_typing
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import folded, plain_label, plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8

ID_ROLE = Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """A thing of the list. ``words``: others that it is found by. ``faint``: it does not count now."""

    id: str
    title: str
    detail: str = ""
    words: str = ""
    faint: bool = False


class RowModel(QAbstractListModel):
    """The rows that the search leaves."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Row] = []
        self._rows: list[Row] = []
        self._query: list[str] = []

    def set_rows(self, rows: list[Row]) -> None:
        """Replaces all of them, where they are others."""
        if rows != self._all:
            self._all = rows
            self._show()

    def set_query(self, query: str) -> None:
        """Leaves those that have all words of ``query``."""
        self._query = folded(query).split()
        self._show()

    def index_of(self, item_id: str) -> QModelIndex:
        """The row of a thing; an invalid index where it is not shown."""
        return next((self.index(at) for at, row in enumerate(self._rows) if row.id == item_id), QModelIndex())

    def neighbour_of(self, item_id: str) -> str:
        """What is shown behind a thing, else before it: where a person is when it is gone. Empty for nothing."""
        at = self.index_of(item_id).row()
        around = [*self._rows[at + 1 : at + 2], *self._rows[max(0, at - 1) : at]] if at >= 0 else []
        return around[0].id if around else ""

    def _show(self) -> None:
        self.beginResetModel()
        self._rows = [row for row in self._all if self._is_meant(row)]
        self.endResetModel()

    def _is_meant(self, row: Row) -> bool:
        words = folded(f"{row.title} {row.detail} {row.words}") if self._query else ""
        return all(word in words for word in self._query)

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """How many are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, tooltip, colour and id."""
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(f"{row.title}\n{row.detail}".strip())
        if role == Qt.ItemDataRole.ForegroundRole and row.faint:
            return QGuiApplication.palette().placeholderText()
        return row.id if role == ID_ROLE else None


class RowView(QListView):
    """The rows.

    Signals:
        chosen: (id) by mouse or keyboard.
        entered: Enter was pressed on a row.
        typed: (text) letters, for the search.
    """

    chosen = Signal(str)
    entered = Signal()
    typed = Signal(str)

    def __init__(self, model: RowModel, parent: QWidget | None = None) -> None:
        self._marking = False
        super().__init__(parent)
        self._rows = model
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)

    def mark(self, item_id: str) -> None:
        """Marks the row that is open, and tells nobody."""
        self._marking = True
        index = self._rows.index_of(item_id)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index)
        self._marking = False

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tells what the person moved to."""
        super().currentChanged(current, previous)
        item_id = current.data(ID_ROLE)
        if not self._marking and isinstance(item_id, str):
            self.chosen.emit(item_id)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Enter goes to the form, letters are for the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif is_typing(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class ItemList(QWidget):
    """Search, rows and *new*.

    Attributes:
        view: the rows.
        search: the field above them.

    Signals:
        new_pressed: another thing is wanted.
    """

    new_pressed = Signal()

    def __init__(self, name: str, find: str, new: str, icons: Icons, parent: QWidget | None = None) -> None:
        """``name`` of the list, what stands in its search field, and on its button."""
        self._chosen = ""
        super().__init__(parent)
        self._model = RowModel(self)
        self.view = RowView(self._model)  # without a parent: Tab follows the order of the layout
        self.view.setAccessibleName(name)
        self.search = LineEdit()
        self.search.setPlaceholderText(find)
        self.search.setAccessibleName(find)
        self.search.setClearButtonEnabled(True)
        self._nothing = plain_label(self.tr("Nothing is called that."), look="muted", wrap=True)
        self._new = QPushButton(new)
        self._new.setAutoDefault(False)
        icons.bind(self._new, "plus")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.search)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._nothing, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._new)
        self._nothing.hide()
        self.search.textChanged.connect(self._on_query)
        self.search.returnPressed.connect(self._on_search_entered)
        self.view.typed.connect(self._on_typed)
        self._new.clicked.connect(self.new_pressed)

    @property
    def last_stop(self) -> QWidget:
        """The last of its parts that Tab comes to."""
        return self._new

    def neighbour_of(self, item_id: str) -> str:
        """What is shown next to a thing; empty for nothing."""
        return self._model.neighbour_of(item_id)

    def show_rows(self, rows: list[Row], chosen: str) -> None:
        """Replaces the rows; ``chosen`` is marked."""
        self._chosen = chosen
        self._model.set_rows(rows)
        self._show_found()

    def mark(self, item_id: str) -> None:
        """The thing that is open now."""
        self._chosen = item_id
        self.view.mark(item_id)

    def _on_query(self, query: str) -> None:
        self._model.set_query(query)
        self._show_found()

    def _show_found(self) -> None:
        self.view.mark(self._chosen)
        nothing = bool(self.search.text().strip()) and not self._model.rowCount()
        self._nothing.setVisible(nothing)
        self.view.setVisible(not nothing)

    def _on_search_entered(self) -> None:
        """The first that was found, and the keyboard to the rows."""
        if not self.search.composing and self._model.rowCount():
            self.view.setFocus()
            if not self.view.currentIndex().isValid():
                self.view.setCurrentIndex(self._model.index(0))

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Down goes from the search to the rows, as Enter does."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self._on_search_entered()
        else:
            super().keyPressEvent(event)

    def _on_typed(self, text: str) -> None:
        self.search.setFocus()
        self.search.insert(text)
