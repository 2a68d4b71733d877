"""Personas (who the person is): how they are read and stored, and their form."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.character import Persona
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.services.identity import new_id
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import LineInput, TextInput
from desktop_app.ui.editors.item_list import Row
from desktop_app.ui.editors.links import Links
from desktop_app.ui.editors.page import Undo
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices


class PersonaSource:
    """The personas of the library. Fulfils ``Source``."""

    def __init__(self, services: UiServices) -> None:
        self._services = services

    async def load(self) -> list[Persona]:
        """By name."""
        return await self._services.library.personas()

    async def save(self, item: Persona) -> Persona:
        """Adds or replaces."""
        return await self._services.library.save_persona(item)

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


class PersonaForm(Form[Persona]):
    """Two fields. ``cost`` is told which text is in every prompt."""

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

    def problems(self, item: Persona) -> dict[str, str]:
        """A name is needed."""
        return {} if item.name else {"name": self.tr("A name is needed.")}

    def refresh(self) -> None:
        """What it costs is counted anew."""
        self._cost(self.item().description)
