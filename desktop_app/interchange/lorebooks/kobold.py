"""The world info of Kobold saves, and AI Dungeon's. Called by the reader of files.

Keys are one text with commas; ``keyanti`` must not occur; a trailing item with ``init`` false is a placeholder (formats
page, section 10).
"""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.interchange.fields import Fields, split_commas
from desktop_app.interchange.lorebooks.foreign_books import comma_keys, is_blank, leftovers, make_book
from desktop_app.interchange.report import NoteCode

FORM = "koboldai"
AI_DUNGEON = "ai-dungeon"

_KNOWN = ("key", "keysecondary", "keyanti", "content", "comment", "selective", "constant", "probability", "widisabled")
_DUNGEON_KNOWN = ("keys", "key", "entry", "value", "title", "hidden")


def read_kobold_book(given: Fields, name: str = "") -> Lorebook:
    """The book in a save; without entries where the save has none. The story itself is a chat's."""
    whole = Fields({"worldinfo": given.data.get("worldinfo")}, "", given.notes)
    return make_book(whole, FORM, name, _entries(whole), ("worldinfo",))


def read_ai_dungeon(given: Fields, name: str = "") -> Lorebook:
    """A list of cards, under ``entries``."""
    return make_book(given, AI_DUNGEON, name, _cards(given), ("entries",))


def _entries(given: Fields) -> Iterator[LorebookEntry]:
    for place, item in enumerate(given.objects("worldinfo")):
        keys, content = comma_keys(item, "key"), item.text("content")
        if item.data.get("init") is False and not content.strip():
            item.notes.skipped(item.path, NoteCode.PLACEHOLDER)
            continue
        if is_blank(item, content, keys):
            continue
        percent = item.optional_number("probability", 0, 100)
        yield LorebookEntry(
            id=str(place),
            name=item.text("comment") if item.has("comment") else "",
            keys=keys,
            content=content,
            enabled=not (item.has("widisabled") and item.flag("widisabled", default=False)),
            constant=item.optional_flag("constant") or False,
            secondary_keys=comma_keys(item, "keysecondary") if item.optional_flag("selective") else (),
            anti_keys=comma_keys(item, "keyanti") if item.has("keyanti") else (),
            groups=split_commas(item.text("wigroup")) if item.has("wigroup") else (),
            probability=100 if percent is None else percent,
            extensions=leftovers(item, FORM, _KNOWN),
        )


def _cards(given: Fields) -> Iterator[LorebookEntry]:
    for place, item in enumerate(given.objects("entries")):
        keys = comma_keys(item, "keys" if item.has("keys") else "key")
        content = item.text("entry") if item.has("entry") else item.text("value")
        if is_blank(item, content, keys):
            continue
        yield LorebookEntry(
            id=str(place),
            name=item.text("title") if item.has("title") else "",
            keys=keys,
            content=content,
            extensions=leftovers(item, AI_DUNGEON, _DUNGEON_KNOWN),
        )
