"""What the processes do that the tests kill."""

from __future__ import annotations

from pathlib import Path

import alembic.command  # noqa: F401  # pyright: ignore[reportUnusedImport] - once for all victims

from desktop_app.storage.paths import Paths
from desktop_app.storage.upgrade import bring_up_to_date


def upgrade(folder: str, scripts: str, target: int) -> None:
    """The start of a newer program."""
    bring_up_to_date(Paths.find(Path(folder)), 0, Path(scripts), target)
