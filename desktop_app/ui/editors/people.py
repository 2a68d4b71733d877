"""The pages of characters and of personas: their forms, what they cost, and what can be done with them in chats."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.characters import CharacterForm, CharacterSource
from desktop_app.ui.editors.cost import Cost
from desktop_app.ui.editors.item_list import ItemList
from desktop_app.ui.editors.item_page import ItemPage
from desktop_app.ui.editors.personas import PersonaForm, PersonaSource
from desktop_app.ui.icons import Icons
from desktop_app.ui.scripts.of_card import CardScriptsButton
from desktop_app.ui.services import UiServices


class CharactersPage(ItemPage[Character]):
    """Characters.

    Signals:
        chat_started: (chat id) a chat with a character is there now.
    """

    chat_started = Signal(str)

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        translate = QCoreApplication.translate
        self.cost = Cost(services, launch)
        items = ItemList(
            translate("CharactersPage", "Characters"),
            translate("CharactersPage", "Find a character"),
            translate("CharactersPage", "New character"),
            icons,
        )
        empty = translate("CharactersPage", "A character is who the model plays.")
        form = CharacterForm(icons, self.cost.show_text)
        super().__init__(CharacterSource(services), form, items, launch, empty, parent)
        self._chats = services.chat
        self._start = QPushButton(self.tr("Start a chat"))
        self._start.clicked.connect(self._on_start)
        self.desk.add_button(self._start)
        self._scripts = CardScriptsButton(services.scripts, launch, lambda: self.open_item, self)
        self.desk.add_button(self._scripts)
        self.opened.connect(self._scripts.refresh)
        self.desk.add_note(self.cost.label)
        self.opened.connect(self._show_start)
        self._show_start()

    def end(self) -> None:
        """Nothing is counted any more."""
        super().end()
        self.cost.end()

    def _show_start(self) -> None:
        self._start.setVisible(self.open_item is not None and not self.is_new)

    def _on_start(self) -> None:
        """With the character as it is stored."""
        self.leave(lambda: self.run(self._start_chat()))

    async def _start_chat(self) -> None:
        if self.open_item is not None:
            chat = await self._chats.start_chat(self.open_item)
            self.chat_started.emit(chat.id)


class PersonasPage(ItemPage[Persona]):
    """Personas."""

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._chat = Chat(id="")
        translate = QCoreApplication.translate
        self.cost = Cost(services, launch)
        items = ItemList(
            translate("PersonasPage", "Personas"),
            translate("PersonasPage", "Find a persona"),
            translate("PersonasPage", "New persona"),
            icons,
        )
        empty = translate("PersonasPage", "A persona is who you are in a story.")
        form = PersonaForm(icons, self.cost.show_text)
        super().__init__(PersonaSource(services), form, items, launch, empty, parent)
        self._chats = services.chat
        self._use = QPushButton()
        self._use.clicked.connect(self._on_use)
        self.desk.add_button(self._use)
        self.desk.add_note(self.cost.label)
        self.opened.connect(self._show_use)
        self._show_use()

    def open_chat(self, chat: Chat) -> None:
        """The open chat, which may have a persona; an empty id: none is open."""
        self._chat = chat
        self._show_use()

    def end(self) -> None:
        """Nothing is counted any more."""
        super().end()
        self.cost.end()

    def _show_use(self) -> None:
        shown = self.open_item is not None and not self.is_new and bool(self._chat.id)
        self._use.setVisible(shown)
        used = self.open_item is not None and self._chat.persona_id == self.open_item.id
        self._use.setText(self.tr("Do not use in this chat") if used else self.tr("Use in this chat"))

    def _on_use(self) -> None:
        if self.open_item is not None:
            used = self._chat.persona_id == self.open_item.id
            self.run(self._chats.set_persona(self._chat.id, None if used else self.open_item.id))
