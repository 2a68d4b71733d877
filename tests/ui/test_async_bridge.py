"""The event loop of the window: what asyncio's own loops do besides, it must do too."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from typing import Any

from PySide6.QtWidgets import QApplication

from desktop_app.ui.async_bridge import run
from tests.ui.conftest import until


def test_a_generator_that_nobody_closed_ends_on_the_loop(qapp: QApplication) -> None:
    ended: list[threading.Thread] = []
    problems: list[dict[str, Any]] = []

    async def numbers() -> AsyncGenerator[int, None]:
        try:
            yield 1
        finally:
            await asyncio.sleep(0)  # only a loop can do that
            ended.append(threading.current_thread())

    async def main() -> int:
        held = [numbers()]
        await anext(held[0])
        await asyncio.to_thread(held.clear)  # the last reference goes in another thread
        await until(lambda: bool(ended))
        return 7

    assert run(qapp, main, lambda _loop, context: problems.append(context)) == 7
    assert ended == [threading.main_thread()]
    assert problems == []
