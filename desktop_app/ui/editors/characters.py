"""Characters: how they are read and stored, and their form: every field of a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.services.identity import new_id
from desktop_app.ui.editors.assets_input import AssetsInput
from desktop_app.ui.editors.card_inputs import (
    DatesView,
    DepthPromptInput,
    ExtensionsView,
    read_depth_prompt,
    with_depth_prompt,
)
from desktop_app.ui.editors.examples import ExamplePreview
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import CommaInput, LineInput, LinesInput, TextInput
from desktop_app.ui.editors.item_list import Row
from desktop_app.ui.editors.links import Links
from desktop_app.ui.editors.page import Undo
from desktop_app.ui.editors.text_list import NamedTextsInput, TextListInput
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices


class CharacterSource:
    """The characters of the library. Fulfils ``Source``."""

    def __init__(self, services: UiServices) -> None:
        self._services = services
        self.with_memory = False
        """Whether the memory entries of the one that is deleted next go too; the page asks."""

    async def load(self) -> list[Character]:
        """By name."""
        return await self._services.library.characters()

    async def save(self, item: Character) -> Character:
        """Adds or replaces."""
        return await self._services.library.save_character(item, typed=True)

    async def delete(self, item: Character) -> Undo:
        """Its chats stay; undo puts it back into them, and its lorebooks and memory entries to it."""
        services = self._services
        with_memory, self.with_memory = self.with_memory, False
        chats = [chat for chat in await services.chat.list_chats() if item.id in chat.character_ids]
        links = await Links.of(services.lore, Scope(ScopeKind.CHARACTER, item.id))
        entries = await services.library.delete_character(item.id, with_memory=with_memory)

        async def undo() -> None:
            await services.library.save_character(item)
            for chat in chats:
                await services.chat.set_characters(chat.id, chat.character_ids)
            await links.put_back()
            await services.memory.put_back(entries)

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

    ``cost`` is told which texts are in every prompt, and which leave it as room gets short; the page shows what they cost.
    The parts ``greetings``, ``depth_prompt`` and ``dates`` are made of several fields of a card.
    """

    def __init__(self, icons: Icons, cost: Callable[[str, str], None]) -> None:
        super().__init__(icons)
        self._cost = cost
        macros = self.tr("{{char}} stands for the character's name, {{user}} for yours.")
        self.add("name", self.tr("Name"), LineInput())
        self.add("description", self.tr("Description"), TextInput(4, 16), macros)
        self.add("personality", self.tr("Personality"), TextInput(2, 8))
        self.add("scenario", self.tr("Scenario"), TextInput(2, 8))
        self.add(
            "greetings",
            self.tr("First messages"),
            TextListInput(icons, self.tr("First")),
            self.tr("The first opens every new chat; the others can be chosen in its place."),
        )
        self.examples = ExamplePreview()
        self.add(
            "mes_example",
            self.tr("Example dialogue"),
            TextInput(3, 12),
            self.tr("Begin each example with a line <START>. They leave first when room gets short."),
        )
        self.body.addWidget(self.examples)
        self._add_instructions()
        self._add_about()
        self._add_files()

    def _add_instructions(self) -> None:
        more = self.add_section(self.tr("Instructions"))
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
            "depth_prompt",
            self.tr("Said among the last messages"),
            DepthPromptInput(),
            self.tr("Is put in again and again, so many messages before the end."),
            section=more,
        )
        self.add(
            "group_only_greetings",
            self.tr("First messages for groups only"),
            TextListInput(self.icons),
            section=more,
        )
        called = self.tr("What {{char}} stands for, if not for the name.")
        self.add("nickname", self.tr("Nickname"), LineInput(), called, section=more)

    def _add_about(self) -> None:
        about = self.add_section(self.tr("About the card"))
        self.add("tags", self.tr("Tags"), CommaInput(), self.tr("Parted by commas."), section=about)
        notes = self.tr("For people; never sent, unless a lorebook entry looks for keys in it.")
        self.add("creator_notes", self.tr("Creator's notes"), TextInput(2, 10), notes, section=about)
        language = self.tr("Language (en, ru, zh …)")
        self.add(
            "creator_notes_multilingual",
            self.tr("Creator's notes in other languages"),
            NamedTextsInput(self.icons, language),
            section=about,
        )
        self.add("creator", self.tr("Creator"), LineInput(), section=about)
        self.add("character_version", self.tr("Version"), LineInput(), section=about)
        source = self.tr("Where the card comes from, one a line.")
        self.add("source", self.tr("Source"), LinesInput(1, 6), source, section=about)
        self.add("dates", self.tr("Dates"), DatesView(), section=about)

    def _add_files(self) -> None:
        files = self.add_section(self.tr("Files and other programs"))
        told = self.tr(
            "Files can be dropped here too. The icon called “main” is the portrait. Nothing is fetched from the internet."
        )
        self.assets = AssetsInput(self.icons)
        self.add("assets", self.tr("Files of the card"), self.assets, told, section=files)
        self.extensions = ExtensionsView()
        kept = self.tr("To look at; it goes out again as it came in.")
        self.add("extensions", self.tr("What other programs keep in it"), self.extensions, kept, section=files)

    def read(self, item: Character, name: str) -> Any:
        """Greetings are one list, dates one line, and what is said at a depth comes from the extensions."""
        match name:
            case "greetings":
                return (item.first_mes, *item.alternate_greetings)
            case "depth_prompt":
                return read_depth_prompt(item)
            case "dates":
                return (item.created_at, item.updated_at, item.creation_date, item.modification_date)
            case _:
                return super().read(item, name)

    def changed(self, item: Character, changes: dict[str, Any]) -> Character:
        """The parts go back into the fields of the card."""
        plain = {name: value for name, value in changes.items() if name not in {"greetings", "depth_prompt", "dates"}}
        made = replace(item, **plain)
        if "greetings" in changes:
            first, *others = changes["greetings"] or ("",)
            made = replace(made, first_mes=first, alternate_greetings=tuple(others))
        if "dates" in changes:
            made = replace(made, creation_date=changes["dates"][2], modification_date=changes["dates"][3])
        if "depth_prompt" in changes and changes["depth_prompt"] != read_depth_prompt(made):
            made = replace(made, extensions=with_depth_prompt(made.extensions, changes["depth_prompt"]))
        return made

    def problems(self, item: Character) -> dict[str, str]:
        """A name is needed."""
        return {} if item.name else {"name": self.tr("A name is needed.")}

    def refresh(self) -> None:
        """What it costs is counted anew, and the examples are told apart."""
        item = self.item()
        depth = read_depth_prompt(item)
        permanent = (
            item.system_prompt,
            item.description,
            item.personality,
            item.scenario,
            depth.text if depth is not None else "",
            item.post_history_instructions,
        )
        self._cost("\n".join(filter(None, permanent)), "\n".join(filter(None, (item.first_mes, item.mes_example))))
        self.examples.show_text(item.mes_example)
