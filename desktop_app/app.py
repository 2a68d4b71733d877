"""The composition root: starts the program and takes it down in the order that loses nothing.

Folders, log and lock are made here, all that is below the window by ``assembly``. ``opened`` serves the commands,
``open_window`` the window. Qt is imported in ``open_window`` alone.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.adapters import SystemClock
from desktop_app.assembly import App, make_rescue, open_app
from desktop_app.diagnostics.crash_hooks import CrashHooks
from desktop_app.diagnostics.logs import start_logging, stop_logging
from desktop_app.domain.errors import AppError, DatabaseDamagedError, DatabaseInUseError
from desktop_app.services.search_service import TASK as INDEX_TASK
from desktop_app.storage.cache_figures import save_figures
from desktop_app.storage.damage import damage_noted
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.paths import Paths
from desktop_app.storage.restore import staged_file

if TYPE_CHECKING:
    from desktop_app.ui.run import AfterPaint
    from desktop_app.ui.services import UiServices


@asynccontextmanager
async def opened(arguments: argparse.Namespace, *, writes: bool) -> AsyncGenerator[App, None]:
    """The program for one command.

    One that ``writes`` needs the data folder for itself and raises ``DatabaseInUseError`` while another has it; one that
    only reads runs beside the window.
    """
    with started(arguments) as start:
        writable = start.try_lock(needed=writes)
        app = await open_app(start.paths, on_error=start.hooks.report, writable=writable)
        try:
            yield app
        finally:
            await app.close()


def open_window(arguments: argparse.Namespace, *, after_paint: AfterPaint | None = None) -> int:
    """Opens the window and returns its exit code when it is closed; a second start raises the first one's window.

    Known errors before there is a window are shown to the person (not where ``after_paint`` drives it), then raised.
    """
    from desktop_app.ui.run import show_refusal

    try:
        with started(arguments) as start:
            return _open_window(start, after_paint)
    except AppError as error:
        if after_paint is None:
            show_refusal(error)
        raise


@dataclass(frozen=True, slots=True)
class Start:
    """What every start has first: folders, their lock, and the crash hooks (installed by the window alone)."""

    paths: Paths
    lock: DataFolderLock
    hooks: CrashHooks

    def try_lock(self, *, needed: bool) -> bool:
        """Takes the lock. Where another program has it: raises ``DatabaseInUseError`` if it is ``needed``, else False."""
        try:
            self.lock.acquire()
        except DatabaseInUseError:
            if needed:
                raise
            return False
        return True


@contextmanager
def started(arguments: argparse.Namespace) -> Generator[Start, None, None]:
    """Makes the folders and begins the log; ends both, and gives the lock back."""
    paths = Paths.find(arguments.data_dir)
    paths.create()
    log = start_logging(paths.log, level=logging.DEBUG if arguments.debug else logging.INFO)
    start = Start(paths, DataFolderLock(paths), CrashHooks(paths.log))
    try:
        yield start
    finally:
        start.hooks.remove()
        start.lock.release()
        stop_logging(log)


def _open_window(start: Start, after_paint: AfterPaint | None) -> int:
    from desktop_app.ui.run import run_window
    from desktop_app.ui.services import UiServices
    from desktop_app.ui.single_instance import instance_name, raise_first_window

    instance = instance_name(start.paths.data)
    try:
        start.try_lock(needed=True)
    except DatabaseInUseError:
        if raise_first_window(instance):
            return 0
        raise
    start.hooks.install()
    program: list[App] = []

    async def build() -> UiServices:
        if damage_noted(start.paths) and not staged_file(start.paths).exists():
            raise DatabaseDamagedError(
                detail="some of it could not be read the last time.", backups=start.paths.backups
            )
        app = await open_app(start.paths, on_error=start.hooks.report, writable=True)
        program.append(app)
        _keep_up(app)
        return _services_for_window(app, UiServices)

    async def shut_down() -> None:
        for app in program:
            await app.close()
            if app.storage.cache is not None:
                save_figures(app.paths, app.storage.cache.figures, SystemClock().now())

    return run_window(
        build,
        shut_down,
        crashes=start.hooks,
        instance=instance,
        after_paint=after_paint,
        rescue=lambda: make_rescue(start.paths, SystemClock()),
    )


def _keep_up(app: App) -> None:
    """What goes on in the background for as long as the window is open."""
    app.tasks.launch("daily backup", app.backups.keep_daily())
    app.tasks.launch(INDEX_TASK, app.search.keep_indexed())
    app.tasks.launch("check texts", app.texts.look(app.settings.settings.window.open_chat_id))
    app.tasks.launch("begin to read for recall", app.recall.keep_read())


def _services_for_window(app: App, made: type[UiServices]) -> UiServices:
    """``made`` is handed in because ``open_window`` alone imports the window."""
    return made(
        chat=app.chats,
        context=app.context,
        settings=app.settings,
        scripts=app.scripts,
        replacing=app.replacing,
        presets=app.presets,
        first_run=app.first_run,
        models=app.models,
        backups=app.backups,
        library=app.library,
        gallery=app.gallery,
        groups=app.groups,
        lore=app.lore,
        memory=app.memory,
        proposals=app.proposals,
        memory_review=app.memory_review,
        marks=app.marks,
        pictures=app.pictures,
        strategies=app.strategies,
        imports=app.imports,
        exports=app.exports,
        search=app.search,
        chat_memory=app.chat_memory,
        embedders=app.embedders,
        summaries=app.summaries,
        recall=app.recall,
        texts=app.texts,
        trash=app.trash,
        data_folder=app.paths.data,
        bus=app.bus,
        tasks=app.tasks,
    )
