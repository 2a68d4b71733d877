"""The selector in the window: its commands, its keys, and a choice that a second start of the program finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.app import App, open_app
from desktop_app.domain.settings import Settings
from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.storage.paths import Paths
from desktop_app.ui.icons import Icons
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.services import UiServices
from desktop_app.ui.strategies import STRATEGIES
from desktop_app.ui.theme import AppTheme
from tests.ui.composer.hand import drag_to, middle, release
from tests.ui.conftest import until
from tests.ui.test_main_window import Bench

TRIM, SUMMARIZE, RECALL, MANUAL = STRATEGIES


@pytest.fixture
def bench(theme: AppTheme, icons: Icons) -> Bench:
    return Bench(theme, icons)


async def test_every_strategy_has_a_command(bench: Bench) -> None:
    window = await bench.open()
    for code in (*STRATEGIES[1:], TRIM):
        window._actions[f"strategy-{code}"].trigger()
        await until(lambda code=code: window.composer.strategy.track.value == code)
        await until(lambda: not window._strategy._storing)
        choice = await bench.program.strategies.choice(bench.chat_id)
        assert (choice.strategy, choice.origin) == (code, StrategyOrigin.CHAT)
    window._actions["reset-strategy"].trigger()
    await until(lambda: window._strategy._choice is not None and window._strategy._choice.inherited)
    await bench.close()


async def test_alt_s_gives_the_keyboard_to_the_selector(bench: Bench) -> None:
    window = await bench.open()
    await until(window.composer.editor.hasFocus)
    await until(window.isActiveWindow)
    QTest.keyClick(window.composer.editor, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    track = window.composer.strategy.track
    await until(track.radio(TRIM).hasFocus)
    QTest.keyClick(track.radio(TRIM), Qt.Key.Key_Right)
    assert track.value == SUMMARIZE
    QTest.keyClick(track.radio(SUMMARIZE), Qt.Key.Key_Escape)
    await until(lambda: track.value == TRIM)
    await bench.close()


async def test_the_dock_follows_the_thumb_and_comes_back(bench: Bench) -> None:
    window = await bench.open()
    track = window.composer.strategy.track
    await until(lambda: window.preview.plan is not None)
    drag_to(track, MANUAL)
    await until(lambda: window.preview.plan is not None and window.preview.plan.strategy == MANUAL)
    QTest.keyClick(window.composer.editor, Qt.Key.Key_Escape)
    await until(lambda: window.preview.plan is not None and window.preview.plan.strategy == TRIM)
    release(track, middle(track, MANUAL))
    assert (await bench.program.chats.get_chat(bench.chat_id)).strategy is None
    await bench.close()


async def test_a_choice_survives_the_program(theme: AppTheme, icons: Icons, tmp_path: Path) -> None:
    """Over the real database."""
    paths = Paths.find(tmp_path)
    paths.create()
    app, window = await started(paths, theme, icons)
    chat_id = window._open_chat.id
    track = window.composer.strategy.track
    drag_to(track, RECALL)
    release(track, middle(track, RECALL))
    await ended(app, window)
    app, window = await started(paths, theme, icons)
    assert window._open_chat.id == chat_id
    choice = await app.strategies.choice(chat_id)
    assert (choice.strategy, choice.origin) == (RECALL, StrategyOrigin.CHAT)
    assert window.composer.strategy.track.value == RECALL
    assert not window.composer.strategy.track._look().hollow
    await ended(app, window)


async def started(paths: Paths, theme: AppTheme, icons: Icons) -> tuple[App, MainWindow]:
    """A program with its window, and a chat open in it."""
    bugs: list[BaseException] = []
    app = await open_app(paths, on_error=bugs.append, writable=True)
    await app.settings.change(lambda known: Settings(first_run_done=True, window=known.window))
    services = UiServices(
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
        data_folder=app.paths.data,
        bus=app.bus,
        tasks=app.tasks,
    )
    window = MainWindow(services, theme, icons, bugs.append, dict)
    window.show()
    await window.start()
    await until(lambda: window._open_chat.id != "" and window._strategy._choice is not None)
    assert bugs == []
    return app, window


async def ended(app: App, window: MainWindow) -> None:
    """As ``run`` ends it."""
    await window.put_away()
    await app.close()
    window.leave()
