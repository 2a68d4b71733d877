"""The dialogs that the window opens, each without blocking; afterwards the keyboard is in the composer again.

The two large ones are imported when they are opened for the first time: a twentieth of the time to the first paint.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app import assets
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.settings import DialogSize, Settings
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.dialogs.about import AboutDialog
from desktop_app.ui.dialogs.link import LinkDialog
from desktop_app.ui.help.pages import help_pages
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme
from desktop_app.ui.window_state import FRAME

Licences = Callable[[], dict[str, str]]


class WindowDialogs(QObject):
    """Opens dialogs over ``window``; ``focus`` gets the keyboard when one is finished."""

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        icons: Icons,
        licences: Licences,
        window: QWidget,
        focus: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._settings = services.settings
        self._launch = launch
        self._icons = icons
        self._licences = licences
        self._window = window
        self._focus = focus

    def open_settings(self) -> None:
        """Everything that can be set."""
        self._launch("settings", self.settings())

    def mend_texts(self) -> None:
        """Takes texts that were changed on the disk from a backup; what none has is told in the bar."""
        if self._services.texts is not None:
            self._launch("mend texts", self._services.texts.mend())

    def open_connections(self, chosen_id: str, over: QWidget | None = None) -> None:
        """The connections, with this one shown; ``over`` another dialog, or the window."""
        from desktop_app.ui.dialogs.connections import ConnectionsDialog

        dialog = ConnectionsDialog(self._settings, self._launch, self._icons, chosen_id, over or self._window)
        self._launch("connections", self._show(dialog))

    def open_chat_memory(self, chat_id: str) -> None:
        """How a chat is remembered."""
        self._launch("memory of a chat", self._chat_memory(chat_id))

    async def settings(self, *, models: bool = False) -> None:
        """The settings until they are closed; ``models``: at the model files."""
        from desktop_app.ui.settings_dialog.dialog import SettingsDialog

        dialog = SettingsDialog(self._services, self._launch, self._icons, self._window)
        if models:
            dialog.show_models()
        dialog.connections_wanted.connect(lambda: self.open_connections("", dialog))
        dialog.quit_wanted.connect(dialog.accept)
        dialog.quit_wanted.connect(self._window.close)
        await self._show(dialog)
        language = dialog.language
        await self._settings.change(
            lambda settings: replace(settings, appearance=replace(settings.appearance, language=language))
        )

    async def add_connection(self, profile: ConnectionProfile) -> None:
        """The connections with a new one, until it is stored or given up."""
        from desktop_app.ui.dialogs.connections import ConnectionsDialog

        await self._show(
            ConnectionsDialog(self._settings, self._launch, self._icons, profile.id, self._window, new=profile)
        )

    def open_help(self, theme: AppTheme) -> None:
        """The pages of the help, beside the window."""
        from desktop_app.ui.help.dialog import HelpDialog

        self.open_beside(HelpDialog(help_pages(assets.path("help")), theme, self._window))

    def open_about(self) -> None:
        """Name, version, licences."""
        self._launch("about", self._show(AboutDialog(self._licences(), self._window)))

    def open_dialog(self, dialog: QDialog) -> None:
        """A dialog that somebody else has made."""
        self._launch(type(dialog).__name__, self._show(dialog))

    def open_beside(self, dialog: QDialog) -> None:
        """A dialog that somebody else has made, beside which the window can be used."""
        self._launch(type(dialog).__name__, self._show(dialog, beside=True))

    def ask_to_open(self, address: str) -> None:
        """Opens a web address, if the person agrees."""
        self._launch("open link", self._ask_to_open(address))

    async def _chat_memory(self, chat_id: str) -> None:
        from desktop_app.ui.chat_memory_dialog import ChatMemoryDialog

        service = self._services.chat_memory
        await self._show(ChatMemoryDialog(await service.memory(chat_id), service, self._launch, self._window))

    async def _ask_to_open(self, address: str) -> None:
        dialog = LinkDialog(address, self._window)
        await self._show(dialog)
        if dialog.agreed():
            QDesktopServices.openUrl(QUrl(address))

    async def _show(self, dialog: QDialog, *, beside: bool = False) -> None:
        """Shows a dialog in the size that the person gave it."""
        name = type(dialog).__name__
        for left in self._settings.settings.window.dialog_sizes:
            if left.dialog == name:
                dialog.resize(left.width, left.height)
        if not dialog.testAttribute(Qt.WidgetAttribute.WA_Resized):
            dialog.adjustSize()  # as showing it would
        dialog.resize(dialog.size().boundedTo(dialog.screen().availableSize() - FRAME))
        before = dialog.size()
        try:
            await show_dialog(dialog, beside=beside)
            if dialog.size() != before:
                await self._settings.change(partial(_with_size, left=_size_of(name, dialog.size())))
        finally:
            dialog.deleteLater()
        self._focus.setFocus()


def _size_of(name: str, size: QSize) -> DialogSize:
    return DialogSize(name, size.width(), size.height())


def _with_size(settings: Settings, left: DialogSize) -> Settings:
    others = (size for size in settings.window.dialog_sizes if size.dialog != left.dialog)
    return replace(settings, window=replace(settings.window, dialog_sizes=(*others, left)))
