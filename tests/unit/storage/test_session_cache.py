"""Opening a chat again finds it in memory, and never finds anything but what the database holds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.message import Message, MessageFlags, MessageState, TextPart
from desktop_app.storage.chat_tails import DEFAULT_LIMIT, ChatTails
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.session_cache import CachedChatRepository, CachedTurnRepository, SessionCache
from tests.contract.worlds import a_turn, an_answer, text_message
from tests.fakes.clock import FakeClock
from tests.fakes.repositories import FakeChatRepository, FakeState, FakeTurnRepository

TAIL = 60
GUARD_SECONDS = 60.0


class SlowChats(FakeChatRepository):
    """Reads and writes when it is let; a write that nobody waits for any more is carried out all the same, in its turn."""

    def __init__(self, state: FakeState) -> None:
        super().__init__(state)
        self.before_answer: Callable[[], Awaitable[object]] | None = None
        self.cancel_next = False
        self.late: list[Callable[[], Coroutine[Any, Any, object]]] = []

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        found = await super().tail(chat_id, limit)
        if self.before_answer is not None:
            wait, self.before_answer = self.before_answer, None
            await wait()
        return found

    async def set_flags(self, message_ids: Sequence[str], flags: MessageFlags) -> None:
        if self.cancel_next:
            self.cancel_next = False
            self.late.append(lambda: FakeChatRepository.set_flags(self, message_ids, flags))
            raise asyncio.CancelledError
        while self.late:
            await self.late.pop(0)()
        await super().set_flags(message_ids, flags)


class RaisingTails(ChatTails):
    """Fails from the first call on that it is not told to bear."""

    def __init__(self, bear: int = 0) -> None:
        super().__init__()
        self._bear = bear

    def find(self, chat_id: str, limit: int) -> list[Message] | None:
        self._count()
        return super().find(chat_id, limit)

    def keep(self, chat_id: str, limit: int, messages: Sequence[Message]) -> None:
        self._count()
        super().keep(chat_id, limit, messages)

    def append(self, message: Message) -> None:
        self._count()
        super().append(message)

    def _count(self) -> None:
        self._bear -= 1
        if self._bear < 0:
            raise RuntimeError("The cache is out of order.")


@dataclass(frozen=True)
class Desk:
    """Cached repositories over fakes, and what is behind them."""

    cache: SessionCache
    chats: CachedChatRepository
    turns: CachedTurnRepository
    behind: SlowChats

    async def assert_true(self, chat_id: str = "chat") -> None:
        """What is shown is what is stored."""
        assert await self.chats.tail(chat_id, TAIL) == await FakeChatRepository.tail(self.behind, chat_id, TAIL)


async def _desk(tails: ChatTails | None = None) -> Desk:
    state = FakeState()
    behind, cache = SlowChats(state), SessionCache(tails)
    chats = CachedChatRepository(behind, cache)
    await chats.add_chat(Chat("chat"))
    await chats.append(text_message("m1"))
    await chats.append(text_message("m2", "m1"))
    return Desk(cache, chats, CachedTurnRepository(FakeTurnRepository(state), cache), behind)


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def guarded() -> None:
        async with asyncio.timeout(GUARD_SECONDS):
            await scenario()

    asyncio.run(guarded())


def test_a_chat_opened_often_stays_while_two_hundred_others_pass(paths: Paths) -> None:
    async def scenario() -> None:
        storage = await open_storage(paths, FakeClock())
        cache = SessionCache()
        chats = CachedChatRepository(storage.chats, cache)
        for number in range(201):
            await storage.chats.add_chat(Chat(f"chat{number}"))
            for place in range(3):
                parent = f"m{number}-{place - 1}" if place else None
                message = text_message(f"m{number}-{place}", parent, "Привет. " * 5000, chat_id=f"chat{number}")
                await storage.chats.append(message)
        for _ in range(10):
            await chats.tail("chat0", TAIL)
        for number in range(1, 201):
            await chats.tail(f"chat{number}", TAIL)
            assert cache.figures.bytes <= DEFAULT_LIMIT
        before = cache.figures
        opened = await chats.tail("chat0", TAIL)
        assert opened == await storage.chats.tail("chat0", TAIL)
        await storage.close()

        assert (before.hits, before.misses) == (9, 201)
        assert before.limit == 10_000_000
        assert before.evictions > 50
        assert (cache.figures.hits, cache.figures.misses) == (10, 201)

    run(scenario)


def test_after_a_send_the_next_opening_is_a_hit_with_the_new_messages() -> None:
    async def scenario() -> None:
        desk = await _desk()
        await desk.chats.tail("chat", TAIL)
        hits = desk.cache.figures.hits
        await desk.chats.append(text_message("m3", "m2", "And now?"), drop_draft=True)
        answer = an_answer("m3")
        await desk.turns.open_turn(a_turn(), answer)
        assert [message.id for message in await desk.chats.tail("chat", TAIL)] == ["m1", "m2", "m3", "answer"]
        await desk.turns.save_partial(replace(answer, parts=(TextPart("Once"),)))
        assert (await desk.chats.tail("chat", TAIL))[-1].text == "Once"
        final = replace(answer, parts=(TextPart("Once upon a time."),), state=MessageState.COMPLETE)
        await desk.turns.finish_turn(a_turn(), final)
        assert (await desk.chats.tail("chat", TAIL))[-1] == final
        await desk.assert_true()
        assert desk.cache.figures.hits == hits + 4
        assert desk.cache.figures.misses == 0

    run(scenario)


@pytest.mark.parametrize("bear", range(4))
def test_a_cache_that_raises_keeps_no_chat_from_opening(bear: int, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        desk = await _desk(RaisingTails(bear))
        for number in range(3, 6):
            await desk.assert_true()
            await desk.chats.append(text_message(f"m{number}", f"m{number - 1}"))
            await desk.assert_true()
        assert desk.cache.figures.broken

    with caplog.at_level(logging.ERROR):
        run(scenario)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "session cache failed" in caplog.text


def test_a_change_during_a_reading_is_not_covered_by_it() -> None:
    async def scenario() -> None:
        desk = await _desk(ChatTails())
        desk.cache._tails.clear()
        desk.behind.before_answer = lambda: desk.chats.set_flags(["m1"], MessageFlags(hidden=True))
        stale = await desk.chats.tail("chat", TAIL)
        assert not stale[0].flags.hidden  # it was read before the change
        await desk.assert_true()
        assert (await desk.chats.tail("chat", TAIL))[0].flags.hidden

    run(scenario)


def test_a_change_that_nobody_waits_for_is_not_missed() -> None:
    async def scenario() -> None:
        desk = await _desk()
        await desk.chats.tail("chat", TAIL)
        desk.behind.cancel_next = True
        with pytest.raises(asyncio.CancelledError):
            await desk.chats.set_flags(["m1"], MessageFlags(hidden=True))
        assert not (await desk.chats.tail("chat", TAIL))[0].flags.hidden  # not carried out yet, and not to be held
        for late in desk.behind.late:
            await late()
        desk.behind.late.clear()
        await desk.assert_true()
        misses = desk.cache.figures.misses
        await desk.chats.set_flags(["m2"], MessageFlags(hidden=True))
        await desk.assert_true()
        await desk.assert_true()
        assert desk.cache.figures.misses == misses + 1  # the first change after it makes the chat sure again

    run(scenario)


def test_a_failed_change_leaves_what_is_stored() -> None:
    async def scenario() -> None:
        desk = await _desk()
        await desk.chats.tail("chat", TAIL)
        desk.behind._state.fail_next = StorageError(detail="no")
        with pytest.raises(StorageError):
            await desk.chats.append(text_message("m3", "m2"))
        await desk.assert_true()
        with pytest.raises(NotFoundError):
            await desk.chats.tail("nobody", TAIL)

    run(scenario)


def test_what_is_given_can_be_changed_without_harm() -> None:
    async def scenario() -> None:
        desk = await _desk()
        for _ in range(2):
            (await desk.chats.tail("chat", TAIL)).clear()
        await desk.assert_true()

    run(scenario)
