"""A process in which something goes wrong on one of the roads to the log. Usage: crash_roads.py ROAD FOLDER.

Prints what would have been shown to the person. No Qt here: its own road is tested with the window.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from desktop_app.diagnostics.crash_hooks import CrashHooks
from desktop_app.diagnostics.logs import start_logging, stop_logging
from desktop_app.domain.errors import StorageError
from desktop_app.services.events import EventBus, TurnStarted
from desktop_app.services.tasks import TaskRegistry

BUG = "the bug with sk-test-CANARY-123"


class Dying:
    """Fails when nobody can hear it."""

    def __del__(self) -> None:
        raise ValueError(BUG)


def fail() -> None:
    """Raises the bug."""
    raise ValueError(BUG)


async def fail_later() -> None:
    """The same as a coroutine."""
    fail()


def shown(error: BaseException, details: str) -> None:
    """What the window would do."""
    sys.stdout.write(f"shown {type(error).__name__} {len(details)}\n")


def main(road: str, folder: Path) -> None:
    """Goes down one road, with hooks and log as in the real program."""
    handler = start_logging(folder)
    hooks = CrashHooks(folder)
    hooks.install()
    hooks.show = shown
    try:
        _ROADS[road](hooks)
    finally:
        if road != "main":
            hooks.remove()
            stop_logging(handler)


def _in_thread(_hooks: CrashHooks) -> None:
    thread = threading.Thread(target=fail, name="worker")
    thread.start()
    thread.join()


def _in_del(_hooks: CrashHooks) -> None:
    Dying()


def _in_callback(hooks: CrashHooks) -> None:
    async def wait() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(hooks.loop_handler)
        loop.call_soon(fail)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(wait())


def _in_task(hooks: CrashHooks) -> None:
    async def wait() -> None:
        tasks = TaskRegistry(hooks.report)
        tasks.launch("fails", fail_later())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await tasks.close()

    asyncio.run(wait())


def _in_listener(_hooks: CrashHooks) -> None:
    bus = EventBus()
    bus.subscribe(TurnStarted, lambda _event: fail())
    bus.publish(TurnStarted(None))  # pyright: ignore[reportArgumentType] - nobody looks at it


def _native(_hooks: CrashHooks) -> None:
    os.abort()


def _known(hooks: CrashHooks) -> None:
    hooks.report(StorageError(detail="nobody showed this."))


def _given_back(hooks: CrashHooks) -> None:
    hooks.remove()
    found = (sys.excepthook, threading.excepthook, sys.unraisablehook, faulthandler.is_enabled())
    sys.stdout.write(str(found == (sys.__excepthook__, threading.__excepthook__, sys.__unraisablehook__, False)))


def _show_fails(hooks: CrashHooks) -> None:
    def show(_error: BaseException, _details: str) -> None:
        hooks.report(RuntimeError("while showing"))
        raise RuntimeError("cannot show")

    hooks.show = show
    hooks.report(ValueError(BUG))


_ROADS: dict[str, Callable[[CrashHooks], None]] = {
    "main": lambda _hooks: fail(),
    "thread": _in_thread,
    "del": _in_del,
    "callback": _in_callback,
    "task": _in_task,
    "listener": _in_listener,
    "native": _native,
    "known": _known,
    "given-back": _given_back,
    "show-fails": _show_fails,
}


if __name__ == "__main__":
    faulthandler.disable()
    main(sys.argv[1], Path(sys.argv[2]))
