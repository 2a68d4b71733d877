"""Looks into JSON values that strangers sent: what is not of the wanted type counts as absent. Pure; used by the decoders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast


def mapping(value: object) -> Mapping[str, object]:
    """``value`` where it is an object, else an empty one."""
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def array(value: object) -> list[object]:
    """``value`` where it is a list, else an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def text(value: object) -> str:
    """``value`` where it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def count(value: object) -> int | None:
    """``value`` where it is a whole number from 0 on."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
