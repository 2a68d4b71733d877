"""asyncio on Qt's event loop, and dialogs that do not block it. Used by ``run`` and by everything that opens a dialog.

Tasks are never made here: they belong to ``services.tasks.TaskRegistry``. A dialog is *opened* and awaited; ``exec`` inside
a coroutine freezes the other tasks for good under qasync (lab-ui-packaging.md, section 2).

On Windows qasync runs Qt over a proactor loop: ``add_signal_handler`` does not exist there (Ctrl+C in a console then ends
the program the hard way, the database is made for that), and sockets are only those of the proactor, which httpx uses.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import qasync
from PySide6.QtWidgets import QApplication, QDialog

from desktop_app.services.tasks import TaskRegistry

T = TypeVar("T")

ErrorHandler = Callable[[BaseException], None]
LoopHandler = Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]


class Launcher:
    """How the window starts work: a task of the registry whose errors the window shows.

    Called as ``launch(name, coroutine)``; a task's own ``on_error`` takes the window's place.
    """

    def __init__(self, tasks: TaskRegistry, on_error: ErrorHandler) -> None:
        self._tasks = tasks
        self._on_error = on_error

    def __call__(
        self, name: str, work: Coroutine[Any, Any, T], *, on_error: ErrorHandler | None = None
    ) -> asyncio.Task[T]:
        """Starts ``work`` beside the caller."""
        return self._tasks.launch(name, work, on_error=on_error or self._on_error)

    def cancel(self, name: str) -> bool:
        """Asks the tasks of this name to end. False where there is none."""
        return self._tasks.cancel(name)


def run(application: QApplication, main: Callable[[], Coroutine[Any, Any, int]], handler: LoopHandler) -> int:
    """Runs ``main`` on Qt's loop until it returns, and gives its exit code.

    ``handler`` hears what is raised in callbacks of the loop and in tasks that nobody awaits. The end of the last window
    does not end the loop: ``main`` decides.
    """
    application.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        loop = runner.get_loop()
        loop.set_exception_handler(handler)
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(finalizer=partial(_finish_generator, loop))
        try:
            return runner.run(main())
        finally:
            sys.set_asyncgen_hooks(*hooks)


def _finish_generator(loop: asyncio.AbstractEventLoop, generator: AsyncGenerator[Any, Any]) -> None:
    """Ends a generator that nobody closed on its own loop, as asyncio's loops do and qasync forgets to.

    Without it a generator ends where its last reference goes, which may be another thread: there it can await nothing.
    """
    if not loop.is_closed():
        loop.call_soon_threadsafe(loop.create_task, generator.aclose())


def on_terminate(handler: Callable[[], None]) -> None:
    """Calls ``handler`` when the system or the terminal asks the program to end, where the loop can hear it (not on Windows)."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, handler)
        except NotImplementedError:
            return


async def show_dialog(dialog: QDialog, *, beside: bool = False) -> int:
    """Opens a dialog without blocking anything, and returns its result when it is finished.

    ``beside``: the window under it can be used meanwhile.
    """
    finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def finish(result: int) -> None:
        if not finished.done():
            finished.set_result(result)

    dialog.finished.connect(finish)
    if beside:
        dialog.show()
    else:
        dialog.open()
    try:
        return await finished
    finally:
        dialog.finished.disconnect(finish)
        if dialog.isVisible():
            dialog.close()
