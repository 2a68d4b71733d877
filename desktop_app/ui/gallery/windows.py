"""Opens the gallery, starts chats with characters, and gives the main window their pictures. Made by the main window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.domain.chat import Chat
from desktop_app.services.gallery_service import GalleryOrder
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.faces import Faces
from desktop_app.ui.chat_list.view import ChatListPanel
from desktop_app.ui.editors.windows import LibraryWindows
from desktop_app.ui.forward import bring_forward
from desktop_app.ui.gallery.starting import ChatStarter
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.windows import ImportWindows
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

if TYPE_CHECKING:
    from desktop_app.ui.gallery.dialog import GalleryDialog
    from desktop_app.ui.gallery.presenter import GalleryPresenter


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The parts of the main window that the gallery has to do with."""

    view: ChatView
    chats: ChatListPanel
    library: LibraryWindows
    imports: ImportWindows


class GalleryWindows(QObject):
    """At most one gallery is open; it is imported when it is first wanted.

    Attributes:
        dialog, presenter: the gallery that is open, and what fills it.

    Signals:
        chat_opened: (chat id) show this chat.
    """

    chat_opened = Signal(str)

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        look: tuple[AppTheme, Icons],
        neighbours: Neighbours,
        open_beside: Callable[[QDialog], None],
        window: QWidget,
    ) -> None:
        self.dialog: GalleryDialog | None = None
        self.presenter: GalleryPresenter | None = None
        self._order, self._favourites = GalleryOrder.RECENT, False
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._look = look
        self._neighbours = neighbours
        self._open_beside = open_beside
        self._window = window
        self._portraits = Portraits(services.gallery.portrait, services.bus, launch, self)
        self._faces = Faces(self._portraits)
        self.starter = ChatStarter(services, launch, look[0], window)
        self.starter.started.connect(self._on_started)
        neighbours.view.show_faces(self._faces)
        neighbours.chats.show_portraits(self._portraits)
        neighbours.chats.characters_pressed.connect(self.open)
        neighbours.imports.chat_wanted.connect(self.starter.start)
        neighbours.library.chat_wanted.connect(self.starter.start)
        self._portraits.circle_arrived.connect(self._on_circle)

    def open_chat(self, chat: Chat) -> None:
        """The window shows another chat, or the same in another state."""
        self._faces.open(chat.persona_id)

    def open(self) -> None:
        """The gallery, its search empty, in the order it was left in."""
        from desktop_app.ui.gallery.dialog import GalleryDialog
        from desktop_app.ui.gallery.presenter import GalleryPresenter
        from desktop_app.ui.imports.drops import FileDrops

        if self.dialog is not None:
            bring_forward(self.dialog)
            self.dialog.begin()
            return
        dialog = self.dialog = GalleryDialog(self._look, self._portraits, self._window)
        dialog.order.show_value(self._order)
        dialog.favourites.setChecked(self._favourites)
        self.presenter = GalleryPresenter(self._services, self._launch, self._look[1], dialog)
        self._connect_dialog(dialog, self.presenter)
        FileDrops(dialog, lambda paths: self._neighbours.imports.import_paths(paths, self._come_back))
        self.presenter.load()
        dialog.begin()
        self._open_beside(dialog)

    def close(self) -> None:
        """Puts it away for good; no picture is fetched any more."""
        self._portraits.close()
        if self.dialog is not None:
            self.dialog.reject()

    def _connect_dialog(self, dialog: GalleryDialog, presenter: GalleryPresenter) -> None:
        menu, neighbours = presenter.menu, self._neighbours
        dialog.view.start_wanted.connect(self._on_start)
        dialog.start.clicked.connect(self._on_start_pressed)
        dialog.edit.clicked.connect(self._on_edit_pressed)
        dialog.import_pressed.connect(lambda: neighbours.imports.ask_from(self._come_back))
        dialog.new_pressed.connect(neighbours.library.new_character)
        dialog.finished.connect(self._on_finished)
        menu.start_wanted.connect(self._on_start)
        menu.chat_wanted.connect(self._on_started)
        menu.edit_wanted.connect(self._on_edit)
        menu.export_wanted.connect(self._on_export)

    def _on_circle(self, _owner_id: str) -> None:
        self._neighbours.view.viewport().update()

    def _on_start(self, character_id: str) -> None:
        self.starter.start(character_id, self.dialog)

    def _on_start_pressed(self) -> None:
        card = self.dialog.view.current_card() if self.dialog is not None else None
        if card is not None:
            self._on_start(card.id)

    def _on_edit_pressed(self) -> None:
        card = self.dialog.view.current_card() if self.dialog is not None else None
        if card is not None:
            self._on_edit(card.id)

    def _on_edit(self, character_id: str) -> None:
        self._neighbours.library.open_thing("character", "", character_id)

    def _on_export(self, character_id: str) -> None:
        self._neighbours.imports.export_character(character_id, self._come_back)

    def _come_back(self) -> None:
        """Something that was opened from the gallery is done."""
        if self.dialog is not None:
            bring_forward(self.dialog)

    def _on_started(self, chat_id: str) -> None:
        """The chat is what is wanted now; the gallery goes."""
        if self.dialog is not None:
            self.dialog.accept()
        self.chat_opened.emit(chat_id)
        bring_forward(self._window)

    def _on_finished(self) -> None:
        if self.dialog is not None and self.presenter is not None:
            self._order, self._favourites = self.dialog.order.value(), self.dialog.favourites.isChecked()
            self.presenter.close()
        self.dialog = self.presenter = None
