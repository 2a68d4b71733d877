"""The main menu behind the ☰ button: the actions of the table, look and language."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.actions import Actions

LANGUAGES = (("en", "English"), ("ru", "Русский"), ("zh", "中文"))
"""Codes, and how each language calls itself."""


class MainMenu(QObject):
    """Builds the menu and keeps its marks true.

    Signals:
        theme_chosen: (Theme)
        language_chosen: (code, or empty for the system's)
    """

    theme_chosen = Signal(object)
    language_chosen = Signal(str)

    def __init__(self, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self.menu = QMenu(window)
        self._marks: dict[str, Callable[[bool], None]] = {}
        _add(
            self.menu,
            actions,
            ("new-chat", "search", "search-messages", "find-in-chat", "replace-in-chat", "undo-delete"),
        )
        self.menu.addSeparator()
        _add(self.menu, actions, ("characters", "library", "new-memory", "lore-trace", "remembered", "review-memory"))
        self.menu.addSeparator()
        _add(self.menu, actions, ("import", "import-folder", "import-clipboard", "export"))
        self.menu.addSeparator()
        self._add_view(actions)
        _add(self.menu, actions, ("copy-prompt",))
        self.menu.addSeparator()
        _add(self.menu, actions, ("settings", "connections", "help", "about"))
        self.menu.addSeparator()
        _add(self.menu, actions, ("quit",))

    def show_appearance(self, appearance: AppearanceSettings) -> None:
        """Marks the theme and the language that are set."""
        for key, check in self._marks.items():
            check(key in (f"theme:{appearance.theme.value}", f"language:{appearance.language}"))

    def _languages(self) -> list[tuple[str, str]]:
        return [("", self.tr("Like the system")), *LANGUAGES]

    def _add_view(self, actions: Actions) -> None:
        """What is seen and how, in a menu of its own: the whole menu has room on a screen 768 high."""
        view = self.menu.addMenu(self.tr("View"))
        _add(view, actions, ("toggle-chats", "toggle-preview", "toggle-map"))
        view.addSeparator()
        self._add_choices(view, self.tr("Theme"), "theme", theme_names(), self._on_theme)
        self._add_choices(view, self.tr("Language"), "language", self._languages(), self.language_chosen.emit)
        text_size = view.addMenu(self.tr("Text size"))
        _add(text_size, actions, ("larger-text", "smaller-text", "normal-text"))

    def _add_choices(
        self, above: QMenu, title: str, kind: str, choices: Iterable[tuple[str, str]], chosen: Callable[[str], object]
    ) -> None:
        menu = above.addMenu(title)
        group = QActionGroup(menu)
        for value, text in choices:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, value=value: chosen(value))
            group.addAction(action)
            self._marks[f"{kind}:{value}"] = action.setChecked

    def _on_theme(self, value: str) -> None:
        self.theme_chosen.emit(Theme(value))


def theme_names() -> list[tuple[str, str]]:
    """The values of ``Theme`` and what they are called, in the language of now."""
    translate = QCoreApplication.translate
    return [
        (Theme.SYSTEM.value, translate("MainMenu", "Like the system")),
        (Theme.LIGHT.value, translate("MainMenu", "Light")),
        (Theme.DARK.value, translate("MainMenu", "Dark")),
        (Theme.HIGH_CONTRAST.value, translate("MainMenu", "High contrast")),
    ]


def _add(menu: QMenu, actions: Actions, names: Iterable[str]) -> None:
    for name in names:
        menu.addAction(actions[name])
