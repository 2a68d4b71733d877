"""Makes values from outside storable: no lone surrogate, at any depth, reaches SQLite or a file.

Called by everything in ``storage`` that takes a value in, and by the fakes of the tests. Changes nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, TypeVar, cast

from desktop_app.domain.message import clean_text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")


def cleaned(value: T) -> T:
    """``value`` with ``clean_text`` applied to every text in it: dataclasses, tuples and mappings are gone through.

    Returns the very same object where there was nothing to do.
    """
    return cast("T", _clean(value))


def _clean(value: object) -> object:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        made = tuple(_clean(item) for item in items)
        return items if all(a is b for a, b in zip(items, made, strict=True)) else made
    if isinstance(value, Mapping):
        return _clean_mapping(cast("Mapping[object, object]", value))
    if is_dataclass(value) and not isinstance(value, type):
        return _clean_dataclass(value)
    return value


def _clean_mapping(mapping: Mapping[object, object]) -> Mapping[object, object]:
    made = {_clean(key): _clean(item) for key, item in mapping.items()}
    return mapping if made == mapping else made


def _clean_dataclass(value: DataclassInstance) -> object:
    changes: dict[str, object] = {}
    for entry in fields(value):
        old = getattr(value, entry.name)
        new = _clean(old)
        if new is not old:
            changes[entry.name] = new
    return replace(value, **changes) if changes else value
