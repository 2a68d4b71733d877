"""The rows of the chat as they are laid out now: what is unfolded in them, and how high they are. Owned by ``chat_view``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.domain.message import Message
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.editing import RowEditing
from desktop_app.ui.chat.row_layout import Column, RowContent, RowLayout, RowLayouts
from desktop_app.ui.theme import AppTheme


class LaidRows:
    """``width`` tells the width of the viewport in pixels.

    Attributes:
        layouts: the last ones, which are kept.
    """

    def __init__(self, model: ChatModel, editing: RowEditing, theme: AppTheme, width: Callable[[], int]) -> None:
        self._model = model
        self._editing = editing
        self._width = width
        self._open_reasoning: set[str] = set()
        self._shown_whole: set[str] = set()
        self.layouts = RowLayouts(theme)

    def content(self, row: int) -> RowContent:
        """Everything that the looks of a row depend on."""
        model = self._model
        light, (message, told) = model.row(row), model.shown(row)
        return RowContent(
            light,
            message,
            model.speaker(row),
            note=model.note(light.id) or told,
            thought_seconds=model.thought_seconds(light.id),
            shows_reasoning=light.id in self._open_reasoning,
            shows_all=light.id in self._shown_whole,
            edit_height=self._editing.height_in(light.id),
            waits=model.waits(light.id),
        )

    def of(self, row: int) -> RowLayout:
        """The laid-out row."""
        return self.layouts.get(self.content(row), self._column())

    def with_message(self, row: int, message: Message) -> RowLayout:
        """The same as if its message were this one."""
        return self.layouts.get(replace(self.content(row), message=message), self._column())

    def estimate(self, row: int) -> int:
        """The likely height, from the length of the text alone."""
        return self.layouts.estimate(self._model.row(row), self._column())

    def height(self, row: int) -> int | None:
        """The exact height, where the text is here or none is needed."""
        if self._model.message(row) is None and not self._model.row(row).flags.deleted:
            return None
        return self.of(row).height

    def toggle_reasoning(self, message_id: str) -> None:
        """Opens or folds the thoughts of a message."""
        self._open_reasoning.symmetric_difference_update({message_id})

    def show_all(self, message_id: str) -> None:
        """Shows a cut message whole."""
        self._shown_whole.add(message_id)

    def forget(self) -> None:
        """The model has other rows: nothing is unfolded in them."""
        self._open_reasoning.clear()
        self._shown_whole.clear()
        self.layouts.clear()

    def _column(self) -> Column:
        return Column.within(self._width())
