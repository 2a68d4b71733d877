"""The page of one kind of thing: its list, and the form of the one that is open."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.item_list import ItemList, Row
from desktop_app.ui.editors.page import EditorPage, Undo
from desktop_app.ui.theme import SPACE_8, SPACE_12

T = TypeVar("T")

LIST_WIDTH = 240


class Source(Protocol[T]):
    """How one kind of thing is read and stored."""

    async def load(self) -> list[T]:
        """All of them, in the order of the list."""
        ...

    async def save(self, item: T) -> T:
        """Adds or replaces; returns it as stored."""
        ...

    async def delete(self, item: T) -> Undo:
        """Takes it out; what is returned puts it back."""
        ...

    def new(self) -> T:
        """An empty one with an id of its own."""
        ...

    def row(self, item: T) -> Row:
        """How it stands in the list."""
        ...


class ItemPage(EditorPage, Generic[T]):
    """A list of things of one kind, and the form of the one that is open.

    Attributes:
        is_new: what is open is stored nowhere yet.
        list: the list.

    Signals:
        opened: (thing or None) another is open.
    """

    opened = Signal(object)

    def __init__(
        self,
        source: Source[T],
        form: Form[T],
        items: ItemList,
        launch: Launcher,
        empty: str,
        parent: QWidget | None = None,
    ) -> None:
        self._items: dict[str, T] = {}
        self._open: T | None = None
        self.is_new = False
        super().__init__(launch, empty, parent)
        self._source = source
        self._form = form
        self.list = items
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, SPACE_12, 0)
        column.setSpacing(SPACE_8)
        column.addWidget(items, 1)
        column.addWidget(self.undo_bar)
        right = QWidget()
        beside = QVBoxLayout(right)
        beside.setContentsMargins(SPACE_12, 0, 0, 0)
        beside.addWidget(self.desk)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([LIST_WIDTH, 3 * LIST_WIDTH])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split)
        self.desk.add_form(form)
        items.view.chosen.connect(self.show_id)
        items.view.entered.connect(form.focus_first)
        self.add_menu(items.view, self.delete, form.icons)
        items.new_pressed.connect(self.add)

    @property
    def open_item(self) -> T | None:
        """What is open, as it is stored."""
        return self._open

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def show_id(self, item_id: str) -> None:
        """Opens a thing, when what is open may be left."""
        if self._open is None or item_id != self._source.row(self._open).id:
            self.leave(lambda: self._show(self._items.get(item_id)))

    def add(self) -> None:
        """A new thing, when what is open may be left."""
        self.leave(self._add)

    def focus_list(self) -> None:
        """On what is open."""
        self.list.view.setFocus()

    def focus_search(self) -> None:
        """With what was looked for marked."""
        self.list.search.setFocus()
        self.list.search.selectAll()

    async def load(self) -> None:
        """Reads everything anew; what is open stays, with what was typed."""
        self._items = {self._source.row(item).id: item for item in await self._source.load()}
        if self._open is not None and not self.is_new:
            self._rebase(self._items.get(self._open_id))
        self.show_rows()
        self.desk.show_buttons()

    def open_name(self) -> str:
        """Its title in the list."""
        return self._source.row(self._form.item()).title if self._open is not None else ""

    def mark_open(self) -> None:
        """Marks it in the list."""
        self.list.mark(self._open_id)

    def reopen(self) -> None:
        """As it is stored; a new one is dropped."""
        self._show(None if self.is_new else self._open)

    async def store(self) -> None:
        """The stored version with what was typed here."""
        sent = self._form.item()
        stored = await self._source.save(sent)
        self._items[self._source.row(stored).id] = self._open = stored
        self.is_new = False
        if self._form.item() == sent:
            self._form.settle(stored)
        else:  # something was typed meanwhile
            self._form.rebase(stored)
        await self.load()
        self.desk.show_buttons(new=False)
        self.opened.emit(stored)

    async def remove_open(self) -> None:
        """Offers to undo it."""
        item = self._open
        if item is None or self.is_new:
            return
        title = self._source.row(item).title
        neighbour = self.list.neighbour_of(self._open_id)
        undo = await self._source.delete(item)
        self._show(self._items.get(neighbour))
        await self.load()
        self.offer_undo(self.tr("“{name}” was deleted.").format(name=title), undo)
        self.list.view.setFocus()

    @property
    def _open_id(self) -> str:
        return self._source.row(self._open).id if self._open is not None else ""

    def _rebase(self, fresh: T | None) -> None:
        """What is open is otherwise in the storage now; or gone: what was typed can be stored as a new one."""
        if fresh is not None and fresh != self._open:
            self._open = fresh
            self._form.rebase(fresh)
        elif fresh is None and self.has_changes:
            self.is_new = True
            self.desk.show_buttons(new=True)
        elif fresh is None:
            self._show(None)

    def _add(self) -> None:
        self._show(self._source.new(), new=True)
        self._form.focus_first()

    def _show(self, item: T | None, *, new: bool = False) -> None:
        self._open, self.is_new = item, new
        if item is not None:
            self._form.show_item(item)
        self.desk.show_form(self._form if item is not None else None, new=self.is_new)
        self.mark_open()
        self.opened.emit(item)

    def show_rows(self) -> None:
        """The list, with what the things are called now."""
        self.list.show_rows([self._source.row(item) for item in self._items.values()], self._open_id)
