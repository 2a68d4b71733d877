"""Agnai's memory books. Called by the reader of files.

``weight`` says where (higher is further down), ``priority`` who survives (formats page, section 8). An entry without
keywords is for every moment there, and found by meaning here, unless it is always on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from desktop_app.domain.lore import Lorebook, LorebookEntry, MeaningMode
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.lorebooks.foreign_books import is_blank, leftovers, make_book
from desktop_app.interchange.lorebooks.tavern import LOGICS, POSITIONS, pick

FORM = "agnai"

_KNOWN = ("name", "entry", "keywords", "enabled", "priority", "weight", "secondaryKeys", "constant", "selectiveLogic")


def read_agnai(given: Fields, name: str = "") -> Lorebook:
    """The book; ``name`` (of the file) is for one that has none."""
    book = make_book(given, FORM, name, _entries(given), ("entries", "kind", "scanDepth", "tokenBudget"))
    return replace(
        book,
        scan_depth=given.optional_number("scanDepth", 0) or 4,
        token_budget=given.optional_number("tokenBudget", 1),
        recursive_scanning=given.optional_flag("recursiveScanning") or False,
    )


def _entries(given: Fields) -> Iterator[LorebookEntry]:
    for place, item in enumerate(given.objects("entries")):
        keys, content = item.texts("keywords"), item.text("entry")
        if is_blank(item, content, keys):
            continue
        numbered = isinstance(item.data.get("position"), int | float)
        position = item.optional_number("position") if numbered else int(item.data.get("position") == "after_char")
        selective = item.optional_flag("selective") is not False
        yield LorebookEntry(
            id=str(place),
            name=item.text("name") or item.text("comment"),
            keys=keys,
            content=content,
            meaning=MeaningMode.KEYS if any(key.strip() for key in keys) else MeaningMode.MEANING,
            enabled=item.flag("enabled", default=True),
            constant=item.optional_flag("constant") or False,
            insertion_order=item.number("weight", 0),
            priority=item.number("priority", 0),
            position=pick(POSITIONS, position),
            secondary_keys=item.texts("secondaryKeys") if selective else (),
            secondary_logic=pick(LOGICS, item.optional_number("selectiveLogic")),
            probability=_percent(item),
            cannot_be_pulled=item.optional_flag("excludeRecursion") or False,
            extensions=leftovers(item, FORM, _KNOWN),
        )


def _percent(item: Fields) -> int:
    percent = item.optional_number("probability", 0, 100)
    return 100 if percent is None or item.optional_flag("useProbability") is False else percent
