"""The chats in the trash, and their end. The port is fulfilled by ``storage.trash``."""

from __future__ import annotations

from typing import Protocol


class Trash(Protocol):
    """Removes for good. Raises ``StorageError``."""

    async def remove_some(self, chat_id: str) -> int:
        """Takes out the next messages of a chat that is in the trash, from its ends to its root; gives how many are left.

        With the last of them the chat itself goes, and all that was made of it; memory entries stay. A chat that is not in the
        trash is left alone: -1.
        """
        ...

    async def tidy(self) -> None:
        """Texts of prompts that no turn speaks of any more go."""
        ...
