"""NovelAI's ``.lorebook`` (versions 1 to 6). Called by the reader of files.

Its ``searchRange`` counts characters and is not taken for a depth in messages; all keys are taken, not the first alone;
what stands always in the prompt stays constant; entries of a category that is off are off (formats page, section 7).
"""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.domain.lore import Lorebook, LorebookEntry, TrimDirection
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.lorebooks.foreign_books import is_blank, leftovers, make_book
from desktop_app.interchange.report import NoteCode

FORM = "novelai"

_KNOWN = ("text", "displayName", "keys", "enabled", "forceActivation")
_USUAL_RANGE = 1000
_TRIM = {"trimBottom": TrimDirection.BOTTOM, "trimTop": TrimDirection.TOP}


def read_novelai(given: Fields, name: str = "") -> Lorebook:
    """The book; ``name`` (of the file) is for one that has none."""
    off = {
        category.text("id")
        for category in given.objects("categories")
        if not category.flag("enabled", default=True) and category.text("id")
    }
    return make_book(given, FORM, name, _entries(given, off), ("entries",))


def _entries(given: Fields, off: set[str]) -> Iterator[LorebookEntry]:
    for place, item in enumerate(given.objects("entries")):
        keys, content = item.texts("keys"), item.text("text")
        if is_blank(item, content, keys):
            continue
        config = item.inside("contextConfig")
        order = config.number("budgetPriority", 400)
        reach = item.number("searchRange", _USUAL_RANGE)
        if reach != _USUAL_RANGE:
            item.notes.warn(NoteCode.IN_CHARACTERS, item.at("searchRange"), count=reach)
        yield LorebookEntry(
            id=str(place),
            name=item.text("displayName"),
            keys=keys,
            content=content,
            enabled=item.flag("enabled", default=True) and item.text("category") not in off,
            constant=item.flag("forceActivation", default=False),
            insertion_order=order,
            priority=order,
            trim=_TRIM.get(config.text("trimDirection"), TrimDirection.NEVER),
            extensions=leftovers(item, FORM, _KNOWN),
        )
