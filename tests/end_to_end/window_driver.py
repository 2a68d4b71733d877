"""The real program with its real window, driven from inside: ``python -m tests.end_to_end.window_driver ACTION``.

ACTION is ``stream`` (writes ``Question`` and prints every line of the answer that can be seen, until it is killed),
``close`` and ``twice`` (closes the window in the middle of the answer), ``hanging`` (closes it while the server says
nothing), ``term`` (writes and waits for a signal), ``look`` (only looks at the preview, and closes), ``refused`` (prints
the sentence about a message that failed, and the window's title), ``bugs`` (a warning of Qt and an error in a slot). The
kill tests call ``stream`` in forked processes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.app import open_window
from desktop_app.cli.parser import parse
from desktop_app.cli.window_hand import WindowHand, until
from desktop_app.domain.message import MessageState

if TYPE_CHECKING:
    from desktop_app.ui.main_window import MainWindow

QUESTION = "Question"
SOME_LINES = 5

# Names the file whose coming lets ``hanging`` close the window.
CLOSE_WHEN = "TALESPAN_TEST_CLOSE_WHEN"
LIMIT_SECONDS = 150


def main(action: str) -> int:
    """Opens the window, acts, and returns the program's exit code."""

    async def after_paint(window: MainWindow) -> None:
        hand = WindowHand(window)
        try:
            async with asyncio.timeout(LIMIT_SECONDS):
                await hand.wait_open()
                await _ACTIONS[action](hand)
        except TimeoutError:
            sys.stderr.write(f"{action}: what was waited for never came\n")
            window.close()

    return open_window(parse([]), after_paint=after_paint)


async def _stream(hand: WindowHand) -> None:
    _send(hand)
    printed = 0
    while True:
        lines = _lines(hand)
        for line in lines[printed:]:
            _say(line)
        printed = max(printed, len(lines))
        await asyncio.sleep(0.005)


async def _close(hand: WindowHand) -> None:
    await _wait_for_some(hand)
    hand.window.close()


async def _twice(hand: WindowHand) -> None:
    await _wait_for_some(hand)
    hand.window.close()
    hand.window.close()


async def _hanging(hand: WindowHand) -> None:
    _send(hand)
    await until(Path(os.environ[CLOSE_WHEN]).exists)
    hand.window.close()


async def _term(hand: WindowHand) -> None:
    await _wait_for_some(hand)
    _say("ready")


async def _refused(hand: WindowHand) -> None:
    _send(hand)
    _say(await until(hand.notice))
    _say(hand.window.windowTitle())
    hand.window.close()


async def _bugs(hand: WindowHand) -> None:
    from PySide6.QtCore import QTimer, qWarning
    from PySide6.QtWidgets import QApplication, QDialog

    qWarning("careful")
    QTimer.singleShot(0, _fail)
    window = hand.window
    await until(lambda: any(isinstance(top, QDialog) and top.isVisible() for top in QApplication.topLevelWidgets()))
    window.close()


def _fail() -> None:
    raise ValueError("a bug in a slot")


async def _look(hand: WindowHand) -> None:
    hand.type(QUESTION)
    await hand.plan_of(QUESTION)
    hand.window.close()


_ACTIONS = {
    "stream": _stream,
    "close": _close,
    "twice": _twice,
    "hanging": _hanging,
    "term": _term,
    "look": _look,
    "bugs": _bugs,
    "refused": _refused,
}


def _send(hand: WindowHand) -> None:
    hand.type(QUESTION)
    hand.press_enter()


async def _wait_for_some(hand: WindowHand) -> None:
    _send(hand)
    await until(lambda: len(_lines(hand)) >= SOME_LINES)


def _lines(hand: WindowHand) -> list[str]:
    """The whole lines that can be seen of the answer that is being written."""
    answer = hand.answer()
    return answer.text.split("\n")[:-1] if answer is not None and answer.state is MessageState.STREAMING else []


def _say(line: str) -> None:
    with suppress(BrokenPipeError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
