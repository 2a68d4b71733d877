"""The chip that says which connection answers in the open chat, and lets another be chosen. Shown in the header."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.domain.generation import ConnectionKind, ConnectionProfile
from desktop_app.domain.settings import Settings
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SPACE_16

MINIMUM_WIDTH, MAXIMUM_WIDTH = 36, 280
SHORTEST_TEXT = 60


class ConnectionButton(MenuButton):
    """A button with a menu of connections.

    Signals:
        chosen: (connection id) for the open chat.
        manage_pressed: the person wants to add or change connections.
    """

    chosen = Signal(str)
    manage_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._whole_text = ""
        super().__init__(parent)
        self.setObjectName("connectionButton")
        icons.bind(self, "cpu")
        self._menu = QMenu(self)
        self.set_popup_menu(self._menu)
        self.setAccessibleName(self.tr("Connection"))

    def show_choices(self, settings: Settings, chosen_id: str | None) -> None:
        """Fills the menu and names the connection that answers now."""
        current = settings.connection(chosen_id)
        self._fill(settings, current)
        self._whole_text = connection_label(current)
        set_plain_tooltip(self, self.tr("Answered by {name}").format(name=self._whole_text))
        self._fit_text()

    def fit(self, room: int) -> None:
        """Takes at most ``room`` pixels: the text is shortened, and in the end only the icon stays."""
        self.setMaximumWidth(max(MINIMUM_WIDTH, min(MAXIMUM_WIDTH, room)))
        self._fit_text()

    def _fit_text(self) -> None:
        room = min(MAXIMUM_WIDTH, self.maximumWidth()) - MINIMUM_WIDTH - SPACE_16
        shortened = self.fontMetrics().elidedText(self._whole_text, Qt.TextElideMode.ElideRight, room)
        self.setText(_menu_text(f" {shortened}"))
        only_icon = room < SHORTEST_TEXT
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if only_icon else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.setToolButtonStyle(style)

    def _fill(self, settings: Settings, current: ConnectionProfile) -> None:
        """The connections as exclusive choices, and the way to their dialog."""
        self._menu.clear()
        group = QActionGroup(self._menu)
        for profile in settings.all_connections:
            action = self._menu.addAction(_menu_text(connection_label(profile)))
            action.setCheckable(True)
            action.setChecked(profile.id == current.id)
            action.triggered.connect(lambda _checked=False, chosen=profile.id: self.chosen.emit(chosen))
            group.addAction(action)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Connections …")).triggered.connect(self.manage_pressed)


def connection_label(profile: ConnectionProfile) -> str:
    """A connection's name and model in a few words."""
    if profile.kind is ConnectionKind.BUILTIN and not profile.model:
        model = QCoreApplication.translate("ConnectionButton", "tiny demo model, English")
    elif profile.kind is ConnectionKind.BUILTIN:
        model = PurePath(profile.model).stem
    else:
        model = profile.model
    name = profile.name
    if profile.kind is ConnectionKind.BUILTIN and name == "Built-in":
        name = QCoreApplication.translate("ConnectionButton", "Built-in")
    return f"{name} · {model}" if model else name


def _menu_text(text: str) -> str:
    """A foreign text as a menu shows it letter by letter: an ampersand is no mnemonic."""
    return text.replace("&", "&&")
