"""What can be read of a damaged database is saved, nothing is made up, and the damaged file stays as it was (D8)."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.errors import DatabaseTooNewError, DiskFullError
from desktop_app.domain.rescue import NothingToRescueError, Rescued
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.rescue import rescue
from desktop_app.storage.rescue.rescue import FileRescueStore, stage_rescue
from desktop_app.storage.restore import staged_file
from desktop_app.storage.sqlite_copy import CopyStoppedError
from desktop_app.storage.sqlite_file import wal_of
from tests.contract.worlds import paths_below, text_message
from tests.examples import repeated
from tests.fakes.clock import FakeClock
from tests.unit.storage.ruins import CHATS, MESSAGES, PAGE, leaf_pages, make_home, overwrite, root_page, rows, texts

TITLE = "Rescued"
OF_A_CHAT = MESSAGES + 3  # and the fork, the picture, the answer


def _go_on(_share: float) -> bool:
    return True


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound home, to be copied."""
    folder = tmp_path_factory.mktemp("ruins") / "home"
    make_home(paths_below(folder))
    return folder


@pytest.fixture
def paths(home: Path, tmp_path: Path) -> Paths:
    """A copy of one's own."""
    shutil.copytree(home, tmp_path / "home")
    return paths_below(tmp_path / "home")


def _rescue(paths: Paths) -> Rescued:
    """What was saved; the damaged file is as it was, and what lies ready is sound."""
    before = paths.database.read_bytes()
    rescued = stage_rescue(paths, TITLE, _go_on)
    assert paths.database.read_bytes() == before
    with closing(sqlite3.connect(staged_file(paths))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return rescued


def _branches(paths: Paths) -> dict[str, list[str]]:
    """The visible branch of each chat by its title, read by the program itself after it took what lies ready."""

    async def read(storage: Storage) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for chat in await storage.chats.list_chats():
            branch = [row.id for row in await storage.chats.branch(chat.id)]
            assert [message.id for message in await storage.chats.tail(chat.id, 10_000)] == branch
            found[chat.title] = branch
        return found

    async def whole() -> dict[str, list[str]]:
        storage = await open_storage(paths, FakeClock())
        try:
            assert storage.restored is not None
            assert storage.restored.former is not None
            return await read(storage)
        finally:
            await storage.close()

    return asyncio.run(whole())


def test_of_a_sound_one_everything_is_saved_to_the_byte(paths: Paths) -> None:
    expected = rows(paths.database)
    rescued = _rescue(paths)
    assert rows(staged_file(paths)) == expected
    assert rescued.is_whole
    assert (rescued.contents.chats, rescued.contents.messages) == (CHATS, CHATS * OF_A_CHAT)
    assert (rescued.characters, rescued.contents.memory_entries, rescued.damaged_texts) == (30, 20, 0)


@pytest.mark.parametrize("also_the_names", [False, True])
def test_with_noise_for_a_header_everything_is_saved(paths: Paths, also_the_names: bool) -> None:
    expected = rows(paths.database)
    names = leaf_pages(paths.database, "sqlite_schema") if also_the_names else []
    overwrite(paths.database, [1, *names], random.Random(1))
    rescued = _rescue(paths)
    saved = rows(staged_file(paths))
    derived = {"calibrations", "proposal_readings"}
    assert {name: saved[name] for name in saved if name not in derived} == {
        name: expected[name] for name in expected if name not in derived
    }
    assert (rescued.strayed > 0) == also_the_names
    assert rescued.lost_messages == 0
    assert not rescued.is_whole


def test_the_damaged_file_is_kept_and_the_chats_open(paths: Paths) -> None:
    with paths.database.open("r+b") as file:
        file.write(b"garbage!" * 10)
    damaged = paths.database.read_bytes()
    _rescue(paths)
    branches = _branches(paths)
    assert sorted(branches) == [f"The chat chat{number}" for number in range(CHATS)]
    assert all(len(branch) == OF_A_CHAT - 1 for branch in branches.values())
    (kept,) = paths.data.glob("talespan-damaged*.db")
    assert kept.read_bytes() == damaged


def test_half_a_file_gives_what_is_on_that_half(paths: Paths) -> None:
    expected = texts(paths.database)
    os.truncate(paths.database, paths.database.stat().st_size * 7 // 10 // PAGE * PAGE + 1000)
    rescued = _rescue(paths)
    saved = texts(staged_file(paths))
    assert saved.items() <= expected.items()
    assert len(expected) // 3 < len(saved) < len(expected)
    assert len(saved) == rescued.contents.messages
    assert not rescued.is_whole
    assert sum(map(len, _branches(paths).values())) > 0


@pytest.mark.parametrize("seed", range(repeated(5)))
def test_noise_and_zeros_anywhere_lose_only_what_they_hit(paths: Paths, seed: int) -> None:
    expected = texts(paths.database)
    chance = random.Random(seed)
    count = paths.database.stat().st_size // PAGE
    hit = chance.sample(range(1, count + 1), min(count // 2, 1 + seed * seed))
    overwrite(paths.database, hit, chance if seed % 2 else None)
    rescued = _rescue(paths)
    saved = texts(staged_file(paths))
    assert saved.items() <= expected.items()
    assert len(saved) + rescued.lost_messages <= len(expected)
    shown = [message for branch in _branches(paths).values() for message in branch]
    assert set(shown) <= saved.keys()
    # Two pages of texts are lost with each page that is hit, at most: its own, and one that it leads to.
    assert len(saved) >= len(expected) - 60 * len(hit)


def test_texts_whose_messages_are_lost_come_back_to_their_place(paths: Paths) -> None:
    expected, branch = texts(paths.database), [f"chat1-{number:03}" for number in range(MESSAGES)]
    overwrite(paths.database, leaf_pages(paths.database, "messages"))
    rescued = _rescue(paths)
    assert texts(staged_file(paths)) == expected
    assert (rescued.lost_messages, rescued.homeless_messages) == (0, 0)
    with closing(sqlite3.connect(staged_file(paths))) as connection:
        roles = connection.execute("SELECT role FROM messages WHERE id IN ('chat1-006', 'chat1-007') ORDER BY id")
        assert roles.fetchall() == [("user",), ("assistant",)]
    assert _branches(paths)["The chat chat1"] == [*branch, "chat1-shown", "chat1-answer"]


def test_what_is_around_a_lost_text_is_joined_again(paths: Paths) -> None:
    expected = texts(paths.database)
    pages = leaf_pages(paths.database, "message_revisions")
    overwrite(paths.database, pages[3:5], random.Random(2))
    rescued = _rescue(paths)
    saved = texts(staged_file(paths))
    assert rescued.lost_messages == len(expected) - len(saved) > 0
    branches = _branches(paths)
    for number in range(CHATS):
        whole = [f"chat{number}-{place:03}" for place in range(MESSAGES)] + [
            f"chat{number}-shown",
            f"chat{number}-answer",
        ]
        assert branches[f"The chat chat{number}"] == [one for one in whole if one in saved]


def test_messages_without_their_chats_get_one(paths: Paths) -> None:
    expected = texts(paths.database)
    overwrite(paths.database, [root_page(paths.database, "chats")])
    rescued = _rescue(paths)
    assert texts(staged_file(paths)) == expected
    assert rescued.homeless_messages == len(expected)
    branches = _branches(paths)
    assert sorted(branches) == [f"{TITLE} {number}" for number in range(1, CHATS + 1)]
    assert all(len(branch) == OF_A_CHAT - 1 for branch in branches.values())


def test_entries_without_their_book_get_one(paths: Paths) -> None:
    overwrite(paths.database, [root_page(paths.database, "lorebooks")], random.Random(3))
    _rescue(paths)

    async def read() -> list[tuple[str, int]]:
        storage = await open_storage(paths, FakeClock())
        try:
            return [(book.name, len(book.entries)) for book in await storage.lore.books()]
        finally:
            await storage.close()

    assert asyncio.run(read()) == [(f"{TITLE} 1", 60)]


def test_a_picture_that_is_not_what_it_was_is_left_out(paths: Paths) -> None:
    content = paths.database.read_bytes()
    paths.database.write_bytes(content.replace(bytes(range(100, 200)), bytes(range(100, 199)) + b"!", 1))
    rescued = _rescue(paths)
    assert rescued.damaged_files == 1
    assert not rescued.is_whole
    assert rescued.contents.messages == CHATS * OF_A_CHAT


def test_what_only_the_log_has_is_saved(paths: Paths, tmp_path: Path) -> None:
    async def write() -> None:
        storage = await open_storage(paths, FakeClock())
        await storage.chats.append(text_message("late", "chat0-answer", "Only in the log.", chat_id="chat0"))
        other = paths_below(tmp_path / "other")
        for file in (paths.database, wal_of(paths.database)):
            shutil.copyfile(file, other.data / file.name)
        await storage.close()

    asyncio.run(write())
    other = paths_below(tmp_path / "other")
    with wal_of(other.database).open("ab") as log:
        log.write(b"a frame that was never finished")
    assert _rescue(other).is_whole
    assert texts(staged_file(other))["late"] == "Only in the log."
    other.database.write_bytes(b"")
    _rescue(other)
    assert texts(staged_file(other))["late"] == "Only in the log."


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _noise(file: Path) -> None:
    file.write_bytes(random.Random(4).randbytes(PAGE * 20))


def _foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, colour TEXT)")
        connection.executemany("INSERT INTO things VALUES (?, 'a', 'red')", [(number,) for number in range(500)])
        connection.commit()


@pytest.mark.parametrize("damage", [_empty, _noise, _foreign, Path.unlink])
def test_where_nothing_of_ours_is_it_says_so(paths: Paths, damage: Callable[[Path], None]) -> None:
    damage(paths.database)
    with pytest.raises(NothingToRescueError):
        stage_rescue(paths, TITLE, _go_on)
    assert not list(paths.data.glob("*.restore*"))


def test_what_a_newer_program_wrote_is_left_to_it(paths: Paths) -> None:
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(DatabaseTooNewError):
        stage_rescue(paths, TITLE, _go_on)


def test_stopping_leaves_nothing(paths: Paths) -> None:
    for limit in (0.0, 0.65, 0.95):
        with pytest.raises(CopyStoppedError):
            stage_rescue(paths, TITLE, lambda share, limit=limit: share < limit)
        assert not list(paths.data.glob("*.restore*"))


@pytest.mark.parametrize("after", [0, 40])
def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    paths: Paths, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``after``: with the tables made, after so many pages of rows."""
    connect = sqlite3.connect

    def small(file: Path | str, **how: Any) -> sqlite3.Connection:
        connection = connect(file, **how)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + after}")
        return connection

    if after:
        monkeypatch.setattr(rescue.sqlite3, "connect", small)
    else:
        monkeypatch.setattr(rescue, "make_database", _full)
    with pytest.raises(DiskFullError):
        stage_rescue(paths, TITLE, _go_on)
    assert not list(paths.data.glob("*.restore*"))


def _full(_file: Path) -> None:
    """As SQLite says it, while it makes the tables."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA max_page_count = 2")
        for number in range(9):
            connection.execute(f"CREATE TABLE t{number} (id TEXT PRIMARY KEY)")


def test_what_lies_ready_can_be_taken_back(paths: Paths) -> None:
    store = FileRescueStore(paths)
    store.rescue(TITLE, _go_on)
    assert staged_file(paths).exists()
    store.withdraw()
    assert not staged_file(paths).exists()
    with pytest.raises(InterruptedError):
        store.rescue(TITLE, lambda _share: False)
