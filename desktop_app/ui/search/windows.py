"""Opens the search over all chats, and from it the messages. Made by the main window; keeps what was found until Esc."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.message import Role
from desktop_app.domain.searching import SearchHit
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.forward import bring_forward
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.search.opening import Conversation, MessageOpener
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

if TYPE_CHECKING:
    from desktop_app.ui.search.dialog import SearchDialog

TASK = "open found message"


class SearchWindows(QObject):
    """At most one search is open."""

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        look: tuple[AppTheme, Icons],
        conversation: Conversation,
        open_beside: Callable[[QDialog], None],
        window: QWidget,
    ) -> None:
        self._dialog: SearchDialog | None = None
        self._elsewhere: SearchHit | None = None
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._look = look
        self._open_beside = open_beside
        self._window = window
        self._conversation = conversation
        self._opener = MessageOpener(services.chat, conversation, self)

    def open(self, text: str = "") -> None:
        """The search, as it was left; with ``text`` to look for if there is any."""
        from desktop_app.ui.search.dialog import SearchDialog
        from desktop_app.ui.search.presenter import SearchPresenter

        if self._dialog is not None:
            bring_forward(self._dialog)
            self._dialog.begin(text)
            return
        theme, icons = self._look
        dialog = self._dialog = SearchDialog(theme, icons, self._window)
        dialog.hit_chosen.connect(self._on_hit_chosen)
        dialog.notice.action_pressed.connect(self._on_switch_pressed)
        dialog.finished.connect(self._on_finished)
        presenter = SearchPresenter(
            self._services.search, _Names(self._services), self._services.bus, self._launch, dialog
        )
        dialog.begin(text)
        presenter.begin()
        self._open_beside(dialog)

    def go_to(self, chat_id: str, message_id: str, start: int, end: int) -> None:
        """Shows a place of a message, in whatever chat and on whatever branch it is."""
        spans = ((start, end),) if end > start else ()
        hit = SearchHit(chat_id, message_id, 0, "", spans, "", Role.USER, 0, 0)
        self._start(self._go_to(hit))

    def close(self) -> None:
        """Puts it away for good."""
        if self._dialog is not None:
            self._dialog.reject()

    def _on_hit_chosen(self, hit: SearchHit) -> None:
        self._start(self._open(hit))

    def _on_switch_pressed(self) -> None:
        if self._elsewhere is not None:
            self._start(self._switch_to(self._elsewhere))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._launch.cancel(TASK)
        self._launch(TASK, work, on_error=self._on_error)

    async def _open(self, hit: SearchHit) -> None:
        if await self._opener.is_shown(hit):
            self._go(hit)
        elif self._dialog is not None:
            self._elsewhere = hit
            self._dialog.notice.show_notice(
                self.tr("This message is in a variant of the chat that is not shown now."), self.tr("Show that variant")
            )

    async def _go_to(self, hit: SearchHit) -> None:
        if not await self._opener.is_shown(hit):
            await self._opener.switch_to(hit)
        self._go(hit)

    async def _switch_to(self, hit: SearchHit) -> None:
        await self._opener.switch_to(hit)
        self._go(hit)

    def _go(self, hit: SearchHit) -> None:
        self._elsewhere = None
        if self._dialog is not None:
            self._dialog.notice.hide()
            self._dialog.hide()
        self._opener.go(hit)
        bring_forward(self._window)
        self._conversation.view.setFocus()

    def _on_error(self, error: BaseException) -> None:
        if self._dialog is None or not isinstance(error, AppError):
            raise error
        self._elsewhere = None
        self._dialog.notice.show_notice(error_sentence(error))

    def _on_finished(self) -> None:
        self._dialog = None


class _Names:
    """What chats and characters are called."""

    def __init__(self, services: UiServices) -> None:
        self._services = services

    async def chats(self) -> list[Chat]:
        """The last changed first."""
        return await self._services.chat.list_chats()

    async def characters(self) -> list[tuple[str, str]]:
        """By name."""
        known = await self._services.library.characters()
        return sorted(((each.id, each.name) for each in known), key=lambda each: each[1].casefold())
