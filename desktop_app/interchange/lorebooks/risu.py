"""RisuAI's lorebooks. Called by the reader of files.

Keys are one text with commas, unless they are a pattern; rows of the mode *folder* are no lore (formats page, section 9).
"""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.lorebooks.foreign_books import comma_keys, is_blank, leftovers, make_book
from desktop_app.interchange.lorebooks.tavern import is_pattern

FORM = "risuai"

_KNOWN = ("key", "secondkey", "comment", "content", "alwaysActive", "insertorder", "activationPercent", "loreCache")


def read_risu(given: Fields, name: str = "") -> Lorebook:
    """The book; ``name`` (of the file) is for one that has none."""
    return make_book(given, FORM, name, _entries(given), ("data", "type", "ver"))


def _entries(given: Fields) -> Iterator[LorebookEntry]:
    for place, item in enumerate(given.objects("data")):
        if item.text("mode") == "folder":
            continue
        keys, content = _keys(item), item.text("content")
        if is_blank(item, content, keys):
            continue
        order = item.number("insertorder", 100)
        yield LorebookEntry(
            id=str(place),
            name=item.text("comment"),
            keys=keys,
            content=content,
            constant=item.flag("alwaysActive", default=False) or item.text("mode") == "constant",
            insertion_order=order,
            priority=order,
            secondary_keys=comma_keys(item, "secondkey") if item.flag("selective", default=False) else (),
            probability=_percent(item),
            case_sensitive=_case(item),
            extensions=leftovers(item, FORM, _KNOWN),
        )


def _keys(item: Fields) -> tuple[str, ...]:
    if not item.flag("useRegex", default=False):
        return comma_keys(item, "key")
    pattern = item.text("key")
    if not pattern or is_pattern(pattern):
        return (pattern,) if pattern else ()
    return (f"/{pattern.replace('/', chr(92) + '/')}/",)


def _percent(item: Fields) -> int:
    percent = item.optional_number("activationPercent", 0, 100)
    return 100 if percent is None else percent


def _case(item: Fields) -> bool | None:
    return item.inside("extentions").optional_flag("risu_case_sensitive") if item.has("extentions") else None
