"""Whatever is damaged of the tables' own descriptions is found at opening, told as a damage, and rescued (D8)."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.domain.errors import DatabaseDamagedError
from desktop_app.storage.damage import damage_noted
from desktop_app.storage.inspection import inspect_database
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.rescue.rescue import stage_rescue
from tests.contract.worlds import paths_below
from tests.fakes.clock import FakeClock
from tests.unit.storage.ruins import CHATS, make_home


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ruins") / "home"
    make_home(paths_below(folder))
    return folder


def _replaced(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        assert len(old) == len(new)
        assert old in content
        return content.replace(old, new)

    return change


def _of_unknown_format(content: bytes) -> bytes:
    return content[:44] + b"\0\0\0\x09" + content[48:]


def _open(paths: Paths) -> list[str]:
    async def titles() -> list[str]:
        storage = await open_storage(paths, FakeClock())
        try:
            return [chat.title for chat in await storage.chats.list_chats()]
        finally:
            await storage.close()

    return asyncio.run(titles())


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(_replaced(b"CREATE TABLE chats (", b"CREATE TABLE ch\xcc\x83\x85 ("), id="a name that is no text"),
        pytest.param(_replaced(b"CREATE TABLE chats (", b"CREATE TABLE\xff\xcchats ("), id="a statement that is none"),
        pytest.param(_replaced(b"CREATE TABLE chats (", b"CREATE TABLE chatz ("), id="another name"),
        pytest.param(_replaced(b"CREATE TABLE meta (", b"CREATE TABLE mete ("), id="the versions under another name"),
        pytest.param(_of_unknown_format, id="an unknown format"),
    ],
)
def test_it_is_a_damage_and_can_be_rescued(home: Path, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    shutil.copytree(home, tmp_path / "home")
    paths = paths_below(tmp_path / "home")
    damaged = damage(paths.database.read_bytes())
    paths.database.write_bytes(damaged)
    with pytest.raises(DatabaseDamagedError):
        _open(paths)
    assert paths.database.read_bytes() == damaged
    assert inspect_database(paths) is not None
    stage_rescue(paths, "Rescued", lambda _share: True)
    assert len(_open(paths)) == CHATS
    assert not damage_noted(paths)
