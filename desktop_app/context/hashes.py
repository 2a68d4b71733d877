"""Hashes of values: the same value has the same one in every process and on every machine.

Called by ``fingerprint`` and ``history``. The branch is hashed message after message, so that a draft is one more step. What is
long and seldom changes (books, memories, the past) is hashed once and known again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields
from hashlib import blake2b
from typing import Any, cast

from desktop_app.context.request import BranchMessage
from desktop_app.domain.message import Part, TextPart

_DIGEST_SIZE = 16


class RunningHash:
    """The hash of a branch so far. Never changes: going on makes another one."""

    def __init__(self, so_far: blake2b) -> None:
        self._so_far = so_far

    @classmethod
    def of(cls, branch: Iterable[BranchMessage]) -> RunningHash:
        """The hash of a whole branch."""
        return cls(blake2b(_encoded(branch), digest_size=_DIGEST_SIZE))

    def then(self, *rows: BranchMessage) -> RunningHash:
        """The hash of the branch with more messages behind it."""
        longer = self._so_far.copy()
        longer.update(_encoded(rows))
        return RunningHash(longer)

    def hexdigest(self) -> str:
        """The hash as 32 hexadecimal digits."""
        return self._so_far.hexdigest()


class Digests:
    """Knows the last values of each kind and their hashes. May be used from several threads."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, str], ...]] = {}

    def of(self, kind: str, value: object, *, keep: int = 4) -> str:
        """The hash of a value, from memory where it or an equal one is among the ``keep`` last of its kind."""
        kept = self._kept.get(kind, ())
        known = next((pair for pair in kept if pair[0] is value or pair[0] == value), None)
        pair = known or (value, digest(value))
        self._kept[kind] = (pair, *(other for other in kept if other is not known))[:keep]
        return pair[1]


def digest(value: object) -> str:
    """The hash of a value of dataclasses, mappings, sequences and what JSON knows (32 hexadecimal digits)."""
    # ASCII, so that half a surrogate pair has bytes too.
    whole = json.dumps(value, default=_plain, sort_keys=True, separators=(",", ":"))
    return blake2b(whole.encode("ascii"), digest_size=_DIGEST_SIZE).hexdigest()


def _plain(value: Any) -> object:
    """What JSON does not know by itself: values with their type's name, and mappings."""
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    return [type(value).__name__, *(getattr(value, field.name) for field in fields(value))]


def _encoded(rows: Iterable[BranchMessage]) -> bytes:
    """JSON with a comma behind each message, so that a longer branch only goes on; ASCII, so that half a surrogate pair has bytes too."""
    listed = [_row(row) for row in rows]
    return (json.dumps(listed, separators=(",", ":"))[1:-1] + ",").encode("ascii") if listed else b""


def _row(row: BranchMessage) -> list[object]:
    flags = row.flags
    bits = flags.hidden + 2 * flags.excluded + 4 * flags.never_send + 8 * flags.always_in_context + 16 * flags.deleted
    parts = None if row.parts is None else [_part(part) for part in row.parts]
    return [row.id, row.revision, row.role, row.tokens, bits, row.kind, row.speaker_name, row.exact, parts]


def _part(part: Part) -> list[object]:
    name = type(part).__name__
    return [name, part.text] if isinstance(part, TextPart) else [name, *astuple(part)]
