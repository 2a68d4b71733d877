"""Cuts long lists of ids into pieces that fit into one statement. Used by everything that reads or writes by many ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

# Far below the number of parameters that any SQLite takes in one statement.
PER_STATEMENT = 500


def in_batches(items: Iterable[T]) -> Iterator[list[T]]:
    """``items`` in their order, at most ``PER_STATEMENT`` at once."""
    rest = iter(items)
    while some := list(islice(rest, PER_STATEMENT)):
        yield some
