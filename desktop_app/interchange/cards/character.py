"""Character cards V1, V2 and V3 as JSON values, in both directions.

Called by the readers of pictures, archives and files, and by exports. What is in a card and not understood stays with the
character (``extensions``); what was not edited is written as it came (formats page, sections 1 to 3 and 20).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from desktop_app.domain.character import Character
from desktop_app.domain.importing import ImportedCard
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.scripts import count_scripts, programs_of
from desktop_app.interchange.cards.assets import read_assets, written_assets
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, JsonObject, dump_json
from desktop_app.interchange.kept import ORIGIN, keep, origin, origin_of, outline, restored
from desktop_app.interchange.lorebooks.character_book import read_character_book, write_character_book
from desktop_app.interchange.lorebooks.extensions import foreign, written
from desktop_app.interchange.report import NoteCode

FORM = "card"
UNNAMED = "Unnamed"
BOOK = "character_book"

_V1 = ("name", "description", "personality", "scenario", "first_mes", "mes_example")
_TEXTS = (*_V1, "creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version")
_V3_ONLY = (
    "nickname",
    "group_only_greetings",
    "assets",
    "creator_notes_multilingual",
    "source",
    "creation_date",
    "modification_date",
)
# The name of a person's last chat: nobody else's business.
_PRIVATE = ("chat",)
_SPECS = {2: ("chara_card_v2", "2.0"), 3: ("chara_card_v3", "3.0")}
_KNOWN_VERSION = 3.0


def read_card(given: Fields) -> ImportedCard | None:
    """The card in an object, whatever it is wrapped in; None where there is nothing in it."""
    given = _unwrapped(given)
    data = given.inside("data") if isinstance(given.data.get("data"), dict) else given
    book = _book(given, data)
    character = _character(given, data)
    texts = (getattr(character, name) for name in _TEXTS if name not in {"name", "creator", "character_version"})
    if (
        not visible(data.text("name"))
        and not any(map(visible, texts))
        and not character.alternate_greetings
        and not book
    ):
        return None
    _tell(given, data, character)
    return ImportedCard(_with_origin(character, given, data, book), book)


def write_card(character: Character, book: Lorebook | None = None, *, version: int = 3) -> JsonObject:
    """The card as the object that belongs into a JSON file. ``version``: 2 or 3."""
    kept = origin_of(character.extensions, FORM)
    data = _written_data(kept, character, book, version)
    made = {**_envelope(version), **restored(kept.get("root"), _envelope(version)), "data": data}
    # Copies of the fields outside the data, for old programs, say what the data says.
    made.update({name: data[name] for name in _V1 if name in made})
    if BOOK in made:
        del made[BOOK]
        made |= {} if book is None else {BOOK: data[BOOK]}
    return {name: item for name, item in made.items() if name not in _PRIVATE}


def visible(text: str) -> bool:
    """Whether there is a letter or sign in it: neither white space nor what has no width."""
    return any(not letter.isspace() and unicodedata.category(letter) not in {"Cf", "Cc", "Zs"} for letter in text)


def _unwrapped(given: Fields) -> Fields:
    """The card itself, where it stands once more in an object (a few programs do that)."""
    for _ in range(3):
        inner = next((name for name in ("character", "card", "char") if _is_card(given.data.get(name))), None)
        inside: Any = given.data.get("data")
        if inner is None and isinstance(inside, dict) and isinstance(inside.get("data"), dict):  # pyright: ignore[reportUnknownMemberType] - JSON
            inner = "data"
        if inner is None or (str(given.data.get("spec", "")).startswith("chara_card_") and inner != "data"):
            break
        given = given.inside(inner)
    return given


def _is_card(value: Json) -> bool:
    if not isinstance(value, dict):
        return False
    found = cast("JsonObject", value)
    return "name" in found or "data" in found or "spec" in found


def _book(root: Fields, data: Fields) -> Lorebook | None:
    """The embedded book; in the wild it also stands outside the data."""
    for place in (data, root):
        if isinstance(place.data.get(BOOK), dict):
            if place is root and root is not data:
                root.notes.warn(NoteCode.BOOK_AT_ROOT, BOOK)
            return read_character_book(place.inside(BOOK), data.text("name").strip() or UNNAMED)
    return None


def _character(root: Fields, data: Fields) -> Character:
    name = data.text("name").strip()
    if not visible(name):
        root.notes.warn(NoteCode.NAMELESS, data.at("name"), name=UNNAMED)
        name = UNNAMED
    texts: dict[str, Any] = {key: data.text(key) for key in _TEXTS if key != "name"}
    if not data.has("creator_notes") and data.has("creatorcomment"):
        texts["creator_notes"] = data.text("creatorcomment")
    extensions = data.inside("extensions")
    members = foreign(extensions)
    prompt = data.data.get("depth_prompt")
    if isinstance(prompt, dict) and "depth_prompt" not in members:
        members["depth_prompt"] = dump_json(prompt)
    return Character(
        id="",
        name=name,
        alternate_greetings=_greetings(data, "alternate_greetings"),
        tags=data.comma_texts("tags"),
        extensions=members,
        nickname=data.text("nickname").strip(),
        group_only_greetings=_greetings(data, "group_only_greetings"),
        assets=read_assets(data),
        creator_notes_multilingual=_notes_by_language(data),
        source=data.texts("source"),
        creation_date=_seconds(data, "creation_date"),
        modification_date=_seconds(data, "modification_date"),
        **texts,
    )


def _greetings(data: Fields, name: str) -> tuple[str, ...]:
    return tuple(text for text in data.texts(name) if text.strip())


def _notes_by_language(data: Fields) -> Mapping[str, str]:
    given = data.inside("creator_notes_multilingual")
    return {language: given.text(language) for language in given.data}


def _seconds(data: Fields, name: str) -> int:
    """Unix seconds; what is in milliseconds (in the wild) is read as such."""
    value = data.number(name, 0, 0) if data.has(name) else 0
    return value // 1000 if value > 10**11 else value


def _tell(root: Fields, data: Fields, character: Character) -> None:
    notes = root.notes
    version = str(root.data.get("spec_version", ""))[:20]
    try:
        if float(version) > _KNOWN_VERSION:
            notes.warn(NoteCode.NEWER_VERSION, "spec_version", version=version)
    except ValueError:
        pass
    if root is not data:
        for name in _V1:
            if root.has(name) and data.has(name) and root.data[name] != data.data[name]:
                notes.warn(NoteCode.COPIES_DIFFER, name, key=name)
    count = count_scripts(character.extensions)
    if count:
        notes.warn(NoteCode.SCRIPTS, data.at("extensions"), count=count)
    for program in programs_of(character.extensions):
        notes.warn(NoteCode.PROGRAMS, f"{data.at('extensions')} {program.kind}", kind=program.kind, count=program.count)
    if not visible(character.first_mes) and not character.alternate_greetings:
        notes.warn(NoteCode.NO_GREETING, data.at("first_mes"))


def _with_origin(character: Character, root: Fields, data: Fields, book: Lorebook | None) -> Character:
    flat = root is data
    version = 3 if root.data.get("spec") == _SPECS[3][0] else 2
    members = _members(character, book)
    if flat:
        outside = [name for name in root.data if name not in members and name not in {"spec", "spec_version"}]
        root_level = keep({name: root.data[name] for name in outside}, {})
        data_raw = {name: item for name, item in root.data.items() if name in members}
    else:
        root_level = keep(outline(root.data, data={}, character_book={}), _envelope(version))
        data_raw = data.data
    kept = origin(
        FORM,
        version=version,
        root=root_level,
        data=keep(outline(data_raw, extensions={}, character_book={}), members),
        extensions=keep(data.object("extensions"), written(character.extensions)),
    )
    return replace(character, extensions={**character.extensions, ORIGIN: kept})


def _envelope(version: int) -> JsonObject:
    spec, number = _SPECS[version]
    return {"spec": spec, "spec_version": number, "data": {}}


def _members(character: Character, book: Lorebook | None) -> JsonObject:
    """The card's data; extensions and the book are put in behind it."""
    made: JsonObject = {name: getattr(character, name) for name in _TEXTS}
    made |= {
        "alternate_greetings": list(character.alternate_greetings),
        "tags": list(character.tags),
        "extensions": {},
        "nickname": character.nickname,
        "group_only_greetings": list(character.group_only_greetings),
        "assets": written_assets(character.assets),
        "creator_notes_multilingual": dict(character.creator_notes_multilingual),
        "source": list(character.source),
        "creation_date": character.creation_date,
        "modification_date": character.modification_date,
    }
    return made if book is None else {**made, BOOK: {}}


def _written_data(kept: JsonObject, character: Character, book: Lorebook | None, version: int) -> JsonObject:
    members = _members(character, book)
    if not kept:
        empty = _members(Character(id="", name=""), None)
        unset = {name for name in _V3_ONLY if members[name] == empty[name]}
        members = {name: item for name, item in members.items() if name not in unset}
    made = restored(kept.get("data"), members)
    if version == 2 and kept.get("version") != 2:
        made = {name: item for name, item in made.items() if name not in _V3_ONLY}
    needed = (*_TEXTS, "alternate_greetings", "tags", *(("group_only_greetings",) if version == 3 else ()))
    for name in needed:
        made.setdefault(name, members.get(name, []))
    extensions = restored(kept.get("extensions"), written(character.extensions))
    if extensions or made.get("extensions", {}) is not None:
        made["extensions"] = extensions
    if book is not None:
        made[BOOK] = write_character_book(book)
    return made
