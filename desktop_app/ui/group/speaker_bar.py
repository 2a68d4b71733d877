"""The line over the composer in a chat of several characters: who speaks next, and what lets somebody speak now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from desktop_app.domain.character import Character
from desktop_app.domain.group import GroupChoices, TurnOrder
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.text import set_plain_tooltip, shortened
from desktop_app.ui.theme import SPACE_4, SPACE_8

LONGEST_NAME = 32


class SpeakerBar(QWidget):
    """A chip that names the next speaker and has the menu of the members; and *continue*. Hidden in ordinary chats.

    Signals:
        picked: (character id) speaks next, where the person decides it.
        let_speak: (character id) is to speak now.
        go_on_pressed: the round is to go on without a message.
        members_pressed: the members are to be changed.
    """

    picked = Signal(str)
    let_speak = Signal(str)
    go_on_pressed = Signal()
    members_pressed = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        self._streaming = False
        super().__init__(parent)
        self._icons = icons
        self._members: Sequence[Character] = ()
        self._choices = GroupChoices()
        self.chip = MenuButton(self)
        self.chip.setProperty("look", "chip")
        self.chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.bind(self.chip, "users")
        self._menu = QMenu(self)
        self.chip.set_popup_menu(self._menu)
        self._menu.aboutToShow.connect(self._fill)
        self.go_on = QToolButton(self)
        self.go_on.setProperty("look", "chip")
        self.go_on.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        go_on = self.tr("Go on")
        self.go_on.setText(f" {go_on}")
        icons.bind(self.go_on, "play")
        self.go_on.setAccessibleName(self.tr("Go on without a message"))
        set_plain_tooltip(self.go_on, self.tr("The characters go on without a message from you"))
        self.go_on.clicked.connect(self.go_on_pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_4, 0, SPACE_4, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.chip)
        layout.addWidget(self.go_on)
        layout.addStretch(1)
        self.show_next("", "")
        self.hide()

    def show_group(self, members: Sequence[Character], choices: GroupChoices) -> None:
        """Shows the bar for these members; fewer than two hide it."""
        self._members, self._choices = members, choices
        self.setVisible(len(members) > 1)
        self._fill()

    def show_next(self, name: str, why: str) -> None:
        """Who speaks next, and the sentences that say why; empty: nobody, or it is not known yet."""
        said = (
            self.tr("Next: {name}").format(name=shortened(name, LONGEST_NAME))
            if name
            else self.tr("Nobody speaks next")
        )
        self.chip.setText(f" {said}".replace("&", "&&"))
        self.chip.setAccessibleName(said)
        set_plain_tooltip(self.chip, why or said)

    def set_streaming(self, streaming: bool) -> None:
        """While somebody speaks nobody else can be let speak."""
        self._streaming = streaming
        self.go_on.setEnabled(not streaming)

    def _fill(self) -> None:
        self._menu.clear()
        if self._choices.order is TurnOrder.MANUAL:
            self._add_picks()
            self._menu.addSeparator()
        for member in self._members:
            said = self.tr("Let {name} speak now").format(name=_menu_name(member))
            action = self._menu.addAction(self._icons.icon("play"), said)
            action.setEnabled(not self._streaming)
            action.triggered.connect(lambda _checked=False, who=member.id: self.let_speak.emit(who))
        self._menu.addSeparator()
        members = self._menu.addAction(self._icons.icon("users"), self.tr("Members and turn order …"))
        members.triggered.connect(self.members_pressed)

    def _add_picks(self) -> None:
        group = QActionGroup(self._menu)
        first = next((member.id for member in self._members if member.id not in self._choices.muted), None)
        for member in self._members:
            action = self._menu.addAction(self.tr("{name} answers next").format(name=_menu_name(member)))
            action.setCheckable(True)
            action.setChecked(member.id == (self._choices.next_id or first))
            action.triggered.connect(lambda _checked=False, who=member.id: self.picked.emit(who))
            group.addAction(action)


def _menu_name(member: Character) -> str:
    """A name as a menu shows it letter by letter: an ampersand is no mnemonic."""
    return shortened(member.name, LONGEST_NAME).replace("&", "&&")
