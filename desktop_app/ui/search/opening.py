"""Takes the reader to a found message: its chat is opened, and when the message is there, its place in it is shown.

Where it is on another branch than the one that is shown, whoever asked is told first and decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject

from desktop_app.domain.chat import BranchRow, Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.searching import SearchHit
from desktop_app.ui.chat.chat_model import ChatModel


class Branches(Protocol):
    """What opening needs of ``ChatService``."""

    async def get_chat(self, chat_id: str) -> Chat:
        """A chat, also one in the trash."""
        ...

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """The branch that is shown."""
        ...

    async def show_message(self, message_id: str) -> None:
        """Goes to the branch of a message."""
        ...


class RevealingView(Protocol):
    """What opening needs of ``ChatView``."""

    def reveal(self, message_id: str, start: int = -1, end: int = -1) -> bool:
        """Shows a place; False where the message is not there."""
        ...

    def setFocus(self) -> None:
        """The keyboard walks in it."""
        ...


@dataclass(frozen=True, slots=True)
class Conversation:
    """The conversation that is shown: its rows, its view, and how another chat comes into it."""

    model: ChatModel
    view: RevealingView
    open_chat: Callable[[str], None]
    open_chat_id: Callable[[], str]


class MessageOpener(QObject):
    """Waits for one message at a time; what was wanted before is forgotten."""

    def __init__(self, branches: Branches, conversation: Conversation, parent: QObject | None = None) -> None:
        self._wanted: SearchHit | None = None
        super().__init__(parent)
        self._branches = branches
        self._conversation = conversation
        conversation.model.modelReset.connect(self._try)
        conversation.model.rowsInserted.connect(self._try)

    async def is_shown(self, hit: SearchHit) -> bool:
        """Whether the message is on the branch that its chat shows. Raises ``NotFoundError`` where the chat is gone."""
        chat = await self._branches.get_chat(hit.chat_id)
        if chat.deleted_at is not None:
            raise NotFoundError(kind="chat", id=hit.chat_id)
        return any(row.id == hit.message_id for row in await self._branches.branch(hit.chat_id))

    async def switch_to(self, hit: SearchHit) -> None:
        """Makes the branch of the message the one that is shown. Raises ``AppError``."""
        await self._branches.show_message(hit.message_id)

    def go(self, hit: SearchHit) -> None:
        """Opens the message, which is on the branch that its chat shows."""
        self._wanted = hit
        if self._conversation.open_chat_id() != hit.chat_id:
            self._conversation.open_chat(hit.chat_id)
        else:
            self._try()

    def _try(self) -> None:
        hit = self._wanted
        if hit is None or self._conversation.model.row_of(hit.message_id) < 0:
            return
        start, end = hit.spans[0] if hit.spans else (-1, -1)
        if self._conversation.view.reveal(hit.message_id, start, end):
            self._wanted = None
            self._conversation.view.setFocus()  # a chat that is opened gives the keyboard to the composer
