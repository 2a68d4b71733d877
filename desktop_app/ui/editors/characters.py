"""Characters: how they are read and stored, and their form."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.services.identity import new_id
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import CommaInput, LineInput, TextInput, TextsInput
from desktop_app.ui.editors.item_list import Row
from desktop_app.ui.editors.links import Links
from desktop_app.ui.editors.page import Undo
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices


class CharacterSource:
    """The characters of the library. Fulfils ``Source``."""

    def __init__(self, services: UiServices) -> None:
        self._services = services

    async def load(self) -> list[Character]:
        """By name."""
        return await self._services.library.characters()

    async def save(self, item: Character) -> Character:
        """Adds or replaces."""
        return await self._services.library.save_character(item)

    async def delete(self, item: Character) -> Undo:
        """Its chats stay; undo puts it back into them, and its lorebooks to it."""
        services = self._services
        chats = [chat for chat in await services.chat.list_chats() if item.id in chat.character_ids]
        links = await Links.of(services.lore, Scope(ScopeKind.CHARACTER, item.id))
        await services.library.delete_character(item.id)

        async def undo() -> None:
            await services.library.save_character(item)
            for chat in chats:
                await services.chat.set_characters(chat.id, chat.character_ids)
            await links.put_back()

        return undo

    def new(self) -> Character:
        """Without a name."""
        return Character(id=new_id(), name="")

    def row(self, item: Character) -> Row:
        """Found by its tags too."""
        nameless = QCoreApplication.translate("Characters", "New character")
        return Row(item.id, item.name or nameless, ", ".join(item.tags), item.creator)


class CharacterForm(Form[Character]):
    """Six fields, and the rest of the card.

    ``cost`` is told which texts are in every prompt; the page shows what they cost.
    """

    def __init__(self, icons: Icons, cost: Callable[[str], None]) -> None:
        super().__init__(icons)
        self._cost = cost
        macros = self.tr("{{char}} stands for the character's name, {{user}} for yours.")
        self.add("name", self.tr("Name"), LineInput())
        self.add("description", self.tr("Description"), TextInput(4, 16), macros)
        self.add("personality", self.tr("Personality"), TextInput(2, 8))
        self.add("scenario", self.tr("Scenario"), TextInput(2, 8))
        self.add("first_mes", self.tr("First message"), TextInput(3, 12), self.tr("Opens every new chat."))
        self.add(
            "mes_example",
            self.tr("Example dialogue"),
            TextInput(3, 12),
            self.tr("Begin each example with a line <START>. They leave first when room gets short."),
        )
        self._add_more()

    def _add_more(self) -> None:
        more = self.add_section(self.tr("More"))
        original = self.tr("In place of your own; {{original}} stands for it.")
        self.add("system_prompt", self.tr("System prompt"), TextInput(2, 10), original, section=more)
        self.add(
            "post_history_instructions",
            self.tr("Instructions after the history"),
            TextInput(2, 10),
            self.tr("Stand behind your message: what the model must not forget."),
            section=more,
        )
        self.add(
            "alternate_greetings",
            self.tr("Other first messages"),
            TextsInput(3, 12),
            self.tr("Put a line --- between two of them."),
            section=more,
        )
        self.add("tags", self.tr("Tags"), CommaInput(), self.tr("Parted by commas."), section=more)
        notes = self.tr("For people; never sent, unless a lorebook entry looks for keys in it.")
        self.add("creator_notes", self.tr("Creator's notes"), TextInput(2, 10), notes, section=more)
        self.add("creator", self.tr("Creator"), LineInput(), section=more)
        self.add("character_version", self.tr("Version"), LineInput(), section=more)

    def problems(self, item: Character) -> dict[str, str]:
        """A name is needed."""
        return {} if item.name else {"name": self.tr("A name is needed.")}

    def refresh(self) -> None:
        """What it costs is counted anew."""
        item = self.item()
        self._cost("\n".join((item.system_prompt, item.description, item.personality, item.scenario)))
