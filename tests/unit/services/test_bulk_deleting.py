"""Before much is deleted at once there is a backup; where none can be made it is told, and deleted all the same (D9)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from desktop_app.domain.backup import BEFORE_DELETING, BEFORE_IMPORT
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.services.backup_service import BackupService
from desktop_app.services.bulk_deleting import HANDFUL, BulkDeleting, NoBackupError
from desktop_app.services.events import EventBus, NoticeRaised
from desktop_app.services.lore_service import LoreService
from desktop_app.services.memory_service import MemoryService
from tests.fakes.backups import FakeBackupStore
from tests.fakes.clock import FakeClock
from tests.fakes.knowledge import FakeLoreRepository, FakeMemoryRepository
from tests.fakes.repositories import FakeState

MANY = HANDFUL + 1
FIRST_BACKUP = 1_700_000_000_000  # when the fake store makes its first one
SCOPE = Scope(ScopeKind.CHARACTER, "anna")


@dataclass
class _Desk:
    """The services over fakes, with ``MANY`` entries in a book and as many in memory."""

    store: FakeBackupStore = field(default_factory=FakeBackupStore)
    clock: FakeClock = field(default_factory=FakeClock)
    notices: list[Exception] = field(default_factory=list[Exception])

    def __post_init__(self) -> None:
        bus, state = EventBus(), FakeState(self.clock)
        bus.subscribe(NoticeRaised, lambda event: self.notices.append(event.error))
        guard = BulkDeleting(BackupService(self.store, bus, self.clock, automatic=False), bus, self.clock)
        self.lore = LoreService(
            lore=FakeLoreRepository(state), bus=bus, clock=self.clock, new_id=lambda: "new", before_many=guard
        )
        self.memory = MemoryService(
            memories=FakeMemoryRepository(state), bus=bus, clock=self.clock, new_id=lambda: "new", before_many=guard
        )
        self.entries = tuple(LorebookEntry(f"e{number}") for number in range(MANY))
        self.memories = tuple(MemoryEntry(f"m{number}", "So.", scope=SCOPE) for number in range(MANY))

    async def fill(self) -> None:
        """What there is to be deleted."""
        await self.lore.save_book(Lorebook("book", "Lamps", entries=self.entries))
        await self.memory.change((), self.memories)
        assert self.store.kept == []


Delete = Callable[[_Desk, int], Awaitable[object]]


def _entries(desk: _Desk, count: int) -> Awaitable[object]:
    return desk.lore.delete_entries("book", [entry.id for entry in desk.entries[:count]])


def _changed_entries(desk: _Desk, count: int) -> Awaitable[object]:
    return desk.lore.change_entries("book", desk.entries, desk.entries[count:])


def _memories(desk: _Desk, count: int) -> Awaitable[object]:
    return desk.memory.change(desk.memories[:count], ())


@pytest.mark.parametrize("delete", [_entries, _changed_entries, _memories])
def test_many_are_deleted_after_a_backup_and_a_handful_without(delete: Delete) -> None:
    async def scenario() -> None:
        desk = _Desk()
        await desk.fill()
        await delete(desk, HANDFUL)
        assert desk.store.kept == []
        other = _Desk()
        await other.fill()
        await delete(other, MANY)
        assert [backup.reason for backup, _contents in other.store.kept] == [BEFORE_DELETING]

    asyncio.run(scenario())


def test_a_whole_book_and_all_of_a_character_are_many_too() -> None:
    async def scenario() -> None:
        desk = _Desk()
        await desk.fill()
        await desk.lore.delete_book("book")
        assert len(desk.store.kept) == 1
        other = _Desk()
        await other.fill()
        assert len(await other.memory.delete_all(SCOPE)) == MANY
        assert len(other.store.kept) == 1

    asyncio.run(scenario())


def test_the_backup_is_there_before_anything_goes() -> None:
    async def scenario() -> None:
        desk = _Desk()
        await desk.fill()
        there: list[int] = []
        back_up = desk.store.back_up

        def watched(reason: str, progress: Callable[[float], bool]) -> object:
            there.append(len(asyncio.run(desk.lore.get_book("book")).entries))
            return back_up(reason, progress)

        desk.store.back_up = watched  # pyright: ignore[reportAttributeAccessIssue] - watched here alone
        await _entries(desk, MANY)
        assert there == [MANY]
        assert (await desk.lore.get_book("book")).entries == ()

    asyncio.run(scenario())


def test_who_tidies_up_has_one_backup_and_later_another() -> None:
    async def scenario() -> None:
        desk = _Desk(clock=FakeClock(FIRST_BACKUP))
        await desk.fill()
        await _entries(desk, MANY)
        desk.clock.advance(60_000)
        await _memories(desk, MANY)
        assert len(desk.store.kept) == 1
        desk.clock.advance(11 * 60_000)
        await desk.memory.put_back(desk.memories)
        await desk.memory.change(desk.memories, ())
        assert len(desk.store.kept) == 2
        desk.clock.advance(-3_600_000 * 24)  # the clock was put back: what is of tomorrow is not fresh
        await desk.memory.put_back(desk.memories)
        await desk.memory.change(desk.memories, ())
        assert len(desk.store.kept) == 3

    asyncio.run(scenario())


def test_a_backup_before_an_import_has_nothing_of_what_came_in() -> None:
    async def scenario() -> None:
        desk = _Desk(clock=FakeClock(FIRST_BACKUP))
        await desk.fill()
        desk.store.back_up(BEFORE_IMPORT, lambda _share: True)
        desk.clock.advance(60_000)
        await _entries(desk, MANY)
        assert [backup.reason for backup in desk.store.backups()] == [BEFORE_DELETING, BEFORE_IMPORT]

    asyncio.run(scenario())


def test_a_full_disk_is_told_and_holds_nobody_up() -> None:
    async def scenario() -> None:
        desk = _Desk(FakeBackupStore(full=True))
        await desk.fill()
        await _entries(desk, MANY)
        assert [type(notice) for notice in desk.notices] == [NoBackupError]
        assert (await desk.lore.get_book("book")).entries == ()

    asyncio.run(scenario())
