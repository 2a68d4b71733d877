"""A backup is the whole database under one name, or nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
from contextlib import closing

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import DatabaseDamagedError, StorageError
from desktop_app.storage.backup import list_backups, make_backup
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock

_NOW = 1_767_225_600_123


def test_a_backup_of_a_database_in_use_can_be_put_in_its_place(paths: Paths) -> None:
    async def scenario() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.chats.add_chat(Chat("chat"))
        await storage.chats.append(text_message("m1"))  # still in the write-ahead log
        backup = await asyncio.to_thread(make_backup, paths, "daily", _NOW)
        await storage.chats.append(text_message("m2", "m1"))
        await storage.close()

        assert backup.path.parent == paths.backups
        assert backup.size == backup.path.stat().st_size
        assert stat.S_IMODE(backup.path.stat().st_mode) == 0o600
        shutil.copy(backup.path, paths.database)
        restored = await open_storage(paths, FakeClock())
        assert [row.id for row in await restored.chats.branch("chat")] == ["m1"]
        await restored.close()

    asyncio.run(scenario())


def test_a_backup_is_one_file_that_needs_no_other(paths: Paths) -> None:
    asyncio.run(_fresh(paths))
    backup = make_backup(paths, "daily", _NOW)
    with closing(sqlite3.connect(backup.path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert list(paths.backups.iterdir()) == [backup.path]


def test_backups_are_listed_newest_first_and_never_overwritten(paths: Paths) -> None:
    asyncio.run(_fresh(paths))
    (paths.backups / "talespan-of-somebody-else.db").touch()
    killed, at_work = (paths.backups / f"talespan-20260101-000000-{name}.new" for name in ("killed", "at-work"))
    killed.touch()
    os.utime(killed, (1, 1))
    at_work.touch()
    made = [
        make_backup(paths, "daily", _NOW),
        make_backup(paths, "daily", _NOW),
        make_backup(paths, "before-import", _NOW + 61_000),
    ]
    found = list_backups(paths)
    assert {backup.path for backup in found} == {backup.path for backup in made}
    assert found[0] == made[2]
    assert (found[0].reason, found[0].made_at) == ("before-import", _NOW // 1000 * 1000 + 61_000)
    assert [backup.reason for backup in found[1:]] == ["daily", "daily"]
    assert list(paths.backups.glob("*.new*")) == [at_work]


def test_a_damaged_database_gives_no_backup(paths: Paths) -> None:
    asyncio.run(_fresh(paths))
    with paths.database.open("r+b") as handle:
        handle.seek(4096 * 5)
        handle.write(b"\xff" * 4096 * 3)
    with pytest.raises(DatabaseDamagedError):
        make_backup(paths, "daily", _NOW)
    assert list(paths.backups.iterdir()) == []


def test_without_a_folder_there_is_a_sentence(paths: Paths) -> None:
    asyncio.run(_fresh(paths))
    paths.backups.rmdir()
    with pytest.raises(StorageError, match="backups"):
        make_backup(paths, "daily", _NOW)


async def _fresh(paths: Paths) -> None:
    storage = await open_storage(paths, FakeClock())
    await storage.chats.add_chat(Chat("chat"))
    await storage.close()
