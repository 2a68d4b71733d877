"""Who the person is in the open chat: said in the chat's header with the reason, and chosen there. Made by the main window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from desktop_app.domain.character import Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.services.events import LibraryChanged, LibraryKind, SettingsChanged
from desktop_app.services.speaking_persona import BoundBy
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import sentences, set_plain_tooltip

TASK = "who the person is"
MOST_IN_MENU = 40
NAME_WIDTH = 120


class PersonaChoice(QObject):
    """Between the chip and the services. ``edit`` opens the library at a kind, book and thing.

    Nothing is shown while there are no personas at all.

    Signals:
        named: (name) of the persona that speaks in the open chat; empty where there is none.
    """

    named = Signal(str)

    def __init__(
        self, services: UiServices, launch: Launcher, chip: MenuButton, edit: Callable[[str, str, str], None]
    ) -> None:
        super().__init__(chip)
        self._services = services
        self._launch = launch
        self._chip = chip
        self._edit = edit
        self._chat = Chat(id="")
        self._menu = QMenu(chip)
        chip.set_popup_menu(self._menu)
        chip.hide()
        bus = services.bus
        self._unsubscribe = [
            bus.subscribe(LibraryChanged, self._on_library),
            bus.subscribe(SettingsChanged, lambda _event: self._read()),
        ]

    def show_chat(self, chat: Chat) -> None:
        """The open chat as it is now; one with an empty id: none is open."""
        self._chat = chat
        self._read()

    def close(self) -> None:
        """Stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._launch.cancel(TASK)

    def _on_library(self, event: LibraryChanged) -> None:
        if event.kind is LibraryKind.PERSONA:
            self._read()

    def _read(self) -> None:
        self._launch.cancel(TASK)
        if self._chat.id:
            self._launch(TASK, self._show())
        else:
            self._chip.hide()
            self.named.emit("")

    async def _show(self) -> None:
        chat = self._chat
        personas = await self._services.library.personas()
        try:
            answerer = await self._services.context.answerer(chat.id)
        except NotFoundError:  # it went just now
            return
        if chat.id != self._chat.id:
            return
        speaking, bound_by = answerer.persona, answerer.bound_by
        name = speaking.name if speaking is not None else self._services.settings.settings.user_name
        shown = " ".join(name.split())
        elided = self._chip.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, NAME_WIDTH)
        self._chip.setText(elided.replace("&", "&&"))
        said = _reason(shown, bound_by)
        self._chip.setAccessibleName(said)
        set_plain_tooltip(self._chip, said)
        self._fill(personas, speaking)
        self._chip.setVisible(bool(personas))
        self.named.emit("" if speaking is None else shown)

    def _fill(self, personas: list[Persona], speaking: Persona | None) -> None:
        translate = QCoreApplication.translate
        self._menu.clear()
        group = QActionGroup(self._menu)
        usual = self._add(translate("PersonaChoice", "As usual"), group, "")
        usual.setChecked(self._chat.persona_id is None)
        self._menu.addSeparator()
        for persona in personas[:MOST_IN_MENU]:
            action = self._add(" ".join(persona.name[:200].split()).replace("&", "&&"), group, persona.id)
            action.setChecked(persona.id == self._chat.persona_id)
        self._menu.addSeparator()
        shown = speaking or personas[0] if personas else None
        edit = self._menu.addAction(translate("PersonaChoice", "Edit personas …"))
        edit.triggered.connect(lambda _checked=False: self._edit("persona", "", shown.id if shown else ""))

    def _add(self, text: str, group: QActionGroup, persona_id: str) -> QAction:
        action = self._menu.addAction(text)
        action.setCheckable(True)
        group.addAction(action)
        action.triggered.connect(lambda _checked=False: self._choose(persona_id))
        return action

    def _choose(self, persona_id: str) -> None:
        if self._chat.id:
            self._launch("choose persona", self._services.chat.set_persona(self._chat.id, persona_id or None))


def _reason(name: str, bound_by: BoundBy | None) -> str:
    """Whose words they are, and why."""
    translate = QCoreApplication.translate
    who = translate("PersonaChoice", "You are {name} here.").format(name=name)
    match bound_by:
        case BoundBy.CHAT:
            why = translate("PersonaChoice", "It was chosen for this chat.")
        case BoundBy.CHARACTER:
            why = translate("PersonaChoice", "It is the persona for this character.")
        case BoundBy.DEFAULT:
            why = translate("PersonaChoice", "It is the persona for all chats without another.")
        case None:
            why = translate("PersonaChoice", "No persona was chosen.")
    return sentences(who, why)
