"""The other chats of a chat's character, where the person wants them recalled too: which they are, and their branches.

Owned by the recall service. Read once, and again when an event tells of a change.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from desktop_app.domain.chat import BranchRow, Chat
from desktop_app.domain.ports import ChatRepository
from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatChanged,
    ChatPurged,
    ChatRemoved,
    EventBus,
    MessageAdded,
    MessageChanged,
    TurnFinished,
)
from desktop_app.services.per_chat import PerChat
from desktop_app.services.recall_asking import Layout, layout_of_rows

# So many chats are looked at, those that changed last.
MOST = 4


class OtherChats:
    """See the module."""

    def __init__(self, chats: ChatRepository, bus: EventBus) -> None:
        self._chats = chats
        self._listed: list[Chat] | None = None
        self._branches = PerChat(self._read, keep=MOST + 1)
        for kind in (ChatAdded, ChatChanged, ChatRemoved):
            bus.subscribe(kind, lambda _event: self._forget_list())
        for kind in (MessageAdded, MessageChanged, BranchChanged):
            bus.subscribe(kind, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(TurnFinished, lambda event: self._branches.forget(event.turn.chat_id))
        bus.subscribe(ChatPurged, lambda event: self._branches.drop(event.chat_id))

    async def beside(self, chat: Chat) -> list[Chat]:
        """Those of the same character that are not in the trash and want recall."""
        if not chat.character_ids:
            return []
        if self._listed is None:
            self._listed = await self._chats.list_chats()
        able = (
            other
            for other in self._listed
            if other.id != chat.id
            and other.character_ids[:1] == chat.character_ids[:1]
            and other.context.recall_enabled is not False
        )
        return sorted(able, key=lambda other: (-other.updated_at, other.id))[:MOST]

    async def branch(self, chat_id: str) -> tuple[Sequence[BranchRow], Layout]:
        """The branch of another chat, the same object as long as nothing changed."""
        return await self._branches.get(chat_id)

    async def _read(self, chat_id: str) -> tuple[Sequence[BranchRow], Layout]:
        rows = await self._chats.branch(chat_id)
        return rows, await asyncio.to_thread(layout_of_rows, rows)

    def _forget_list(self) -> None:
        self._listed = None
