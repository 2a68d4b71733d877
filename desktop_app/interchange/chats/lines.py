"""Files with a JSON object on every line. Called by the reader of files.

A line that cannot be read is told and passed over; a file of which no line can be read is refused, never taken for empty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import cast

from desktop_app.interchange.errors import InterchangeError, NotJsonError
from desktop_app.interchange.json_reading import JsonObject, load_json
from desktop_app.interchange.limits import MAX_LINE
from desktop_app.interchange.report import NoteCode, Notes

_BETWEEN = re.compile(r"[ ,\t]*")


def read_lines(text: str, notes: Notes) -> list[tuple[int, JsonObject]]:
    """The objects with the numbers of their lines, from 1. Raises ``NotJsonError`` where there are none."""
    found: list[tuple[int, JsonObject]] = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip(" \t\r\ufeff")
        if not line:
            continue
        objects = list(_objects(line, notes))
        if not objects:
            notes.skipped(f"line {number}", NoteCode.BAD_LINE)
        found += [(number, item) for item in objects]
    if not found:
        raise NotJsonError(file=notes.file, line=1, column=1)
    return found


def _objects(line: str, notes: Notes) -> Iterator[JsonObject]:
    """The one object of a line; in the wild two stand on one, and the last is cut."""
    if len(line) > MAX_LINE:
        return
    try:
        value = load_json(line, notes)
    except NotJsonError:
        yield from _several(line, notes)
        return
    except InterchangeError:
        return
    if isinstance(value, dict):
        yield cast("JsonObject", value)


def _several(line: str, notes: Notes) -> Iterator[JsonObject]:
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while at < len(line) and line[at] == "{":
        try:
            _, end = decoder.raw_decode(line, at)
            value = load_json(line[at:end], notes)
        except (ValueError, RecursionError, InterchangeError):
            return
        yield cast("JsonObject", value)
        between = _BETWEEN.match(line, end)
        at = between.end() if between else end
