"""Inputs for where a lorebook or a memory entry counts. Both are told the names by ``show_places``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.ui.editors.inputs import Choice, Tick
from desktop_app.ui.editors.places import Places
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.theme import SPACE_4, SPACE_8

_ADDED = (ScopeKind.CHARACTER, ScopeKind.PERSONA, ScopeKind.FOLDER, ScopeKind.CHAT)

MOST_IN_MENU = 40
"""Names offered of one kind: a longer menu cannot be read; a chat that is opened offers its own."""


class ScopeChoice(Choice):
    """One scope: those of the open chat, all characters and folders, and the one that is set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._places = Places()
        super().__init__((), parent)

    def show_places(self, places: Places) -> None:
        """What can be chosen now."""
        self._places = places
        self._offer(self.value())

    def show_value(self, value: Scope | None) -> None:
        """Chooses it, whatever it is."""
        self._offer(value)
        super().show_value(value)

    def _offer(self, also: Scope | None) -> None:
        places = self._places
        offered = [*places.near, *places.of_kind(ScopeKind.CHARACTER), *places.of_kind(ScopeKind.FOLDER)]
        if also is not None:
            offered.append(also)
        self.show_options((scope, places.label(scope)) for scope in dict.fromkeys(offered))


class ScopesInput(QWidget):
    """Any number of scopes, each with a box to tick: those of the open chat, those that are set, and more by a menu."""

    edited = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._places = Places()
        self._shown: list[Scope] = []
        self._ticked: list[Scope] = []
        self._ticks: list[Tick] = []
        super().__init__(parent)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(SPACE_8)
        self._more = MenuButton()
        self._more.setText(self.tr("Somewhere else …"))
        self._more.setProperty("look", "chip")
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.bind(self._more, "plus")
        self._menu = QMenu(self)
        self._more.set_popup_menu(self._menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_4, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(self._rows)
        layout.addWidget(self._more)

    def show_places(self, places: Places) -> None:
        """What can be chosen now."""
        self._places = places
        self._show()
        self._fill_menu()

    def value(self) -> tuple[Scope, ...]:
        """What is ticked."""
        return tuple(self._ticked)

    def show_value(self, value: Iterable[Scope]) -> None:
        """Ticks these."""
        self._ticked = list(dict.fromkeys(value))
        self._shown = list(self._ticked)
        self._show()

    def _show(self) -> None:
        for tick in self._ticks:
            tick.hide()
            tick.deleteLater()
        self._ticks = []
        for scope in dict.fromkeys((*self._places.near, *self._shown)):
            tick = Tick(self._places.label(scope))
            tick.show_value(scope in self._ticked)
            tick.edited.connect(lambda scope=scope, tick=tick: self._on_ticked(scope, ticked=tick.isChecked()))
            self._rows.addWidget(tick)
            self._ticks.append(tick)
        for before, after in pairwise((self._more, *self._ticks, self._more)):  # Tab would come to them last of all
            QWidget.setTabOrder(before, after)

    def _on_ticked(self, scope: Scope, *, ticked: bool) -> None:
        if ticked:
            self._ticked.append(scope)
        else:
            self._ticked.remove(scope)
            self._shown.append(scope)  # the box stays where it can be ticked again
        self.edited.emit()

    def _fill_menu(self) -> None:
        self._menu.clear()
        near = self._places.near
        for kind in _ADDED:
            others = [scope for scope in self._places.of_kind(kind) if scope not in near]
            for scope in others[:MOST_IN_MENU]:
                action = self._menu.addAction(self._places.label(scope).replace("&", "&&"))
                action.triggered.connect(lambda _checked=False, scope=scope: self._add(scope))
            if others:
                self._menu.addSeparator()
        self._more.setEnabled(not self._menu.isEmpty())

    def _add(self, scope: Scope) -> None:
        self._shown.append(scope)
        if scope not in self._ticked:
            self._ticked.append(scope)
            self.edited.emit()
        self._show()
