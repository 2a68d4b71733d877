"""A file that is damaged, newer, not ours or missing is never opened for writing, and never replaced by an empty one."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import (
    DatabaseDamagedError,
    DatabaseInUseError,
    DatabaseTooNewError,
    NotFoundError,
    StorageError,
)
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_file import wal_of
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock


async def _open(paths: Paths, *, writable: bool = True) -> Storage:
    return await open_storage(paths, FakeClock(), writable=writable)


async def _filled(paths: Paths) -> None:
    storage = await _open(paths)
    await storage.chats.add_chat(Chat("chat", "A chat"))
    await storage.chats.append(text_message("m1", text="Hello " * 2000))
    await storage.close()


async def _tail_after_restart(paths: Paths) -> list[str]:
    storage = await _open(paths)
    try:
        return [message.id for message in await storage.chats.tail("chat", 9)]
    finally:
        await storage.close()


def _hashes(paths: Paths) -> dict[str, str]:
    """What the database consists of; the shared-memory index is made anew by every look at it."""
    files = (paths.database, wal_of(paths.database))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.exists()}


def _execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_first_start_makes_a_database_that_is_there_next_time(paths: Paths) -> None:
    asyncio.run(_filled(paths))
    assert asyncio.run(_tail_after_restart(paths)) == ["m1"]
    assert {path.name for path in paths.data.iterdir()} == {"talespan.db", "talespan.has-data", "backups"}
    assert list(paths.backups.iterdir()) == []


def test_no_file_is_open_to_other_people(paths: Paths) -> None:
    old = os.umask(0)
    try:

        async def modes_while_open() -> dict[str, int]:
            storage = await _open(paths)
            await storage.chats.add_chat(Chat("chat"))
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths.data.iterdir() if path.is_file()}
            await storage.close()
            return found

        modes = asyncio.run(modes_while_open())
    finally:
        os.umask(old)
    assert set(modes) == {"talespan.db", "talespan.db-wal", "talespan.db-shm", "talespan.has-data"}
    assert set(modes.values()) == {0o600}


def _garbage_head(file: Path) -> None:
    with file.open("r+b") as handle:
        handle.write(b"garbage!" * 10)


def _half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _schema_noise(file: Path) -> None:
    with file.open("r+b") as handle:
        handle.seek(100)
        handle.write(bytes(range(1, 200)) * 8)


def _foreign(file: Path) -> None:
    file.unlink()
    _execute(file, "CREATE TABLE t (x)")


_DAMAGES: list[Callable[[Path], object]] = [
    _garbage_head,
    _half,
    _schema_noise,
    _foreign,
    lambda file: os.truncate(file, 0),
    lambda file: os.truncate(file, 50),
    lambda file: file.write_text("Not a database, but long enough to look like one. " * 100),
]


@pytest.mark.parametrize("damage", _DAMAGES)
def test_a_damaged_file_is_refused_and_stays_as_it_is(paths: Paths, damage: Callable[[Path], object]) -> None:
    asyncio.run(_filled(paths))
    damage(paths.database)
    before = _hashes(paths)
    with pytest.raises(DatabaseDamagedError, match=str(paths.backups)):
        asyncio.run(_open(paths))
    assert _hashes(paths) == before


def test_a_missing_database_is_an_error_once_there_was_one(paths: Paths) -> None:
    asyncio.run(_filled(paths))
    paths.database.unlink()
    for _start in range(2):
        with pytest.raises(DatabaseDamagedError, match="missing"):
            asyncio.run(_open(paths))
        assert not paths.database.exists()


def test_a_log_without_its_database_is_the_rest_of_a_lost_one(paths: Paths) -> None:
    wal_of(paths.database).write_bytes(b"rest")
    with pytest.raises(DatabaseDamagedError, match="missing"):
        asyncio.run(_open(paths))
    assert not paths.database.exists()


def test_an_empty_file_is_never_a_first_start(paths: Paths) -> None:
    paths.database.touch()
    with pytest.raises(DatabaseDamagedError, match="empty"):
        asyncio.run(_open(paths))
    assert paths.database.stat().st_size == 0


@pytest.mark.parametrize(
    "statement", ["PRAGMA user_version=999", "UPDATE meta SET value = '999' WHERE key = 'min_reader'"]
)
@pytest.mark.parametrize("crashed", [False, True])
def test_a_newer_database_is_refused_and_untouched(paths: Paths, statement: str, crashed: bool) -> None:
    asyncio.run(_filled(paths))
    if crashed:  # the newer program left its log behind: nothing of it may be merged
        code = (
            "import os, sqlite3, sys\n"
            "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "connection.execute(sys.argv[2])\n"
            "os._exit(0)"
        )
        command = [sys.executable, "-c", code, str(paths.database), statement]
        subprocess.run(command, timeout=60, check=True)
        assert wal_of(paths.database).stat().st_size > 0
    else:
        _execute(paths.database, statement)
    before = _hashes(paths)
    for writable in (True, False):
        with pytest.raises(DatabaseTooNewError, match="newer Talespan"):
            asyncio.run(_open(paths, writable=writable))
        assert _hashes(paths) == before


def test_who_only_looks_on_sees_everything_and_changes_nothing(paths: Paths) -> None:
    asyncio.run(_filled(paths))

    async def scenario() -> None:
        window = await _open(paths)
        command = await _open(paths, writable=False)
        await window.chats.append(text_message("m2", "m1"))
        assert [message.id for message in await command.chats.tail("chat", 9)] == ["m1", "m2"]
        with pytest.raises(DatabaseInUseError):
            await command.chats.append(text_message("m3", "m2"))
        await command.close()
        assert [message.id for message in await window.chats.tail("chat", 9)] == ["m1", "m2"]
        await window.close()

    asyncio.run(scenario())


def test_who_only_looks_on_makes_no_database(paths: Paths) -> None:
    with pytest.raises(StorageError, match="Start Talespan once"):
        asyncio.run(_open(paths, writable=False))
    assert not paths.database.exists()


def test_damage_found_in_use_stops_all_writing(paths: Paths) -> None:
    asyncio.run(_filled(paths))
    with closing(sqlite3.connect(paths.database)) as connection:
        page_size: int = connection.execute("PRAGMA page_size").fetchone()[0]
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'message_revisions'"
        root: int = connection.execute(query).fetchone()[0]
    with paths.database.open("r+b") as handle:
        handle.seek((root - 1) * page_size)
        handle.write(b"\xff" * page_size)

    async def scenario() -> None:
        storage = await _open(paths)
        with pytest.raises(DatabaseDamagedError):
            await storage.chats.get_message("m1")
        before = _hashes(paths)
        with pytest.raises(DatabaseDamagedError):
            await storage.chats.add_chat(Chat("other"))
        assert [chat.id for chat in await storage.chats.list_chats()] == ["chat"]
        with pytest.raises(NotFoundError):
            await storage.chats.get_chat("other")
        await storage.close()
        assert _hashes(paths)["talespan.db"] == before["talespan.db"]

    asyncio.run(scenario())


def test_a_sound_database_says_so(paths: Paths) -> None:
    async def scenario() -> str:
        storage = await _open(paths)
        answer = await storage.database.check()
        await storage.close()
        return answer

    assert asyncio.run(scenario()) == "ok"
