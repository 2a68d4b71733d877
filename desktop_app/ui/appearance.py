"""Turns what the person chooses about the look into settings. Used by the main menu and the zoom keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.theme import SIZE_MESSAGE

SMALLEST_TEXT, LARGEST_TEXT = 12, 22


class AppearanceChoices:
    """Each method stores one choice; ``SettingsChanged`` then tells everybody."""

    def __init__(self, settings: SettingsService, launch: Launcher) -> None:
        self._settings = settings
        self._launch = launch

    def choose_theme(self, theme: Theme) -> None:
        """Light, dark, or like the system."""
        self._change(lambda appearance: replace(appearance, theme=theme))

    def choose_language(self, code: str) -> None:
        """A language by its code; empty: the system's."""
        self._change(lambda appearance: replace(appearance, language=code))

    def resize_text(self, by: int) -> None:
        """Larger or smaller messages, in pixels; 0 goes back to the size they had at first."""

        def edit(appearance: AppearanceSettings) -> AppearanceSettings:
            wanted = appearance.message_font_size + by if by else SIZE_MESSAGE
            return replace(appearance, message_font_size=min(LARGEST_TEXT, max(SMALLEST_TEXT, wanted)))

        self._change(edit)

    def _change(self, edit: Callable[[AppearanceSettings], AppearanceSettings]) -> None:
        work = self._settings.change(lambda settings: replace(settings, appearance=edit(settings.appearance)))
        self._launch("change appearance", work)
