"""What can be done with the chosen rows of a lorebook's table: the menu, the keys, and the panel for many.

The page of lorebooks carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from desktop_app.domain.lore import LorebookEntry
from desktop_app.services.lore_changes import Entries, moved
from desktop_app.ui.editors.bulk_panel import BulkPanel
from desktop_app.ui.editors.entries_bulk import add_entry_fields
from desktop_app.ui.editors.entry_table import ALWAYS, ON
from desktop_app.ui.editors.things_table import ThingModel
from desktop_app.ui.editors.things_view import ThingTable
from desktop_app.ui.icons import Icons

Make = Callable[[Entries], Entries]


class EntryDesk(Protocol):
    """The page, as the commands need it."""

    def change(self, make: Make, sentence: str) -> None:
        """Stores what ``make`` makes of the open book's entries, as one step."""
        ...

    def duplicate(self, ids: Sequence[str]) -> None:
        """Copies behind the entries."""
        ...

    def send(self, ids: Sequence[str], book_id: str, *, keep: bool) -> None:
        """Into another book; ``keep``: they stay in this one too."""
        ...

    def remove(self, ids: Sequence[str]) -> None:
        """Out of the book."""
        ...

    def add_entry(self) -> None:
        """A new one."""
        ...

    def undo(self) -> None:
        """The last step."""
        ...

    def redo(self) -> None:
        """And again."""
        ...

    def other_books(self) -> list[tuple[str, str]]:
        """Ids and names of the books that are not open."""
        ...

    def focus_table(self) -> None:
        """The keyboard goes to the rows."""
        ...


class EntryCommands(QObject):
    """Connects the table and the panel to the page."""

    def __init__(
        self,
        page: EntryDesk,
        model: ThingModel[LorebookEntry],
        table: ThingTable,
        panel: BulkPanel,
        icons: Icons,
    ) -> None:
        super().__init__(table)
        self._page = page
        self._table = table
        self._model = model
        self._panel = panel
        add_entry_fields(panel, self._changed_words)
        panel.changed.connect(self._on_bulk)
        model.ticked.connect(self._on_ticked)
        model.dropped.connect(self._move)
        self._menus = {keep: QMenu(table) for keep in (True, False)}
        for keep, menu in self._menus.items():
            menu.aboutToShow.connect(lambda keep=keep: self._fill(keep=keep))
        self._add_commands(icons)
        self._add_buttons(icons)

    def toggle(self) -> None:
        """All chosen entries on, or off where all of them are on."""
        ids = set(self._table.chosen_ids())
        chosen = [entry for entry in self._model.shown if entry.id in ids]
        on = not all(entry.enabled for entry in chosen)
        if chosen:
            self._page.change(_each(ids, lambda entry: replace(entry, enabled=on)), self._changed_words(len(ids)))

    def move(self, *, up: bool) -> None:
        """The chosen entries one place up or down."""
        goal = self._table.goal_of(up=up)
        if goal is not None:
            self._move(*goal)

    def _changed_words(self, count: int) -> str:
        return self.tr("%n entries were changed.", "", count)

    def _add_commands(self, icons: Icons) -> None:
        translate, table, page = QCoreApplication.translate, self._table, self._page
        add = table.add_command
        add(translate("EntryCommands", "New entry"), "Insert", page.add_entry, (icons, "plus"))
        add(translate("EntryCommands", "Switch on or off"), "Space", self.toggle, (icons, "check"))
        add(
            translate("EntryCommands", "Duplicate"),
            "Ctrl+D",
            lambda: page.duplicate(table.chosen_ids()),
            (icons, "copy"),
        )
        add(translate("EntryCommands", "Move up"), "Alt+Up", lambda: self.move(up=True), (icons, "chevron-up"))
        add(translate("EntryCommands", "Move down"), "Alt+Down", lambda: self.move(up=False), (icons, "chevron-down"))
        for keep, title in (
            (True, translate("EntryCommands", "Copy to")),
            (False, translate("EntryCommands", "Move to")),
        ):
            self._menus[keep].setTitle(title)
            table.addAction(self._menus[keep].menuAction())
        add(translate("EntryCommands", "Delete"), "Delete", lambda: page.remove(table.chosen_ids()), (icons, "trash-2"))
        add(translate("EntryCommands", "Undo"), "", page.undo, (icons, "undo-2"))
        add(translate("EntryCommands", "Redo"), "", page.redo, None)

    def _add_buttons(self, icons: Icons) -> None:
        translate, table, page = QCoreApplication.translate, self._table, self._page
        duplicate = QPushButton(translate("EntryCommands", "Duplicate"))
        duplicate.clicked.connect(lambda: page.duplicate(table.chosen_ids()))
        delete = QPushButton(translate("EntryCommands", "Delete"))
        delete.setProperty("look", "danger")
        delete.clicked.connect(lambda: page.remove(table.chosen_ids()))
        sends: list[QWidget] = []
        for keep, title in (
            (True, translate("EntryCommands", "Copy to …")),
            (False, translate("EntryCommands", "Move to …")),
        ):
            button = QPushButton(title)
            button.clicked.connect(partial(_open_below, button, self._menus[keep]))
            sends.append(button)
        self._panel.add_buttons((duplicate, *sends, delete))

    def _fill(self, *, keep: bool) -> None:
        menu = self._menus[keep]
        menu.clear()
        ids = self._table.chosen_ids()
        for book_id, name in self._page.other_books():
            action = menu.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, book_id=book_id: self._page.send(ids, book_id, keep=keep))
        if menu.isEmpty():
            menu.addAction(QCoreApplication.translate("EntryCommands", "There is no other lorebook")).setEnabled(False)

    def _on_ticked(self, entry: LorebookEntry, column: str) -> None:
        """One box; where its row is one of several chosen, all of them go along."""
        ids = self._table.chosen_ids()
        wanted = set(ids) if entry.id in ids else {entry.id}
        part = {ON: "enabled", ALWAYS: "constant"}[column]
        value = not getattr(entry, part)
        make = _each(wanted, lambda one: replace(one, **{part: value}))
        self._page.change(make, self._changed_words(len(wanted)))

    def _on_bulk(self, sentence: str, edit: Callable[[LorebookEntry], LorebookEntry]) -> None:
        self._page.change(_each(set(self._table.chosen_ids()), edit), sentence)

    def _move(self, ids: list[str], before_id: str) -> None:
        sentence = self.tr("%n entries were moved.", "", len(ids))
        self._page.change(lambda entries: moved(entries, ids, before_id), sentence)
        self._page.focus_table()


def _each(ids: set[str], edit: Callable[[LorebookEntry], LorebookEntry]) -> Make:
    return lambda entries: tuple(edit(entry) if entry.id in ids else entry for entry in entries)


def _open_below(button: QWidget, menu: QMenu) -> None:
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
