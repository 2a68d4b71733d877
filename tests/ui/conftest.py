"""How tests of the window run: offscreen, warnings of Qt are failures, ``async def`` tests on a fresh qasync loop each.

After a test all its widgets end at once and in the main thread, and garbage is looked for at fixed places only: left alone,
Python would end old widgets within Qt's walk over all of them, or in another thread (``desktop_app/ui/garbage.py``).

No pytest-asyncio: its automatic mode runs such tests on a plain loop without saying so. An async test fails on an unhandled
exception of the loop, on tasks left over and after its time limit (marker ``qt_timeout``). Wait with ``until``, never for a
fixed time. Fake servers belong in a thread of their own.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
import qasync
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.application import Languages
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme

RESOURCES = Path(__file__).parents[2] / "resources"

DEFAULT_LIMIT_S = 60.0
"""Costs nothing where a test passes, and a machine may be busy."""

PYTEST_QT_LIMIT_MS = 5000
"""How long a ``qtbot`` waits by itself; there is no setting for it."""

IGNORED_QT_WARNINGS = (
    "OpenType support missing for",  # the machine lacks a font for a script (lab-ui-packaging page, section 1)
    "This plugin does not support propagateSizeHints",  # the offscreen platform, for every dialog
    "This plugin does not support raise",
    "This plugin does not support grabbing the keyboard",
)


def pytest_configure(config: pytest.Config) -> None:
    """Names the markers of this plugin."""
    config.addinivalue_line("markers", "qt_timeout(seconds): hard limit of one async test of the window")
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitExposed, QtBot.waitActive):
        defaults = wait.__kwdefaults__ or {}
        assert defaults["timeout"] == PYTEST_QT_LIMIT_MS
        wait.__kwdefaults__ = defaults | {"timeout": round(DEFAULT_LIMIT_S * 1000)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Makes Qt's warnings failures for the tests of this folder, however pytest was started."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(*IGNORED_QT_WARNINGS))


def pytest_collection_finish() -> None:
    """What is imported by now stays; no search for garbage after a test has to go through it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs an ``async def`` test to its end on a loop of its own; leaves every other test alone."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    marker = pyfuncitem.get_closest_marker("qt_timeout")
    limit = float(marker.args[0]) if marker else DEFAULT_LIMIT_S
    application = pyfuncitem.funcargs["qapp"]
    assert isinstance(application, QApplication)
    _run(application, pyfuncitem.obj(**arguments), limit)
    return True


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> Iterator[None]:
    """Every test has the application, and leaves no widget, no look and no language behind."""
    qapp.setQuitOnLastWindowClosed(False)
    locale = QLocale()
    effects = {effect: qapp.isEffectEnabled(effect) for effect in Qt.UIEffect}
    flash_ms = qapp.cursorFlashTime()
    gc.disable()
    yield
    _release_keys(qapp)
    _end_widgets(qapp)
    _remove_translations(qapp)
    QLocale.setDefault(locale)
    qapp.setStyleSheet("")
    qapp.setCursorFlashTime(flash_ms)
    for effect, enabled in effects.items():
        qapp.setEffectEnabled(effect, enabled)
    gc.collect()
    gc.enable()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[AppTheme]:
    """The light look on the application."""
    look = AppTheme(qapp, RESOURCES / "themes")
    look.choose(AppearanceSettings(theme=Theme.LIGHT))
    yield look
    look.deleteLater()


@pytest.fixture
def icons(theme: AppTheme) -> Icons:
    """The shipped icons in the light look."""
    return Icons(RESOURCES / "icons", theme)


@pytest.fixture
def languages(qapp: QApplication) -> Languages:
    """The shipped languages; the source's words, without plural forms, until one is chosen."""
    return Languages(qapp, RESOURCES / "translations")


@pytest.fixture
def english(languages: Languages) -> None:
    """The plural forms of English, and the figures of the United States, whatever the machine's."""
    languages.choose("en")
    QLocale.setDefault(QLocale("en_US"))


def _remove_translations(application: QApplication) -> None:
    for translator in application.findChildren(QTranslator):
        application.removeTranslator(translator)
        shiboken6.delete(translator)


def _end_widgets(application: QApplication) -> None:
    """Closes and deletes all there are; those that have an owner go with it."""
    for window in application.topLevelWidgets():
        window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for window in application.topLevelWidgets():
        if shiboken6.isValid(window) and window.parentWidget() is None:
            shiboken6.delete(window)


def _release_keys(application: QApplication) -> None:
    """A key that a test left pressed (Ctrl of a shortcut that closed its window) is not pressed in the next."""
    if application.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
        return
    somewhere = QWidget()
    QTest.keyRelease(somewhere, Qt.Key.Key_Control)
    shiboken6.delete(somewhere)
    assert application.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


async def until(condition: Callable[[], bool]) -> None:
    """Waits for ``condition``, looking every 5 ms; the test's time limit is the end of it."""
    while not condition():
        await asyncio.sleep(0.005)


def _run(application: QApplication, test: Coroutine[Any, Any, None], limit: float) -> None:
    problems: list[BaseException] = []
    loop = qasync.QEventLoop(application, set_running_loop=False)
    asyncio.set_event_loop(loop)
    loop.set_exception_handler(lambda _loop, context: problems.append(_problem(context)))

    async def limited() -> None:
        async with asyncio.timeout(limit):
            await test

    try:
        try:
            loop.run_until_complete(limited())
            for _ in range(5):  # tasks that are just ending may end
                loop.run_until_complete(asyncio.sleep(0))
        finally:
            left = _cancel_all(loop)
            gc.collect()  # a coroutine never awaited, or a task's lost exception, is told here
        if problems:
            raise problems[0]
        if left:
            pytest.fail(f"{len(left)} task(s) were still pending at the end of the test: {left}")
    finally:
        loop.close()
        asyncio.set_event_loop(None)


def _problem(context: dict[str, Any]) -> BaseException:
    error = context.get("exception")
    return error if isinstance(error, BaseException) else RuntimeError(str(context["message"]))


def _cancel_all(loop: asyncio.AbstractEventLoop) -> list[str]:
    """Cancels and joins what is left, and tells its names."""
    left = [task for task in asyncio.all_tasks(loop) if not task.done()]
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    return [task.get_name() for task in left]
