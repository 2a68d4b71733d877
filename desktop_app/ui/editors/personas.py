"""Personas (who the person is): how they are read and stored, and their form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.services.identity import new_id
from desktop_app.services.speaking_persona import bound_to, characters_of
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import LineInput, PartInput, TextInput
from desktop_app.ui.editors.item_list import Row
from desktop_app.ui.editors.links import Links
from desktop_app.ui.editors.page import Undo
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label

ROW_HEIGHT = 32
ROWS_SHOWN = 6


class PersonaSource:
    """The personas of the library. Fulfils ``Source``."""

    def __init__(self, services: UiServices) -> None:
        self._services = services

    async def load(self) -> list[Persona]:
        """By name."""
        return await self._services.library.personas()

    async def save(self, item: Persona) -> Persona:
        """Adds or replaces."""
        return await self._services.library.save_persona(item, typed=True)

    async def delete(self, item: Persona) -> Undo:
        """Undo makes it who the person is in its chats again."""
        services = self._services
        chats = [chat for chat in await services.chat.list_chats() if chat.persona_id == item.id]
        links = await Links.of(services.lore, Scope(ScopeKind.PERSONA, item.id))
        await services.library.delete_persona(item.id)

        async def undo() -> None:
            await services.library.save_persona(item)
            for chat in chats:
                await services.chat.set_persona(chat.id, item.id)
            await links.put_back()

        return undo

    def new(self) -> Persona:
        """Without a name."""
        return Persona(id=new_id(), name="")

    def row(self, item: Persona) -> Row:
        """By its name."""
        return Row(item.id, item.name or QCoreApplication.translate("Personas", "New persona"))


class CharactersInput(PartInput):
    """Any of the library's characters, as their ids; those that are not there any more stay as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._chosen: tuple[str, ...] = ()
        self._characters: tuple[Character, ...] = ()
        self._showing = False
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._none = plain_label(
            QCoreApplication.translate("CharactersInput", "There are no characters yet."), look="muted"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        layout.addWidget(self._none)
        self.setFocusProxy(self.list)
        self.list.itemChanged.connect(self._on_changed)
        self._show()

    def show_characters(self, characters: Sequence[Character]) -> None:
        """Who there is, in the order of the list."""
        if self._characters != tuple(characters):
            self._characters = tuple(characters)
            self._show()

    def name_parts(self, label: str) -> None:
        """The list."""
        self.list.setAccessibleName(label)

    def value(self) -> tuple[str, ...]:
        """In the order in which they were chosen."""
        return self._chosen

    def show_value(self, value: Iterable[str]) -> None:
        """Ticks these."""
        self._chosen = tuple(value)
        self._show()

    def _show(self) -> None:
        self._showing = True
        if self.list.count() != len(self._characters):
            self.list.clear()
            for _ in self._characters:
                self.list.addItem(QListWidgetItem())
        for place, character in enumerate(self._characters):
            item = self.list.item(place)
            item.setSizeHint(QSize(0, ROW_HEIGHT))
            item.setText(" ".join(character.name[:200].split()))
            item.setData(Qt.ItemDataRole.UserRole, character.id)
            ticked = character.id in self._chosen
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.list.setFixedHeight(min(ROWS_SHOWN, len(self._characters)) * ROW_HEIGHT + 4)
        self.list.setVisible(bool(self._characters))
        self._none.setVisible(not self._characters)
        self._showing = False

    def _on_changed(self, item: QListWidgetItem) -> None:
        if self._showing:
            return
        character_id = str(item.data(Qt.ItemDataRole.UserRole))
        others = tuple(one for one in self._chosen if one != character_id)
        ticked = item.checkState() is Qt.CheckState.Checked
        chosen = (*others, character_id) if ticked else others
        if set(chosen) != set(self._chosen):
            self._chosen = chosen
            self.edited.emit()


class PersonaForm(Form[Persona]):
    """Name, description, and whom it belongs to. ``cost`` is told which text is in every prompt."""

    def __init__(self, icons: Icons, cost: Callable[[str], None]) -> None:
        super().__init__(icons)
        self._cost = cost
        self.add("name", self.tr("Name"), LineInput(), self.tr("Characters call you by it."))
        self.add(
            "description",
            self.tr("Description"),
            TextInput(6, 20),
            self.tr("Who you are in the story. {{user}} stands for the name, {{char}} for the character's."),
        )
        self.characters = CharactersInput()
        self.add(
            "characters",
            self.tr("Who you are with these characters"),
            self.characters,
            self.tr("In a chat with one of them you are this persona, unless the chat has its own."),
        )

    def read(self, item: Persona, name: str) -> Any:
        """Whom it belongs to stands in its extensions."""
        return characters_of(item) if name == "characters" else super().read(item, name)

    def changed(self, item: Persona, changes: dict[str, Any]) -> Persona:
        """And goes back there."""
        plain = {name: value for name, value in changes.items() if name != "characters"}
        made = super().changed(item, plain)
        return bound_to(made, changes["characters"]) if "characters" in changes else made

    def problems(self, item: Persona) -> dict[str, str]:
        """A name is needed."""
        return {} if item.name else {"name": self.tr("A name is needed.")}

    def refresh(self) -> None:
        """What it costs is counted anew."""
        self._cost(self.item().description)
