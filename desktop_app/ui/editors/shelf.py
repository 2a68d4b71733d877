"""The left side of the page of lorebooks: the books, and the table of the entries of the open one."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from desktop_app.ui.editors.entry_table import NAME, entry_model
from desktop_app.ui.editors.item_list import ItemList
from desktop_app.ui.editors.things_view import ThingTable
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12
from desktop_app.ui.undo_bar import UndoBar

BOOKS_HEIGHT, ENTRIES_HEIGHT = 190, 430


class Shelf(QWidget):
    """Books above, entries below.

    Attributes:
        books: the list of books.
        model: the entries of the open book.
        table: their rows.
        search: finds entries.

    Signals:
        new_entry_pressed: another entry is wanted.
    """

    new_entry_pressed = Signal()

    def __init__(
        self, icons: Icons, undo_bar: UndoBar, counts: Mapping[str, int], parent: QWidget | None = None
    ) -> None:
        """``counts``: the tokens of texts, where they are known."""
        super().__init__(parent)
        self.books = ItemList(self.tr("Lorebooks"), self.tr("Find a lorebook"), self.tr("New lorebook"), icons, self)
        self.model = entry_model(counts, self)
        self.table = ThingTable(self.model, self.tr("Entries of the lorebook"), NAME, self)
        self.table.show_columns(())
        self.search = LineEdit()
        self._columns = QPushButton()
        self._new = QPushButton(self.tr("New entry"))
        self._empty = plain_label(look="muted", wrap=True)
        self._lay_out(icons, undo_bar)
        self.search.textChanged.connect(self._on_query)
        self.table.typed.connect(self._on_typed)
        self.table.led_from(self.search)
        self._columns.clicked.connect(self._on_columns)
        self._new.clicked.connect(self.new_entry_pressed)
        self.show_book(None)

    def show_book(self, count: int | None) -> None:
        """What the open book has, by the number of its entries; None: no book is open."""
        self.search.setEnabled(bool(count))
        self._columns.setEnabled(bool(count))
        self._new.setEnabled(count is not None)
        if count is None:
            self._empty.setText(self.tr("Choose a lorebook to see its entries."))
        elif not count:
            self._empty.setText(self.tr("No entries yet: “New entry” makes the first."))
        else:
            self._empty.setText(self.tr("No entry has these words."))
        self._show_table()

    def _lay_out(self, icons: Icons, undo_bar: UndoBar) -> None:
        find = self.tr("Find an entry")
        self.search.setPlaceholderText(find)
        self.search.setAccessibleName(find)
        self.search.setClearButtonEnabled(True)
        columns = self.tr("Choose columns")
        self._columns.setAccessibleName(columns)
        set_plain_tooltip(self._columns, columns)
        icons.bind(self._columns, "list-filter")
        for button in (self._columns, self._new):
            button.setAutoDefault(False)
        icons.bind(self._new, "plus")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = QHBoxLayout()
        head.setSpacing(SPACE_8)
        head.addWidget(self.search, 1)
        head.addWidget(self._columns)
        head.addWidget(self._new)
        entries = QWidget()
        column = QVBoxLayout(entries)
        column.setContentsMargins(0, SPACE_12, 0, 0)
        column.setSpacing(SPACE_8)
        column.addLayout(head)
        column.addWidget(self.table, 1)
        column.addWidget(self._empty, 1)
        books = QWidget()
        above = QVBoxLayout(books)
        above.setContentsMargins(0, 0, 0, SPACE_12)
        above.addWidget(self.books)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(books)
        split.addWidget(entries)
        split.setStretchFactor(1, 1)
        split.setSizes([BOOKS_HEIGHT, ENTRIES_HEIGHT])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, SPACE_12, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(split, 1)
        layout.addWidget(undo_bar)

    def _on_query(self, query: str) -> None:
        self.model.set_query(query)
        self._show_table()

    def _show_table(self) -> None:
        rows = self.model.rowCount() > 0
        self.table.setVisible(rows)
        self._empty.setVisible(not rows)

    def _on_typed(self, text: str) -> None:
        self.search.setFocus()
        self.search.insert(text)

    def _on_columns(self) -> None:
        self.table.column_menu().popup(self._columns.mapToGlobal(self._columns.rect().bottomLeft()))
