"""Drives the real window from outside, as a hand and an eye would: for the self-test, the bench and the end-to-end tests.

Knows the window by what it shows (``composer``, ``notice_bar``, ``chat_view``, ``preview``) and no service. Imports no Qt: it is given the
window by ``app.open_window``, on whose event loop it must be used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.message import Message, MessageState, Role

if TYPE_CHECKING:
    from desktop_app.ui.main_window import MainWindow

T = TypeVar("T")

# How often the eye looks: shorter than a frame.
LOOK_SECONDS = 0.005


class WindowHand:
    """One window, its open chat. Waiting has no end by itself: put it into ``asyncio.timeout``."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    async def wait_open(self) -> None:
        """Until a chat is open and can be written to."""
        await until(self.window.composer.isEnabled)

    def type(self, text: str) -> None:
        """Types key by key at the cursor."""
        for character in text:
            self.window.composer.editor.insertPlainText(character)

    def press_enter(self) -> None:
        """Sends what stands in the composer."""
        self.window.composer.editor.submitted.emit()

    async def plan_of(self, draft: str) -> ContextPlan:
        """The plan that the preview shows for this draft, once it shows it."""
        return await until(lambda: self._shown_plan(Role.USER, draft))

    async def wait_planned(self, chat_id: str) -> ContextPlan:
        """Until the preview shows a plan of this chat."""
        return await until(lambda: plan if (plan := self.window.preview.plan) and plan.chat_id == chat_id else None)

    async def wait_previewed(self, answer: str) -> None:
        """Until the preview shows what would follow this answer."""
        await until(lambda: self._shown_plan(Role.ASSISTANT, answer))

    def newest(self) -> Message | None:
        """The newest message, if its text is shown."""
        view = self.window.chat_view
        return view.content(view.row_count - 1).message if view.row_count else None

    def answer(self) -> Message | None:
        """The newest message where it is an answer, however far it has come."""
        message = self.newest()
        return message if message is not None and message.role is Role.ASSISTANT else None

    async def wait_answered(self) -> Message | str:
        """Until the newest message is an answer that has ended and can be seen, or a sentence says why there is none."""
        return await until(lambda: self._visible_end() or self.notice())

    def notice(self) -> str:
        """What the bar above the composer says; empty where it says nothing."""
        return self.window.notice_bar.sentence()

    def take_picture(self, file: Path) -> None:
        """Writes the window as a PNG. Raises ``OSError`` where that is not possible."""
        if not self.window.grab().save(str(file), "PNG"):
            raise OSError(f"the picture could not be written to {file}")

    def _visible_end(self) -> Message | None:
        message = self.answer()
        over = message is not None and message.state is not MessageState.STREAMING
        return message if over and self._newest_is_visible() else None

    def _newest_is_visible(self) -> bool:
        view = self.window.chat_view
        top, bottom = view.row_edges(view.row_count - 1)
        return view.isVisible() and bottom > top and bottom > 0 and top < view.viewport().height()

    def _shown_plan(self, role: Role, newest: str) -> ContextPlan | None:
        plan = self.window.preview.plan
        if plan is None or not plan.messages:
            return None
        last = plan.messages[-1]
        return plan if last.role is role and last.content == newest else None


async def until(look: Callable[[], T | None]) -> T:
    """Looks until there is something to see, and returns it."""
    while not (found := look()):  # noqa: ASYNC110 - the window is watched from outside; not everything seen has an event
        await asyncio.sleep(LOOK_SECONDS)
    return found
