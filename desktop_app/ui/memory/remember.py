"""*Remember this*: makes a memory entry of a message, or of what is selected in it, for the small form. Stores nothing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.text_selection import cursor_over
from desktop_app.ui.markdown_source import BREAK
from desktop_app.ui.services import UiServices

TASK = "make an entry of a message"


class RememberThis(QObject):
    """Hears the action of the rows.

    Signals:
        entry_made: (MemoryEntry) to be looked at and saved.
    """

    entry_made = Signal(object)

    def __init__(self, services: UiServices, launch: Launcher, model: ChatModel, view: ChatView) -> None:
        self._chat_id = ""
        super().__init__(view)
        self._proposals = services.proposals
        self._launch = launch
        self._model = model
        self._view = view
        view.row_actions.remember_requested.connect(self._on_requested)

    def open_chat(self, chat_id: str) -> None:
        """The window shows another chat."""
        self._chat_id = chat_id

    def _on_requested(self, message_id: str) -> None:
        if self._chat_id:
            words, before = self._selected(message_id)
            self._launch(TASK, self._make(self._chat_id, message_id, words, before))

    async def _make(self, chat_id: str, message_id: str, words: str, before: int) -> None:
        span = self._span(message_id, words, before) if words else None
        entry = await self._proposals.remember(chat_id, message_id, span)
        if words and span is None:
            entry = replace(
                entry, content=words
            )  # there is markup in it: the words as they are read, of the whole message
        self.entry_made.emit(entry)

    def _selected(self, message_id: str) -> tuple[str, int]:
        """What is selected in this message alone, and how often the same stands before it."""
        model, selection = self._model, self._view.selection
        row = model.row_of(message_id)
        message = model.message(row) if row >= 0 else None
        if message is None or selection is None or len(selection.rows(model.row_of)) != 1:
            return "", 0
        span = selection.span(row, model.row_of)
        document = self._view.document_of(row, message)
        cursor = cursor_over(document, span) if span is not None and document is not None else None
        if cursor is None or document is None:
            return "", 0
        words = cursor.selection().toPlainText().replace(BREAK, "").strip()
        start = min(cursor.anchor(), cursor.position())
        return words, document.toPlainText()[:start].count(words) if words else 0

    def _span(self, message_id: str, words: str, before: int) -> tuple[int, int] | None:
        """The same place in the message as it was written; None where markup is between the words."""
        row = self._model.row_of(message_id)
        message = self._model.message(row) if row >= 0 else None
        start = -1
        for _ in range(before + 1):
            start = message.text.find(words, start + 1) if message is not None else -1
            if start < 0:
                return None
        return start, start + len(words)
