"""Empties the trash: the one way in which something that was said goes for good. Used by the page of the data folder.

A checked backup is made first, so that even this can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.domain.backup import BEFORE_DELETING
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.trash import Trash
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import ChatPurged, EventBus
from desktop_app.services.tasks import TaskRegistry


class TrashService:
    """The one door through which chats go for good. Each is told of by ``ChatPurged``."""

    def __init__(
        self, trash: Trash, chats: ChatRepository, backups: BackupService, bus: EventBus, tasks: TaskRegistry
    ) -> None:
        self._trash = trash
        self._chats = chats
        self._backups = backups
        self._bus = bus
        self._tasks = tasks

    async def count(self) -> int:
        """How many chats are in the trash."""
        return len(await self._chats.list_chats(deleted=True))

    async def empty(self, progress: Callable[[float], None] = lambda _share: None) -> int:
        """Removes all chats that are in the trash now, after a backup, and says how many. Raises ``StorageError``.

        ``progress`` hears the share done (0 to 1). Cancelled, it stops between two slices: what is half gone stays in the trash.
        """
        found = await self._chats.list_chats(deleted=True)
        if not found:
            return 0
        await self._backups.back_up_before(BEFORE_DELETING)
        removed = 0
        for number, chat in enumerate(found, 1):
            while (left := await self._trash.remove_some(chat.id)) > 0:
                await self._tasks.step_aside()
            if left == 0:
                removed += 1
                self._bus.publish(ChatPurged(chat.id))
            progress(number / (len(found) + 1))
        await self._trash.tidy()
        return removed
