"""The repository contract runs over the fake, the real database, and the real one with the session cache before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.worlds import World, cached_world, copied_world, empty_database, fake_world, real_world


@pytest.fixture(scope="session")
def database_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a fresh database."""
    return empty_database(tmp_path_factory.mktemp("template"))


@pytest.fixture(params=["fake", "real", "cached"])
def world(request: pytest.FixtureRequest, tmp_path: Path, database_template: Path) -> Iterator[World]:
    """All worlds, one after the other."""
    if request.param == "fake":
        made = fake_world()
    else:
        make = cached_world if request.param == "cached" else real_world
        made = copied_world(database_template, tmp_path / "world", make)
    yield made
    made.close()
