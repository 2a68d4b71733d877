"""The lorebook of a character card (V2, V3), alone or inside a card, in both directions.

Called by ``cards`` and by the reader of files. SillyTavern's fields in the ``extensions`` of an entry are understood and
written; they win over the specification's. Leftovers are kept, so that reading and writing is equal (formats page, section 20).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from desktop_app.domain.lore import Lorebook, LorebookEntry, Position
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject
from desktop_app.interchange.kept import ORIGIN, keep, origin, origin_of, outline, restored
from desktop_app.interchange.lorebooks import tavern
from desktop_app.interchange.lorebooks.extensions import foreign, written
from desktop_app.interchange.lorebooks.own import (
    EXTENSION,
    own_of_book,
    own_of_entry,
    read_own_book,
    read_own_entry,
)
from desktop_app.interchange.report import NoteCode

FORM = "character_book"

_USUAL_PRIORITY = 100
_NOT_IN_A_CARD = ("characterFilter",)
_DETAILS = frozenset(tavern.write_details(LorebookEntry(""), tavern.snake))
# What only SillyTavern writes: with one of these a key is a pattern only where it looks like one.
_MARKS = frozenset({"selectiveLogic", "useProbability", "exclude_recursion", "display_index", "automation_id"})
# Both are titles; where a file has two different ones, only the one that was read is ours to change.
_LABELS = ("name", "comment")
_TOGETHER = (frozenset({"keys", "use_regex"}), frozenset({"selective", "secondary_keys"}), *tavern.TOGETHER)


def read_character_book(given: Fields, name: str = "") -> Lorebook:
    """The book; ``name`` is for one that has none. Never raises: bad entries are told in the notes."""
    extensions = given.inside("extensions")
    book = Lorebook(
        id="",
        name=given.text("name").strip() or name,
        description=given.text("description"),
        scan_depth=given.number("scan_depth", 4, 0, 100_000) if given.has("scan_depth") else 4,
        token_budget=given.optional_number("token_budget", 0),
        recursive_scanning=given.flag("recursive_scanning", default=False)
        if given.has("recursive_scanning")
        else False,
        entries=tuple(_read_entry(item, str(place)) for place, item in enumerate(given.objects("entries"))),
        extensions=foreign(extensions, [EXTENSION]),
    )
    book = replace(book, **read_own_book(extensions.inside(EXTENSION)))
    raw = outline(given.data, extensions={}, entries=isinstance(given.data.get("entries"), dict))
    kept = origin(FORM, book=keep(raw, _written_book(book)), extensions=keep(extensions.data, _book_extensions(book)))
    return replace(book, extensions={**book.extensions, ORIGIN: kept})


def write_character_book(book: Lorebook) -> JsonObject:
    """The object as it belongs into a card's ``character_book``."""
    kept = origin_of(book.extensions, FORM)
    made = restored(kept.get("book"), _written_book(book))
    if "extensions" in made or _book_extensions(book):
        made["extensions"] = restored(kept.get("extensions"), _book_extensions(book))
    entries = [_write_entry(entry, place) for place, entry in enumerate(book.entries)]
    keyed = made.get("entries") is True
    made["entries"] = dict(zip(_keys(book), entries, strict=True)) if keyed else entries
    return made


def _written_book(book: Lorebook) -> JsonObject:
    """Without its entries and extensions, which are put in behind it."""
    return {
        "name": book.name,
        "description": book.description,
        "scan_depth": book.scan_depth,
        "token_budget": book.token_budget,
        "recursive_scanning": book.recursive_scanning,
        "extensions": {},
        "entries": False,
    }


def _book_extensions(book: Lorebook) -> JsonObject:
    own = own_of_book(book)
    return {**written(book.extensions), **({EXTENSION: own} if own else {})}


def _keys(book: Lorebook) -> list[str]:
    """The names of the entries where the file had an object of them; new ones get the next free numbers."""
    had = [origin_of(entry.extensions, FORM).get("key") for entry in book.entries]
    taken = {key for key in had if key is not None}
    free = (str(number) for number in range(10**9) if str(number) not in taken)
    return [next(free) if key is None else key for key in had]


def _read_entry(given: Fields, local_id: str) -> LorebookEntry:
    extensions = given.inside("extensions")
    tavernish = bool(_MARKS & extensions.data.keys())
    details = tavern.read_details(extensions, tavern.snake)
    details.setdefault("position", _position(given))
    if details["case_sensitive"] is None:
        details["case_sensitive"] = given.optional_flag("case_sensitive")
    keys = _read_keys(given, tavernish=tavernish)
    order = given.number("insertion_order", 100)
    usual = order if tavernish else _USUAL_PRIORITY
    selective = given.flag("selective", default=bool(given.data.get("secondary_keys")))
    entry = LorebookEntry(
        id=local_id,
        name=given.text("name") or given.text("comment"),
        keys=keys,
        content=given.text("content"),
        enabled=given.flag("enabled", default=True),
        constant=given.flag("constant", default=False),
        insertion_order=order,
        priority=given.number("priority", usual) if given.has("priority") else usual,
        secondary_keys=tuple(key for key in given.texts("secondary_keys") if key.strip()) if selective else (),
        meaning=tavern.read_meaning(extensions, "vectorized", keys),
        extensions=foreign(extensions, [EXTENSION, *_DETAILS]),
        **details,
    )
    entry = replace(entry, **read_own_entry(extensions.inside(EXTENSION)))
    labels = [label for label in _LABELS if given.data.get(label) == entry.name] or list(_LABELS)
    levels: dict[str, Any] = {
        "labels": labels,
        "entry": keep(outline(given.data, extensions={}), _written_entry(entry, labels)),
        "extensions": keep(extensions.data, _entry_extensions(entry)),
        "key": given.path.rpartition("[")[2].removesuffix("]"),
    }
    return replace(entry, extensions={**entry.extensions, ORIGIN: origin(FORM, **levels)})


def _read_keys(given: Fields, *, tavernish: bool) -> tuple[str, ...]:
    if not isinstance(given.data.get("keys"), list):
        given.notes.warn(NoteCode.WITHOUT_KEYS, given.path)
    value = given.data.get("keys")
    keys = given.texts("keys") if not isinstance(value, str) or tavern.is_pattern(value) else given.comma_texts("keys")
    if tavernish or not given.flag("use_regex", default=False):
        return keys
    flags = "" if given.optional_flag("case_sensitive") else "i"
    return tuple(key if tavern.is_pattern(key) or not key.strip() else f"/{_escaped(key)}/{flags}" for key in keys)


def _escaped(pattern: str) -> str:
    return pattern.replace("\\/", "/").replace("/", "\\/")


def _position(given: Fields) -> Position:
    """As the specification writes it, or (in the wild) as a number."""
    value = given.data.get("position")
    if value == "after_char":
        return Position.AFTER_CHARACTER
    if isinstance(value, int | float) or (isinstance(value, str) and value.strip().isdigit()):
        position = tavern.pick(tavern.POSITIONS, given.optional_number("position"))
        given.notes.coerced(given.at("position"), value, str(position))
        return position
    return Position.BEFORE_CHARACTER


def _write_entry(entry: LorebookEntry, place: int) -> JsonObject:
    kept = origin_of(entry.extensions, FORM)
    now = _written_entry(entry, kept.get("labels", _LABELS))
    made = restored(kept["entry"], now, _TOGETHER) if kept else {"id": place, **now}
    extensions = restored(kept.get("extensions"), _entry_extensions(entry), _TOGETHER)
    if extensions or made.get("extensions") is not None:
        made["extensions"] = extensions
    usual = entry.insertion_order if _MARKS & extensions.keys() else _USUAL_PRIORITY
    if entry.priority != usual:
        made.setdefault("priority", entry.priority)
    return made


def _written_entry(entry: LorebookEntry, labels: Iterable[str]) -> JsonObject:
    return {
        "keys": list(entry.keys),
        "secondary_keys": list(entry.secondary_keys),
        **dict.fromkeys(labels, entry.name),
        "content": entry.content,
        "constant": entry.constant,
        "selective": bool(entry.secondary_keys),
        "insertion_order": entry.insertion_order,
        "priority": entry.priority,
        "enabled": entry.enabled,
        "position": "before_char" if entry.position is Position.BEFORE_CHARACTER else "after_char",
        "use_regex": bool(entry.keys) and all(map(tavern.is_pattern, entry.keys)),
        "case_sensitive": entry.case_sensitive,
        "extensions": {},
    }


def _entry_extensions(entry: LorebookEntry) -> JsonObject:
    own = own_of_entry(entry, tavern.said_of(entry))
    details = tavern.write_details(entry, tavern.snake)
    for name in _NOT_IN_A_CARD:
        if details[name] is None:
            del details[name]
    return {**written(entry.extensions), **details, **({EXTENSION: own} if own else {})}
