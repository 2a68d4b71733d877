"""Our own values as JSON values and back, by their types: for the archives of Talespan. Called by ``talespan_archive``.

Strict about types, lenient about names: fields that this version does not know are passed over, those that are missing have
their default. Bytes are base64. ``Part`` of a message has its kind in ``type``.
"""

from __future__ import annotations

import base64
import binascii
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from desktop_app.domain.message import PART_CLASSES, Part
from desktop_app.interchange.json_reading import Json, JsonObject

T = TypeVar("T")

_NAMES = {kind: name for name, kind in PART_CLASSES.items()}
_TYPE = "type"


class WrongValueError(ValueError):
    """The JSON value is none of this type. ``str``: where."""


def to_value(value: object) -> Json:
    """A dataclass as an object, without the fields that are at their default."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        made: JsonObject = {_TYPE: _NAMES[type(value)]} if type(value) in _NAMES else {}  # pyright: ignore[reportArgumentType, reportUnknownArgumentType] - of any kind
        for field in fields(value):
            item = getattr(value, field.name)
            default = field.default_factory() if field.default_factory is not MISSING else field.default
            if item != default:
                made[field.name] = to_value(item)
        return made
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value)
        return {str(key): to_value(item) for key, item in items.items()}
    if isinstance(value, tuple | frozenset):
        items = cast("tuple[object, ...] | frozenset[object]", value)
        return [to_value(item) for item in (sorted(map(str, items)) if isinstance(items, frozenset) else items)]
    return value


def of_value(value: Json, kind: type[T]) -> T:
    """The value of class ``kind``. Raises ``WrongValueError``."""
    return cast("T", _of(value, kind, kind.__name__))


def _of(value: Json, kind: Any, where: str) -> Any:
    if kind == Part:
        return _part(value, where)
    origin = get_origin(kind)
    if origin in {types.UnionType, Union}:
        return _one_of(value, get_args(kind), where)
    if origin in {tuple, frozenset}:
        return _many(value, origin, get_args(kind), where)
    if origin is not None and issubclass(origin, Mapping):
        _check(isinstance(value, dict), where)
        _, inner = get_args(kind)
        return {key: _of(item, inner, f"{where}.{key}") for key, item in cast("JsonObject", value).items()}
    if is_dataclass(kind):
        return _dataclass(value, cast("type[Any]", kind), where)
    return _plain(value, kind, where)


def _plain(value: Json, kind: Any, where: str) -> Any:
    if isinstance(kind, type) and issubclass(kind, Enum):
        found = next((member for member in kind if member.value == value), None)
        _check(found is not None, where)
        return found
    if kind is bytes:
        _check(isinstance(value, str), where)
        try:
            return base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise WrongValueError(where) from None
    if kind is float:
        _check(isinstance(value, int | float) and not isinstance(value, bool), where)
        return float(value)
    if kind is types.NoneType:
        _check(value is None, where)
        return None
    _check(type(value) is kind and (kind is not int or abs(value) < 2**63), where)
    return value


def _one_of(value: Json, kinds: tuple[Any, ...], where: str) -> Any:
    if value is None and types.NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return _of(value, kind, where)
        except WrongValueError:
            continue
    raise WrongValueError(where)


def _many(value: Json, origin: Any, arguments: tuple[Any, ...], where: str) -> Any:
    _check(isinstance(value, list), where)
    items = cast("list[Any]", value)
    return origin(_of(item, arguments[0], f"{where}[{place}]") for place, item in enumerate(items))


def _part(value: Json, where: str) -> Part:
    _check(isinstance(value, dict), where)
    given = cast("JsonObject", value)
    kind = PART_CLASSES.get(str(given.get(_TYPE)))
    _check(kind is not None, where)
    return _dataclass(given, cast("type[Any]", kind), where)


def _dataclass(value: Json, kind: type[Any], where: str) -> Any:
    _check(isinstance(value, dict), where)
    given, hints = cast("JsonObject", value), _hints(kind)
    made: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in given:
            made[field.name] = _of(given[field.name], hints[field.name], f"{where}.{field.name}")
        else:
            _check(field.default is not MISSING or field.default_factory is not MISSING, f"{where}.{field.name}")
    return kind(**made)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _check(fine: bool, where: str) -> None:
    if not fine:
        raise WrongValueError(where)
