"""What the person is called."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_app.domain.message import clean_text
from desktop_app.domain.settings import Settings
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.text_input import LineEdit

LONGEST_NAME = 100


class YouPage(SettingsPage):
    """The name that messages and characters call the person by. Stored when the field is left; an empty one is none."""

    def __init__(self, settings: SettingsService, carry_out: CarryOut, parent: QWidget | None = None) -> None:
        super().__init__(
            QCoreApplication.translate("YouPage", "You"),
            QCoreApplication.translate("YouPage", "persona, who you are, user"),
            parent,
        )
        self._settings = settings
        self._carry_out = carry_out
        self._name = LineEdit()
        self._name.setMaxLength(LONGEST_NAME)
        self._name.editingFinished.connect(self._on_name)
        help_text = self.tr("Characters call you by it. Messages that are written already keep the name they have.")
        self._field = Field(self.tr("Your name"), self._name, help_text=help_text)
        self.add(self._field)

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        if not self._name.isModified():
            self._name.setText(settings.user_name)

    def store(self) -> None:
        """Stores a name that is still being typed."""
        self._on_name()

    def _on_name(self) -> None:
        if not self._name.isModified():
            return
        name = clean_text(self._name.text().strip())
        self._field.show_error("" if name else self.tr("A name is needed; the one before is kept."))
        self._name.setModified(False)
        if name:
            self._carry_out(self._settings.change(lambda settings: replace(settings, user_name=name)))
