"""Runs a scenario on a program of fakes; shared by the tests of services."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

from tests.fakes.program import Program

P = ParamSpec("P")


def run(scenario: Callable[[Program], Awaitable[None]], program: Program) -> None:
    """Runs a scenario, closes the program, and checks that nothing was left over or broke unseen."""

    async def whole() -> None:
        await asyncio.wait_for(scenario(program), 60)
        await program.chats.stop_all()
        await program.tasks.close()

    asyncio.run(whole())
    assert program.bugs == []
    assert program.provider.open_streams == 0


async def until(condition: Callable[[], bool]) -> None:
    """Waits in short steps; the scenario's own time limit guards it."""
    while not condition():
        await asyncio.sleep(0.001)


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """An ``async def`` test on a loop of its own."""

    @wraps(test)
    def run_it(*arguments: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*arguments, **named))

    return run_it
