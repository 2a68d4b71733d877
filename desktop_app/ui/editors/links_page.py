"""Which lorebooks count where, both ways: for a lorebook its places, for a place its lorebooks. A page of the library.

A tick is stored at once and can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QSplitter, QVBoxLayout, QWidget

from desktop_app.domain.lore import Lorebook, Scope, ScopeKind
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.book_changes import BookChanges
from desktop_app.ui.editors.page import EditorPage
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.things_table import Column, ThingModel
from desktop_app.ui.editors.things_view import ThingTable
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16

COUNTS, NAME, COUNT = "counts", "name", "count"

LEFT_WIDTH, RIGHT_WIDTH = 420, 600


@dataclass(frozen=True, slots=True)
class Link:
    """A lorebook or a place. ``count``: of how many of the others; ``ticked``: of the one that is chosen at the left."""

    id: str
    title: str
    place: int
    count: int = 0
    ticked: bool = False


class LinksPage(EditorPage):
    """At the left what was asked for, at the right all of the other kind, with a box each."""

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._books: dict[str, Lorebook] = {}
        self._links: dict[str, tuple[Scope, ...]] = {}
        self._places = Places()
        self._chosen = ""
        super().__init__(launch, "", parent)
        self.desk.hide()
        self._lore = services.lore
        self._changes = BookChanges(services.lore, lambda _book_id, _ids: None)
        self.by_book = QRadioButton(self.tr("By lorebook"))
        self.by_place = QRadioButton(self.tr("By place"))
        self.left, self.right = (
            _table(self.tr("Lorebooks and places"), box=""),
            _table(self.tr("Counts in"), box=self.tr("Counts")),
        )
        self.left_search, self.right_search = LineEdit(), LineEdit()
        self._nothing = plain_label(
            self.tr("A lorebook is read in the chats of its places. Choose one at the left."), look="muted", wrap=True
        )
        self._lay_out()
        self._connect(icons)

    @property
    def shows_books(self) -> bool:
        """Whether lorebooks are at the left, and places at the right."""
        return self.by_book.isChecked()

    def show_places(self, places: Places) -> None:
        """What all scopes are called."""
        self._places = places
        self._show()

    async def load(self) -> None:
        """Reads everything anew."""
        self._books = {book.id: book for book in await self._lore.books()}
        self._links = await self._lore.links()
        self._show()

    def focus_list(self) -> None:
        """At the left."""
        self.left.setFocus()

    def focus_search(self) -> None:
        """At the left."""
        self.left_search.setFocus()
        self.left_search.selectAll()

    def add(self) -> None:
        """Nothing is made here."""

    def open_name(self) -> str:
        """Nothing is ever unsaved."""
        return ""

    def mark_open(self) -> None:
        """What is chosen."""
        self.left.mark([self._chosen])

    def reopen(self) -> None:
        """Nothing is ever unsaved."""

    async def store(self) -> None:
        """Every tick is stored at once."""

    async def remove_open(self) -> None:
        """Nothing is deleted here."""

    def _lay_out(self) -> None:
        group, head = QButtonGroup(self), QHBoxLayout()
        head.setSpacing(SPACE_16)
        for button in (self.by_book, self.by_place):
            group.addButton(button)
            head.addWidget(button)
        head.addStretch(1)
        self.by_book.setChecked(True)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        for search, table in ((self.left_search, self.left), (self.right_search, self.right)):
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(*((0, 0, SPACE_12, 0) if table is self.left else (SPACE_12, 0, 0, 0)))
            column.setSpacing(SPACE_8)
            search.setClearButtonEnabled(True)
            search.setPlaceholderText(self.tr("Find"))
            column.addWidget(search)
            column.addWidget(table, 1)
            if table is self.right:
                self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
                column.addWidget(self._nothing, 1)
            split.addWidget(side)
        split.setStretchFactor(1, 1)
        split.setSizes([LEFT_WIDTH, RIGHT_WIDTH])
        self.left_search.setAccessibleName(self.tr("Find a lorebook or a place"))
        self.right_search.setAccessibleName(self.tr("Find what is linked"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addLayout(head)
        layout.addWidget(split, 1)
        layout.addWidget(self.undo_bar)

    def _connect(self, icons: Icons) -> None:
        self.by_book.toggled.connect(self._on_turned)
        self.left.chosen.connect(self._on_chosen)
        self.left.entered.connect(self.right.setFocus)
        self.right.things.ticked.connect(self._on_ticked)
        for search, table in ((self.left_search, self.left), (self.right_search, self.right)):
            search.textChanged.connect(table.things.set_query)
            table.typed.connect(search.setFocus)
            table.typed.connect(search.insert)
            table.led_from(search)
            table.add_command(self.tr("Undo"), "", self.undo, (icons, "undo-2"))
        self.right.add_command(self.tr("Counts here or not"), "Space", self._toggle, (icons, "check"))

    def _show(self) -> None:
        """Both sides anew; what is chosen stays, where it still is there."""
        lefts, rights = self._link_books(), self._link_places()
        if not self.shows_books:
            lefts, rights = rights, lefts
        if self._chosen not in {link.id for link in lefts}:
            self._chosen = ""
        self.left.things.set_things(lefts)
        self.right.things.set_things(rights if self._chosen else [])
        self.left.mark([self._chosen])
        self.right.setVisible(bool(self._chosen))
        self.right_search.setEnabled(bool(self._chosen))
        self._nothing.setVisible(not self._chosen)

    def _link_books(self) -> list[Link]:
        chosen = self._scopes_by_id().get(self._chosen)
        return [
            Link(book.id, book.name, 0, len(self._links.get(book.id, ())), chosen in self._links.get(book.id, ()))
            for book in self._books.values()
        ]

    def _link_places(self) -> list[Link]:
        of_book = self._links.get(self._chosen, ())
        used = [scope for scopes in self._links.values() for scope in scopes]
        kinds = list(ScopeKind)
        return [
            Link(key, self._places.label(scope), kinds.index(scope.kind), used.count(scope), scope in of_book)
            for key, scope in self._scopes_by_id().items()
        ]

    def _scopes_by_id(self) -> dict[str, Scope]:
        used = (scope for scopes in self._links.values() for scope in scopes)
        return {_key(scope): scope for scope in dict.fromkeys((Scope(), *self._places.names, *used))}

    def _on_turned(self) -> None:
        self._chosen = ""
        self.left_search.clear()
        self.right_search.clear()
        self._show()

    def _on_chosen(self, ids: Sequence[str]) -> None:
        self._chosen = ids[0]
        self._show()

    def _toggle(self) -> None:
        chosen = set(self.right.chosen_ids())
        links = [link for link in self.right.things.shown if link.id in chosen]
        if links:
            self._tick(links, ticked=not all(link.ticked for link in links))

    def _on_ticked(self, link: Link) -> None:
        self._tick([link], ticked=not link.ticked)

    def _tick(self, links: Sequence[Link], *, ticked: bool) -> None:
        """Of what is chosen now, whatever is chosen when it is stored."""
        places = self._scopes_by_id()
        if self.shows_books:
            changed = {self._chosen: [places[link.id] for link in links]}
        else:
            changed = {link.id: [places[self._chosen]] for link in links}
        self.run(self._set(changed, ticked=ticked))

    async def _set(self, changed: Mapping[str, Sequence[Scope]], *, ticked: bool) -> None:
        """One step for each lorebook."""
        for book_id, places in changed.items():
            kept = tuple(scope for scope in self._links.get(book_id, ()) if scope not in places)
            scopes = (*kept, *places) if ticked else kept
            sentence = self.tr("Where “{name}” counts was changed.").format(name=self._books[book_id].name)
            self.steps.add(await self._changes.set_scopes(book_id, scopes, sentence))
            self.undo_bar.offer(sentence)
        self.stored.emit()
        await self.load()


def _table(name: str, *, box: str) -> ThingTable:
    """Two columns; ``box``: the head of a third one with boxes."""
    columns: list[Column[Any]] = [Column(COUNTS, box, 36, box=lambda link: link.ticked)] if box else []
    columns.append(Column(NAME, name, 200, lambda link: link.title, lambda link: (link.place, link.title.casefold())))
    if not box:
        columns.append(Column(COUNT, "#", 36, lambda link: str(link.count), lambda link: -link.count, number=True))
    model: ThingModel[Link] = ThingModel(columns, lambda link: link.title, lambda link: link.title, lambda _: False)
    model.sort(model.column(NAME))
    table = ThingTable(model, name, NAME)
    model.setParent(table)
    if not box:
        table.setSelectionMode(ThingTable.SelectionMode.SingleSelection)
    return table


def _key(scope: Scope) -> str:
    return f"{scope.kind.value}:{scope.id}"
