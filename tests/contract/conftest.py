"""The repository contract runs over the fake and over the real database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.worlds import World, copied_world, empty_database, fake_world


@pytest.fixture(scope="session")
def database_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a fresh database."""
    return empty_database(tmp_path_factory.mktemp("template"))


@pytest.fixture(params=["fake", "real"])
def world(request: pytest.FixtureRequest, tmp_path: Path, database_template: Path) -> Iterator[World]:
    """Both worlds, one after the other."""
    made = fake_world() if request.param == "fake" else copied_world(database_template, tmp_path / "world")
    yield made
    made.close()
