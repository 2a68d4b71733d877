"""What became of a chat's rows when its branch was read anew: found in a worker thread, for a long branch takes a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.domain.chat import BranchRow


@dataclass(frozen=True, slots=True)
class ShownRows:
    """The rows of a model at one moment; it has other ones as soon as it has another ``version``."""

    version: int
    rows: tuple[BranchRow, ...]


@dataclass(frozen=True, slots=True)
class RowDifference:
    """``first`` rows at the start and ``last`` at the end are of the same messages; those at ``changed`` (of the new) look otherwise."""

    version: int
    first: int
    last: int
    changed: tuple[int, ...]


def difference(shown: ShownRows, rows: Sequence[BranchRow]) -> RowDifference:
    """Between what is shown and what the branch is now."""
    old, new = shown.rows, tuple(rows)
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    at_the_start = (n for n in range(first) if old[n] != new[n])
    further = len(old) - len(new)
    at_the_end = (n for n in range(len(new) - last, len(new)) if old[n + further] != new[n])
    return RowDifference(shown.version, first, last, (*at_the_start, *at_the_end))


def _common(first: Sequence[BranchRow], second: Sequence[BranchRow]) -> int:
    """How many rows from the start are of the same messages."""
    pairs = zip(first, second, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a.id != b.id), min(len(first), len(second)))
