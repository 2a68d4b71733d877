"""The columns of memory entries, what entries are called, and the fields that change many of them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject

from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.ui.editors.bulk_panel import BulkPanel
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.editors.memories import importance_names, match_names
from desktop_app.ui.editors.scope_inputs import ScopeChoice
from desktop_app.ui.editors.things_table import Column, ThingModel

TABLE = "memories"
"""What the settings call the table."""

ON, SAID, KEYWORDS, SCOPE, ALWAYS = "on", "said", "keywords", "scope", "always"
IMPORTANCE, TOKENS, MADE = "importance", "tokens", "made"

TITLE_LENGTH = 80
KEYWORDS_SHOWN = 30


def memory_title(entry: MemoryEntry) -> str:
    """What an entry is called in lists: by its title, else its beginning."""
    return " ".join((entry.title or entry.content)[: 2 * TITLE_LENGTH].split())[:TITLE_LENGTH]


def memory_words(entry: MemoryEntry) -> str:
    """What an entry is found by."""
    return " ".join((entry.title, entry.content, *entry.keywords))


def memory_model(
    counts: Mapping[str, int], scope_name: Callable[[Scope], str], parent: QObject | None = None
) -> ThingModel[MemoryEntry]:
    """The table's model, the newest first. ``counts``: tokens by text, where they are known."""
    columns = memory_columns(counts, scope_name)
    return ThingModel(columns, memory_words, memory_title, lambda entry: not entry.enabled, parent)


def memory_columns(counts: Mapping[str, int], scope_name: Callable[[Scope], str]) -> list[Column[MemoryEntry]]:
    """All that there are."""
    translate = QCoreApplication.translate
    number = QLocale()
    importance = dict(importance_names())
    return [
        Column(MADE, translate("MemoryModel", "Made"), 76, _day, lambda entry: -entry.created_at, usual=False),
        Column(ON, translate("MemoryModel", "On"), 36, box=lambda entry: entry.enabled),
        Column(SAID, translate("MemoryModel", "What is remembered"), 160, memory_title),
        Column(
            KEYWORDS,
            translate("MemoryModel", "Keywords"),
            100,
            lambda entry: " · ".join(entry.keywords[:KEYWORDS_SHOWN]),
        ),
        Column(SCOPE, translate("MemoryModel", "Where it counts"), 120, lambda entry: scope_name(entry.scope)),
        Column(ALWAYS, translate("MemoryModel", "Always"), 36, box=lambda entry: entry.always_in_context),
        Column(
            IMPORTANCE,
            translate("MemoryModel", "Importance"),
            36,
            lambda entry: importance.get(entry.importance, number.toString(entry.importance)),
            lambda entry: entry.importance,
            usual=False,
        ),
        Column(
            TOKENS,
            translate("MemoryModel", "Tokens"),
            36,
            lambda entry: number.toString(counts[entry.content]) if entry.content in counts else "",
            lambda entry: counts.get(entry.content, 0),
            usual=False,
            number=True,
        ),
    ]


def add_memory_fields(panel: BulkPanel, changed_words: Callable[[int], str]) -> ScopeChoice:
    """Switches, scope, importance and how keywords are found; returns the scope's, which is told the places.

    ``changed_words``: what was done to so many.
    """
    translate = QCoreApplication.translate
    yes_no = [(True, translate("MemoriesBulk", "Yes")), (False, translate("MemoriesBulk", "No"))]
    scope = ScopeChoice()
    for name, label, control in (
        ("enabled", translate("MemoriesBulk", "Switched on"), Choice(yes_no)),
        ("always_in_context", translate("MemoriesBulk", "Always in context"), Choice(yes_no)),
        ("scope", translate("MemoriesBulk", "Where it counts"), scope),
        ("importance", translate("MemoriesBulk", "Importance"), Choice(importance_names())),
        ("match", translate("MemoriesBulk", "Keywords are found"), Choice(match_names())),
    ):
        panel.add(name, label, control, changed_words)
    return scope


def _day(entry: MemoryEntry) -> str:
    if not entry.created_at:
        return ""
    day = QDateTime.fromMSecsSinceEpoch(entry.created_at).date()
    return QLocale().toString(day, QLocale.FormatType.ShortFormat)
