"""A window with a chat that has a summary, for the tests of what a chat remembers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from desktop_app.domain.message import Role
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.dialog import RememberedDialog
from desktop_app.ui.memory.summary_page import SummaryPage
from desktop_app.ui.theme import AppTheme
from tests.contract.worlds import text_message
from tests.ui.conftest import until
from tests.ui.test_main_window import Bench

SAID = (
    "Mira keeps the lighthouse at the northern cape. She has a dog called Anton.",
    "The brass key lies under the third step of the stair.",
    "We agreed to meet Jonas on 12 May at the harbour.",
    "The lamp needs 40 litres of oil every month.",
    "Jonas owes the harbour master 300 crowns.",
    "The storm broke the window of the lamp room.",
)


class Remembering:
    """A window over fakes; ``chat_id``: a chat with the messages ``m0`` … of ``SAID``."""

    def __init__(self, theme: AppTheme, icons: Icons) -> None:
        self.bench = Bench(theme, icons)
        self.program = self.bench.program
        self.chat_id = ""

    async def open(self) -> None:
        """The chat is told in segments, and open in the window."""
        chat = await self.program.chats.new_chat("The lighthouse")
        self.chat_id = chat.id
        await self.program.chats.set_context(chat.id, lambda context: replace(context, compress_every_n=2))
        for number, text in enumerate(SAID):
            parent = f"m{number - 1}" if number else None
            role = Role.ASSISTANT if number % 2 else Role.USER
            message = text_message(f"m{number}", parent, text, chat_id=chat.id, role=role)
            await self.program.chat_repository.append(message)
        await self.program.summaries.keep_up(chat.id)
        window = await self.bench.open()
        if self.bench.chat_id != chat.id:
            await self.bench.switch_to(chat.id)
        await until(lambda: window._chat_model.rowCount() == len(SAID))

    async def open_summary(self) -> SummaryPage:
        """Ctrl+Shift+R, and what is told is there."""
        self.bench.window._actions["remembered"].trigger()
        page = self.dialog.summary
        await until(lambda: bool(page.lines()))
        return page

    @property
    def dialog(self) -> RememberedDialog:
        """The window of what the chat remembers."""
        dialog = self.bench.window._remembered._dialog
        assert dialog is not None
        return dialog

    async def sentences(self) -> list[str]:
        """What the summary says now, in order."""
        return [told.text for told in (await self.program.summaries.told(self.chat_id)).sentences]


@asynccontextmanager
async def remembering(theme: AppTheme, icons: Icons) -> AsyncGenerator[Remembering, None]:
    """Opens all, closes all; no bug on the way."""
    made = Remembering(theme, icons)
    await made.open()
    yield made
    await made.bench.close()
    assert made.bench.bugs == []
