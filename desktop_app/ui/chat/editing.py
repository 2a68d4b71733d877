"""Editing a message in place: opens the editor over its row, keeps it there, and takes it away. Used by ``chat_view`` only."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.row_editor import RowEditor
from desktop_app.ui.chat.row_layout import RowLayout
from desktop_app.ui.theme import SPACE_4, SPACE_16, AppTheme


class EditedView(Protocol):
    """What editing needs of the view."""

    def viewport(self) -> QWidget:
        """Where the rows are painted."""
        ...

    def layout_of(self, row: int) -> RowLayout:
        """The laid-out row."""
        ...

    def row_top(self, row: int) -> int:
        """Where a row begins in the viewport."""
        ...

    def remeasure(self, row: int) -> None:
        """A row has another height."""
        ...

    def scrollTo(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Shows a row."""
        ...

    def settle(self) -> None:
        """Measures what is visible."""
        ...

    def setFocus(self, reason: Qt.FocusReason, /) -> None:
        """Takes the keyboard."""
        ...


class RowEditing(QObject):
    """One editor at a time.

    Signals:
        edited: (message id, new text)
        resent: (message id, new text) to be sent again.
    """

    edited = Signal(str, str)
    resent = Signal(str, str)

    def __init__(self, view: EditedView, model: ChatModel, theme: AppTheme) -> None:
        super().__init__()
        self._view = view
        self._model = model
        self._theme = theme
        self._editor: RowEditor | None = None

    @property
    def message_id(self) -> str:
        """The message that is edited; empty for none."""
        return self._editor.message_id if self._editor is not None else ""

    @property
    def editor(self) -> RowEditor | None:
        """The open editor."""
        return self._editor

    def begin(self, message_id: str) -> None:
        """Opens the editor over a message's row; nothing where its text is not there."""
        row = self._model.row_of(message_id)
        message = self._model.message(row) if row >= 0 else None
        if message is None:
            return
        self.end()
        size = self._theme.appearance.message_font_size
        editor = self._editor = RowEditor(message_id, message.text, message.role, size, self._view.viewport())
        editor.saved.connect(self.edited)
        editor.resent.connect(self.resent)
        editor.cancelled.connect(self.end)
        editor.resized.connect(self._on_resized)
        self._view.remeasure(row)
        self._view.scrollTo(self._model.index(row))
        self._view.settle()
        editor.show()
        editor.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self, message_id: str = "") -> None:
        """Takes the editor away without saving; with an id only if it is that message's."""
        editor = self._editor
        if editor is None or message_id not in ("", editor.message_id):
            return
        self._editor = None
        editor.hide()
        editor.deleteLater()
        self._view.remeasure(self._model.row_of(editor.message_id))
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def height_in(self, message_id: str) -> int:
        """The height of the editor in a message's row; 0 where it is not there."""
        if self._editor is None or self._editor.message_id != message_id:
            return 0
        return self._editor.wanted_height(self._view.viewport().height() * 2 // 3)

    def place(self) -> None:
        """Puts the editor where its row is now."""
        if self._editor is None:
            return
        row = self._model.row_of(self._editor.message_id)
        place = self._view.layout_of(row).editor if row >= 0 else None
        if place is not None:
            moved = place.translated(-SPACE_16 + SPACE_4, self._view.row_top(row))
            self._editor.setGeometry(moved.adjusted(0, 0, SPACE_16, 0))

    def forget_gone(self) -> None:
        """Ends where the message has left the branch."""
        if self._editor is not None and self._model.row_of(self._editor.message_id) < 0:
            self.end()

    def _on_resized(self, message_id: str) -> None:
        self._view.remeasure(self._model.row_of(message_id))
