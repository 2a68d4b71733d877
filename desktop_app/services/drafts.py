"""What stands in the composers: one draft a chat, known by the id its message will have from its first character on."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.domain.chat import Draft
from desktop_app.domain.message import clean_text
from desktop_app.domain.ports import ChatRepository


class Drafts:
    """Keeps the drafts' ids in memory and their texts in the repository."""

    def __init__(self, chats: ChatRepository, new_id: Callable[[], str]) -> None:
        self._chats = chats
        self._new_id = new_id
        self._ids: dict[str, str] = {}
        self._used: dict[str, str] = {}

    async def get(self, chat_id: str) -> Draft | None:
        """The stored draft of a chat."""
        draft = await self._chats.get_draft(chat_id)
        # One that is becoming a message just now may still be there.
        if draft is not None and draft.message_id != self._used.get(chat_id):
            self._ids.setdefault(chat_id, draft.message_id)
        return draft

    async def message_id(self, chat_id: str) -> str:
        """The id that the next message of the person will have in this chat; the same until ``used``."""
        if chat_id not in self._ids:
            await self.get(chat_id)
        return self._ids.setdefault(chat_id, self._new_id())

    async def save(self, chat_id: str, text: str) -> None:
        """Stores the draft's text; an empty one removes it."""
        message_id = await self.message_id(chat_id)
        await self._chats.save_draft(Draft(chat_id=chat_id, message_id=message_id, text=clean_text(text)))

    def used(self, chat_id: str) -> None:
        """The draft becomes a message now: the next one is another."""
        if (message_id := self._ids.pop(chat_id, None)) is not None:
            self._used[chat_id] = message_id
