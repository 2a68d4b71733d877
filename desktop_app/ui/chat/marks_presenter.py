"""Does what the person decides about messages, says what was done, and takes it back on request.

Made by the main window. The marks come from the rows' actions, from the bar of chosen messages, from the search and from the
dock; all of them go through ``MarksService``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from desktop_app.domain.message import MessageFlags
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.undo_bar import UndoBar


class Marks(Protocol):
    """What the presenter needs of ``MarksService``."""

    async def mark(self, chat_id: str, message_ids: Sequence[str], mark: MessageMark) -> tuple[str, ...]:
        """Marks messages; returns the ids of all that changed."""
        ...

    async def take_back(self, chat_id: str, before: Mapping[str, MessageFlags]) -> tuple[str, ...]:
        """Gives messages the marks that they had."""
        ...

    async def from_here_up(self, chat_id: str, message_id: str) -> list[str]:
        """The ids from the beginning to a message."""
        ...


class MarksPresenter(QObject):
    """Marks messages of the open chat."""

    def __init__(self, marks: Marks, launch: Launcher, model: ChatModel, view: ChatView, undo: UndoBar) -> None:
        super().__init__(view)
        self._marks = marks
        self._launch = launch
        self._model = model
        self._view = view
        self._undo = undo
        self._chat_id = ""
        self._before: dict[str, MessageFlags] = {}
        self._take_back = QAction(self.tr("Undo"), self)
        self._take_back.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        self._take_back.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._take_back.triggered.connect(self.undo)
        view.addAction(self._take_back)
        undo.undo_pressed.connect(self.undo)
        for actions in (view.row_actions.marks, view.pick_bar.marks):
            actions.mark_requested.connect(self.mark)
            actions.from_here_up_requested.connect(self._on_from_here_up)

    def open(self, chat_id: str) -> None:
        """Another chat is shown; what was done in the one before cannot be undone from here."""
        self._chat_id = chat_id
        self._forget()

    def mark(self, message_ids: Sequence[str], mark: MessageMark) -> None:
        """Marks these messages of the open chat."""
        if self._chat_id and message_ids:
            self._launch("mark messages", self._mark(self._chat_id, message_ids, mark))

    def undo(self) -> None:
        """Gives the messages that were marked last the marks that they had before."""
        before = dict(self._before)
        self._forget()
        if before:
            self._launch("undo mark", self._marks.take_back(self._chat_id, before))

    def _on_from_here_up(self, message_id: str) -> None:
        if self._chat_id:
            self._launch("mark messages", self._mark_up(self._chat_id, message_id))

    async def _mark_up(self, chat_id: str, message_id: str) -> None:
        await self._mark(chat_id, await self._marks.from_here_up(chat_id, message_id), MessageMark.EXCLUDE)

    async def _mark(self, chat_id: str, message_ids: Sequence[str], mark: MessageMark) -> None:
        rows = map(self._model.row, range(self._model.rowCount()))
        flags = {row.id: row.flags for row in rows}  # of all: partners of tools are marked along
        changed = await self._marks.mark(chat_id, message_ids, mark)
        if changed and chat_id == self._chat_id:
            self._view.picking.clear()
            self._before = {message_id: flags[message_id] for message_id in changed if message_id in flags}
            self._undo.offer(self._sentence(mark, len(changed)))

    def _sentence(self, mark: MessageMark, count: int) -> str:
        done = {
            MessageMark.EXCLUDE: self.tr("Excluded from context: {messages}"),
            MessageMark.RESTORE: self.tr("Restored to context: {messages}"),
            MessageMark.NEVER_SEND: self.tr("Never sent from now on: {messages}"),
            MessageMark.ALWAYS_IN_CONTEXT: self.tr("Always in context: {messages}"),
            MessageMark.NOT_ALWAYS: self.tr("No longer always in context: {messages}"),
        }
        return done[mark].format(messages=messages_phrase(count))

    def _forget(self) -> None:
        self._before = {}
        self._undo.hide()
