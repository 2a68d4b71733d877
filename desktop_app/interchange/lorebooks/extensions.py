"""The ``extensions`` of foreign objects as the mapping that our values have: name to JSON text.

Called by the readers and writers of cards and lorebooks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject, dump_json
from desktop_app.interchange.kept import ORIGIN
from desktop_app.interchange.report import NoteCode


def foreign(given: Fields, known: Iterable[str] = ()) -> dict[str, str]:
    """The members that we do not understand. What bears the name of our own leftovers is left out, and told."""
    if ORIGIN in given.data:
        given.notes.warn(NoteCode.RESERVED_NAME, given.path, name=ORIGIN)
    left_out = {ORIGIN, *known}
    return {name: dump_json(item) for name, item in given.data.items() if name not in left_out}


def written(extensions: Mapping[str, str]) -> JsonObject:
    """The members of the file. A text that is no JSON (an editor's doing) becomes a plain text."""
    made: JsonObject = {}
    for name, text in extensions.items():
        if name == ORIGIN:
            continue
        try:
            made[name] = json.loads(text)
        except (ValueError, RecursionError):
            made[name] = text
    return made
