"""The gallery over a program, with what the main window would be told."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMainWindow

from desktop_app.domain.character import Character
from desktop_app.domain.transfer import PORTRAIT
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat_list.model import ChatListModel
from desktop_app.ui.chat_list.view import ChatListPanel
from desktop_app.ui.editors.windows import LibraryWindows
from desktop_app.ui.gallery.dialog import GalleryDialog
from desktop_app.ui.gallery.presenter import GalleryPresenter
from desktop_app.ui.gallery.windows import GalleryWindows, Neighbours
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.windows import ImportWindows
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window


class Bench:
    """Attributes: ``opened``: the chats that the window was asked to show."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.program = make_program()
        self.window = Window(self.program)
        self.main = QMainWindow()
        self.dialogs: list[QDialog] = []
        look = (theme, icons)
        services, launch = self.window.services, self.window.launch
        self.model = ChatModel(self.main)
        self.chat_view = ChatView(self.model, theme, icons, self.main)
        self.list_model = ChatListModel(self.main)
        self.panel = ChatListPanel(self.list_model, theme, icons, self.main)
        self.library = LibraryWindows(services, launch, look, self._show, self.main)
        self.imports = ImportWindows(services, launch, look, self._show, self.main)
        neighbours = Neighbours(self.chat_view, self.panel, self.library, self.imports)
        self.gallery = GalleryWindows(services, launch, look, neighbours, self._show, self.main)
        self.opened: list[str] = []
        self.gallery.chat_opened.connect(self.opened.append)
        self.main.show()

    @property
    def dialog(self) -> GalleryDialog:
        """The gallery, which is open."""
        dialog = self.gallery.dialog
        assert dialog is not None
        return dialog

    @property
    def presenter(self) -> GalleryPresenter:
        """What fills it."""
        presenter = self.gallery.presenter
        assert presenter is not None
        return presenter

    @property
    def is_open(self) -> bool:
        """Whether the gallery is there."""
        return self.gallery.dialog is not None

    async def add(self, character: Character, portrait: bytes = b"") -> Character:
        """A character of the library."""
        stored = await self.program.library.save_character(character)
        if portrait:
            await self.program.file_repository.set_files(stored.id, {PORTRAIT: portrait})
        self.program.clock.advance(1000)
        return stored

    async def open(self) -> GalleryDialog:
        """The gallery, filled."""
        self.gallery.open()
        loaded: list[bool] = []
        self.presenter.loaded.connect(lambda: loaded.append(True))
        await until(lambda: bool(loaded))
        return self.dialog

    def names(self) -> list[str]:
        """Who is shown, in order."""
        return [card.name for card in self.dialog.model.cards]

    def marked(self) -> str:
        """Who is marked."""
        card = self.dialog.view.current_card()
        return card.name if card is not None else ""

    def mark(self, name: str) -> str:
        """Marks somebody; returns the id."""
        (card,) = (card for card in self.dialog.model.cards if card.name == name)
        self.dialog.view.mark(card.id)
        self.dialog.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return card.id

    async def end(self) -> None:
        """The window goes."""
        self.gallery.close()
        await self.library.close()
        await self.program.chats.stop_all()
        await self.program.tasks.close()
        self.main.close()
        shiboken6.delete(self.main)  # while what Python knows of its widgets is still there
        assert self.window.errors == []

    def _show(self, dialog: QDialog) -> None:
        self.dialogs.append(dialog)
        dialog.show()


@asynccontextmanager
async def benched(theme: AppTheme, icons: Icons) -> AsyncGenerator[Bench, None]:
    """A bench that ends."""
    bench = Bench(theme, icons)
    yield bench
    await bench.end()
