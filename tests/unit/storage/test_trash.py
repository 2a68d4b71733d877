"""A chat that goes for good leaves nothing behind, takes nothing else along, and goes by slices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection

from desktop_app.domain.backup import BEFORE_DELETING
from desktop_app.domain.chat import Chat, Draft
from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.generation import StoredPlan
from desktop_app.domain.lore import Lorebook, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan, SummarySentence
from desktop_app.domain.message import MessageState
from desktop_app.domain.summary import Covered, Proposal, SummarySegment
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.trash_service import TrashService
from desktop_app.storage import trash
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from tests.contract.worlds import a_turn, an_answer, text_message
from tests.fakes.clock import FakeClock


async def _chat(storage: Storage, name: str) -> None:
    """A chat with all that a chat can have, its ids beginning with ``name``; a plan shares a text with every other chat."""
    await storage.chats.add_chat(Chat(name))
    parent: str | None = None
    for number in range(5):
        id_ = f"{name}-{number}"
        await storage.chats.append(text_message(id_, parent, f"The {name} lamp {number}.", chat_id=name))
        parent = id_
    await storage.chats.append(text_message(f"{name}-fork", f"{name}-1", "A fork.", chat_id=name))
    plan = StoredPlan(b"x", {"shared": "Shared by all.", name: f"Of {name} alone."})
    answer = replace(an_answer(f"{name}-fork", f"{name}-answer"), chat_id=name)
    turn = replace(a_turn(f"{name}-turn", answer.id, plan), chat_id=name)
    await storage.turns.open_turn(turn, answer)
    await storage.chats.save_draft(Draft(name, f"{name}-draft", "So"))
    said = SummarySentence(f"{name}-s", "Said.", (SourceSpan(f"{name}-0", 1, 0, 1),))
    await storage.summaries.add_segments([SummarySegment(f"{name}-g", name, (Covered(f"{name}-0", 1),), (said,))])
    vectors = [PassageVector(source, 1, 0, 9, b"xx") for source in (f"{name}-0", f"{name}-g")]
    await storage.vectors.save_vectors("small", name, vectors)
    await storage.proposals.save_proposals(
        [Proposal(f"{name}-p", name, f"{name}-0", "fact", "lamp", MemoryEntry(f"{name}-e", "Lamp."))]
    )
    await storage.proposals.mark_read(name, [Covered(f"{name}-0", 1)])


def _rows(connection: Connection) -> dict[str, int]:
    """How many rows each table has; nothing points to nothing."""
    assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0").scalars()
    counts = {name: connection.exec_driver_sql(f'SELECT count(*) FROM "{name}"').scalar_one() for name in names.all()}
    of_index = ("message_words_data", "message_words_idx", "message_words_config")
    return {name: count for name, count in counts.items() if name not in {*of_index, "embedders"}}


def _run(paths: Paths, scenario: Callable[[Storage], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        storage = await open_storage(paths, FakeClock())
        try:
            await scenario(storage)
        finally:
            await storage.close()

    asyncio.run(whole())


def test_nothing_is_left_of_it_and_nothing_else_goes(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trash, "SLICE", 2)

    async def scenario(storage: Storage) -> None:
        await _chat(storage, "kept")
        await storage.lore.save_book(Lorebook("book", "Book"))
        before = await storage.database.read(_rows)
        await _chat(storage, "gone")
        await storage.lore.set_links("book", [Scope(ScopeKind.CHAT, "gone")])
        assert (await storage.database.read(_rows)) != before
        assert await storage.trash.remove_some("gone") == -1, "it is not in the trash"
        await storage.chats.update_chat(Chat("gone", deleted_at=1))
        lefts = [await storage.trash.remove_some("gone") for _ in range(4)]
        assert lefts == [5, 3, 1, 0]
        await storage.trash.tidy()
        assert await storage.database.read(_rows) == before
        assert len(await storage.chats.branch("kept")) == 4
        turn = await storage.turns.turn_of("kept-answer")
        assert turn is not None
        assert turn.plan is not None
        assert set(turn.plan.texts) == {"shared", "kept"}
        assert await storage.trash.remove_some("gone") == -1

    _run(paths, scenario)


def test_a_chat_that_is_half_gone_is_still_in_the_trash_and_goes_the_next_time(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trash, "SLICE", 2)

    async def first(storage: Storage) -> None:
        await _chat(storage, "gone")
        await storage.chats.update_chat(Chat("gone", deleted_at=1))
        await storage.trash.remove_some("gone")

    _run(paths, first)

    async def then(storage: Storage) -> None:
        clock = FakeClock()
        backups = BackupService(FileBackupStore(paths, clock), EventBus(), clock, automatic=True)
        await storage.chats.add_chat(Chat("here"))
        service = TrashService(storage.trash, storage.chats, backups, EventBus(), TaskRegistry(lambda _error: None))
        assert await service.count() == 1
        shares: list[float] = []
        assert await service.empty(shares.append) == 1
        assert shares == [0.5]
        assert await service.count() == 0
        assert [one.reason for one in await backups.backups()] == [BEFORE_DELETING]
        contents = await backups.contents((await backups.backups())[0].path)
        assert contents.messages == 5, "the backup has what was there"
        assert await service.empty() == 0
        assert len(await backups.backups()) == 1, "without anything to delete there is no backup"

    _run(paths, then)


def test_a_damaged_plan_keeps_all_texts(paths: Paths) -> None:
    async def scenario(storage: Storage) -> None:
        await _chat(storage, "kept")
        await storage.database.write(
            lambda connection: connection.exec_driver_sql("UPDATE turns SET plan_text_ids = x'00'") and None
        )
        await storage.trash.tidy()
        assert (await storage.database.read(_rows))["plan_texts"] == 2
        assert MessageState.COMPLETE is (await storage.chats.get_message("kept-0")).state

    _run(paths, scenario)
