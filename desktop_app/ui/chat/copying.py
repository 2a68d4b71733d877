"""Puts messages, or what is selected of them, on the clipboard. Used by ``chat_view`` only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtGui import QGuiApplication, QTextDocument

from desktop_app.domain.message import Message
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.text_selection import TextSelection, text_of_selection


class SelectedView(Protocol):
    """What copying needs of the view."""

    @property
    def selection(self) -> TextSelection | None:
        """What is selected."""
        ...

    def document_of(self, row: int, message: Message) -> QTextDocument | None:
        """The text of a row as it is shown."""
        ...


class Copying:
    """``ask`` is given the ids of selected messages whose texts the model does not hold; then comes ``copy_with``."""

    def __init__(self, view: SelectedView, model: ChatModel, ask: Callable[[list[str]], None]) -> None:
        self._view = view
        self._model = model
        self._ask = ask

    def copy_selection(self) -> None:
        """The selected text; what is not here is asked for first."""
        model, selection = self._model, self._view.selection
        rows = selection.rows(model.row_of) if selection else range(0)
        missing = [model.row(row).id for row in rows if model.message(row) is None]
        if missing:
            self._ask(missing)
        else:
            self.copy_with({})

    def copy_with(self, messages: Mapping[str, Message]) -> None:
        """The selected text, with the help of messages that were asked for."""
        if text := self.selected_text(messages):
            QGuiApplication.clipboard().setText(text)

    def copy_message(self, message_id: str) -> None:
        """The message as it was written, markup and all."""
        row = self._model.row_of(message_id)
        message = self._model.message(row) if row >= 0 else None
        if message is not None:
            QGuiApplication.clipboard().setText(message.text)

    def selected_text(self, messages: Mapping[str, Message]) -> str:
        """The selected text of all rows; ``messages`` has those the model does not hold."""
        model, selection = self._model, self._view.selection

        def message_at(row: int) -> Message | None:
            light = model.row(row)
            return None if light.flags.deleted else model.message(row) or messages.get(light.id)

        if selection is None:
            return ""
        return text_of_selection(selection, model.row_of, message_at, self._view.document_of)
