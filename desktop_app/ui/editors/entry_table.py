"""The columns of a lorebook's entries, and what entries are called. Used by the page of lorebooks."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from desktop_app.domain.lore import LorebookEntry
from desktop_app.ui.editors.lore_words import position_names
from desktop_app.ui.editors.things_table import Column, ThingModel

ON, NAME, KEYS, ALWAYS, POSITION, ORDER, PRIORITY = "on", "name", "keys", "always", "position", "order", "priority"
TOKENS, PROBABILITY, DEPTH, GROUPS, CONTENT = "tokens", "probability", "scan-depth", "groups", "content"

TABLE = "entries"
"""What the settings call the table."""

KEYS_SHOWN = 30
CONTENT_SHOWN = 200


def entry_title(entry: LorebookEntry) -> str:
    """What an entry is called in lists: by its name, its first key, or its beginning."""
    return entry.name or (entry.keys[0] if entry.keys else " ".join(entry.content[:120].split())[:60])


def entry_words(entry: LorebookEntry) -> str:
    """What an entry is found by."""
    return " ".join((entry.name, *entry.keys, *entry.secondary_keys, entry.content))


def entry_model(counts: Mapping[str, int], parent: QObject | None = None) -> ThingModel[LorebookEntry]:
    """The table's model, sorted by the order in the prompt. ``counts``: tokens by text, where they are known."""
    model = ThingModel(entry_columns(counts), entry_words, entry_title, lambda entry: not entry.enabled, parent)
    model.movable_by = ORDER
    model.sort(model.column(ORDER))
    return model


def entry_columns(counts: Mapping[str, int]) -> list[Column[LorebookEntry]]:
    """All that there are."""
    return [
        *_name_columns(),
        _position_column(),
        *_place_columns(),
        _tokens_column(counts),
        *_when_columns(),
        *_words_columns(),
    ]


def _name_columns() -> list[Column[LorebookEntry]]:
    """What an entry is called, and whether it can be sent at all."""
    translate = QCoreApplication.translate
    return [
        Column(ON, translate("EntryModel", "On"), 36, box=lambda entry: entry.enabled),
        Column(NAME, translate("EntryModel", "Name"), 140, entry_title),
        Column(KEYS, translate("EntryModel", "Keys"), 110, lambda entry: " · ".join(entry.keys[:KEYS_SHOWN])),
        Column(ALWAYS, translate("EntryModel", "Always"), 36, box=lambda entry: entry.constant),
    ]


def _position_column() -> Column[LorebookEntry]:
    """Sorted as the prompt is, not by letters."""
    positions = dict(position_names())
    places = {position: place for place, position in enumerate(positions)}
    return Column(
        POSITION,
        QCoreApplication.translate("EntryModel", "Position"),
        150,
        lambda entry: positions[entry.position],
        lambda entry: places[entry.position],
        usual=False,
    )


def _place_columns() -> list[Column[LorebookEntry]]:
    """Which entry comes first, and which stays when not all fit."""
    translate, number = QCoreApplication.translate, QLocale().toString
    return [
        Column(
            ORDER,
            translate("EntryModel", "Order"),
            36,
            lambda entry: number(entry.insertion_order),
            lambda entry: entry.insertion_order,
            number=True,
        ),
        Column(
            PRIORITY,
            translate("EntryModel", "Priority"),
            36,
            lambda entry: number(entry.priority),
            lambda entry: entry.priority,
            usual=False,
            number=True,
        ),
    ]


def _tokens_column(counts: Mapping[str, int]) -> Column[LorebookEntry]:
    """Empty where they were not counted yet."""
    number = QLocale().toString
    return Column(
        TOKENS,
        QCoreApplication.translate("EntryModel", "Tokens"),
        36,
        lambda entry: number(counts[entry.content]) if entry.content in counts else "",
        lambda entry: counts.get(entry.content, 0),
        usual=False,
        number=True,
    )


def _when_columns() -> list[Column[LorebookEntry]]:
    """How likely an entry is sent, and in how many messages its keys are looked for."""
    translate, number = QCoreApplication.translate, QLocale().toString
    as_book = translate("EntryModel", "as the book")
    return [
        Column(
            PROBABILITY,
            translate("EntryModel", "Probability"),
            36,
            lambda entry: f"{number(entry.probability)} %",
            lambda entry: entry.probability,
            usual=False,
            number=True,
        ),
        Column(
            DEPTH,
            translate("EntryModel", "Messages read"),
            36,
            lambda entry: as_book if entry.scan_depth is None else number(entry.scan_depth),
            lambda entry: -1 if entry.scan_depth is None else entry.scan_depth,
            usual=False,
            number=True,
        ),
    ]


def _words_columns() -> list[Column[LorebookEntry]]:
    """What is too long to be seen whole."""
    translate = QCoreApplication.translate
    return [
        Column(GROUPS, translate("EntryModel", "Groups"), 80, lambda entry: ", ".join(entry.groups), usual=False),
        Column(
            CONTENT,
            translate("EntryModel", "Content"),
            220,
            lambda entry: " ".join(entry.content[:CONTENT_SHOWN].split()),
            usual=False,
        ),
    ]
