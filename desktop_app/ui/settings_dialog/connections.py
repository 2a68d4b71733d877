"""Who answers new chats, and the way to the dialog of connections."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from desktop_app.domain.settings import Settings
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.connection_button import connection_label
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.icons import Icons
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage


class ConnectionsPage(SettingsPage):
    """The connections.

    Signals:
        manage_pressed: the person wants to add, change or test one.
    """

    manage_pressed = Signal()

    def __init__(
        self, settings: SettingsService, carry_out: CarryOut, icons: Icons, parent: QWidget | None = None
    ) -> None:
        self._showing = False
        super().__init__(
            QCoreApplication.translate("ConnectionsPage", "Connections"),
            QCoreApplication.translate("ConnectionsPage", "model, server, provider, Ollama, OpenAI"),
            parent,
        )
        self._settings = settings
        self._carry_out = carry_out
        self._default = QComboBox()
        self._default.setMinimumContentsLength(16)
        self._default.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._default.currentIndexChanged.connect(self._on_default)
        manage = QPushButton(self.tr("Connections …"))
        icons.bind(manage, "plug")
        manage.setAutoDefault(False)
        manage.clicked.connect(self.manage_pressed)
        default_help = self.tr("A chat can have another one: the button over the conversation chooses it.")
        self.add(Field(self.tr("Answers new chats"), self._default, help_text=default_help), self.tr("default"))
        manage_help = self.tr("Add, change, test and remove connections; addresses, keys and proxies.")
        self.add(
            Field(self.tr("All connections"), manage, help_text=manage_help), self.tr("API key, proxy, context size")
        )

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        self._showing = True
        self._default.clear()
        for profile in settings.all_connections:
            self._default.addItem(connection_label(profile), profile.id)
        self._default.setCurrentIndex(self._default.findData(settings.connection(None).id))
        self._showing = False

    def _on_default(self) -> None:
        if self._showing:
            return
        chosen = str(self._default.currentData())
        self._carry_out(self._settings.change(lambda settings: replace(settings, default_connection_id=chosen)))
