"""Opens find and replace for a chat, and remembers what can still be taken back. Made by the main window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.services.replace_service import Replaced
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.services import UiServices

if TYPE_CHECKING:
    from desktop_app.ui.replacing.dialog import ReplaceDialog


class ReplaceWindows(QObject):
    """At most one is open."""

    def __init__(
        self, services: UiServices, launch: Launcher, open_beside: Callable[[QDialog], None], window: QWidget
    ) -> None:
        self._dialog: ReplaceDialog | None = None
        self._undoable: dict[str, Replaced | None] = {}
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._open_beside = open_beside
        self._window = window

    def open(self, chat_id: str) -> None:
        """Find and replace for this chat; an empty id: nothing."""
        from desktop_app.ui.replacing.dialog import ReplaceDialog

        if not chat_id:
            return
        self.close()
        dialog = ReplaceDialog(
            self._services.replacing, self._launch, chat_id, self._undoable.get(chat_id), self._window
        )
        self._dialog = dialog
        dialog.finished.connect(partial(self._on_finished, dialog, chat_id))
        self._open_beside(dialog)

    def close(self) -> None:
        """Puts it away."""
        if self._dialog is not None:
            self._dialog.reject()

    def _on_finished(self, dialog: ReplaceDialog, chat_id: str, _result: int) -> None:
        self._undoable = {
            chat_id: dialog.undoable
        }  # of the last chat only: older ones are in the way of what came since
        if self._dialog is dialog:
            self._dialog = None
