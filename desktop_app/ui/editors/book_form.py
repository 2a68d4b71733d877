"""The form of a lorebook itself: where it counts, and what its entries inherit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from desktop_app.domain.lore import Lorebook, Scope
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import LineInput, Number, OptionalNumber, TextInput, Tick
from desktop_app.ui.editors.scope_inputs import ScopesInput
from desktop_app.ui.icons import Icons

LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class ShelvedBook:
    """A lorebook, and where it counts."""

    book: Lorebook
    scopes: tuple[Scope, ...] = ()


class BookForm(Form[ShelvedBook]):
    """One book.

    Attributes:
        scopes: where it counts; the page shows it the places.
    """

    def __init__(self, icons: Icons) -> None:
        super().__init__(icons)
        self.scopes = ScopesInput(icons)
        self.add("name", self.tr("Name of the lorebook"), LineInput())
        help_text = self.tr("In chats that are in none of these the book is not read.")
        self.add("scopes", self.tr("Where it counts"), self.scopes, help_text)
        depth_help = self.tr("Keys are looked for in these and in what you write. Entries may have their own.")
        self.add("scan_depth", self.tr("Newest messages that are read"), Number(0, LARGEST), depth_help)
        budget = OptionalNumber(self.tr("At most (tokens)"), Number(0, LARGEST), 1000)
        budget_help = self.tr("For entries by keyword; what is always on counts apart.")
        self.add("token_budget", self.tr("Budget"), budget, budget_help)
        recursion = Tick(self.tr("Recursion: active entries may pull others in"))
        self.add_tick("recursive_scanning", recursion)
        self.add_tick("enabled", Tick(self.tr("Switched on")))
        self._add_matching()
        self._add_more()

    def _add_matching(self) -> None:
        more = self.add_section(self.tr("How keys are compared"))
        for name, text in (
            ("whole_words", self.tr("Whole words only")),
            ("inflected", self.tr("Other forms of the words too")),
            ("case_sensitive", self.tr("Capitals matter")),
            ("near_names", self.tr("Names may have a typing error")),
            ("yo_as_ye", self.tr("ё and е are one letter")),
            ("include_names", self.tr("The names of those who speak are read too")),
        ):
            self.add_tick(name, Tick(text), section=more)

    def _add_more(self) -> None:
        more = self.add_section(self.tr("More"))
        self.add("description", self.tr("Description"), TextInput(2, 8), self.tr("For you only."), section=more)
        percent = OptionalNumber(self.tr("At most"), Number(0, 100, " %"), 25)
        help_text = self.tr("The smaller of both budgets counts.")
        self.add("budget_percent", self.tr("Budget as a share of the context"), percent, help_text, section=more)
        unlimited = self.tr("0: no limit.")
        self.add("max_recursion_steps", self.tr("Passes of recursion"), Number(0, LARGEST), unlimited, section=more)
        help_text = self.tr("Older messages are read until so many entries are active.")
        self.add("min_activations", self.tr("Least active entries"), Number(0, LARGEST), help_text, section=more)
        self.add("max_depth", self.tr("But not further than"), Number(0, LARGEST), unlimited, section=more)
        scoring = Tick(self.tr("In groups the entry with the most keys found wins"))
        self.add_tick("group_scoring", scoring, section=more)
        behind = Tick(self.tr("Entries by keyword stand behind the history, so that the beginning stays the same"))
        self.add_tick("behind_history", behind, section=more)

    def problems(self, item: ShelvedBook) -> dict[str, str]:
        """A name is needed."""
        return {} if item.book.name else {"name": self.tr("A name is needed.")}

    def changed(self, item: ShelvedBook, changes: dict[str, Any]) -> ShelvedBook:
        """The scopes are beside the book."""
        scopes = changes.pop("scopes", item.scopes)
        return ShelvedBook(replace(item.book, **changes), scopes)

    def read(self, item: ShelvedBook, name: str) -> Any:
        """The scopes are beside the book."""
        return item.scopes if name == "scopes" else getattr(item.book, name)
