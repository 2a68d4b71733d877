"""The form of a memory entry, and what its options are called."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Signal

from desktop_app.domain.memory import KeywordMatch, MemoryEntry
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import Choice, LineInput, LinesInput, TextInput, Tick
from desktop_app.ui.editors.key_test import KeyTest
from desktop_app.ui.editors.scope_inputs import ScopeChoice
from desktop_app.ui.icons import Icons

OTHER_LENGTH = 60


def match_names() -> list[tuple[KeywordMatch, str]]:
    """How keywords are compared."""
    translate = QCoreApplication.translate
    return [
        (KeywordMatch.SUBSTRING, translate("Memories", "Also inside of longer words")),
        (KeywordMatch.WHOLE_WORDS, translate("Memories", "Whole words only")),
    ]


def importance_names() -> list[tuple[float, str]]:
    """How much an entry counts beside others that have as much to do with what is said."""
    translate = QCoreApplication.translate
    return [
        (0.5, translate("Memories", "Less than usual")),
        (1.0, translate("Memories", "Usual")),
        (2.0, translate("Memories", "Important")),
        (4.0, translate("Memories", "Very important")),
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
        self._older = Choice([("", self.tr("None"))])
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
            self._add_more()

    def show_others(self, entries: Iterable[MemoryEntry]) -> None:
        """The entries that this one may take the place of."""
        others = [(entry.id, " ".join(entry.content.split())[:OTHER_LENGTH]) for entry in entries]
        self._older.show_options([("", self.tr("None")), *others])

    def _add_more(self) -> None:
        more = self.add_section(self.tr("More"))
        title_help = self.tr("For you only; without one its beginning stands in lists.")
        self.add("title", self.tr("Title"), LineInput(), title_help, section=more)
        help_text = self.tr("Beside other entries that have as much to do with what is said.")
        self.add("importance", self.tr("Importance"), Choice(importance_names()), help_text, section=more)
        older_help = self.tr("That one was true until this one, and does not go into the prompt any more.")
        self.add("supersedes", self.tr("Takes the place of"), self._older, older_help, section=more)

    def problems(self, item: MemoryEntry) -> dict[str, str]:
        """It says something."""
        return {} if item.content.strip() else {"content": self.tr("A memory entry says something.")}

    def refresh(self) -> None:
        """The keywords are tried."""
        self.looked_at.emit(self.item())
