"""Regex scripts that stand alone, as SillyTavern exports them: one, or a list of them. Called by ``reader``.

They come in switched off, whatever the file says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, cast

from desktop_app.domain.importing import ImportedScripts
from desktop_app.domain.scripts import MOST_SCRIPTS, RegexScript, tavern_script
from desktop_app.interchange.json_reading import Json, JsonObject
from desktop_app.interchange.report import NoteCode, Notes


def read_scripts(value: Json, notes: Notes) -> Iterator[ImportedScripts]:
    """The scripts of a file; what is none is told."""
    items: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
    found: list[RegexScript] = []
    for place, item in enumerate(items[:MOST_SCRIPTS]):
        script = tavern_script(cast("JsonObject", item)) if isinstance(item, dict) else None
        if script is None:
            notes.skipped(f"[{place}]" if isinstance(value, list) else "", NoteCode.NOT_AN_OBJECT)
        else:
            found.append(script)
    if found:
        notes.warn(NoteCode.SCRIPTS_OFF, count=len(found))
        name = found[0].name if len(found) == 1 and found[0].name.strip() else PurePath(notes.file).stem
        yield ImportedScripts(name, tuple(found))
