"""Backups by hand and by themselves, over a real data folder: with progress, with an end at any time, with notices."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from desktop_app.domain.backup import (
    BEFORE_REPLACING,
    BEFORE_RESTORE,
    BY_HAND,
    DAILY,
    Backup,
    BackupContents,
    DataReplacedError,
    Progress,
    Restored,
)
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import BackupUnusableError, DiskFullError, StorageError
from desktop_app.services.backup_service import DAILY_MILLISECONDS, BackupService
from desktop_app.services.events import EventBus, NoticeRaised
from desktop_app.services.tasks import TaskRegistry
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import paths_below, text_message
from tests.fakes.clock import FakeClock

GUARD_SECONDS = 60.0
DAY_MILLISECONDS = 24 * 3600 * 1000


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A data folder with one chat of one message."""
    return paths_below(tmp_path)


class Keeper:
    """A service over a real folder; ``notices`` are what it told."""

    def __init__(self, paths: Paths, store: FileBackupStore | None = None, *, automatic: bool = True) -> None:
        self.paths = paths
        self.clock = FakeClock()
        self.notices: list[NoticeRaised] = []
        bus = EventBus()
        bus.subscribe(NoticeRaised, self.notices.append)
        self.store = store or FileBackupStore(paths, self.clock)
        self.service = BackupService(self.store, bus, self.clock, automatic=automatic)

    async def write(self, message_id: str) -> None:
        """A change of the data at the clock's time."""
        storage = await open_storage(self.paths, self.clock)
        if not await storage.chats.list_chats():
            await storage.chats.add_chat(Chat("chat"))
        await storage.chats.append(text_message(message_id))
        await storage.close()
        os.utime(self.paths.database, (0, self.clock.now() / 1000))

    async def reasons(self) -> list[str]:
        """Of all backups, the newest first."""
        return [one.reason for one in await self.service.backups()]


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def guarded() -> None:
        async with asyncio.timeout(GUARD_SECONDS):
            await scenario()

    asyncio.run(guarded())


def test_a_start_that_put_something_in_place_tells_where_the_rest_is(paths: Paths) -> None:
    def notice(restored: Restored | None) -> DataReplacedError | None:
        store = FileBackupStore(paths, FakeClock())
        return BackupService(store, EventBus(), FakeClock(), automatic=False, restored=restored).notice

    assert notice(None) is None
    assert notice(Restored(None)) is None
    assert str(notice(Restored(Path("old.db")))).endswith("is kept in old.db.")


def test_a_backup_by_hand_and_its_way_back(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths)
        await keeper.write("m1")
        shares: list[float] = []
        made = await keeper.service.back_up_now(shares.append)
        await asyncio.sleep(0)
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
        assert (await keeper.service.backups(), made.reason) == ([made], BY_HAND)
        await keeper.write("m2")
        contents = await keeper.service.contents(made.path)
        assert (contents.chats, contents.messages) == (1, 1)
        present = await keeper.service.present()
        assert present is not None
        assert present.messages == 2

        assert await keeper.service.restore(made.path) == contents
        assert keeper.service.restore_waiting
        assert await keeper.service.present() == present
        storage = await open_storage(paths, keeper.clock)
        await storage.close()
        assert storage.restored is not None
        assert not keeper.service.restore_waiting
        assert await keeper.service.present() == contents
        assert sorted(await keeper.reasons()) == [BEFORE_RESTORE, BY_HAND]

    run(scenario)


def test_a_restore_that_was_thought_better_of(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths)
        await keeper.write("m1")
        made = await keeper.service.back_up_now()
        await keeper.service.restore(made.path)
        keeper.service.withdraw_restore()
        assert not keeper.service.restore_waiting
        made.path.write_bytes(b"no database")
        with pytest.raises(BackupUnusableError):
            await keeper.service.restore(made.path)
        assert not keeper.service.restore_waiting

    run(scenario)


def test_whoever_stops_the_backup_before_something_risky_has_no_backup(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths)
        await keeper.write("m1")
        with pytest.raises(InterruptedError):
            await keeper.service.back_up_before(BEFORE_REPLACING, lambda _share: False)
        assert list(paths.backups.iterdir()) == []
        assert await keeper.service.back_up_before(BEFORE_REPLACING, lambda _share: True) is not None
        assert await keeper.reasons() == [BEFORE_REPLACING]

    run(scenario)


class SlowStore(FileBackupStore):
    """Says when it has begun, and goes on when it is let."""

    def __init__(self, paths: Paths, clock: FakeClock, *, late: bool) -> None:
        super().__init__(paths, clock)
        self.begun, self.may_go_on, self.over = threading.Event(), threading.Event(), threading.Event()
        self._late = late

    def back_up(self, reason: str, progress: Progress) -> Backup:
        return self._slowly(lambda asked: FileBackupStore.back_up(self, reason, asked), progress)

    def stage(self, file: Path, progress: Progress) -> BackupContents:
        return self._slowly(lambda asked: FileBackupStore.stage(self, file, asked), progress)

    def _slowly(self, work: Callable[[Progress], Any], progress: Progress) -> Any:
        def asked(share: float) -> bool:
            if share == 1.0 or not self._late:
                self.begun.set()
                assert self.may_go_on.wait(GUARD_SECONDS)
            return progress(share)

        try:
            return work(asked)
        finally:
            self.over.set()


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("what", ["back up", "restore"])
def test_cancelled_it_leaves_nothing_half_made(paths: Paths, what: str, late: bool) -> None:
    async def scenario() -> None:
        first = Keeper(paths)
        await first.write("m1")
        backup = await first.service.back_up_now()
        store = SlowStore(paths, first.clock, late=late)
        keeper, tasks = Keeper(paths, store), TaskRegistry(lambda error: None)
        work = keeper.service.back_up_now() if what == "back up" else keeper.service.restore(backup.path)
        tasks.launch("it", work)
        assert await asyncio.to_thread(store.begun.wait, GUARD_SECONDS)
        tasks.cancel("it")
        store.may_go_on.set()
        await tasks.close()
        assert await asyncio.to_thread(store.over.wait, GUARD_SECONDS)

        while keeper.service.restore_waiting:  # past its last step, the thread takes it back itself
            await asyncio.sleep(0.005)
        made = await keeper.service.backups()
        assert backup in made
        assert len(made) == 1 or (what == "back up" and late)
        assert {file.name for file in paths.backups.iterdir()} == {known.path.name for known in made}
        assert not list(paths.data.glob("*.restore*"))

    run(scenario)


class ThroughStore(SlowStore):
    """Waits when all is done."""

    def stage(self, file: Path, progress: Progress) -> BackupContents:
        contents = FileBackupStore.stage(self, file, progress)
        self.begun.set()
        assert self.may_go_on.wait(GUARD_SECONDS)
        return contents


def test_a_restore_cancelled_past_its_last_step_is_taken_back(paths: Paths) -> None:
    async def scenario() -> None:
        first = Keeper(paths)
        await first.write("m1")
        backup = await first.service.back_up_now()
        store = ThroughStore(paths, first.clock, late=True)
        keeper, tasks = Keeper(paths, store), TaskRegistry(lambda error: None)
        tasks.launch("it", keeper.service.restore(backup.path))
        assert await asyncio.to_thread(store.begun.wait, GUARD_SECONDS)
        await tasks.close()
        assert keeper.service.restore_waiting
        store.may_go_on.set()
        while keeper.service.restore_waiting:
            await asyncio.sleep(0.005)
        assert await keeper.service.backups() == [backup]

    run(scenario)


def test_once_a_day_and_only_where_something_changed(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths)
        assert await keeper.service.back_up_if_due() is None  # there is nothing yet
        await keeper.write("m1")
        assert await keeper.service.back_up_if_due() is not None
        keeper.clock.advance(60_000)
        await keeper.write("m2")
        assert await keeper.service.back_up_if_due() is None
        keeper.clock.advance(DAY_MILLISECONDS)
        assert await keeper.service.back_up_if_due() is not None
        keeper.clock.advance(10 * DAILY_MILLISECONDS)
        assert await keeper.service.back_up_if_due() is None
        storage = await open_storage(paths, keeper.clock)
        await storage.close()
        assert await keeper.reasons() == [DAILY, DAILY]

    run(scenario)


def test_a_start_and_an_end_are_no_change(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths)
        await keeper.write("m1")
        changed = paths.database.stat().st_mtime * 1000
        for _ in range(2):
            storage = await open_storage(paths, keeper.clock)
            await storage.turns.recover()
            await storage.chats.list_chats()
            await storage.close()
        assert not keeper.store.changed_since(int(changed) + 1)
        storage = await open_storage(paths, keeper.clock)
        await storage.chats.append(text_message("m2", "m1"))  # still in the log
        assert keeper.store.changed_since(int(changed) + 1)
        await storage.close()
        assert keeper.store.changed_since(int(changed) + 1)

    run(scenario)


def test_daily_backups_are_thinned_out(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths)
        await keeper.write("m0")
        by_hand = await keeper.service.back_up_now()
        for day in range(1, 60):
            keeper.clock.advance(DAY_MILLISECONDS)
            await keeper.write(f"m{day}")
            assert await keeper.service.back_up_if_due() is not None
        kept = await keeper.service.backups()
        assert 7 < len(kept) <= 7 + 4 + 6 + 1
        assert by_hand in kept

    run(scenario)


def test_a_backup_of_every_tier_brings_back_what_there_was(paths: Paths) -> None:
    """D9: days, weeks and months: what is restored is the database of that day, row by row."""

    async def scenario() -> None:
        keeper = Keeper(paths)
        then: dict[int, str] = {}
        for day in range(120):
            keeper.clock.advance(DAY_MILLISECONDS)
            if day % 6 == 0:  # without a change there is none
                await keeper.write(f"m{day}")
                made = await keeper.service.back_up_if_due()
                assert made is not None
                then[made.made_at] = _rows_of(paths.database)
            else:
                assert await keeper.service.back_up_if_due() is None
        kept = await keeper.service.backups()
        ages = [(keeper.clock.now() - backup.made_at) // DAY_MILLISECONDS for backup in kept]
        assert 9 <= len(kept) <= 7 + 4 + 6
        assert ages[0] < 6
        assert ages[-1] > 60
        for backup in (kept[0], kept[7], kept[-1]):
            assert _rows_of(backup.path) == then[backup.made_at]
            await keeper.service.restore(backup.path)
            storage = await open_storage(paths, keeper.clock)
            await storage.close()
            assert _rows_of(paths.database) == then[backup.made_at]

    run(scenario)


def _rows_of(file: Path) -> str:
    """What tells all rows of the messages of a database from others."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT message_id, revision, text, crc32 FROM message_revisions ORDER BY message_id")
        return hashlib.sha256(repr(rows.fetchall()).encode()).hexdigest()


def test_after_a_restore_none_is_made_until_the_next_start(paths: Paths) -> None:
    async def scenario() -> None:
        keeper = Keeper(paths, automatic=False)
        await keeper.write("m1")
        assert await keeper.service.back_up_if_due() is None
        assert await keeper.service.back_up_now()
        waiting = Keeper(paths)
        waiting.clock.advance(2 * DAILY_MILLISECONDS)
        await waiting.write("m2")
        await waiting.service.restore((await waiting.service.backups())[0].path)
        assert await waiting.service.back_up_if_due() is None
        waiting.service.withdraw_restore()
        assert await waiting.service.back_up_if_due() is not None

    run(scenario)


class FullStore(FileBackupStore):
    """Has no room; counts how often it was asked."""

    def __init__(self, paths: Paths, clock: FakeClock) -> None:
        super().__init__(paths, clock)
        self.asked = 0
        self.asked_twice = threading.Event()

    def back_up(self, reason: str, progress: Progress) -> Backup:
        self.asked += 1
        if self.asked >= 3:
            self.asked_twice.set()
        raise DiskFullError


def test_what_keeps_the_daily_backup_from_being_made_is_told_once(paths: Paths) -> None:
    async def scenario() -> None:
        store = FullStore(paths, FakeClock())
        keeper = Keeper(paths, store)
        await keeper.write("m1")
        bugs: list[BaseException] = []
        tasks = TaskRegistry(bugs.append)
        tasks.launch("daily", keeper.service.keep_daily(first=0.0, every=0.0))
        assert await asyncio.to_thread(store.asked_twice.wait, GUARD_SECONDS)
        await tasks.close()
        assert [type(notice.error) for notice in keeper.notices] == [DiskFullError]
        assert bugs == []
        with pytest.raises(StorageError):
            await keeper.service.back_up_now()

    run(scenario)
