"""Cards that are not of the specification: Pygmalion, text-generation-webui, Character.AI dumps, Agnai's own.

Called by the reader of files. Each becomes the flat form of a card; what has no place there goes, under the name of its
format, into the card's extensions, so that nothing is lost when the card is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from desktop_app.domain.importing import ImportedCard
from desktop_app.interchange.cards.character import read_card
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, JsonObject

_PYGMALION: Mapping[str, str] = {
    "char_name": "name",
    "char_persona": "description",
    "char_greeting": "first_mes",
    "world_scenario": "scenario",
    "example_dialogue": "mes_example",
}
_WEBUI: Mapping[str, str] = {
    "name": "name",
    "bot": "name",
    "context": "description",
    "greeting": "first_mes",
    "example_dialogue": "mes_example",
}
_CHARACTER_AI: Mapping[str, str] = {
    "name": "name",
    "title": "personality",
    "greeting": "first_mes",
    "description": "description",
    "definition": "mes_example",
}
_AGNAI: Mapping[str, str] = {
    "name": "name",
    "description": "creator_notes",
    "greeting": "first_mes",
    "scenario": "scenario",
    "sampleChat": "mes_example",
    "tags": "tags",
    "creator": "creator",
    "characterVersion": "character_version",
    "systemPrompt": "system_prompt",
    "postHistoryInstructions": "post_history_instructions",
    "alternateGreetings": "alternate_greetings",
}


def read_pygmalion(given: Fields) -> ImportedCard | None:
    """Keys with ``char_`` before them."""
    return _read(given, "pygmalion", _PYGMALION)


def read_webui(given: Fields) -> ImportedCard | None:
    """As text-generation-webui writes its YAML."""
    return _read(given, "text-generation-webui", _WEBUI)


def read_character_ai(given: Fields) -> ImportedCard | None:
    """What people's tools save of Character.AI."""
    return _read(given, "character.ai", _CHARACTER_AI)


def read_agnai_character(given: Fields) -> ImportedCard | None:
    """Agnai's own export of a character; its persona of attributes becomes lines of text."""
    persona = given.inside("persona").object("attributes") if isinstance(given.data.get("persona"), dict) else {}
    return _read(given, "agnai", _AGNAI, {"description": _attributes(persona)})


def _read(given: Fields, form: str, names: Mapping[str, str], more: JsonObject | None = None) -> ImportedCard | None:
    data: JsonObject = dict(more or {})
    for name, ours in names.items():
        if given.has(name) and not data.get(ours):
            data[ours] = given.data[name]
    rest = {name: item for name, item in given.data.items() if name not in names}
    return read_card(Fields({**data, "extensions": {form: rest} if rest else {}}, given.path, given.notes))


def _attributes(attributes: JsonObject) -> str:
    if list(attributes) == ["text"]:
        return "\n".join(_words(attributes["text"]))
    return "\n".join(f"{name}: {', '.join(_words(value))}" for name, value in attributes.items())


def _words(value: Json) -> list[str]:
    items: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [str(item) for item in items if isinstance(item, str | int | float)]
