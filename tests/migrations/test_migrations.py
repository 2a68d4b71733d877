"""An upgrade is all or nothing, leaves a backup, and makes exactly the tables that the program works with."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from desktop_app.domain.chat import Chat, Draft
from desktop_app.domain.errors import DatabaseDamagedError, DatabaseTooNewError, DiskFullError
from desktop_app.storage import upgrade as upgrade_module
from desktop_app.storage.backup import list_backups
from desktop_app.storage.migrations import SCRIPTS
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_messages import append_message
from desktop_app.storage.tables import APPLICATION_ID, DATA_VERSION, metadata
from desktop_app.storage.upgrade import bring_up_to_date
from tests.contract.worlds import text_message
from tests.fakes.clock import FakeClock
from tests.fakes.killable import Victim, nursery

KILLS = 25
MESSAGES = 3000


def _fill(paths: Paths) -> None:
    async def fill() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.chats.add_chat(Chat("chat"))
        await storage.chats.save_draft(Draft("chat", "draft", "Hello"))
        await storage.database.write(many_messages)
        await storage.close()

    def many_messages(connection: Connection) -> None:
        ids = [f"m{number}" for number in range(MESSAGES)]
        for above, message_id in zip([None, *ids], ids, strict=False):
            append_message(connection, text_message(message_id, above, "Hello " * 20), 0)

    asyncio.run(fill())


def _version(file: Path) -> int:
    """The version; asserts that everything of it is there, and nothing of another one."""
    with closing(sqlite3.connect(file)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        columns = {row[1] for row in connection.execute("PRAGMA table_info(messages)")}
        drafts = {row[1] for row in connection.execute("PRAGMA table_info(drafts)")}
        new = [name in tables for name in ("tags", "ix_messages_added")] + ["added" in columns, "added" in drafts]
        texts = connection.execute("SELECT count(*) FROM message_revisions WHERE text LIKE '%.'").fetchone()[0]
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM message_revisions").fetchone()[0] == MESSAGES
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(f"{version:04}",)]
        assert (set(new), texts) == (({True}, MESSAGES) if version == 2 else ({False}, 0))
    return version


def test_the_migrations_make_exactly_the_tables(paths: Paths) -> None:
    bring_up_to_date(paths, 0)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async def scenario() -> list[object]:
        storage = await open_storage(paths, FakeClock())
        found = await storage.database.read(differences)
        await storage.close()
        return found

    assert asyncio.run(scenario()) == []


def test_the_newest_migration_has_the_number_of_the_data_version(paths: Paths) -> None:
    bring_up_to_date(paths, 0)
    numbers = sorted(int(path.stem[1:5]) for path in (SCRIPTS / "versions").glob("v*.py"))
    assert numbers == list(range(1, DATA_VERSION + 1))
    with closing(sqlite3.connect(paths.database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == DATA_VERSION
        assert connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] in {"delete", "wal"}
        assert connection.execute("SELECT value FROM meta WHERE key = 'min_reader'").fetchone() == ("1",)


def test_an_upgrade_keeps_everything_and_makes_a_backup_first(paths: Paths, second_version: Path) -> None:
    _fill(paths)
    bring_up_to_date(paths, 1_767_225_600_000, second_version, 2)
    assert _version(paths.database) == 2
    (backup,) = list_backups(paths)
    assert backup.path.name == "talespan-20260101-000000-before-upgrade-from-1.db"
    assert _version(backup.path) == 1
    bring_up_to_date(paths, 0, second_version, 2)
    assert list_backups(paths) == [backup]


def test_what_was_upgraded_is_refused_by_the_older_program(paths: Paths, second_version: Path) -> None:
    _fill(paths)
    bring_up_to_date(paths, 0, second_version, 2)
    with pytest.raises(DatabaseTooNewError, match="data version 2, this program knows 1"):
        asyncio.run(open_storage(paths, FakeClock()))
    assert _version(paths.database) == 2


@pytest.mark.parametrize("failure", ["raise RuntimeError('half way')", "op.execute('INSERT INTO drafts VALUES (1)')"])
def test_a_migration_that_fails_rolls_back_whole(paths: Paths, second_version: Path, failure: str) -> None:
    _fill(paths)
    script = second_version / "versions" / "v0002_second.py"
    script.write_text(script.read_text() + f"    {failure}\n")
    with pytest.raises(Exception, match=r"half way|columns"):
        bring_up_to_date(paths, 0, second_version, 2)
    assert _version(paths.database) == 1


def test_broken_references_roll_back_whole(paths: Paths, second_version: Path) -> None:
    _fill(paths)
    script = second_version / "versions" / "v0002_second.py"
    script.write_text(script.read_text() + "    op.execute(\"UPDATE messages SET chat_id = 'nowhere'\")\n")
    with pytest.raises(RuntimeError, match="references of the table messages"):
        bring_up_to_date(paths, 0, second_version, 2)
    assert _version(paths.database) == 1


def test_without_a_backup_there_is_no_upgrade(
    paths: Paths, second_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(paths)

    def no_room(*_arguments: object) -> None:
        raise DiskFullError

    monkeypatch.setattr(upgrade_module, "make_backup", no_room)
    with pytest.raises(DiskFullError):
        bring_up_to_date(paths, 0, second_version, 2)
    assert _version(paths.database) == 1


def test_a_damaged_database_is_not_upgraded(paths: Paths, second_version: Path) -> None:
    _fill(paths)
    with paths.database.open("r+b") as handle:
        handle.seek(4096 * 40)
        handle.write(b"\xff" * 4096 * 5)
    before = paths.database.read_bytes()
    with pytest.raises(DatabaseDamagedError):
        bring_up_to_date(paths, 0, second_version, 2)
    assert paths.database.read_bytes() == before
    assert list(paths.backups.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_killed_upgrade_leaves_exactly_one_version(paths: Paths, second_version: Path) -> None:
    _fill(paths)
    old = shutil.copytree(paths.data, paths.data.with_name("old"))
    chance = random.Random(10)
    seen = {1: 0, 2: 0}
    with nursery("tests.migrations.victims:upgrade") as children:

        def start() -> Victim:
            shutil.rmtree(paths.data)
            shutil.copytree(old, paths.data)
            return children.start(str(paths.data), str(second_version), 2)

        def duration() -> float:
            victim = start()
            started = time.monotonic()
            victim.rest()
            return time.monotonic() - started

        usual = min(duration() for _time in range(3))
        for _kill in range(KILLS):
            victim = start()
            time.sleep(chance.random() * usual)
            victim.kill()
            seen[_version(paths.database)] += 1
        children.start(str(paths.data), str(second_version), 2).rest()
    assert _version(paths.database) == 2
    assert seen[1] > 0
