"""Frozen values as JSON and back, by the types of their fields: no table to keep, a new field is known at once.

Called by ``request_json``. Enums are their values, tuples lists, mappings objects; a field that is as its default says is left
out. A part of a message is an object with its ``type``.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from desktop_app.domain.errors import RequestUnreadableError
from desktop_app.domain.message import (
    ImagePart,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

PART_TYPES: Mapping[str, type[Any]] = types.MappingProxyType(
    {
        "text": TextPart,
        "reasoning": ReasoningPart,
        "image": ImagePart,
        "tool-call": ToolCallPart,
        "tool-result": ToolResultPart,
        "opaque": OpaquePart,
    }
)
_NAMES_OF_PARTS = {kind: name for name, kind in PART_TYPES.items()}

_PLAIN_NAMES: Mapping[type[Any], str] = types.MappingProxyType(
    {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}
)


def to_json(value: Any) -> Any:
    """The value as ``json.dumps`` takes it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        name = _NAMES_OF_PARTS.get(type(value))
        return {**({"type": name} if name else {}), **_fields_to_json(value)}
    if isinstance(value, tuple):
        return [to_json(item) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in cast("Mapping[str, Any]", value).items()}
    return value


def from_json(kind: Any, data: Any, where: str = "") -> Any:
    """The value of type ``kind``. Raises ``RequestUnreadableError`` with the place where ``data`` is something else."""
    origin = get_origin(kind)
    if origin is types.UnionType or origin is Union:
        return _union(kind, data, where)
    if origin is tuple:
        return _tuple(kind, data, where)
    if origin is Mapping:
        item = get_args(kind)[1]
        return {key: from_json(item, value, f"{where}.{key}") for key, value in _object(data, where).items()}
    if is_dataclass(kind):
        if kind in _NAMES_OF_PARTS and isinstance(data, dict):
            data = {name: value for name, value in cast("dict[str, Any]", data).items() if name != "type"}
        return _dataclass(cast("type[Any]", kind), data, where)
    if issubclass(kind, Enum):
        return _enum(kind, data, where)
    return _plain(kind, data, where)


@cache
def hints_of(kind: type[Any]) -> Mapping[str, Any]:
    """The types of a dataclass's fields by name."""
    return get_type_hints(kind)


def _fields_to_json(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in fields(value):
        own = getattr(value, field.name)
        usual = field.default_factory() if field.default_factory is not MISSING else field.default
        if usual is MISSING or own != usual:
            found[field.name] = to_json(own)
    return found


def _dataclass(kind: type[Any], data: Any, where: str) -> Any:
    given = _object(data, where)
    hints = hints_of(kind)
    for name in given:
        if name not in hints:
            raise _wrong(where, f"has the unknown field “{name}”")
    for field in fields(kind):
        if field.name not in given and field.default is MISSING and field.default_factory is MISSING:
            raise _wrong(where, f"needs the field “{field.name}”")
    return kind(**{name: from_json(hints[name], value, f"{where}.{name}") for name, value in given.items()})


def _union(kind: Any, data: Any, where: str) -> Any:
    """``None`` or one type, or the parts of a message, told apart by ``type``."""
    options = get_args(kind)
    if set(options) <= set(PART_TYPES.values()):
        given = dict(_object(data, where))
        chosen = PART_TYPES.get(given.pop("type", None))
        if chosen is None:
            raise _wrong(where, f"needs a “type” that is one of {', '.join(PART_TYPES)}")
        return _dataclass(chosen, given, where)
    if data is None:
        return None
    [present] = [option for option in options if option is not type(None)]
    return from_json(present, data, where)


def _tuple(kind: Any, data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise _wrong(where, "must be a list")
    item, end = get_args(kind)
    if end is not Ellipsis:
        raise TypeError(kind)
    items = cast("list[Any]", data)
    return tuple(from_json(item, value, f"{where}[{index}]") for index, value in enumerate(items))


def _enum(kind: type[Enum], data: Any, where: str) -> Enum:
    try:
        return kind(data)
    except ValueError:
        choices = ", ".join(str(member.value) for member in kind)
        raise _wrong(where, f"must be one of {choices}") from None


def _plain(kind: type[Any], data: Any, where: str) -> Any:
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    if type(data) is not kind:
        raise _wrong(where, f"must be {_PLAIN_NAMES[kind]}")
    if kind is float and not math.isfinite(data):
        raise _wrong(where, "must be finite")
    return data


def _object(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise _wrong(where, "must be an object")
    return cast("dict[str, Any]", data)


def _wrong(where: str, problem: str) -> RequestUnreadableError:
    return RequestUnreadableError(where=where.lstrip(".") or "it", problem=problem)
