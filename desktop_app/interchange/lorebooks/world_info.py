"""SillyTavern's World Info, in both directions; also as Chub writes it, with the names of two formats on every entry.

Called by the reader of files and by exports. Every number and null comes back as it was (formats page, section 6 and 20.3).
"""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject
from desktop_app.interchange.kept import ORIGIN, keep, origin, origin_of, outline, restored
from desktop_app.interchange.lorebooks import tavern
from desktop_app.interchange.lorebooks.extensions import foreign, written
from desktop_app.interchange.lorebooks.own import EXTENSION, own_of_book, own_of_entry, read_own_book, read_own_entry
from desktop_app.interchange.report import NoteCode

FORM = "world_info"

_TOGETHER = (frozenset({"keysecondary", "selective"}), *tavern.TOGETHER)


def read_world_info(given: Fields, name: str = "") -> Lorebook:
    """The book; ``name`` (of the file) is for one that has none. Never raises: bad entries are told in the notes."""
    extensions = given.inside("extensions")
    book = Lorebook(
        id="",
        name=given.text("name").strip() or name,
        description=given.text("description"),
        scan_depth=given.optional_number("scan_depth", 0, 100_000) or 4,
        token_budget=given.optional_number("token_budget", 0),
        recursive_scanning=given.optional_flag("recursive_scanning") or False,
        entries=tuple(_read_entry(item, str(place)) for place, item in enumerate(given.objects("entries"))),
        extensions=foreign(extensions, [EXTENSION]),
    )
    book = replace(book, **read_own_book(extensions.inside(EXTENSION)))
    _tell_duplicates(given)
    raw = outline(given.data, extensions={}, entries=isinstance(given.data.get("entries"), list))
    kept = origin(FORM, book=keep(raw, _written_book(book)), extensions=keep(extensions.data, _extensions(book)))
    return replace(book, extensions={**book.extensions, ORIGIN: kept})


def write_world_info(book: Lorebook) -> JsonObject:
    """The file."""
    kept = origin_of(book.extensions, FORM)
    made = restored(kept.get("book"), _written_book(book))
    extensions = restored(kept.get("extensions"), _extensions(book))
    if extensions or ("extensions" in made and made["extensions"] is not None):
        made["extensions"] = extensions
    as_list = made.get("entries") is True
    keys = _keys(book)
    entries = [_write_entry(entry, key) for key, entry in zip(keys, book.entries, strict=True)]
    made["entries"] = entries if as_list else dict(zip(keys, entries, strict=True))
    return made


def _written_book(book: Lorebook) -> JsonObject:
    """Without its entries and extensions, which are put in behind it. The last three are Chub's."""
    return {
        "entries": False,
        "name": book.name,
        "description": book.description,
        "scan_depth": book.scan_depth,
        "token_budget": book.token_budget,
        "recursive_scanning": book.recursive_scanning,
        "extensions": {},
    }


def _extensions(book: Lorebook) -> JsonObject:
    own = own_of_book(book)
    return {**written(book.extensions), **({EXTENSION: own} if own else {})}


def _keys(book: Lorebook) -> list[str]:
    had = [origin_of(entry.extensions, FORM).get("key") for entry in book.entries]
    taken = {key for key in had if key is not None}
    free = (str(number) for number in range(10**9) if str(number) not in taken)
    return [next(free) if key is None else key for key in had]


def _tell_duplicates(given: Fields) -> None:
    seen: set[str] = set()
    entries = given.object("entries") if isinstance(given.data.get("entries"), dict) else {}
    for key, item in entries.items():
        uid = str(item.get("uid", key)) if isinstance(item, dict) else key  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType, reportUnknownVariableType] - JSON
        if uid in seen:
            given.notes.warn(NoteCode.DUPLICATE_ID, f"entries[{key[:40]}]", id=uid[:40])
        seen.add(uid)


def _read_entry(given: Fields, local_id: str) -> LorebookEntry:
    extensions = (
        given.inside("extensions") if given.has("extensions") else Fields({}, given.at("extensions"), given.notes)
    )
    details = tavern.read_details(given, tavern.camel)
    if details["case_sensitive"] is None:
        details["case_sensitive"] = given.optional_flag("case_sensitive")
    keys = _texts(given, "key", "keys")
    if not isinstance(given.data.get("key", given.data.get("keys")), list):
        given.notes.warn(NoteCode.WITHOUT_KEYS, given.path)
    order = given.number("order", given.number("insertion_order", 100))
    selective = given.flag("selective", default=True)
    entry = LorebookEntry(
        id=local_id,
        name=given.text("comment") or given.text("name"),
        keys=keys,
        content=given.text("content"),
        enabled=_enabled(given),
        constant=given.flag("constant", default=False),
        insertion_order=order,
        priority=given.number("priority", order) if given.has("priority") else order,
        secondary_keys=_secondary(given) if selective else (),
        meaning=tavern.read_meaning(given, "vectorized", keys),
        extensions=foreign(extensions, [EXTENSION]),
        **details,
    )
    entry = replace(entry, **read_own_entry(extensions.inside(EXTENSION)))
    kept = origin(
        FORM,
        key=given.path.rpartition("[")[2].removesuffix("]"),
        labels=[label for label in ("comment", "name") if given.data.get(label) == entry.name] or ["comment"],
        entry=keep(outline(given.data, extensions={}), _written_entry(entry, given.data)),
        extensions=keep(extensions.data, _entry_extensions(entry)),
    )
    return replace(entry, extensions={**entry.extensions, ORIGIN: kept})


def _texts(given: Fields, *names: str) -> tuple[str, ...]:
    """The first of these fields that is there. One text alone is parted at its commas, unless it is a pattern."""
    name = next((name for name in names if name in given.data), names[0])
    value = given.data.get(name)
    return given.comma_texts(name) if isinstance(value, str) and not tavern.is_pattern(value) else given.texts(name)


def _secondary(given: Fields) -> tuple[str, ...]:
    return tuple(key for key in _texts(given, "keysecondary", "secondary_keys") if key.strip())


def _enabled(given: Fields) -> bool:
    if "disable" in given.data or "enabled" not in given.data:
        return not given.flag("disable", default=False)
    return given.flag("enabled", default=True)


def _write_entry(entry: LorebookEntry, key: str) -> JsonObject:
    kept = origin_of(entry.extensions, FORM)
    number = int(key) if key.isdecimal() else 0
    if kept:
        like = {**dict.fromkeys(kept["entry"]["order"]), **dict.fromkeys(kept["labels"], entry.name)}
        made = restored(kept["entry"], _written_entry(entry, like), _TOGETHER)
    else:
        made = {"uid": number, **_written_entry(entry, {}), "addMemo": True, "displayIndex": number}
    extensions = restored(kept.get("extensions"), _entry_extensions(entry))
    if extensions or ("extensions" in made and made["extensions"] is not None):
        made["extensions"] = extensions
    if entry.priority != entry.insertion_order:
        made.setdefault("priority", entry.priority)
    return made


def _written_entry(entry: LorebookEntry, like: JsonObject) -> JsonObject:
    """With the second names of fields where ``like`` has them."""
    secondary = list(entry.secondary_keys)
    seconds = {
        "keys": list(entry.keys),
        "secondary_keys": secondary,
        "enabled": entry.enabled,
        "insertion_order": entry.insertion_order,
        "priority": entry.priority,
        "case_sensitive": entry.case_sensitive,
        "name": entry.name,
    }
    made: JsonObject = {
        "key": list(entry.keys),
        "keysecondary": secondary,
        "comment": entry.name,
        "content": entry.content,
        "constant": entry.constant,
        "selective": bool(secondary),
        "order": entry.insertion_order,
        "disable": not entry.enabled,
        "extensions": {},
        **tavern.write_details(entry, tavern.camel),
    }
    if like.get("comment", entry.name) != entry.name:
        del made["comment"]
    if like.get("name") != entry.name:
        del seconds["name"]
    return {**made, **{name: item for name, item in seconds.items() if name in like}}


def _entry_extensions(entry: LorebookEntry) -> JsonObject:
    own = own_of_entry(entry, tavern.said_of(entry))
    return {**written(entry.extensions), **({EXTENSION: own} if own else {})}
