"""Keeps what a foreign object had beyond what we understand, so that writing it again gives the same (formats page, section 20).

An object of a file is compared with what our writer makes of the value that was read from it (``before``). ``keep`` notes the
order of its members and every member that differs: unknown ones, odd forms, nulls. ``restored`` puts them together with what
the writer makes of the value as it is ``now``: a member that is as it was before keeps its first form, one that was edited is
written anew. Members that the file had not are added only where they were edited. Values are JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from desktop_app.interchange.json_reading import Json, JsonObject, dump_json

# The extension of a value in which its leftovers stand; never written into a foreign file.
ORIGIN = "talespan:origin"

_ORDER, _FORMS, _ABSENT = "order", "forms", "absent"


def keep(raw: Mapping[str, Json], before: Mapping[str, Json]) -> JsonObject:
    """What must be known of ``raw`` beside the value."""
    forms = {name: [item, before[name]] if name in before else [item] for name, item in raw.items()}
    odd = {name: form for name, form in forms.items() if len(form) == 1 or not _same(form[0], form[1])}
    absent = {name: item for name, item in before.items() if name not in raw}
    return {_ORDER: list(raw), _FORMS: odd, _ABSENT: absent}


def outline(raw: Mapping[str, Json], **inner: Json) -> JsonObject:
    """``raw`` with these members in place of what they hold; for objects that are kept level by level."""
    stand_ins = {name: stand_in for name, stand_in in inner.items() if isinstance(raw.get(name), dict | list)}
    return {**raw, **stand_ins}


def restored(
    kept: JsonObject | None,
    now: Mapping[str, Json],
    together: Sequence[frozenset[str]] = (),
) -> JsonObject:
    """The object anew. ``together``: members that mean something only with each other; with one, all are written anew."""
    if not kept:
        return dict(now)
    forms, absent = kept[_FORMS], kept[_ABSENT]
    edited = {name for name in now if name in forms and len(forms[name]) > 1 and not _same(forms[name][1], now[name])}
    edited |= {name for name in now if name in absent and not _same(absent[name], now[name])}
    for group in together:
        edited |= group if group & edited else frozenset()
    made: JsonObject = {}
    for name in kept[_ORDER]:
        if name in forms and name not in edited:
            made[name] = forms[name][0]
        elif name in now:
            made[name] = now[name]
    known = {*kept[_ORDER], *absent} - edited
    made.update({name: item for name, item in now.items() if name not in made and name not in known})
    return made


def origin(form: str, **levels: Json) -> str:
    """The text of the ``ORIGIN`` extension: the format, and what ``keep`` found at each level."""
    return dump_json({"format": form, **levels})


def origin_of(extensions: Mapping[str, str], form: str) -> JsonObject:
    """The levels that were kept; empty where the value came from nowhere or from another format."""
    try:
        found: Json = json.loads(extensions.get(ORIGIN, "{}"))
        return found if found.get("format") == form else {}
    except (ValueError, AttributeError, RecursionError):
        return {}


def _same(one: Json, other: Json) -> bool:
    """Equal as JSON: true is not 1, and null is not false."""
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return one == other
