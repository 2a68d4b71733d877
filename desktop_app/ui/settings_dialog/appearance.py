"""The look and the language. What is chosen is seen at once, but for the language, which needs another window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from desktop_app.domain.settings import AppearanceSettings, Settings, Theme
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.appearance import LARGEST_TEXT, SMALLEST_TEXT
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.main_menu import LANGUAGES, theme_names
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.theme import SPACE_8


class AppearancePage(SettingsPage):
    """Theme, size of messages, language, motion.

    ``language`` is what the person wants; whoever opened the dialog applies it when it is closed.
    """

    def __init__(self, settings: SettingsService, carry_out: CarryOut, parent: QWidget | None = None) -> None:
        self._showing = False
        super().__init__(
            QCoreApplication.translate("AppearancePage", "Appearance"),
            QCoreApplication.translate("AppearancePage", "look, view, display"),
            parent,
        )
        self._settings = settings
        self._carry_out = carry_out
        self._theme, self._language, self._size = QComboBox(), QComboBox(), QSpinBox()
        self._still = QCheckBox(self.tr("Reduce motion"))
        self._fill()
        self._add_fields()
        self._theme.currentIndexChanged.connect(self._on_theme)
        self._size.valueChanged.connect(self._on_size)
        self._still.toggled.connect(self._on_still)

    @property
    def language(self) -> str:
        """The chosen language's code, empty for the system's."""
        return str(self._language.currentData())

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now."""
        appearance = settings.appearance
        self._showing = True
        self._theme.setCurrentIndex(self._theme.findData(appearance.theme.value))
        self._size.setValue(appearance.message_font_size)
        self._still.setChecked(appearance.reduce_motion)
        self._showing = False

    def _fill(self) -> None:
        for value, text in theme_names():
            self._theme.addItem(text, value)
        self._language.addItem(self.tr("Like the system"), "")
        for code, name in LANGUAGES:
            self._language.addItem(name, code)
        self._language.setCurrentIndex(self._language.findData(self._settings.settings.appearance.language))
        self._size.setRange(SMALLEST_TEXT, LARGEST_TEXT)
        self._size.setSuffix(self.tr(" pixels"))
        self._size.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # the style sheet cannot say it

    def _add_fields(self) -> None:
        self.add(Field(self.tr("Theme"), self._theme), self.tr("dark, light, high contrast, colours"))
        self.add(Field(self.tr("Size of messages"), self._size), self.tr("font, text size, zoom"))
        language_help = self.tr("Changes when you close the settings.")
        # Whoever cannot read the language of now looks for this one.
        self.add(Field(self.tr("Language"), self._language, help_text=language_help), "language язык 语言")
        still_help = self.tr("Menus and tooltips appear at once, and the cursor does not blink.")
        self.add(Field(self.tr("Motion"), self._still, help_text=still_help), self.tr("animation, blinking"))

    def _on_theme(self) -> None:
        theme = Theme(self._theme.currentData())
        self._change(lambda appearance: replace(appearance, theme=theme))

    def _on_size(self, pixels: int) -> None:
        self._change(lambda appearance: replace(appearance, message_font_size=pixels))

    def _on_still(self, checked: bool) -> None:
        self._change(lambda appearance: replace(appearance, reduce_motion=checked))

    def _change(self, edit: Callable[[AppearanceSettings], AppearanceSettings]) -> None:
        if not self._showing:
            self._carry_out(
                self._settings.change(lambda settings: replace(settings, appearance=edit(settings.appearance)))
            )
