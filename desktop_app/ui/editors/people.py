"""The pages of characters and of personas: their forms, what they cost, and what can be done with them in chats."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.transfer import StoredFile
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.editors.card_files import CardFiles
from desktop_app.ui.editors.characters import CharacterForm, CharacterSource
from desktop_app.ui.editors.cost import Cost
from desktop_app.ui.editors.inputs import Tick
from desktop_app.ui.editors.item_list import ItemList
from desktop_app.ui.editors.json_panel import JsonPanel
from desktop_app.ui.editors.person_page import PersonPage
from desktop_app.ui.editors.personas import PersonaForm, PersonaSource
from desktop_app.ui.icons import Icons
from desktop_app.ui.keep_question import KeepQuestion
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.scripts.of_card import CardScriptsButton
from desktop_app.ui.services import UiServices


class CharactersPage(PersonPage[Character]):
    """Characters.

    Signals:
        chat_wanted: (character id) a chat with a character is to be started.
    """

    chat_wanted = Signal(str)

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        translate = QCoreApplication.translate
        self.cost = Cost(services, launch)
        self.json = JsonPanel()
        items = ItemList(
            translate("CharactersPage", "Characters"),
            translate("CharactersPage", "Find a character"),
            translate("CharactersPage", "New character"),
            icons,
        )
        empty = translate("CharactersPage", "A character is who the model plays.")
        self.character_form = CharacterForm(icons, self.cost.show_text)
        self._characters = CharacterSource(services)
        super().__init__(services, self._characters, self.character_form, items, launch, empty, parent)
        self._services = services
        self.files = CardFiles(self, services.library, launch, self.character_form.assets)
        self.tabs.addTab(self.json, translate("CharactersPage", "JSON"))
        self.json.written.connect(self._on_written)
        self.json.version_wanted.connect(self._on_version_wanted)
        self._start = QPushButton(self.tr("Start a chat"))
        self._start.clicked.connect(self._on_start)
        self.desk.add_button(self._start)
        self.scripts = CardScriptsButton(services.scripts, launch, lambda: self.open_item, self)
        self.desk.add_button(self.scripts)
        self.opened.connect(self.scripts.refresh)
        self.desk.add_note(self.cost.label)
        self.opened.connect(self._show_start)
        self._show_start()

    def show_new(self, *, new: bool) -> None:
        """Who is stored nowhere yet has no files yet."""
        super().show_new(new=new)
        self.character_form.assets.show_new(new=new)

    @property
    def has_changes(self) -> bool:
        """A text that cannot be read is one too: it is in no form yet."""
        return super().has_changes or self.json.is_written

    async def load(self) -> None:
        """The card may have other scripts now."""
        await super().load()
        self.scripts.refresh()

    def end(self) -> None:
        """Nothing is counted any more."""
        super().end()
        self.cost.end()
        self.json.end()
        self.scripts.end()
        self.files.end()

    def reopen(self) -> None:
        """As it is stored, the text too."""
        self.json.show_read()
        super().reopen()

    def tab_shown(self, tab: QWidget) -> None:
        """The text says what the form says."""
        super().tab_shown(tab)
        if tab is self.json and not self.json.is_written:
            self._read("card text", self._show_text())

    def files_shown(self, files: dict[str, StoredFile]) -> None:
        """What the card speaks of is here, or not."""
        self.files.show_files(files)

    async def store(self) -> None:
        """What stands in the text is read first. Raises where it cannot be: nothing is stored, and nothing is left."""
        if self.json.is_written:
            try:
                await self._take_text(self.json.value())
            except AppError as error:
                self.json.show_error(error_sentence(error))
                raise
        await super().store()

    def is_fine(self) -> bool:
        """A text that could not be read waits for the person."""
        return super().is_fine() and not self.json.is_wrong

    async def remove_open(self) -> None:
        """What becomes of its memory entries is asked where it has any."""
        item = self.open_item
        if item is None or self.is_new:
            return
        entries = await self._services.memory.entries([Scope(ScopeKind.CHARACTER, item.id)])
        if entries:
            question = KeepQuestion(len(entries), self.window(), character=item.name)
            try:
                if not await show_dialog(question):
                    return
                self._characters.with_memory = question.with_memory
            finally:
                question.deleteLater()
        await super().remove_open()

    def _on_written(self, text: str) -> None:
        self._read("card text", self._try_text(text))

    def _show_start(self) -> None:
        self._start.setVisible(self.open_item is not None and not self.is_new)

    def _on_start(self) -> None:
        """With the character as it is stored."""
        self.leave(self._want_chat)

    def _want_chat(self) -> None:
        if self.open_item is not None:
            self.chat_wanted.emit(self.open_item.id)

    async def _show_text(self) -> None:
        item = self.open_item
        if item is None:
            return
        version = self.json.choice.value()
        text = await self._library.cards.write(self.character_form.item(), version)
        if not self._over and not self.json.is_written and self.open_item is item:
            self.json.show_version(version)
            self.json.show_text(text)
        elif not self._over:
            self.json.show_version(self.json.version)

    def _on_version_wanted(self) -> None:
        self._read("card text", self._show_other_version())

    async def _show_other_version(self) -> None:
        """What was written is read first; a text that cannot be read stays, as the version that it is."""
        if self.json.is_written:
            await self._try_text(self.json.value())
        if self.json.is_written:
            self.json.show_version(self.json.version)
        else:
            await self._show_text()

    async def _try_text(self, text: str) -> None:
        try:
            await self._take_text(text)
        except AppError as error:
            if self.json.value() == text:
                self.json.show_error(error_sentence(error))

    async def _take_text(self, text: str) -> None:
        """The form is as the text says, unless somebody else is open or the text another meanwhile."""
        item = self.open_item
        if item is None:
            return
        character = await self._library.cards.read(text, self.character_form.item(), self.json.version)
        if self.json.value() == text and self.open_item is not None and self.open_item.id == item.id:
            self.json.show_read()
            self.character_form.take_over(character)


class PersonasPage(PersonPage[Persona]):
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
        self.persona_form = PersonaForm(icons, self.cost.show_text)
        super().__init__(services, PersonaSource(services), self.persona_form, items, launch, empty, parent)
        self._chats = services.chat
        self._settings = services.settings
        self._use = QPushButton()
        self._use.clicked.connect(self._on_use)
        self._default = Tick(self.tr("Who you are in all chats without another persona"))
        self._default.edited.connect(self._on_default)
        self.desk.add_button(self._use)
        self.persona_form.body.addWidget(self._default)
        self.desk.add_note(self.cost.label)
        self.opened.connect(self._show_use)
        self._show_use()

    async def load(self) -> None:
        """The characters that a persona can belong to are read too."""
        self.persona_form.characters.show_characters(await self._library.characters())
        await super().load()

    def open_chat(self, chat: Chat) -> None:
        """The open chat, which may have a persona; an empty id: none is open."""
        self._chat = chat
        self._show_use()

    def end(self) -> None:
        """Nothing is counted any more."""
        super().end()
        self.cost.end()

    def _show_use(self) -> None:
        stored = self.open_item is not None and not self.is_new
        self._use.setVisible(stored and bool(self._chat.id))
        used = self.open_item is not None and self._chat.persona_id == self.open_item.id
        self._use.setText(self.tr("Do not use in this chat") if used else self.tr("Use in this chat"))
        self._default.setVisible(stored)
        self._default.show_value(self._is_default)

    @property
    def _is_default(self) -> bool:
        return self.open_item is not None and self._settings.settings.default_persona_id == self.open_item.id

    def _on_use(self) -> None:
        if self.open_item is not None:
            used = self._chat.persona_id == self.open_item.id
            self.run(self._chats.set_persona(self._chat.id, None if used else self.open_item.id))

    def _on_default(self) -> None:
        if self.open_item is not None:
            self.run(self._choose_default(self.open_item.id if self._default.value() else ""))

    async def _choose_default(self, persona_id: str) -> None:
        await self._settings.change(lambda settings: replace(settings, default_persona_id=persona_id))
        self._show_use()
