"""Folders for the tests of storage."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.storage.paths import Paths
from tests.contract.worlds import paths_below


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of one test's own, made."""
    return paths_below(tmp_path / "home")
