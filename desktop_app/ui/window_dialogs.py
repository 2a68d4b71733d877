"""The dialogs that the window opens, each without blocking; afterwards the keyboard is in the composer again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.domain.generation import ConnectionProfile
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.dialogs.about import AboutDialog
from desktop_app.ui.dialogs.connections import ConnectionsDialog
from desktop_app.ui.dialogs.link import LinkDialog
from desktop_app.ui.icons import Icons

Licences = Callable[[], dict[str, str]]


class WindowDialogs(QObject):
    """Opens dialogs over ``window``; ``focus`` gets the keyboard when one is finished."""

    def __init__(
        self,
        settings: SettingsService,
        launch: Launcher,
        icons: Icons,
        licences: Licences,
        window: QWidget,
        focus: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._launch = launch
        self._icons = icons
        self._licences = licences
        self._window = window
        self._focus = focus
        self._sizes: dict[type[QDialog], QSize] = {}

    def open_connections(self, chosen_id: str) -> None:
        """The connections, with this one shown."""
        dialog = ConnectionsDialog(self._settings, self._launch, self._icons, chosen_id, self._window)
        self._launch("connections", self._show(dialog))

    async def add_connection(self, profile: ConnectionProfile) -> None:
        """The connections with a new one, until it is stored or given up."""
        await self._show(
            ConnectionsDialog(self._settings, self._launch, self._icons, profile.id, self._window, new=profile)
        )

    def open_about(self) -> None:
        """Name, version, licences."""
        self._launch("about", self._show(AboutDialog(self._licences(), self._window)))

    def ask_to_open(self, address: str) -> None:
        """Opens a web address, if the person agrees."""
        self._launch("open link", self._ask_to_open(address))

    async def _ask_to_open(self, address: str) -> None:
        dialog = LinkDialog(address, self._window)
        await self._show(dialog)
        if dialog.agreed():
            QDesktopServices.openUrl(QUrl(address))

    async def _show(self, dialog: QDialog) -> None:
        """Shows a dialog in the size it was left in."""
        if type(dialog) in self._sizes:
            dialog.resize(self._sizes[type(dialog)])
        try:
            await show_dialog(dialog)
            self._sizes[type(dialog)] = dialog.size()
        finally:
            dialog.deleteLater()
        self._focus.setFocus()
