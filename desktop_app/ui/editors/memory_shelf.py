"""The left side of the page of memory entries: search, of what place, and the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.editors.memory_table import SAID, memory_model
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.things_view import ThingTable
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12
from desktop_app.ui.undo_bar import UndoBar


class MemoryShelf(QWidget):
    """Search and rows.

    Attributes:
        model: the entries.
        table: their rows.
        search: finds entries.
        only: the place whose entries are shown; None: all.

    Signals:
        new_pressed: another entry is wanted.
    """

    new_pressed = Signal()

    def __init__(
        self,
        icons: Icons,
        undo_bar: UndoBar,
        counts: Mapping[str, int],
        scope_name: Callable[[Scope], str],
        parent: QWidget | None = None,
    ) -> None:
        """``counts``: the tokens of texts, where they are known."""
        self._entries: Sequence[MemoryEntry] = ()
        self._places = Places()
        self.only: Scope | None = None
        super().__init__(parent)
        self.model = memory_model(counts, scope_name, self)
        self.table = ThingTable(self.model, self.tr("Memory entries"), SAID, self)
        self.search = LineEdit()
        self._of = Choice()
        self._columns = QPushButton()
        self._new = QPushButton(self.tr("New memory entry"))
        self._empty = plain_label(look="muted", wrap=True)
        self._lay_out(icons, undo_bar)
        self.search.textChanged.connect(self._on_query)
        self._of.edited.connect(self._on_only)
        self.table.typed.connect(self._on_typed)
        self.table.led_from(self.search)
        self._columns.clicked.connect(self._on_columns)
        self._new.clicked.connect(self.new_pressed)
        self._show_table()

    def show_places(self, places: Places) -> None:
        """What all scopes are called."""
        self._places = places
        self._offer()

    def show_entries(self, entries: Sequence[MemoryEntry]) -> None:
        """All of them, the newest first."""
        self._entries = entries
        self.model.set_things(entries)
        self._offer()
        self._show_table()

    def bulk_buttons(self, duplicate: Callable[[], None], delete: Callable[[], None]) -> list[QWidget]:
        """What else can be done with many."""
        again, gone = QPushButton(self.tr("Duplicate")), QPushButton(self.tr("Delete"))
        gone.setProperty("look", "danger")
        again.clicked.connect(duplicate)
        gone.clicked.connect(delete)
        return [again, gone]

    def _lay_out(self, icons: Icons, undo_bar: UndoBar) -> None:
        find = self.tr("Find a memory entry")
        self.search.setPlaceholderText(find)
        self.search.setAccessibleName(find)
        self.search.setClearButtonEnabled(True)
        self._of.setAccessibleName(self.tr("Of which place"))
        columns = self.tr("Choose columns")
        self._columns.setAccessibleName(columns)
        set_plain_tooltip(self._columns, columns)
        icons.bind(self._columns, "list-filter")
        icons.bind(self._new, "plus")
        for button in (self._columns, self._new):
            button.setAutoDefault(False)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        head, below = QHBoxLayout(), QHBoxLayout()
        for row in (head, below):
            row.setSpacing(SPACE_8)
        head.addWidget(self.search, 1)
        head.addWidget(self._new)
        below.addWidget(self._of, 1)
        below.addWidget(self._columns)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, SPACE_12, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(head)
        layout.addLayout(below)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._empty, 1)
        layout.addWidget(undo_bar)

    def _offer(self) -> None:
        """The places that have entries, those of the open chat first."""
        used = {entry.scope for entry in self._entries}
        near = [scope for scope in self._places.near if scope in used]
        others = sorted(used - set(near), key=lambda scope: self._places.label(scope).casefold())
        options: list[tuple[Scope | None, str]] = [(None, self.tr("All memory entries"))]
        options += [(scope, self._places.label(scope)) for scope in (*near, *others)]
        self._of.show_options(options)
        if self.only not in {scope for scope, _ in options}:
            self.only = None
            self.model.set_only(None)
        self._of.show_value(self.only)

    def _on_only(self) -> None:
        scope = self.only = self._of.value()
        self.model.set_only(None if scope is None else lambda entry: entry.scope == scope)
        self._show_table()

    def _on_query(self, query: str) -> None:
        self.model.set_query(query)
        self._show_table()

    def _show_table(self) -> None:
        rows = self.model.rowCount() > 0
        self.table.setVisible(rows)
        self._empty.setVisible(not rows)
        if self._entries:
            self._empty.setText(self.tr("No memory entry has these words."))
        else:
            self._empty.setText(self.tr("No memory entries yet: “New memory entry” makes the first."))

    def _on_typed(self, text: str) -> None:
        self.search.setFocus()
        self.search.insert(text)

    def _on_columns(self) -> None:
        self.table.column_menu().popup(self._columns.mapToGlobal(self._columns.rect().bottomLeft()))
