"""Keeps the gallery true to the library and the chats, and turns what is done in it into service calls. Made by ``windows``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPoint, QTimer, Signal

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError, NotFoundError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.services.character_query import parse_query
from desktop_app.services.events import ChatAdded, ChatChanged, ChatRemoved, LibraryChanged, LibraryKind
from desktop_app.services.gallery_service import GalleryCard, Usage, found_cards, usage_of
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.gallery.dialog import GalleryDialog
from desktop_app.ui.gallery.menu import GalleryMenu
from desktop_app.ui.icons import Icons
from desktop_app.ui.keep_question import KeepQuestion
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices

TASK = "gallery"
CHANGE = "change of the gallery"

LONG_WAIT_MS = 500
"""After so long it is said what is being done (design page, waiting)."""

FEW = 20
"""So many changed characters are read one by one; more: all of them at once."""

Undo = Callable[[], Awaitable[object]]


class GalleryPresenter(QObject):
    """Between the dialog and the services.

    Attributes:
        menu: what can be done with a card; the windows it opens are somebody else's.

    Signals:
        loaded: the cards are there.
    """

    loaded = Signal()

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, dialog: GalleryDialog) -> None:
        self._cards: dict[str, GalleryCard] = {}
        self._chats: dict[str, list[Chat]] = {}
        self._undo: list[Undo] = []
        self._asks = self._is_loaded = self._is_over = False
        super().__init__(dialog)
        self._services = services
        self._launch = launch
        self._dialog = dialog
        self._changing = asyncio.Lock()  # an undo waits for the deletion it takes back
        self.menu = GalleryMenu(icons, dialog, dialog.view, dialog.view.current_card)
        dialog.more.set_popup_menu(self.menu.menu)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(lambda: self._begin(TASK, self._read_chats()))
        self._unsubscribe = self._subscribe()
        self._connect_dialog()

    def load(self) -> None:
        """Fills the gallery."""
        QTimer.singleShot(LONG_WAIT_MS, self._on_long_wait)
        self._begin(TASK, self._load())

    def close(self) -> None:
        """Hears no events any more; a change that is under way comes to its end."""
        self._is_over = True
        self._later.stop()
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe = []
        self._launch.cancel(TASK)

    def undo(self) -> None:
        """Takes the last deletion back; does nothing where there is none."""
        self._dialog.undo_bar.hide()
        if self._undo:
            self._begin(CHANGE, self._put_back(self._undo.pop()))

    def _on_long_wait(self) -> None:
        if not self._is_loaded and not self._is_over:
            self._dialog.show_reading()

    # Reading

    async def _load(self) -> None:
        cards = await self._services.gallery.cards()
        self._cards = {card.id: card for card in cards}
        await self._read_chats()
        self._is_loaded = True
        self.loaded.emit()

    async def _read_chats(self) -> None:
        self._chats = await self._services.gallery.chats()
        usage = usage_of(self._chats)
        for card in list(self._cards.values()):
            self._cards[card.id] = replace(card, usage=usage.get(card.id, Usage()))
        self._show()

    async def _read(self, ids: tuple[str, ...]) -> None:
        if len(ids) > FEW:
            await self._load()
            return
        for character_id in ids:
            try:
                self._cards[character_id] = await self._services.gallery.card(character_id)
            except NotFoundError:
                self._cards.pop(character_id, None)
        await self._read_chats()

    def _show(self) -> None:
        """The cards that are meant, the marked one still marked."""
        if self._is_over:
            return
        dialog = self._dialog
        marked = dialog.view.current_card()
        cards = found_cards(
            self._cards.values(),
            parse_query(dialog.field.text()),
            dialog.order.value(),
            only_favourites=dialog.favourites.isChecked(),
        )
        dialog.model.show_cards(cards)
        dialog.show_counts(len(cards), len(self._cards))
        dialog.view.mark(marked.id if marked is not None else "")
        dialog.show_current()
        self._fill_menu()

    def _fill_menu(self) -> None:
        card = self._dialog.view.current_card()
        if card is not None:
            self.menu.fill(card, self._chats.get(card.id, []))

    # Events

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(LibraryChanged, self._on_library),
            bus.subscribe(ChatAdded, lambda _event: self._later.start()),
            bus.subscribe(ChatChanged, lambda _event: self._later.start()),
            bus.subscribe(ChatRemoved, lambda _event: self._later.start()),
        ]

    def _on_library(self, event: LibraryChanged) -> None:
        if event.kind is LibraryKind.CHARACTER and self._is_loaded:
            self._begin(TASK, self._read(event.ids))

    # What the person wants

    def _connect_dialog(self) -> None:
        dialog, menu = self._dialog, self.menu
        dialog.asked.connect(self._on_asked)
        dialog.undo_bar.undo_pressed.connect(self.undo)
        dialog.view.star_pressed.connect(self._on_favourite)
        dialog.view.menu_wanted.connect(self._on_menu)
        dialog.view.current_changed.connect(self._fill_menu)
        menu.favourite_wanted.connect(self._on_favourite)
        menu.undo_wanted.connect(self.undo)
        menu.duplicate_wanted.connect(self._on_duplicate)
        menu.delete_wanted.connect(self._on_delete)

    def _on_asked(self) -> None:
        if self._is_loaded:
            self._show()
            self._dialog.view.mark("")

    def _on_menu(self, character_id: str, place: QPoint) -> None:
        self.menu.open_for(self._cards[character_id], self._chats.get(character_id, []), place)

    def _on_favourite(self, character_id: str) -> None:
        favourite = not self._cards[character_id].is_favourite
        self._begin(CHANGE, self._services.gallery.set_favourite(character_id, favourite))

    def _on_delete(self, character_id: str) -> None:
        if not self._asks:
            self._begin(CHANGE, self._delete(character_id))

    def _on_duplicate(self, character_id: str) -> None:
        self._begin(CHANGE, self._duplicate(character_id))

    async def _duplicate(self, character_id: str) -> None:
        copy = await self._services.gallery.duplicate(character_id, self._free_name(self._cards[character_id].name))
        await self._read((copy.id,))
        self._mark(copy.id)

    def _free_name(self, name: str) -> str:
        taken = {card.name for card in self._cards.values()}
        numbered = (self.tr("{name} (copy {number})").format(name=name, number=number) for number in range(2, 10_000))
        wanted = self.tr("{name} (copy)").format(name=name)
        return wanted if wanted not in taken else next((other for other in numbered if other not in taken), wanted)

    async def _delete(self, character_id: str) -> None:
        from desktop_app.ui.editors.characters import CharacterSource

        services, scope = self._services, Scope(ScopeKind.CHARACTER, character_id)
        character = await services.library.get_character(character_id)
        entries = await services.memory.entries([scope])
        with_memory = False
        if entries:
            question = KeepQuestion(len(entries), self._dialog, character=character.name)
            self._asks = True
            try:
                if not await show_dialog(question):
                    return
                with_memory = question.with_memory
            finally:
                self._asks = False
                question.deleteLater()
        neighbour = self._neighbour(character_id)
        async with self._changing:
            source = CharacterSource(services)
            source.with_memory = with_memory
            put_back = await source.delete(character)

        async def undo() -> None:
            await put_back()
            await self._read((character_id,))
            self._mark(character_id)

        if self._is_over:
            return
        self._undo.append(undo)
        self._dialog.undo_bar.offer(self.tr("{name} is deleted").format(name=character.name))
        await self._read((character_id,))
        self._mark(neighbour)

    def _neighbour(self, character_id: str) -> str:
        ids = [card.id for card in self._dialog.model.cards]
        at = ids.index(character_id) if character_id in ids else 0
        rest = ids[at + 1 :] or ids[:at][::-1]
        return rest[0] if rest else ""

    async def _put_back(self, undo: Undo) -> None:
        async with self._changing:
            await undo()

    def _mark(self, character_id: str) -> None:
        if not self._is_over:
            self._dialog.view.mark(character_id)

    def _begin(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        self._launch(name, work, on_error=self._on_error)

    def _on_error(self, error: BaseException) -> None:
        if self._is_over or not isinstance(error, AppError):
            raise error
        self._dialog.notice.show_notice(error_sentence(error))
