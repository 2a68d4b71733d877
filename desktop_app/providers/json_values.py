"""Looks into JSON values that strangers sent: what is not of the wanted type counts as absent. Pure; used by the decoders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

_LABEL_LENGTH = 200
_MAX_COUNT = 10**12


def mapping(value: object) -> Mapping[str, object]:
    """``value`` where it is an object, else an empty one."""
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def array(value: object) -> list[object]:
    """``value`` where it is a list, else an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def text(value: object) -> str:
    """``value`` where it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def label(value: object) -> str:
    """``value`` where it is a text, cut to what names and ids need."""
    return text(value)[:_LABEL_LENGTH]


def count(value: object) -> int | None:
    """``value`` where it is a whole number from 0 on, and one that a database can hold."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_COUNT else None
