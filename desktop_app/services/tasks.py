"""The only owner of asyncio tasks: each has a name, somebody who hears of its errors, and an end before the program's.

Everything that must run beside the caller is launched here (the window's clicks, turns, background counting).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

ErrorHandler = Callable[[BaseException], None]

# Waits between two slices of work; ``TaskRegistry.step_aside`` is one.
Pause = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """The pause of work that somebody waits for."""


# After a key or a piece of an answer the background rests for so long; but each of its slices has its turn at the latest then.
_REST_SECONDS = 0.6
_LONGEST_REST = 4.0


class TaskRegistry:
    """Launches, names, cancels and joins tasks. ``on_error`` hears every error that a task's own handler does not.

    ``now`` tells seconds and ``sleep`` waits for some, for ``step_aside``.
    """

    def __init__(
        self,
        on_error: ErrorHandler,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()
        self._finishing: set[asyncio.Task[Any]] = set()
        self._rests_until = 0.0
        self._awaited = 0

    def launch(
        self, name: str, work: Coroutine[Any, Any, T], *, on_error: ErrorHandler | None = None
    ) -> asyncio.Task[T]:
        """Starts ``work`` beside the caller. Several tasks may share a name; ``cancel`` then means all of them."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._finished(done, on_error or self._on_error))
        return task

    def cancel(self, name: str) -> bool:
        """Asks the tasks of this name to end. False where there is none."""
        found = [task for task in self._tasks if task.get_name() == name]
        for task in found:
            task.cancel()
        return bool(found)

    def running(self, name: str) -> bool:
        """Whether a task of this name is under way."""
        return any(task.get_name() == name for task in self._tasks)

    def person_is_busy(self) -> None:
        """The person types, scrolls, or reads an answer that comes: what can wait should."""
        self._rests_until = self._now() + _REST_SECONDS

    @contextmanager
    def awaited(self) -> Generator[None]:
        """The person waits for what is done within, as for the beginning of an answer: what can wait should."""
        self._awaited += 1
        try:
            yield
        finally:
            self._awaited -= 1
            self.person_is_busy()

    def is_quiet(self) -> bool:
        """Whether the person has done nothing for a moment, and waits for nothing."""
        return self._rest() <= 0

    async def step_aside(self) -> None:
        """For work in the background, between two of its slices: waits for a quiet moment, some seconds at most."""
        longest = self._now() + _LONGEST_REST
        while (rest := min(self._rest(), longest - self._now())) > 0:
            await self._sleep(rest)

    def _rest(self) -> float:
        """For how many seconds the background should rest from now on."""
        return _REST_SECONDS if self._awaited else self._rests_until - self._now()

    async def finish(self, name: str, work: Coroutine[Any, Any, T]) -> T:
        """Runs ``work`` to its end, whatever happens to the caller: one who is cancelled meanwhile hears of it afterwards.

        ``close`` waits for it. For what must not be left half done, and takes no long time.
        """
        task = self.launch(name, work, on_error=_heard_by_the_caller)
        self._finishing.add(task)
        task.add_done_callback(self._finishing.discard)
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError as error:
                cancelled = error
        result = task.result()
        if cancelled is not None:
            raise cancelled
        return result

    async def close(self) -> None:
        """Cancels everything (but the caller) and waits until it has ended."""
        me = asyncio.current_task()
        while waiting := [task for task in self._tasks if task is not me]:
            for task in waiting:
                if task not in self._finishing:
                    task.cancel()
            await asyncio.wait(waiting)
            self._tasks.difference_update(waiting)

    def _finished(self, task: asyncio.Task[Any], on_error: ErrorHandler) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            on_error(error)


def _heard_by_the_caller(_error: BaseException) -> None:
    """``finish`` raises the error of its work."""
