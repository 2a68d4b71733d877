"""Opens the dialog of the prompt's order, shows in the preview what it tries, and has saved what was chosen.

Made by the main window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.domain.prompt_order import PromptRow
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.context_preview.order_dialog import OrderDialog
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

OpenDialog = Callable[[QDialog], None]


class Orders(QObject):
    """One dialog at a time, of the chat that is open.

    Signals:
        opened: the preview shows what the dialog tries; it is to be seen.
    """

    opened = Signal()

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        preview: ContextPreviewPresenter,
        look: tuple[AppTheme, Icons],
        open_dialog: OpenDialog,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._preview = preview
        self._theme, self._icons = look
        self._open_dialog = open_dialog
        self._window = window
        preview.view.what_if.order_wanted.connect(self.open)

    def open(self) -> None:
        """The order of the open chat's prompt; nothing where there is none."""
        if self._preview.chat_id:
            self._launch("order of the prompt", self._open(self._preview.chat_id))

    async def _open(self, chat_id: str) -> None:
        choice = await self._services.strategies.order(chat_id)
        first = self._services.settings.settings.context.post_history_first
        dialog = OrderDialog(choice, self._theme, self._icons, self._window, instructions_first=first)
        dialog.tried.connect(self._try)
        dialog.accepted.connect(
            lambda: self._launch("save the order", self._save(chat_id, dialog.rows, everywhere=dialog.everywhere))
        )
        dialog.rejected.connect(lambda: self._preview.show_order(None))
        self.opened.emit()
        self._open_dialog(dialog)

    def _try(self, rows: Sequence[PromptRow]) -> None:
        self._preview.show_order(tuple(row.value for row in rows))

    async def _save(self, chat_id: str, rows: Sequence[PromptRow], *, everywhere: bool) -> None:
        strategies = self._services.strategies
        try:
            await (strategies.choose_order_everywhere if everywhere else strategies.choose_order)(chat_id, rows)
        finally:  # where it could not be saved, the preview must not go on showing it
            self._preview.show_order(None)
