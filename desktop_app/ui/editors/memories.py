"""Memory entries: how they are read and stored, their form, and their place in the library."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal

from desktop_app.domain.memory import KeywordMatch, MemoryEntry
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import Choice, LineInput, LinesInput, TextInput, Tick
from desktop_app.ui.editors.item_list import Row
from desktop_app.ui.editors.key_test import KeyTest
from desktop_app.ui.editors.page import Undo
from desktop_app.ui.editors.places import Places
from desktop_app.ui.editors.scope_inputs import ScopeChoice
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices

TITLE_LENGTH = 80


class MemorySource:
    """All memory entries. Fulfils ``Source``. ``places``: set by the page when they are known."""

    def __init__(self, services: UiServices) -> None:
        self._services = services
        self.places = Places()

    async def load(self) -> list[MemoryEntry]:
        """The newest first."""
        return (await self._services.memory.entries())[::-1]

    async def save(self, item: MemoryEntry) -> MemoryEntry:
        """Adds or replaces."""
        return await self._services.memory.save(item)

    async def delete(self, item: MemoryEntry) -> Undo:
        """Undo stores it again."""
        await self._services.memory.delete(item.id)

        async def undo() -> None:
            await self._services.memory.save(item)

        return undo

    def new(self) -> MemoryEntry:
        """For the open chat."""
        return self._services.memory.new_entry(self.places.usual)

    def row(self, item: MemoryEntry) -> Row:
        """By its title or what it says; found by its keywords too."""
        said = " ".join((item.title or item.content)[: 2 * TITLE_LENGTH].split())[:TITLE_LENGTH]
        nameless = QCoreApplication.translate("Memories", "New memory entry")
        words = f"{item.content} {' '.join(item.keywords)}"
        return Row(item.id, said or nameless, self.places.label(item.scope), words, faint=not item.enabled)


def match_names() -> list[tuple[KeywordMatch, str]]:
    """How keywords are compared."""
    translate = QCoreApplication.translate
    return [
        (KeywordMatch.SUBSTRING, translate("Memories", "Also inside of longer words")),
        (KeywordMatch.WHOLE_WORDS, translate("Memories", "Whole words only")),
    ]


class MemoryForm(Form[MemoryEntry]):
    """One memory entry. ``brief``: only what a new one needs.

    Attributes:
        key_test: where the keywords are found in the open chat.
        scope: where it counts; shown the places by whoever knows them.

    Signals:
        looked_at: (entry) as it stands in the form: try its keywords.
    """

    looked_at = Signal(object)

    def __init__(self, icons: Icons, *, brief: bool = False) -> None:
        super().__init__(icons)
        self.key_test = KeyTest(icons)
        self.scope = ScopeChoice()
        self.add("content", self.tr("What is to be remembered"), TextInput(3, 14))
        help_text = self.tr("One on a line; any of them is enough. Without keywords it is found by its meaning.")
        self.add("keywords", self.tr("Keywords"), LinesInput(2, 8), help_text)
        self.body.addWidget(self.key_test)
        if not brief:
            self.add("match", self.tr("Keywords are found"), Choice(match_names()))
        self.add("scope", self.tr("Where it counts"), self.scope)
        self.add_tick("always_in_context", Tick(self.tr("Always in context")))
        if not brief:
            self.add_tick("enabled", Tick(self.tr("Switched on")))
            more = self.add_section(self.tr("More"))
            title_help = self.tr("For you only; without one its beginning stands in lists.")
            self.add("title", self.tr("Title"), LineInput(), title_help, section=more)

    def problems(self, item: MemoryEntry) -> dict[str, str]:
        """It says something."""
        return {} if item.content.strip() else {"content": self.tr("A memory entry says something.")}

    def refresh(self) -> None:
        """The keywords are tried."""
        self.looked_at.emit(self.item())
