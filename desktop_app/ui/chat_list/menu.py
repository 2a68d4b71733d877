"""The menu of a chat in the list: rename, pin, what it remembers, delete. Made by the main window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.ui.chat_list.model import ChatListModel
from desktop_app.ui.chat_list.presenter import ChatListPresenter
from desktop_app.ui.icons import Icons


class ChatMenu(QMenu):
    """Filled anew for each chat. ``memory`` is the command of the open chat, whose words the menu has too."""

    def __init__(
        self,
        model: ChatListModel,
        presenter: ChatListPresenter,
        icons: Icons,
        memory: QAction,
        open_memory: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        self._model = model
        self._presenter = presenter
        self._icons = icons
        self._memory = memory
        self._open_memory = open_memory
        super().__init__(parent)

    def open_for(self, chat_id: str, place: QPoint) -> None:
        """Opens the menu at a place of the screen."""
        chat = self._model.chat(chat_id)
        if chat is None:
            return
        presenter, open_memory = self._presenter, self._open_memory
        self.clear()
        rename = self.addAction(self._icons.icon("pencil"), self.tr("Rename"))
        rename.setShortcut(QKeySequence("F2"))
        rename.triggered.connect(lambda: presenter.edit_title(chat_id))
        pin = self.addAction(self._icons.icon("pin"), self.tr("Unpin") if chat.pinned else self.tr("Pin"))
        pin.triggered.connect(lambda: presenter.set_pinned(chat_id, not chat.pinned))
        memory = self.addAction(self._icons.icon("brain"), self._memory.text())
        memory.triggered.connect(lambda: open_memory(chat_id))
        self.addSeparator()
        delete = self.addAction(self._icons.icon("trash-2"), self.tr("Delete chat"))
        delete.triggered.connect(lambda: presenter.delete(chat_id))
        self.popup(place)
