"""What the readers of NovelAI, Agnai, RisuAI, Kobold and AI Dungeon share: a book of entries with their leftovers.

These formats are read only; what has no place in our entry goes, under the name of its format, into the entry's extensions.
"""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.interchange.fields import Fields, split_commas
from desktop_app.interchange.json_reading import dump_json
from desktop_app.interchange.lorebooks.tavern import is_pattern
from desktop_app.interchange.report import NoteCode


def make_book(given: Fields, form: str, name: str, entries: Iterable[LorebookEntry], known: Iterable[str]) -> Lorebook:
    """A book named as the file says, or ``name``."""
    title = (given.text("name") or given.text("title")).strip() or name
    rest = leftovers(given, form, known)
    return Lorebook(id="", name=title, description=given.text("description"), entries=tuple(entries), extensions=rest)


def leftovers(given: Fields, form: str, known: Iterable[str]) -> dict[str, str]:
    """An extension with all members but the ``known``; none where nothing is left."""
    names = {*known, "name", "title", "description"} if not given.path else set(known)
    rest = {name: item for name, item in given.data.items() if name not in names}
    return {form: dump_json(rest)} if rest else {}


def comma_keys(given: Fields, name: str) -> tuple[str, ...]:
    """Keys that the format writes as one text with commas. A pattern, and a list, are taken as they are."""
    value = given.data.get(name)
    if not isinstance(value, str):
        return given.texts(name)
    return (value,) if is_pattern(value) else split_commas(value)


def is_blank(given: Fields, content: str, keys: tuple[str, ...]) -> bool:
    """Whether there is neither text nor a key; told as skipped."""
    if content.strip() or any(key.strip() for key in keys):
        return False
    given.notes.skipped(given.path, NoteCode.BLANK)
    return True
