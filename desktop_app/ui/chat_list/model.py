"""The chat list as Qt's item model. Filled by ``ChatListPresenter``, shown by ``ChatListView``; asks no service.

A change moves, adds or takes out just the rows it touches, so that the selection and a rename under way survive.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop_app.domain.chat import Chat
from desktop_app.ui.chat_list.rows import ChatRow, Row, SectionKind, SectionRow, rows_of
from desktop_app.ui.text import plain_tooltip

CHAT_ROLE = Qt.ItemDataRole.UserRole + 1
"""The ``Chat`` of a row, None for headings."""

SECTION_ROLE = Qt.ItemDataRole.UserRole + 2
"""The ``SectionRow`` of a heading, None for chats."""

STREAMING_ROLE = Qt.ItemDataRole.UserRole + 3
"""Whether an answer is being written in the chat."""

FACES_ROLE = Qt.ItemDataRole.UserRole + 4
"""Whether any chat of the list has a character, so that each row has a place for a picture."""

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class ChatListModel(QAbstractListModel):
    """Headings and chats in one flat list.

    Signals:
        rename_requested: (chat id, new title) a title was edited in place; the model changes when the service has.
    """

    rename_requested = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chats: dict[str, Chat] = {}
        self._streaming: set[str] = set()
        self._closed: set[str] = set()
        self._query = ""
        self._rows: list[Row] = []
        self._has_faces = False

    def set_chats(self, chats: list[Chat]) -> None:
        """Replaces everything."""
        self.beginResetModel()
        self._chats = {chat.id: chat for chat in chats}
        self._look_for_faces()
        self._rows = rows_of(chats, self._query, self._closed)
        self.endResetModel()

    def put(self, chat: Chat) -> None:
        """Adds a chat, or shows what changed of it."""
        self._chats[chat.id] = chat
        self._look_for_faces()
        self._refresh()

    def drop(self, chat_id: str) -> None:
        """Takes a chat out."""
        if self._chats.pop(chat_id, None) is not None:
            self._look_for_faces()
            self._refresh()

    def set_streaming(self, chat_id: str, streaming: bool) -> None:
        """Marks a chat as being answered, or not."""
        (self._streaming.add if streaming else self._streaming.discard)(chat_id)
        index = self.index_of(chat_id)
        if index.isValid():
            self.dataChanged.emit(index, index, [STREAMING_ROLE])

    def set_query(self, query: str) -> None:
        """Shows only chats whose title holds ``query``; all if it is empty."""
        self._query = query
        self._refresh()

    def toggle_section(self, index: QModelIndex) -> None:
        """Folds the section of a heading away, or opens it again."""
        row = self._rows[index.row()]
        if isinstance(row, SectionRow):
            (self._closed.discard if row.closed else self._closed.add)(row.key)
            self._refresh()

    def chat(self, chat_id: str) -> Chat | None:
        """A chat by its id, also one that the search hides."""
        return self._chats.get(chat_id)

    def index_of(self, chat_id: str) -> QModelIndex:
        """The row of a chat; an invalid index where it is not shown."""
        for number, row in enumerate(self._rows):
            if isinstance(row, ChatRow) and row.chat.id == chat_id:
                return self.index(number)
        return QModelIndex()

    def chat_ids(self) -> list[str]:
        """The ids of the chats shown, from top to bottom."""
        return [row.chat.id for row in self._rows if isinstance(row, ChatRow)]

    def title_of(self, chat: Chat) -> str:
        """The title as people see it; a chat without one is called by what it is."""
        return chat.title or self.tr("New chat")

    def _look_for_faces(self) -> None:
        had, self._has_faces = self._has_faces, any(chat.character_ids for chat in self._chats.values())
        if had != self._has_faces and self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [FACES_ROLE])

    def _refresh(self) -> None:
        """Turns the rows into those that should be there, by the fewest steps that keep the others where they are."""
        wanted = rows_of(self._chats.values(), self._query, self._closed)
        keys = {row.key for row in wanted}
        for number in reversed(range(len(self._rows))):
            if self._rows[number].key not in keys:
                self.beginRemoveRows(_NO_PARENT, number, number)
                del self._rows[number]
                self.endRemoveRows()
        for number, row in enumerate(wanted):
            self._place(number, row)

    def _place(self, number: int, row: Row) -> None:
        current = next((at for at in range(number, len(self._rows)) if self._rows[at].key == row.key), None)
        if current is None:
            self.beginInsertRows(_NO_PARENT, number, number)
            self._rows.insert(number, row)
            self.endInsertRows()
            return
        if current != number:
            self.beginMoveRows(_NO_PARENT, current, current, _NO_PARENT, number)
            self._rows.insert(number, self._rows.pop(current))
            self.endMoveRows()
        if self._rows[number] != row:
            self._rows[number] = row
            self.dataChanged.emit(self.index(number), self.index(number))

    def _section_title(self, row: SectionRow) -> str:
        if row.kind is SectionKind.PINNED:
            return self.tr("Pinned")
        return row.name if row.kind is SectionKind.FOLDER else self.tr("Chats")

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """The number of headings and chats."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, tooltip and our own roles."""
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if isinstance(row, SectionRow):
            return {Qt.ItemDataRole.DisplayRole: self._section_title(row), SECTION_ROLE: row}.get(role)
        return self._chat_data(row.chat, role)

    def _chat_data(self, chat: Chat, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.title_of(chat)
        if role == Qt.ItemDataRole.EditRole:
            return chat.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(self.title_of(chat))
        if role == STREAMING_ROLE:
            return chat.id in self._streaming
        if role == FACES_ROLE:
            return self._has_faces
        return chat if role == CHAT_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Asks for a rename; an empty or unchanged title asks for nothing."""
        chat = self.data(index, CHAT_ROLE)
        title = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or not isinstance(chat, Chat) or not title or title == chat.title:
            return False
        self.rename_requested.emit(chat.id, title)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings can be pressed but not chosen."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self.data(index, CHAT_ROLE) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
