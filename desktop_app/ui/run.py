"""The one entry to the window: application, event loop, window, and a clean end. Called by ``app.open_window``.

::

    services = ...                                  # nothing of Qt is needed before
    return run_window(
        build,                                      # async () -> UiServices: opens the database, makes the services
        shutdown,                                   # async () -> None: cancel turns, join tasks, flush, close
        crashes=hooks,                              # diagnostics.CrashHooks
        instance=instance_name(data_folder),        # of ui.single_instance; the caller holds the folder's lock
    )

``build`` runs on the window's event loop; what blocks in it belongs into a thread. A known error of ``build`` is shown in
a dialog and gives exit code 1; where it says that the database is damaged, and there is a ``rescue``, that is offered, and
``build`` runs again. ``after_paint`` (async, gets the window) is for what is too slow for the start: importing
httpx and numpy, waking the model, the self-test.

The end: the window's close button, *Quit*, SIGTERM or Ctrl+C ask for it once, however often they are pressed. The draft
and the geometry are stored, then ``shutdown`` runs while the window is still there; then the window goes and the loop ends.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtWidgets import QApplication

from desktop_app import assets
from desktop_app.domain.errors import AppError, DatabaseDamagedError
from desktop_app.domain.settings import AppearanceSettings
from desktop_app.services.events import SettingsChanged
from desktop_app.services.tasks import TaskRegistry
from desktop_app.ui import highlight
from desktop_app.ui.application import Languages, make_application
from desktop_app.ui.async_bridge import Launcher, on_terminate, run, show_dialog
from desktop_app.ui.dialogs.error_dialog import ErrorDialog
from desktop_app.ui.garbage import GarbageSearch
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.services import UiServices
from desktop_app.ui.single_instance import InstanceServer
from desktop_app.ui.theme import AppTheme

if TYPE_CHECKING:
    from desktop_app.services.rescue_service import RescueService

Build = Callable[[], Awaitable[UiServices]]
Shutdown = Callable[[], Awaitable[None]]
AfterPaint = Callable[[MainWindow], Coroutine[Any, Any, None]]

FAILED = 1

# So long a thread that computes may keep the window's waiting for the interpreter (Python's own is five times as much, and
# each call into Qt gives it away and waits again).
SWITCH_SECONDS = 0.001

_log = logging.getLogger(__name__)


class CrashReports(Protocol):
    """What the window needs of ``diagnostics.CrashHooks``: bugs go there, and come back to be shown with their details."""

    show: Callable[[BaseException, str], None] | None

    def loop_handler(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any], /) -> None:
        """For ``loop.set_exception_handler``."""
        ...

    def report(self, error: BaseException) -> None:
        """Writes a bug down and shows it."""
        ...


def run_window(
    build: Build,
    shutdown: Shutdown,
    *,
    crashes: CrashReports,
    instance: str,
    arguments: Sequence[str] = (),
    after_paint: AfterPaint | None = None,
    rescue: Callable[[], RescueService] | None = None,
) -> int:
    """Opens the window and returns the program's exit code when it has ended."""
    application = make_application(arguments, assets.path("icons/talespan.svg"))
    program = _Program(application, build, shutdown, crashes, after_paint, rescue)
    return run(application, lambda: program.main(instance), crashes.loop_handler)


def show_refusal(error: AppError) -> None:
    """Tells somebody who waits for a window why there is none; returns when the dialog is closed.

    For what goes wrong before there is anything to run: folders, lock.
    """
    application = make_application((), assets.path("icons/talespan.svg"))
    theme, languages = AppTheme(application, assets.path("themes")), Languages(application, assets.path("translations"))

    async def main() -> int:
        await _show_reason(theme, languages, error)
        return FAILED

    run(application, main, lambda _loop, context: _log.error("Event loop: %s", context.get("message", "")))


class _Program:
    """The life of the window, from the first paint to the last write."""

    def __init__(
        self,
        application: QApplication,
        build: Build,
        shutdown: Shutdown,
        crashes: CrashReports,
        after_paint: AfterPaint | None,
        rescue: Callable[[], RescueService] | None,
    ) -> None:
        self._build = build
        self._shutdown = shutdown
        self._crashes = crashes
        self._after_paint = after_paint
        self._rescue = rescue
        self._theme = AppTheme(application, assets.path("themes"))
        self._icons = Icons(assets.path("icons"), self._theme)
        self._languages = Languages(application, assets.path("translations"))
        self._garbage = GarbageSearch(application)
        sys.setswitchinterval(SWITCH_SECONDS)
        self._ended = asyncio.Event()
        self._window: MainWindow | None = None
        self._bug_shown = False

    async def main(self, instance: str) -> int:
        """Builds, shows, waits for the end, shuts down."""
        try:
            services = await self._built()
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for a window and must be told
            return await self._tell_why_not(error)
        if services is None:
            return FAILED
        try:
            await self._live(services, instance)
        finally:
            await self._shutdown()
            if self._window is not None:
                self._window.leave()
        return 0

    async def _built(self) -> UiServices | None:
        """None where the database is damaged and the person leaves it so."""
        while True:
            try:
                return await self._build()
            except DatabaseDamagedError as error:
                if self._rescue is None:
                    raise
                _log.warning("%s", error)
                if not await self._offer_rescue(error, self._rescue()):
                    return None

    async def _offer_rescue(self, error: DatabaseDamagedError, rescue: RescueService) -> bool:
        """Whether to try it again: something else lies ready now, or the person wants it as it is."""
        from desktop_app.ui.rescue.dialog import RescueDialog

        _speak_of_trouble(self._theme, self._languages)
        tasks = TaskRegistry(self._crashes.report)
        try:
            return bool(await show_dialog(RescueDialog(error, rescue, Launcher(tasks, self._crashes.report))))
        finally:
            await tasks.close()

    async def _live(self, services: UiServices, instance: str) -> None:
        appearance = services.settings.settings.appearance
        self._theme.choose(appearance)
        self._languages.choose(appearance.language)
        loop = asyncio.get_running_loop()

        def show_bug(error: BaseException, details: str) -> None:
            loop.call_soon_threadsafe(self._show_bug, services, error, details)  # bugs come from every thread

        self._crashes.show = show_bug
        services.bus.subscribe(SettingsChanged, lambda event: self._show_appearance(event.settings.appearance))
        window = self._open_window(services)
        server = InstanceServer(instance)
        server.raise_requested.connect(lambda: self._window and self._window.come_forward())
        on_terminate(self._ended.set)
        services.tasks.launch(
            "prepare highlighting", self._later(window, lambda _: asyncio.to_thread(highlight.prepare))
        )

        async def look_for_garbage(_window: MainWindow) -> None:
            self._garbage.start(services.tasks.is_quiet)

        services.tasks.launch("look for garbage", self._later(window, look_for_garbage))
        if self._after_paint is not None:
            services.tasks.launch("after paint", self._later(window, self._after_paint))
        await self._ended.wait()
        self._crashes.show = None
        server.close()
        await self._put_away()

    def _open_window(self, services: UiServices) -> MainWindow:
        window = MainWindow(services, self._theme, self._icons, self._crashes.report, read_licences)
        window.close_requested.connect(self._ended.set)
        window.language_chosen.connect(partial(self._on_language, services))
        self._window = window
        window.show()
        services.tasks.launch("start window", window.start())
        return window

    def _on_language(self, services: UiServices, code: str) -> None:
        services.tasks.launch("change language", self._speak(services, code))

    async def _speak(self, services: UiServices, code: str) -> None:
        """Another language is another window: no widget has to know how to change its words."""
        old = self._window
        await self._put_away()
        self._languages.choose(code)
        self._open_window(services)
        if old is not None:
            old.leave()

    async def _put_away(self) -> None:
        try:
            if self._window is not None:
                await self._window.put_away()
        except AppError:
            _log.exception("The draft or the window's place could not be stored")

    @staticmethod
    async def _later(window: MainWindow, work: AfterPaint) -> None:
        await window.painted.wait()
        await work(window)

    def _show_appearance(self, appearance: AppearanceSettings) -> None:
        if appearance != self._theme.appearance:
            self._theme.choose(appearance)

    def _show_bug(self, services: UiServices, error: BaseException, details: str) -> None:
        """One at a time: what fails again and again must not bury the window under dialogs."""
        if not self._bug_shown:
            self._bug_shown = True
            services.tasks.launch("error dialog", self._bug_dialog(error, details))

    async def _bug_dialog(self, error: BaseException, details: str) -> None:
        try:
            await show_dialog(ErrorDialog(error, details, self._window))
        finally:
            self._bug_shown = False

    async def _tell_why_not(self, error: Exception) -> int:
        self._crashes.report(error)
        await _show_reason(self._theme, self._languages, error)
        return FAILED


def read_licences() -> dict[str, str]:
    """The licence texts that come with the program, by the name of the part."""
    folder = assets.path("licences")
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.iterdir())}


async def _show_reason(theme: AppTheme, languages: Languages, error: Exception) -> None:
    _speak_of_trouble(theme, languages)
    await show_dialog(ErrorDialog(error, repr(error)))


def _speak_of_trouble(theme: AppTheme, languages: Languages) -> None:
    """Before the settings are known: the system's look and language."""
    theme.choose(AppearanceSettings())
    languages.choose("")
