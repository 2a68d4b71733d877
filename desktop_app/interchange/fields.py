"""Reads the fields of a JSON object as the types that they should have, and records every field that had another one.

Called by the readers. ``None`` where a list, an object or a text should be is read as the default; texts for numbers and
truths are understood (section 0.6 of the formats page). Nothing here raises.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Any, cast

from desktop_app.interchange.json_reading import Json, JsonObject
from desktop_app.interchange.limits import MAX_INTEGER
from desktop_app.interchange.report import NoteCode, Notes

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off", "", "null", "none"})


class _Absent(Enum):
    ABSENT = auto()


class Fields:
    """One object of a file at a path. The methods take the name of a field; what is absent is the default, unrecorded."""

    def __init__(self, data: JsonObject, path: str, notes: Notes) -> None:
        self.data = data
        self.path = path
        self.notes = notes

    def at(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, *names: str) -> bool:
        """Whether one of these is there and not null."""
        return any(self.data.get(name) is not None for name in names)

    def text(self, name: str, default: str = "") -> str:
        """A text; numbers and truths become one."""
        value = self.data.get(name, _Absent.ABSENT)
        if isinstance(value, str):
            return value
        if value is _Absent.ABSENT:
            return default
        made = _text_of(value)
        return self._coerced(name, default if made is None else made)

    def flag(self, name: str, *, default: bool) -> bool:
        """A truth; ``"false"``, ``0`` and ``"0"`` are none."""
        made = self.optional_flag(name)
        if made is None and name in self.data:
            return self._coerced(name, default)
        return default if made is None else made

    def optional_flag(self, name: str) -> bool | None:
        """A truth or null, which says that something else decides."""
        value = self.data.get(name)
        if value is None or isinstance(value, bool):
            return value
        return self._coerced(name, _flag_of(value))

    def number(self, name: str, default: int, least: int | None = None, most: int | None = None) -> int:
        """A whole number within bounds."""
        made = self.optional_number(name, least, most)
        if made is None and name in self.data:
            return self._coerced(name, default)
        return default if made is None else made

    def optional_number(self, name: str, least: int | None = None, most: int | None = None) -> int | None:
        """A whole number within bounds, or null."""
        value = self.data.get(name)
        if value is None:
            return None
        made = _number_of(value)
        if made is not None and least is not None:
            made = max(least, made)
        if made is not None and most is not None:
            made = min(most, made)
        if type(value) is int and made == value:
            return made
        return self._coerced(name, made)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; one text alone is a list of it, what is neither text nor number is left out."""
        value = self.data.get(name, _Absent.ABSENT)
        if isinstance(value, list):
            items = cast("list[Any]", value)
            if all(isinstance(item, str) for item in items):
                return tuple(items)
            made = tuple(text for item in items if (text := _text_of(item)) is not None)
            return self._coerced(name, made)
        if value is _Absent.ABSENT:
            return ()
        text = _text_of(value)
        return self._coerced(name, (text,) if text else ())

    def comma_texts(self, name: str) -> tuple[str, ...]:
        """Like ``texts``, for fields where one text alone is a list with commas (tags; never keys)."""
        value = self.data.get(name)
        if not isinstance(value, str):
            return self.texts(name)
        return self._coerced(name, split_commas(value))

    def object(self, name: str) -> JsonObject:
        """An object, empty where there is none."""
        value = self.data.get(name, _Absent.ABSENT)
        if isinstance(value, dict):
            return cast("JsonObject", value)
        return {} if value is _Absent.ABSENT else self._coerced(name, {})

    def inside(self, name: str) -> Fields:
        """The fields of an object in this one."""
        return Fields(self.object(name), self.at(name), self.notes)

    def objects(self, name: str) -> Iterator[Fields]:
        """The objects of a list, or of an object that stands for one; what is none is told as skipped."""
        value = self.data.get(name)
        if isinstance(value, dict):
            items = [(str(key), item) for key, item in cast("JsonObject", value).items()]
        elif isinstance(value, list):
            items = [(str(place), item) for place, item in enumerate(cast("list[Any]", value))]
        else:
            items = []
            if value is not None:
                self.notes.skipped(self.at(name), NoteCode.NOT_A_LIST)
        for place, item in items:
            path = f"{self.at(name)}[{place[:40]}]"
            if isinstance(item, dict):
                yield Fields(cast("JsonObject", item), path, self.notes)
            else:
                self.notes.skipped(path, NoteCode.NOT_AN_OBJECT)

    def _coerced(self, name: str, now: Any) -> Any:
        """``now``, recorded unless nothing was there (null) and nothing is made of it."""
        self.notes.coerced(self.at(name), self.data.get(name), now)
        return now


def split_commas(text: str) -> tuple[str, ...]:
    """The parts between commas, trimmed, without empty ones."""
    return tuple(part for piece in text.split(",") if (part := piece.strip()))


def without(data: Mapping[str, Json], *names: str) -> JsonObject:
    """A copy without these."""
    return {name: value for name, value in data.items() if name not in names}


def _text_of(value: Json) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return None


def _flag_of(value: Json) -> bool | None:
    if isinstance(value, int | float):
        return value != 0
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _TRUE else False if word in _FALSE else None
    return None


def _number_of(value: Json) -> int | None:
    """Whole, cut towards zero; None for what is no number, or so large that it means nothing."""
    if isinstance(value, str):
        try:
            value = float(value.strip()) if len(value) <= 40 else math.nan
        except ValueError:
            return None
    if not isinstance(value, int | float) or not abs(value) <= MAX_INTEGER:
        return None
    return int(value)
