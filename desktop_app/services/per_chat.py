"""Keeps what was read of the last few chats, until somebody says that it changed.

Used by the services that make requests: one more typed character must not ask the database again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Slot(Generic[T]):
    """``changes``: how often something was told that makes what is being read just now stale."""

    value: T | None = None
    changes: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PerChat(Generic[T]):
    """One value a chat, read by ``read`` when it is asked for and not known."""

    def __init__(self, read: Callable[[str], Awaitable[T]], *, keep: int = 4) -> None:
        self._read = read
        self._keep = keep
        self._slots: dict[str, _Slot[T]] = {}

    def forget(self, chat_id: str) -> None:
        """Something of this chat changed."""
        if (slot := self._slots.get(chat_id)) is not None:
            slot.changes += 1
            slot.value = None

    def drop(self, chat_id: str) -> None:
        """The chat is gone."""
        self.forget(chat_id)
        self._slots.pop(chat_id, None)

    def forget_all(self) -> None:
        """Something changed that any chat may depend on."""
        for chat_id in self._slots:
            self.forget(chat_id)

    def known(self) -> list[str]:
        """The chats of which anything is kept, the last asked for at the end."""
        return list(self._slots)

    async def get(self, chat_id: str) -> T:
        """The value, as it is after all that was told so far. What ``read`` raises is raised."""
        slot = self._slots.pop(chat_id, None) or _Slot[T]()
        self._slots[chat_id] = slot
        while len(self._slots) > self._keep:
            del self._slots[next(iter(self._slots))]
        async with slot.lock:
            while slot.value is None:
                changes = slot.changes
                value = await self._read(chat_id)
                if slot.changes == changes:
                    slot.value = value
            return slot.value
