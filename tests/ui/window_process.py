"""A whole window over fakes in a process of its own, for tests of how it ends. Usage: window_process.py HOW.

HOW is ``early`` (an error before there is a window), ``bug`` (an error in another thread; the dialog about it is closed), ``streaming`` (closed in the middle of an answer), ``hanging`` (of a server that says nothing), ``twice`` (closed
twice quickly), ``term`` (SIGTERM), ``language`` (closed after another language was chosen), ``refused`` (the services
cannot be built). Prints the texts of the branch as JSON, or what the window says.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from typing import Any

from PySide6.QtWidgets import QApplication, QDialog

from desktop_app.domain.errors import DatabaseTooNewError, ReadOnlyError
from desktop_app.domain.generation import ChatRequest, StreamEvent, TextDelta
from desktop_app.ui import run
from desktop_app.ui.async_bridge import show_dialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.run import run_window
from desktop_app.ui.services import UiServices
from tests.fakes.program import Program, make_program
from tests.fakes.providers import ScriptedProvider
from tests.ui.rig import services_of


class Slow(ScriptedProvider):
    """Answers a word every few milliseconds for ever; ``silent``: never anything."""

    silent = False

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """Never ends by itself."""
        self.requests.append(request)
        while True:
            await asyncio.sleep(0.002)
            if not self.silent:
                yield TextDelta("word ")


class Crashes:
    """Stands for the crash hooks; what it hears goes to stderr, where the test sees it."""

    show: Any = None

    def loop_handler(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An error of the loop."""
        self.report(context.get("exception") or RuntimeError(context["message"]))

    def report(self, error: BaseException) -> None:
        """An error."""
        sys.stderr.write(f"{error!r}\n")


def main(how: str) -> int:
    """Runs the window and ends it as ``how`` says."""
    if how == "early":
        return _refuse()
    provider = Slow()
    provider.silent = how == "hanging"
    program = make_program(provider)
    crashes = Crashes()

    async def build() -> UiServices:
        if how == "refused":
            asyncio.get_running_loop().call_later(0.1, _close_dialogs)
            raise DatabaseTooNewError(found=9, known=1)
        return services_of(program)

    async def shut_down() -> None:
        await program.chats.stop_all()
        await program.tasks.close()
        if how not in {"language", "bug"}:
            _tell(await _texts(program))

    async def after_paint(window: MainWindow) -> None:
        await _drive(window, how, program, crashes)

    return run_window(
        build, shut_down, crashes=crashes, instance=f"talespan-test-{os.getpid()}", after_paint=after_paint
    )


def _refuse() -> int:
    """Shows the dialog of a start that failed early, and closes it."""

    async def show_and_close(dialog: QDialog) -> int:
        asyncio.get_running_loop().call_later(0.1, _close_dialogs)
        return await show_dialog(dialog)

    run.show_dialog = show_and_close
    run.show_refusal(ReadOnlyError(folder="/data"))
    return 0


async def _drive(window: MainWindow, how: str, program: Program, crashes: Crashes) -> None:
    """Sends a message, and ends the window when its answer has begun."""
    provider = program.provider
    while not window.composer.isEnabled():
        await asyncio.sleep(0.005)
    if how == "language":
        await _speak_russian(window)
        return
    if how == "bug":
        await _fail_elsewhere(window, crashes)
        return
    window.composer.set_text("Go on")
    window.composer.editor.submitted.emit()
    while not provider.requests or not (how == "hanging" or len((await _texts(program))[-1]) > 20):
        await asyncio.sleep(0.005)
    if how == "term":
        os.kill(os.getpid(), signal.SIGTERM)
        return
    window.close()
    if how == "twice":
        window.close()


async def _fail_elsewhere(window: MainWindow, crashes: Crashes) -> None:
    """What the crash hooks do when a thread fails."""
    assert crashes.show is not None
    await asyncio.to_thread(crashes.show, ZeroDivisionError("elsewhere"), "details")
    while not any(dialog.isVisible() for dialog in window.findChildren(QDialog)):
        await asyncio.sleep(0.005)
    _close_dialogs()
    window.close()


async def _texts(program: Program) -> list[str]:
    (chat,) = await program.chats.list_chats()
    partial = program.chats.partial(chat.id)
    return [*await program.branch_texts(chat.id), *([partial.text] if partial else [])]


async def _speak_russian(window: MainWindow) -> None:
    """Chooses another language in the middle of a draft, then closes the window that speaks it."""
    window.composer.editor.insertPlainText("half a thought")
    window._menu.language_chosen.emit("ru")
    while not (others := [other for other in _windows() if other is not window and other.composer.isEnabled()]):
        await asyncio.sleep(0.005)
    (other,) = others
    _tell([other.composer.text(), other._list_panel.search.placeholderText()])
    other.close()


def _windows() -> list[MainWindow]:
    return [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)]


def _close_dialogs() -> None:
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            _tell([widget.windowTitle()])
            widget.reject()


def _tell(texts: list[str]) -> None:
    sys.stdout.write(json.dumps(texts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
