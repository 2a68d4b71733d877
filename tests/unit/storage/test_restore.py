"""A restore puts a whole backup in place, keeps what was there, and a kill at any moment loses neither."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.domain.backup import BEFORE_RESTORE, BackupContents
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import (
    BackupUnusableError,
    DatabaseInUseError,
    DatabaseTooNewError,
    NotFoundError,
)
from desktop_app.storage.backup import list_backups, make_backup
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.restore import backup_contents, finish_restore, stage_restore, staged_file
from desktop_app.storage.sqlite_copy import CopyStoppedError
from desktop_app.storage.sqlite_file import wal_of
from tests.contract.worlds import text_message
from tests.examples import repeated
from tests.fakes.clock import FakeClock
from tests.fakes.killable import nursery

_NOW = FakeClock().now()
KILLS = repeated(8)


def _go_on(_share: float) -> bool:
    return True


async def _write(storage: Storage, count: int) -> None:
    """The chat has ``count`` messages more."""
    tip = (await storage.chats.get_chat("chat")).tip_id
    for _ in range(count):
        message = text_message(f"{tip or 'm'}+", tip)
        await storage.chats.append(message)
        tip = message.id


async def _first(paths: Paths, count: int) -> None:
    storage = await open_storage(paths, FakeClock())
    await storage.chats.add_chat(Chat("chat", updated_at=5))
    await _write(storage, count)
    await storage.close()


async def _count(paths: Paths, *, write: int = 0) -> tuple[int, Path | None]:
    """How many messages the next start finds, and where it keeps those from before a restore."""
    storage = await open_storage(paths, FakeClock())
    try:
        assert await storage.database.check() == "ok"
        await _write(storage, write)
        former = storage.restored.former if storage.restored else None
        return len(await storage.chats.tail("chat", 1000)), former
    finally:
        await storage.close()


def _prepared(paths: Paths) -> Path:
    """A backup with three messages, and a database with five."""
    asyncio.run(_first(paths, 3))
    backup = make_backup(paths, "by-hand", _NOW)
    assert asyncio.run(_count(paths, write=2)) == (5, None)
    return backup.path


def test_the_backup_is_back_and_what_was_there_is_a_backup(paths: Paths) -> None:
    backup = _prepared(paths)
    before = backup.read_bytes()
    assert stage_restore(paths, backup, _go_on).messages == 3
    count, former = asyncio.run(_count(paths))

    assert count == 3
    assert former is not None
    assert former in [one.path for one in list_backups(paths) if one.reason == BEFORE_RESTORE]
    assert backup_contents(paths, former).messages == 5
    assert stat.S_IMODE(paths.database.stat().st_mode) == stat.S_IMODE(former.stat().st_mode) == 0o600
    assert not staged_file(paths).exists()
    assert asyncio.run(_count(paths, write=1)) == (4, None)
    assert backup.read_bytes() == before
    stage_restore(paths, former, _go_on)
    assert asyncio.run(_count(paths))[0] == 5


def test_what_is_only_in_the_log_of_a_killed_program_is_kept(paths: Paths) -> None:
    backup = _prepared(paths)
    asyncio.run(_write_and_be_killed(paths))
    stage_restore(paths, backup, _go_on)
    count, former = asyncio.run(_count(paths))
    assert count == 3
    assert former is not None
    assert backup_contents(paths, former).messages == 7


async def _write_and_be_killed(paths: Paths) -> None:
    """The files as a ``kill -9`` would leave them."""
    storage = await open_storage(paths, FakeClock())
    await _write(storage, 2)
    database, log = paths.database.read_bytes(), wal_of(paths.database).read_bytes()
    assert log
    await storage.close()
    paths.database.write_bytes(database)
    wal_of(paths.database).write_bytes(log)


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _garble(file: Path) -> None:
    file.write_bytes(b"no database" + file.read_bytes()[11:])


def _zero_pages(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:4096] + bytes(len(data) - 4096))


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _set(pragma: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"PRAGMA {pragma}")

    return change


@pytest.mark.parametrize("damage", [_cut, _garble, _zero_pages])
def test_a_damaged_database_is_put_aside_as_it_is(paths: Paths, damage: Callable[[Path], None]) -> None:
    backup = _prepared(paths)
    damage(paths.database)
    before = paths.database.read_bytes()
    wal_of(paths.database).write_bytes(b"the rest of a log")
    stage_restore(paths, backup, _go_on)
    count, former = asyncio.run(_count(paths))
    assert count == 3
    aside = paths.data / "talespan-damaged.db"
    assert former == aside
    assert aside.read_bytes() == before
    assert wal_of(aside).read_bytes() == b"the rest of a log"
    assert len(list_backups(paths)) == 1


@pytest.mark.parametrize("lost", [Path.unlink, _empty])
def test_a_lost_database_comes_back(paths: Paths, lost: Callable[[Path], None]) -> None:
    backup = _prepared(paths)
    lost(paths.database)
    stage_restore(paths, backup, _go_on)
    assert asyncio.run(_count(paths))[0] == 3


def test_on_a_new_machine_there_is_nothing_to_keep(paths: Paths, tmp_path: Path) -> None:
    backup = _prepared(paths)
    elsewhere = Paths.find(environ={"TALESPAN_HOME": str(tmp_path / "elsewhere")})
    elsewhere.create()
    stage_restore(elsewhere, backup, _go_on)
    assert asyncio.run(_count(elsewhere)) == (3, None)


@pytest.mark.parametrize("damage", [_cut, _garble, _zero_pages, _empty, _set("application_id = 1")])
def test_an_unusable_backup_changes_nothing(paths: Paths, damage: Callable[[Path], None]) -> None:
    backup = _prepared(paths)
    damage(backup)
    with pytest.raises(BackupUnusableError, match=backup.name):
        stage_restore(paths, backup, _go_on)
    assert asyncio.run(_count(paths)) == (5, None)
    assert not list(paths.data.glob("*.restore*"))


def test_the_backup_of_a_newer_program_is_refused(paths: Paths) -> None:
    backup = _prepared(paths)
    _set("user_version = 99")(backup)
    for ask in (lambda: stage_restore(paths, backup, _go_on), lambda: backup_contents(paths, backup)):
        with pytest.raises(DatabaseTooNewError):
            ask()
    with pytest.raises(NotFoundError):
        stage_restore(paths, paths.backups / "nothing.db", _go_on)


def test_what_a_newer_program_left_is_kept_too(paths: Paths) -> None:
    backup = _prepared(paths)
    _set("user_version = 99")(paths.database)
    stage_restore(paths, backup, _go_on)
    count, former = asyncio.run(_count(paths))
    assert count == 3
    assert former is not None
    with closing(sqlite3.connect(former)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_backup_says_what_is_in_it(paths: Paths) -> None:
    backup = _prepared(paths)
    assert backup_contents(paths, backup) == BackupContents(chats=1, messages=3, changed_at=_NOW)


@pytest.mark.parametrize("steps", range(3))
def test_stopped_at_any_step_it_leaves_nothing(paths: Paths, steps: int) -> None:
    backup = _prepared(paths)
    left = [True] * steps
    with pytest.raises(CopyStoppedError):
        stage_restore(paths, backup, lambda _share: bool(left) and left.pop())
    assert not list(paths.data.glob("*.restore*"))
    with pytest.raises(CopyStoppedError):
        make_backup(paths, "by-hand", _NOW, lambda _share: False)
    assert [one.path for one in list_backups(paths)] == [backup]


def test_beside_a_reader_it_waits_and_leaves_all_as_it_is(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.storage.restore.BUSY_SECONDS", 0.05)
    backup = _prepared(paths)
    stage_restore(paths, backup, _go_on)
    with closing(sqlite3.connect(paths.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM chats").fetchall()
        with pytest.raises(DatabaseInUseError):
            finish_restore(paths, _NOW)
    assert len(list_backups(paths)) == 1
    assert asyncio.run(_count(paths))[0] == 3


def test_where_files_have_one_name_only_the_former_is_copied(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_names: object) -> None:
        raise OSError("This file system knows no links.")

    monkeypatch.setattr("os.link", no_links)
    backup = _prepared(paths)
    stage_restore(paths, backup, _go_on)
    count, former = asyncio.run(_count(paths))
    assert count == 3
    assert former is not None
    assert backup_contents(paths, former).messages == 5
    assert stat.S_IMODE(former.stat().st_mode) == 0o600


@pytest.mark.kills
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_kill_at_any_moment_loses_neither(paths: Paths) -> None:
    backup = _prepared(paths)
    chance = random.Random(9)
    finished = 0
    now = 5
    with nursery("tests.unit.storage.victims:restore") as children:
        for kill in range(KILLS + 1):
            victim = children.start(str(paths.data), str(backup))
            assert victim.lines(1) == ["begun"]
            if kill < KILLS:
                time.sleep(chance.random() * 0.06)
                victim.kill()
            else:  # one may end: on a busy machine the others may all have been killed before
                victim.rest()
            count, _former = asyncio.run(_count(paths))
            assert count in (now, 3)
            assert backup_contents(paths, backup).messages == 3
            if count == 3:
                finished += 1
                _assert_former(paths, now)
            now, _former = asyncio.run(_count(paths, write=2))
    assert finished > 0


class _KilledError(BaseException):
    """The process ends here, as far as the code can tell."""


def test_a_kill_between_any_two_files_loses_neither(paths: Paths) -> None:
    backup = _prepared(paths)
    now, point, killed = 5, 1, True
    while killed:
        asyncio.run(_write_and_be_killed(paths))
        now += 2
        stage_restore(paths, backup, _go_on)
        killed = _dies_at(point, paths)
        assert backup_contents(paths, paths.database).messages in (now, 3)
        assert asyncio.run(_count(paths))[0] == 3
        _assert_former(paths, now)
        now, point = 3, point + 1
    assert point > 4


def _dies_at(point: int, paths: Paths) -> bool:
    """Whether it came so far: before the operation on a name that has the number ``point``."""
    left = [True] * (point - 1)

    def before(real: Callable[..., object]) -> Callable[..., object]:
        def operation(*names: object, **options: object) -> object:
            if not left:
                raise _KilledError
            left.pop()
            return real(*names, **options)

        return operation

    with pytest.MonkeyPatch.context() as patch:
        for name in ("link", "replace", "unlink"):
            patch.setattr(os, name, before(getattr(os, name)))
        try:
            finish_restore(paths, _NOW)
        except _KilledError:
            return True
    return False


def _assert_former(paths: Paths, messages: int) -> None:
    """What was there before is one backup of its own; it is removed."""
    (former,) = [one.path for one in list_backups(paths) if one.reason == BEFORE_RESTORE]
    assert backup_contents(paths, former).messages == messages
    assert not former.samefile(paths.database)
    former.unlink()
