"""The real window, drawn into memory, with a chat of 10,000 messages: start, open, frames, a streamed answer, key to plan.

``measure`` prepares a folder and starts this program twice more; ``measure_inside`` is what those programs do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import threading
import time
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from desktop_app.adapters import SystemClock
from desktop_app.app import open_window
from desktop_app.cli.bench_parts.answers import answering
from desktop_app.cli.bench_parts.figures import (
    CannotMeasureError,
    Figure,
    now_ms,
    percentile,
    program_command,
    spread,
    timed,
    timed_await,
)
from desktop_app.cli.bench_parts.material import fill_chat, text_of_message
from desktop_app.cli.screen import check_screen
from desktop_app.cli.window_hand import WindowHand, until
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.message import Message, MessageState, Role
from desktop_app.domain.settings import Settings, WindowSettings
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import HOME_VARIABLE, Paths
from desktop_app.storage.settings_store import JsonSettingsStore

if TYPE_CHECKING:
    from desktop_app.ui.chat.chat_model import ChatModel
    from desktop_app.ui.main_window import MainWindow

MESSAGES = 10_000
FRAMES = 200
# That of a small laptop's screen. Without one the window is as large as Qt's screen in memory, where its docks overlap.
WINDOW_SIZE = (1_440, 900)
TOKENS = 1_000
KEYS = 60
KEY_SECONDS = 0.1
# A quick model: 120 tokens a second, in five seconds.
PIECES = 150
PIECE_SECONDS = 1 / 30
TOKENS_A_PIECE = 4
KNOCK_SECONDS = 0.01
LIMIT_SECONDS = 300.0


async def measure(folder: Path) -> list[Figure]:
    """Starts the program, as after it was installed, and once more to measure all else; reads what both print."""
    with answering(_pieces(), PIECE_SECONDS) as address:
        await _prepare(folder, address)
        first = await asyncio.to_thread(_start, folder, "--only", "first")
        return [*first, *await asyncio.to_thread(_start, folder)]


def measure_inside(arguments: argparse.Namespace) -> int:
    """Opens the window in this process and prints the figures as JSON. Returns the exit code."""
    check_screen(os.environ, arguments.windowless)
    figures: list[Figure] = []

    async def after_paint(window: MainWindow) -> None:
        painted = time.time() * 1000
        try:
            which = arguments.only or "second"
            figures.append(Figure(f"{which} start to first paint", painted - arguments.window_started))
            if arguments.only:
                return
            async with asyncio.timeout(LIMIT_SECONDS):
                figures.extend(await _measure_window(window))
        finally:
            window.close()

    code = open_window(arguments, after_paint=after_paint)
    print(json.dumps([[figure.name, figure.value, figure.unit] for figure in figures]))
    return code


async def _prepare(folder: Path, address: str) -> None:
    paths = Paths.find(environ={HOME_VARIABLE: str(folder)})
    paths.create()
    storage = await open_storage(paths, SystemClock())
    try:
        await storage.chats.add_chat(Chat(id="empty", title="Empty"))
        await fill_chat(storage, Chat(id="long", title="Long"), MESSAGES)
    finally:
        await storage.close()
    # Its tokens are counted by a shipped vocabulary.
    connection = ConnectionProfile(
        "bench", "Bench", base_url=address, model="gpt-4o", tokenizer="o200k_base", context_limit=32_768
    )
    settings = Settings(connections=(connection,), default_connection_id=connection.id)
    JsonSettingsStore(paths).save(replace(settings, window=WindowSettings(open_chat_id="empty")))


def _start(folder: Path, *words: str) -> list[Figure]:
    environment = os.environ | {HOME_VARIABLE: str(folder), "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody who uses the program has it compiled anew at each start
    command = [*program_command(), "bench", *words, "--window-started", str(time.time() * 1000)]
    done = subprocess.run(  # noqa: S603 - this program itself
        command, env=environment, capture_output=True, timeout=2 * LIMIT_SECONDS, check=False
    )
    if done.returncode:
        raise CannotMeasureError(detail=done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}")
    return [Figure(*values) for values in json.loads(done.stdout)]


async def _measure_window(window: MainWindow) -> list[Figure]:
    hand = WindowHand(window)
    await hand.wait_open()
    window.resize(*WINDOW_SIZE)
    view = window.chat_view
    start = now_ms()
    window.open_chat("long")
    await until(lambda: hand.newest() is not None)
    view.viewport().repaint()
    shown = now_ms() - start
    await until(lambda: view.row_count == MESSAGES)
    known = now_ms() - start
    await hand.wait_planned("long")
    planned = now_ms() - start
    return [
        Figure(f"open a chat of {MESSAGES:,} for the first time: newest messages seen", shown),
        Figure("all rows known", known),
        Figure("what would be sent is shown", planned),
        *spread("frame while scrolling", await timed_await(lambda number: _scroll(window, number), FRAMES)),
        *_stream(window),
        *spread("key to plan on screen", await timed_await(lambda number: _type_key(hand, number), KEYS)),
        await _typing(hand),
        await _streaming(hand),
    ]


async def _scroll(window: MainWindow, number: int) -> None:
    """A screenful further up each time, painted at once; then the texts may come."""
    view = window.chat_view
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() - (number + 1) * view.viewport().height() // 3)
    view.viewport().repaint()
    await asyncio.sleep(0)


def _stream(window: MainWindow) -> list[Figure]:
    """A long answer with markdown, painted after each token."""
    view, tokens = window.chat_view, _tokens(TOKENS)
    model = _begin_answer(window, "answer")

    def stream(number: int) -> None:
        model.extend("answer", tokens[number], "")
        view.viewport().repaint()

    figures = spread("streamed token, painted", timed(stream, len(tokens)))
    model.replace_rows([model.row(number) for number in range(model.rowCount() - 1)])  # it is in no database
    return figures


def _begin_answer(window: MainWindow, message_id: str) -> ChatModel:
    window.chat_view.scroll_to_bottom()
    model = cast("ChatModel", window.chat_view.model())
    model.add(Message(message_id, "long", None, Role.ASSISTANT, (), state=MessageState.STREAMING))
    return model


def _tokens(count: int) -> list[str]:
    words = " ".join(text_of_message(number) + "\n\n" for number in range(60)).split(" ")
    return [f"{word} " for word in words[:count]]


async def _typing(hand: WindowHand) -> Figure:
    """How long a click at any moment waits for the window's thread, at the pace of a quick typist."""

    async def type_keys() -> None:
        for _ in range(KEYS):
            hand.type("x")
            await asyncio.sleep(KEY_SECONDS)

    return Figure("window's thread answers while typing, p99", percentile(await _waits_while(type_keys()), 0.99))


async def _streaming(hand: WindowHand) -> Figure:
    """The same while a real answer comes, from a quick model and through the whole program."""

    async def send() -> None:
        view = hand.window.chat_view
        rows = view.row_count
        hand.press_enter()
        await until(lambda: view.row_count > rows + 1)
        await hand.wait_answered()

    return Figure("window's thread answers while streaming, p99", percentile(await _waits_while(send()), 0.99))


async def _waits_while(work: Coroutine[None, None, None]) -> list[float]:
    """Milliseconds that a knock from another thread waited, many times while ``work`` was done."""
    loop, over, waits = asyncio.get_running_loop(), threading.Event(), list[float]()

    def knock() -> None:
        while not over.wait(KNOCK_SECONDS):
            loop.call_soon_threadsafe(lambda knocked: waits.append(now_ms() - knocked), now_ms())

    waiting = loop.run_in_executor(None, knock)
    try:
        await work
    finally:
        over.set()
        await waiting
    return waits


def _pieces() -> list[str]:
    tokens = _tokens(PIECES * TOKENS_A_PIECE)
    return ["".join(tokens[at : at + TOKENS_A_PIECE]) for at in range(0, len(tokens), TOKENS_A_PIECE)]


async def _type_key(hand: WindowHand, number: int) -> None:
    hand.type("x")
    await hand.plan_of("x" * (number + 1))
