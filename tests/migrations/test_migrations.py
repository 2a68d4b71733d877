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

from desktop_app.domain.backup import BY_HAND
from desktop_app.domain.character import Persona
from desktop_app.domain.chat import Chat, Draft
from desktop_app.domain.errors import DatabaseDamagedError, DatabaseTooNewError, DiskFullError
from desktop_app.domain.generation import Activated, FinishReason, StoredPlan, Usage
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.domain.message import MessageFlags, MessageState
from desktop_app.domain.searching import SearchQuestion
from desktop_app.storage import upgrade as upgrade_module
from desktop_app.storage.backup import list_backups, make_backup
from desktop_app.storage.inspection import inspect_database
from desktop_app.storage.migrations import SCRIPTS
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.restore import stage_restore
from desktop_app.storage.sqlite_search import SEARCH_TABLES
from desktop_app.storage.tables import APPLICATION_ID, DATA_VERSION, metadata
from desktop_app.storage.upgrade import bring_up_to_date
from tests.examples import repeated
from tests.fakes.clock import FakeClock
from tests.fakes.killable import Victim, nursery
from tests.migrations.conftest import MANY, NEXT_VERSION

KILLS = repeated(8)

# With the five revisions that the file of version 1 has.
REVISIONS = MANY + 5

# What every new version has added, by version.
_ADDED = {
    2: {"lorebooks", "lorebook_entries", "lorebook_links", "memory_entries", "folders", "calibrations"}
    | {"ix_turns_activated", "chats.context", "drafts.strategy_once", "drafts.reroll", "turns.reroll"},
    3: {"embedders", "passage_vectors", "embedding_cache", "summary_segments", "summary_sentences", "summary_sources"}
    | {"memory_proposals", "proposal_readings", "library_versions", "imports", "blobs", "character_files"},
    4: {"search_waiting", "message_words", "message_words_data", "message_words_idx", "message_words_config"},
    5: {"message_files", "ix_message_files_digest", "drafts.pictures"},
    NEXT_VERSION: {"tags", "ix_messages_added", "messages.added", "drafts.added"},
}


def _version(file: Path) -> int:
    """The version; asserts that everything of it is there, and nothing of a newer one."""
    with closing(sqlite3.connect(file)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        for table in ("chats", "drafts", "messages", "turns"):
            names |= {f"{table}.{row[1]}" for row in connection.execute(f"PRAGMA table_info({table})")}
        for added_by, added in _ADDED.items():
            assert names & added == (added if added_by <= version else set())
        texts = connection.execute("SELECT count(*) FROM message_revisions WHERE text LIKE '%.'").fetchone()[0]
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM message_revisions").fetchone()[0] == REVISIONS
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(f"{version:04}",)]
        assert texts == (REVISIONS if version == NEXT_VERSION else 1)
    return version


def test_the_migrations_make_exactly_the_tables(paths: Paths) -> None:
    bring_up_to_date(paths, 0)

    def differences(connection: Connection) -> list[object]:
        def is_ours(name: object, _kind: object, _within: object) -> bool:
            return name not in SEARCH_TABLES

        own: dict[str, object] = {"compare_type": True, "include_name": is_ours}
        context = MigrationContext.configure(connection, opts=own)
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


def test_an_upgrade_keeps_everything_and_makes_a_backup_first(first: Paths, next_version: Path) -> None:
    bring_up_to_date(first, 1_767_225_600_000, next_version, NEXT_VERSION)
    assert _version(first.database) == NEXT_VERSION
    (backup,) = list_backups(first)
    assert backup.path.name == "talespan-20260101-000000-before-upgrade-from-1.db"
    assert _version(backup.path) == 1
    bring_up_to_date(first, 0, next_version, NEXT_VERSION)
    assert list_backups(first) == [backup]


def test_what_was_upgraded_is_refused_by_the_older_program(first: Paths, next_version: Path) -> None:
    bring_up_to_date(first, 0, next_version, NEXT_VERSION)
    with pytest.raises(DatabaseTooNewError, match=f"data version {NEXT_VERSION}, this program knows {DATA_VERSION}"):
        asyncio.run(open_storage(first, FakeClock()))
    assert _version(first.database) == NEXT_VERSION


@pytest.mark.parametrize("failure", ["raise RuntimeError('half way')", "op.execute('INSERT INTO drafts VALUES (1)')"])
def test_a_migration_that_fails_rolls_back_whole(first: Paths, next_version: Path, failure: str) -> None:
    script = next_version / "versions" / f"v{NEXT_VERSION:04}_next.py"
    script.write_text(script.read_text() + f"    {failure}\n")
    with pytest.raises(Exception, match=r"half way|columns"):
        bring_up_to_date(first, 0, next_version, NEXT_VERSION)
    assert _version(first.database) == 1


def test_broken_references_roll_back_whole(first: Paths, next_version: Path) -> None:
    script = next_version / "versions" / f"v{NEXT_VERSION:04}_next.py"
    script.write_text(script.read_text() + "    op.execute(\"UPDATE messages SET chat_id = 'nowhere'\")\n")
    with pytest.raises(RuntimeError, match="references of the table messages"):
        bring_up_to_date(first, 0, next_version, NEXT_VERSION)
    assert _version(first.database) == 1


def test_without_a_backup_there_is_no_upgrade(
    first: Paths, next_version: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_arguments: object) -> None:
        raise DiskFullError

    monkeypatch.setattr(upgrade_module, "make_backup", no_room)
    with pytest.raises(DiskFullError):
        bring_up_to_date(first, 0, next_version, NEXT_VERSION)
    assert _version(first.database) == 1


def test_a_damaged_database_is_not_upgraded(first: Paths, next_version: Path) -> None:
    with first.database.open("r+b") as handle:
        handle.seek(4096 * 40)
        handle.write(b"\xff" * 4096 * 5)
    before = first.database.read_bytes()
    with pytest.raises(DatabaseDamagedError):
        bring_up_to_date(first, 0, next_version, NEXT_VERSION)
    assert first.database.read_bytes() == before
    assert list(first.backups.iterdir()) == []


@pytest.mark.kills
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_killed_upgrade_leaves_exactly_one_version(first: Paths, next_version: Path) -> None:
    old = shutil.copytree(first.data, first.data.with_name("old"))
    chance = random.Random(10)
    seen = {1: 0, NEXT_VERSION: 0}
    with nursery("tests.migrations.victims:upgrade") as children:

        def start() -> Victim:
            shutil.rmtree(first.data)
            shutil.copytree(old, first.data)
            return children.start(str(first.data), str(next_version), NEXT_VERSION)

        def duration() -> float:
            victim = start()
            started = time.monotonic()
            victim.rest()
            return time.monotonic() - started

        usual = min(duration() for _time in range(3))
        for kill in range(KILLS):
            victim = start()
            time.sleep(chance.random() * usual if kill else 0)  # one is killed at once, however quick the machine is
            victim.kill()
            seen[_version(first.database)] += 1
        children.start(str(first.data), str(next_version), NEXT_VERSION).rest()
    assert _version(first.database) == NEXT_VERSION
    assert seen[1] > 0


def test_what_version_1_kept_is_all_there_in_this_version(first: Paths) -> None:
    async def scenario() -> None:
        storage = await open_storage(first, FakeClock())
        assert await storage.turns.recover() == ["m3"]
        character, persona = await storage.library.get_character("aria"), await storage.library.get_persona("me")
        assert (character.name, character.alternate_greetings, character.tags) == ("Ария", ("Привет",), ("elf",))
        assert persona == Persona("me", "Ilya", "A traveller.")
        assert await storage.chats.list_chats() == [
            Chat(
                "chat",
                "Ёлка 北京 🎄",
                "Winter",
                pinned=True,
                created_at=1,
                updated_at=1_767_225_600_000,
                tip_id="m3",
                character_ids=("aria",),
                persona_id="me",
                connection_id="local",
                strategy="truncate",
            )
        ]
        assert [chat.id for chat in await storage.chats.list_chats(deleted=True)] == ["gone"]
        assert await storage.chats.get_draft("chat") == Draft("chat", "m4", "I look ar")
        question, answer = await storage.chats.tail("chat", 9)
        assert (question.text, question.flags) == (
            "Where is the red lamp?",
            MessageFlags(excluded=True, always_in_context=True),
        )
        assert (await storage.chats.revisions("m1"))[0].text == "Where is the lamp?"
        assert (answer.text, answer.state) == ("Half a sen", MessageState.INTERRUPTED)
        assert await storage.chats.variants("m3") == ["m2", "m3"]
        turn = await storage.turns.turn_of("m2")
        assert turn is not None
        assert turn.plan == StoredPlan(b"\x00skeleton", {"h1": "You are Aria. Ёлка", "h2": "北京 " * 50})
        assert turn.activated == (Activated("lamp", 3, "fresh"), Activated("inn", 1, "sticky"))
        assert (turn.reroll, turn.usage, turn.finish_reason) == (0, Usage(100, 5, 105), FinishReason.STOP)
        assert await storage.turns.activations("chat") == []
        await storage.chats.choose("m2")
        assert await storage.turns.activations("chat") == [("m2", turn.activated)]
        assert len(await storage.chats.messages([f"many{number}" for number in range(1, MANY + 1)])) == MANY
        assert (await storage.lore.books(), await storage.memory.entries(), await storage.chats.folders()) == (
            [],
            [],
            [],
        )
        await storage.close()

    asyncio.run(scenario())
    (backup,) = list_backups(first)
    assert (backup.reason, _version(backup.path)) == ("before-upgrade-from-1", 1)


def test_what_was_there_before_the_index_is_found_when_it_was_read(first: Paths) -> None:
    async def scenario() -> None:
        storage = await open_storage(first, FakeClock())
        question = SearchQuestion("red LAMP", all_variants=True)
        assert await storage.search.waiting() == MANY + 4
        assert await storage.search.find(question, 9) == []
        while await storage.search.index_older(1000):
            pass
        assert [hit.text for hit in await storage.search.find(question, 9)] == ["Where is the red lamp?"]
        await storage.close()

    asyncio.run(scenario())


async def _with_a_book(paths: Paths) -> None:
    storage = await open_storage(paths, FakeClock())
    await storage.lore.save_book(Lorebook("book", "Book", entries=(LorebookEntry("a"),)))
    await storage.close()


def test_a_backup_of_version_1_is_told_restored_and_upgraded(first: Paths) -> None:
    old = make_backup(first, BY_HAND, 0).path
    facts = inspect_database(first)
    assert facts is not None
    assert (facts.version, facts.integrity, facts.chats, facts.lorebooks, facts.memory_entries) == (1, "ok", 1, 0, 0)
    asyncio.run(_with_a_book(first))
    facts = inspect_database(first)
    assert facts is not None
    assert (facts.version, facts.integrity, facts.chats, facts.lorebooks) == (DATA_VERSION, "ok", 1, 1)
    contents = stage_restore(first, old, lambda _share: True)
    assert (contents.chats, contents.messages, contents.lorebooks, contents.memory_entries) == (1, MANY + 4, 0, 0)

    async def restored() -> None:
        storage = await open_storage(first, FakeClock())
        assert storage.restored is not None
        assert await storage.lore.books() == []
        assert [chat.id for chat in await storage.chats.list_chats()] == ["chat"]
        await storage.close()

    asyncio.run(restored())
    reasons = [backup.reason for backup in list_backups(first)]
    assert sorted(reasons) == ["before-restore", "before-upgrade-from-1", "before-upgrade-from-1", "by-hand"]
