"""New ids: ULIDs, sortable by the time they were made."""

from __future__ import annotations

from ulid import ULID


def new_id() -> str:
    """A fresh ULID (26 characters)."""
    return str(ULID())
