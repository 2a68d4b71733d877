"""Filters over what is known of chunks: ``{"topic": "cats", "year": {"$in": [2024, 2025]}}``. All conditions must hold.

Called by the stores. A missing key matches nothing, and so does ``None``, which is how others write a missing key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

Metadata: TypeAlias = Mapping[str, Any]

# What every store adds to the metadata of a chunk.
DOC_ID = "doc_id"
CHUNK_INDEX = "chunk_index"

_IN = "$in"


@dataclass(frozen=True, slots=True)
class Condition:
    """One key must have one of these values (which need not be hashable)."""

    key: str
    values: tuple[Any, ...]

    def holds(self, value: Any) -> bool:
        """Whether a value is one of those; ``None`` is none."""
        return value is not None and value in self.values


def conditions(where: Metadata | None) -> tuple[Condition, ...]:
    """The conditions of a filter. Raises ``ValueError`` for any operator but ``$in``, ``TypeError`` where that has no list."""
    return tuple(_condition(key, wanted) for key, wanted in (where or {}).items())


def _condition(key: str, wanted: Any) -> Condition:
    if key.startswith("$"):
        raise ValueError(
            f"Unknown operator {key!r}: a filter has keys of metadata, and all of its conditions must hold."
        )
    if not isinstance(wanted, Mapping):
        return Condition(key, (wanted,))
    operators = cast("Mapping[str, Any]", wanted)
    if set(operators) != {_IN}:
        unknown = ", ".join(repr(name) for name in operators if name != _IN) or "nothing"
        raise ValueError(f"Unknown operator {unknown} for {key!r}: a condition is a value, or {{'$in': [...]}}.")
    values = operators[_IN]
    if not isinstance(values, list | tuple | set | frozenset):
        raise TypeError(f"The values of '$in' for {key!r} must be a list.")
    return Condition(key, tuple(cast("list[Any]", values)))
