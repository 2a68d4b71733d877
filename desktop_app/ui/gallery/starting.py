"""Starts a chat with a character, from wherever one is wanted: the gallery, the library, the import window.

Where the card has several greetings the person chooses one first. Made by ``windows``.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

TASK = "start chat"


class ChatStarter(QObject):
    """One question at a time.

    Signals:
        started: (chat id) the chat is there: open it.
    """

    started = Signal(str)

    def __init__(self, services: UiServices, launch: Launcher, theme: AppTheme, window: QWidget) -> None:
        self._asks = False
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._theme = theme
        self._window = window

    def start(self, character_id: str, over: QWidget | None = None) -> None:
        """Asks how the chat begins, where that is a question, over the dialog ``over`` or the window; then makes it."""
        if not self._asks:
            self._asks = True
            self._launch(TASK, self._start(character_id, over or self._window))

    async def _start(self, character_id: str, over: QWidget) -> None:
        try:
            character = await self._services.library.get_character(character_id)
            opening, chosen = await self._services.chat.opening(character), 0
            if len(opening.messages) > 1:
                from desktop_app.ui.gallery.greetings import GreetingDialog

                dialog = GreetingDialog(character.called, opening, self._theme, over)
                try:
                    if not await show_dialog(dialog):
                        return
                    chosen = dialog.chosen
                finally:
                    dialog.deleteLater()
            chat = await self._services.chat.start_chat(character, opening, chosen)
        finally:
            self._asks = False
        self.started.emit(chat.id)
