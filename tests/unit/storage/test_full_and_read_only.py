"""A real full disk and a real read-only medium (reliability page, D3 and D4)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import DiskFullError, ReadOnlyError
from desktop_app.storage.files import atomic_write
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock


def _mount(*arguments: str) -> bool:
    if sys.platform != "linux":
        return False
    return subprocess.run(["mount", *arguments], capture_output=True, timeout=30, check=False).returncode == 0


@pytest.fixture
def medium(tmp_path: Path) -> Iterator[Path]:
    """A disk of 3 MB."""
    folder = tmp_path / "medium"
    folder.mkdir()
    if not _mount("-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)):
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], timeout=30, check=True)


@pytest.fixture
def paths_on_medium(medium: Path, tmp_path: Path) -> Paths:
    """The data folder is on the small disk."""
    paths = Paths.find(medium / "data", environ={"TALESPAN_HOME": str(tmp_path / "home")})
    paths.create()
    return paths


async def _fill(storage: Storage, stored: list[str]) -> None:
    while len(stored) < 5000:
        message = text_message(f"m{len(stored)}", stored[-1] if stored else None, "x" * 4000)
        await storage.chats.append(message)
        stored.append(message.id)


def test_a_full_disk_loses_nothing_not_even_over_a_restart(medium: Path, paths_on_medium: Paths) -> None:
    stored: list[str] = []

    async def until_full() -> None:
        storage = await open_storage(paths_on_medium, FakeClock())
        await storage.chats.add_chat(Chat("chat"))
        with pytest.raises(DiskFullError):
            await _fill(storage, stored)
        assert [row.id for row in await storage.chats.branch("chat")] == stored
        await storage.close()

    async def while_full() -> None:
        storage = await open_storage(paths_on_medium, FakeClock())
        assert [row.id for row in await storage.chats.branch("chat")] == stored
        await storage.close()

    async def with_room() -> None:
        storage = await open_storage(paths_on_medium, FakeClock())
        await storage.chats.append(text_message("after", stored[-1]))
        assert await storage.database.check() == "ok"
        assert [row.id for row in await storage.chats.branch("chat")] == [*stored, "after"]
        await storage.close()

    asyncio.run(until_full())
    asyncio.run(while_full())
    assert _mount("-o", "remount,size=9m", str(medium))
    asyncio.run(with_room())


def test_a_file_on_a_full_disk_stays_as_it_was(medium: Path) -> None:
    file = medium / "settings.json"
    atomic_write(file, b"old")
    with pytest.raises(DiskFullError):
        atomic_write(file, b"x" * 5_000_000)
    assert file.read_bytes() == b"old"
    assert [path.name for path in medium.iterdir()] == ["settings.json"]


def test_a_read_only_medium_is_told(medium: Path, paths_on_medium: Paths) -> None:
    async def start_and_end() -> None:
        storage = await open_storage(paths_on_medium, FakeClock())
        await storage.close()

    asyncio.run(start_and_end())
    assert _mount("-o", "remount,ro", str(medium))
    with pytest.raises(ReadOnlyError, match=str(paths_on_medium.data)):
        DataFolderLock(paths_on_medium).acquire()
    with pytest.raises(ReadOnlyError, match=str(paths_on_medium.data)):
        asyncio.run(start_and_end())
    with pytest.raises(ReadOnlyError):
        atomic_write(medium / "settings.json", b"new")
