"""Tasks have owners and ends; events reach everybody."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.services.events import BranchChanged, ChatRemoved, EventBus
from desktop_app.services.tasks import TaskRegistry


def test_an_error_reaches_its_own_handler_or_the_registrys() -> None:
    general: list[BaseException] = []
    own: list[BaseException] = []

    async def fail(error: Exception) -> None:
        raise error

    async def scenario() -> None:
        tasks = TaskRegistry(general.append)
        a = tasks.launch("a", fail(KeyError("general")))
        b = tasks.launch("b", fail(ValueError("own")), on_error=own.append)
        await asyncio.wait({a, b})
        await asyncio.sleep(0)

    asyncio.run(scenario())
    assert [type(error) for error in general] == [KeyError]
    assert [type(error) for error in own] == [ValueError]


def test_close_ends_everything_also_what_is_launched_meanwhile() -> None:
    ended: list[str] = []

    async def scenario() -> None:
        tasks = TaskRegistry(lambda error: ended.append(repr(error)))

        async def wait(name: str) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(name)
                if name == "first":
                    tasks.launch("late", wait("late"))

        tasks.launch("first", wait("first"))
        await asyncio.sleep(0)
        await tasks.close()
        assert not tasks.running("first")
        assert not tasks.running("late")

    asyncio.run(scenario())
    assert "first" in ended


def test_cancel_means_all_of_a_name() -> None:
    async def scenario() -> list[bool]:
        tasks = TaskRegistry(lambda _error: None)
        waiting = [tasks.launch("preview", asyncio.Event().wait()) for _ in range(2)]
        await asyncio.sleep(0)
        found = [tasks.cancel("preview"), tasks.cancel("nobody")]
        await asyncio.wait(waiting)
        assert all(task.cancelled() for task in waiting)
        return found

    assert asyncio.run(scenario()) == [True, False]


def test_a_handler_that_fails_harms_no_other_and_can_be_taken_off() -> None:
    bus, told = EventBus(), list[str]()

    def fail(_event: BranchChanged) -> None:
        raise ZeroDivisionError

    bus.subscribe(BranchChanged, fail)
    unsubscribe = bus.subscribe(BranchChanged, lambda event: told.append(event.chat_id))
    bus.publish(BranchChanged("a"))
    bus.publish(ChatRemoved("not asked for"))
    unsubscribe()
    unsubscribe()
    bus.publish(BranchChanged("b"))
    assert told == ["a"]


def test_the_background_steps_aside_while_the_person_is_busy_but_not_for_ever() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        registry.person_is_busy()

    registry = TaskRegistry(lambda _error: None, now=lambda: sum(slept), sleep=sleep)
    asyncio.run(registry.step_aside())
    assert slept == []
    registry.person_is_busy()
    asyncio.run(registry.step_aside())
    assert sum(slept) == pytest.approx(4.0)
    assert len(slept) > 3


def test_the_background_steps_aside_while_the_person_waits() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    registry = TaskRegistry(lambda _error: None, now=lambda: sum(slept), sleep=sleep)
    with registry.awaited():
        slept.append(60.0)
        assert not registry.is_quiet()
        asyncio.run(registry.step_aside())
    assert sum(slept) == pytest.approx(64.0)
    assert not registry.is_quiet()
    slept.append(60.0)
    assert registry.is_quiet()
