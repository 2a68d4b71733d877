"""What only Talespan's books and entries can say, as members of an extension ``talespan`` in files of other programs.

Called by the readers and writers of formats with extensions. Only what differs from the default is written; what cannot be
read counts as not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from enum import Enum
from typing import Any, TypeVar

from desktop_app.domain.lore import Lorebook, LorebookEntry, MeaningMode, Position, ScanSource, TrimDirection
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, JsonObject

EXTENSION = "talespan"

E = TypeVar("E", bound=Enum)
Reader = Callable[[Fields, str], Any]


def _flag(given: Fields, name: str) -> bool | None:
    return given.optional_flag(name)


def _number(given: Fields, name: str) -> int | None:
    return given.optional_number(name, 0)


def _texts(given: Fields, name: str) -> tuple[str, ...]:
    return given.texts(name)


def _one_of(kind: type[E]) -> Reader:
    def read(given: Fields, name: str) -> E | None:
        return known(kind, given.data.get(name))

    return read


def _some_of(kind: type[E]) -> Reader:
    def read(given: Fields, name: str) -> tuple[E, ...]:
        return tuple(one for text in given.texts(name) if (one := known(kind, text)) is not None)

    return read


_OF_ENTRY: Mapping[str, Reader] = {
    "anti_keys": _texts,
    "inflected": _flag,
    "near_names": _flag,
    "token_cap": _number,
    "trim": _one_of(TrimDirection),
    "scan_sources": _some_of(ScanSource),
    "meaning": _one_of(MeaningMode),
    "position": _one_of(Position),
}
_OF_BOOK: Mapping[str, Reader] = {
    "budget_percent": _number,
    "max_recursion_steps": _number,
    "min_activations": _number,
    "max_depth": _number,
    "case_sensitive": _flag,
    "whole_words": _flag,
    "inflected": _flag,
    "near_names": _flag,
    "yo_as_ye": _flag,
    "include_names": _flag,
    "group_scoring": _flag,
    "behind_history": _flag,
    "enabled": _flag,
}


def known(kind: type[E], value: Json) -> E | None:
    """The member of an enumeration with this value, if there is one."""
    return next((member for member in kind if member.value == value), None)


def own_of_entry(entry: LorebookEntry, said: frozenset[str]) -> JsonObject:
    """What the format has not ``said`` (names of fields) about the entry."""
    return _own(entry, frozenset(_OF_ENTRY) - said)


def own_of_book(book: Lorebook) -> JsonObject:
    """What no other program knows of a book."""
    return _own(book, frozenset(_OF_BOOK))


def read_own_entry(given: Fields) -> dict[str, Any]:
    """Fields of a ``LorebookEntry`` by name."""
    return _read(given, _OF_ENTRY)


def read_own_book(given: Fields) -> dict[str, Any]:
    """Fields of a ``Lorebook`` by name."""
    return _read(given, _OF_BOOK)


def _read(given: Fields, readers: Mapping[str, Reader]) -> dict[str, Any]:
    found = {name: read(given, name) for name, read in readers.items() if name in given.data}
    return {name: value for name, value in found.items() if value is not None}


def _own(value: Lorebook | LorebookEntry, names: frozenset[str]) -> JsonObject:
    made: JsonObject = {}
    for field in fields(value):
        item = getattr(value, field.name)
        if field.name in names and item != _default(field):
            made[field.name] = [str(one) for one in item] if isinstance(item, tuple) else item  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - texts
    return made


def _default(field: Field[Any]) -> Any:
    return None if field.default is MISSING else field.default
