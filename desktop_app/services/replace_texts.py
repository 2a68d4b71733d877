"""Which texts of a thing find and replace looks into, and the thing with others in their place. Pure; for the replace service."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from desktop_app.domain.character import Character
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.memory import MemoryEntry, SummarySentence
from desktop_app.domain.message import Message, Part, TextPart

Thing: TypeAlias = Message | SummarySentence | Lorebook | MemoryEntry | Character

# A text of a thing: the entry of a lorebook (else empty), the field, and which of the field's texts (-1: the field itself).
Spot: TypeAlias = tuple[str, str, int]

# Looks at a text and gives the text that takes its place.
Change: TypeAlias = Callable[[Spot, str], str]

_FIELDS: Mapping[type[Any], tuple[str, ...]] = {
    SummarySentence: ("text",),
    LorebookEntry: ("name", "keys", "secondary_keys", "anti_keys", "content"),
    Lorebook: ("name", "description"),
    MemoryEntry: ("title", "keywords", "content"),
    Character: (
        "name",
        "nickname",
        "description",
        "personality",
        "scenario",
        "first_mes",
        "alternate_greetings",
        "group_only_greetings",
        "mes_example",
        "system_prompt",
        "post_history_instructions",
        "creator_notes",
    ),
}


def texts_of(thing: Thing) -> Iterator[tuple[Spot, str]]:
    """All texts of a thing, in the order of reading."""
    if isinstance(thing, Message):
        for index, part in enumerate(thing.parts):
            if isinstance(part, TextPart):
                yield ("", "text", index), part.text
        return
    yield from _texts("", thing)
    if isinstance(thing, Lorebook):
        for entry in thing.entries:
            yield from _texts(entry.id, entry)


def changed(thing: Thing, change: Change) -> Thing:
    """The thing with what ``change`` makes of its texts."""
    if isinstance(thing, Message):
        return replace(thing, parts=tuple(_part(part, index, change) for index, part in enumerate(thing.parts)))
    made = replace(thing, **_fields("", thing, change))
    if isinstance(made, Lorebook):
        entries = (replace(entry, **_fields(entry.id, entry, change)) for entry in made.entries)
        return replace(made, entries=tuple(entries))
    return made


def _texts(entry_id: str, value: Thing | LorebookEntry) -> Iterator[tuple[Spot, str]]:
    for name in _FIELDS[type(value)]:
        found = getattr(value, name)
        if isinstance(found, str):
            yield (entry_id, name, -1), found
        else:
            yield from (((entry_id, name, index), text) for index, text in enumerate(found))


def _fields(entry_id: str, value: Thing | LorebookEntry, change: Change) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name in _FIELDS[type(value)]:
        found = getattr(value, name)
        if isinstance(found, str):
            made[name] = change((entry_id, name, -1), found)
        else:
            made[name] = tuple(change((entry_id, name, index), text) for index, text in enumerate(found))
    return made


def _part(part: Part, index: int, change: Change) -> Part:
    return TextPart(change(("", "text", index), part.text)) if isinstance(part, TextPart) else part
