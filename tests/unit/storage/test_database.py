"""Units of work: in order, whole, never dropped; and what goes wrong becomes a known error once."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import Connection

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError, DatabaseInUseError, DiskFullError, ReadOnlyError, StorageError
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_engine import dbapi_connection
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock


def _run(paths: Paths, scenario: Callable[[Storage], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        storage = await open_storage(paths, FakeClock())
        try:
            await storage.chats.add_chat(Chat("chat", "A chat"))
            await scenario(storage)
        finally:
            await storage.close()

    asyncio.run(whole())


def test_a_cancelled_caller_does_not_take_its_write_back(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        go_on = threading.Event()
        async with asyncio.TaskGroup() as group:
            blocking = group.create_task(storage.database.write(lambda _connection: go_on.wait(30)))
            queued = group.create_task(storage.chats.append(text_message("m1")))
            await asyncio.sleep(0)
            queued.cancel()
            await asyncio.wait([queued])
            assert queued.cancelled()
            go_on.set()
            assert await blocking
        await storage.chats.append(text_message("m2", "m1"))
        assert [row.id for row in await storage.chats.branch("chat")] == ["m1", "m2"]

    _run(paths, scenario)


def test_a_write_that_fails_after_its_caller_has_gone_is_logged(paths: Paths, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(storage: Storage) -> None:
        go_on = threading.Event()

        def fail(_connection: Connection) -> None:
            go_on.wait(30)
            raise RuntimeError("nobody hears this")

        async with asyncio.TaskGroup() as group:
            lost = group.create_task(storage.database.write(fail))
            await asyncio.sleep(0)
            lost.cancel()
            await asyncio.wait([lost])
            go_on.set()
        await storage.database.write(lambda _connection: None)
        await asyncio.sleep(0)

    with caplog.at_level(logging.ERROR):
        _run(paths, scenario)
    assert any("after its caller had gone" in record.message for record in caplog.records)


def test_closing_waits_for_every_write(paths: Paths) -> None:
    ids = [f"m{number}" for number in range(50)]

    async def first() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.chats.add_chat(Chat("chat"))
        async with asyncio.TaskGroup() as group:
            for above, message_id in zip([None, *ids], ids, strict=False):
                group.create_task(storage.chats.append(text_message(message_id, above)))
            await asyncio.sleep(0)
            await storage.close()
            await storage.close()
        for call in (storage.chats.branch("chat"), storage.chats.append(text_message("late", "m49"))):
            with pytest.raises(StorageError, match="closed"):
                await call

    async def second() -> list[str]:
        storage = await open_storage(paths, FakeClock())
        rows = await storage.chats.branch("chat")
        await storage.close()
        return [row.id for row in rows]

    asyncio.run(first())
    assert asyncio.run(second()) == ids


def test_reading_goes_on_while_a_write_takes_its_time(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        go_on = threading.Event()

        def slow(connection: Connection) -> None:
            connection.exec_driver_sql("UPDATE chats SET title = 'changed'")
            go_on.wait(30)

        async with asyncio.TaskGroup() as group:
            group.create_task(storage.database.write(slow))
            await asyncio.sleep(0)
            assert (await storage.chats.get_chat("chat")).title == "A chat"
            go_on.set()
        assert (await storage.chats.get_chat("chat")).title == "changed"

    _run(paths, scenario)


def test_a_unit_that_fails_changes_nothing(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        def half(connection: Connection) -> None:
            connection.exec_driver_sql("UPDATE chats SET title = 'half'")
            raise ValueError("a bug")

        with pytest.raises(ValueError, match="a bug"):
            await storage.database.write(half)
        assert (await storage.chats.get_chat("chat")).title == "A chat"

    _run(paths, scenario)


def test_readers_cannot_write(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        with pytest.raises(ReadOnlyError):
            await storage.database.read(lambda connection: connection.exec_driver_sql("DELETE FROM chats"))

    _run(paths, scenario)


def test_only_durable_commits_wait_for_the_disk(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        def level(connection: Connection) -> int:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

        normal, full = 1, 2  # https://sqlite.org/pragma.html#pragma_synchronous
        assert await storage.database.write(level) == normal
        assert await storage.database.write(level, durable=True) == full
        assert await storage.database.write(level) == normal

    _run(paths, scenario)


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        def limit(connection: Connection, pages: int) -> None:
            dbapi_connection(connection).execute(f"PRAGMA max_page_count={pages}")

        await storage.database.write(lambda connection: limit(connection, 60))
        stored: list[str] = []

        async def fill_the_disk() -> None:
            for number in range(200):
                message = text_message(f"m{number}", stored[-1] if stored else None, "x" * 4000)
                await storage.chats.append(message)
                stored.append(message.id)

        with pytest.raises(DiskFullError, match="disk is full"):
            await fill_the_disk()
        assert [row.id for row in await storage.chats.branch("chat")] == stored
        await storage.database.write(lambda connection: limit(connection, 10_000))
        await storage.chats.append(text_message("after", stored[-1], "x" * 4000))
        assert [row.id for row in await storage.chats.branch("chat")] == [*stored, "after"]
        assert await storage.database.check() == "ok"

    _run(paths, scenario)


def _sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("disk i/o error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (sqlite3.SQLITE_FULL, DiskFullError),
        (sqlite3.SQLITE_READONLY, ReadOnlyError),
        (sqlite3.SQLITE_READONLY_DIRECTORY, ReadOnlyError),
        (sqlite3.SQLITE_BUSY, DatabaseInUseError),
        (sqlite3.SQLITE_IOERR_FSYNC, StorageError),
        (sqlite3.SQLITE_CANTOPEN, StorageError),
    ],
)
def test_what_sqlite_says_becomes_a_known_error(paths: Paths, code: int, expected: type[AppError]) -> None:
    async def scenario(storage: Storage) -> None:
        def fail(_connection: Connection) -> None:
            raise _sqlite_error(code)

        for call in (storage.database.read(fail), storage.database.write(fail)):
            with pytest.raises(expected):
                await call

    _run(paths, scenario)


def test_what_is_a_bug_stays_a_bug(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        with pytest.raises(Exception, match="no such table") as caught:
            await storage.database.read(lambda connection: connection.exec_driver_sql("SELECT * FROM nowhere"))
        assert not isinstance(caught.value, AppError)

    _run(paths, scenario)


def test_errors_do_not_repeat_what_people_write(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        with pytest.raises(Exception, match="no such table") as caught:
            await storage.database.read(
                lambda connection: connection.exec_driver_sql("SELECT * FROM nowhere WHERE x = ?", ("secret",))
            )
        assert "secret" not in str(caught.value)

    _run(paths, scenario)


def test_an_ordinary_start_imports_no_alembic(paths: Paths) -> None:
    _run(paths, lambda storage: storage.close())
    code = (
        "import asyncio, pathlib, sys\n"
        "from desktop_app.storage.open import open_storage\n"
        "from desktop_app.storage.paths import Paths\n"
        "from tests.fakes.clock import FakeClock\n"
        "async def main():\n"
        "    storage = await open_storage(Paths.find(pathlib.Path(sys.argv[1])), FakeClock())\n"
        "    await storage.close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules, 'sqlalchemy.dialects.postgresql' in sys.modules)"
    )
    command = [sys.executable, "-W", "error", "-c", code, str(paths.data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("False False\n", "")
