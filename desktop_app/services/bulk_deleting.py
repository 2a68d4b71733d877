"""A backup before much is deleted at once (reliability page, D9). Used by the services of lore and memory, before they delete.

What a person deletes can be undone in its window; the backup is for who notices it later. One that was made a moment ago
will do: who tidies up deletes many times in a row.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from desktop_app.domain.backup import BEFORE_DELETING
from desktop_app.domain.errors import StorageError
from desktop_app.domain.ports import Clock
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus, NoticeRaised

# Told how many things are about to be deleted together; returns when they may be.
BeforeMany: TypeAlias = Callable[[int], Awaitable[None]]

HANDFUL = 10
"""So many can be looked over, and made again."""

FRESH_MILLISECONDS = 10 * 60 * 1000

_log = logging.getLogger(__name__)


class NoBackupError(StorageError):
    """Much was deleted without a backup: none could be made."""

    code = "storage.no-backup"
    template = (
        "No backup could be made before this was deleted. It can still be undone here, until the window is closed."
    )


class BulkDeleting:
    """Called as ``await before(count)``. Never raises what a backup raises: who wants to make room must be able to."""

    def __init__(self, backups: BackupService, bus: EventBus, clock: Clock) -> None:
        self._backups = backups
        self._bus = bus
        self._clock = clock

    async def __call__(self, count: int) -> None:
        """Makes a backup where ``count`` is more than a handful and the last one is not fresh; a failure is a notice."""
        if count <= HANDFUL:
            return
        try:
            if not await self._has_fresh():
                await self._backups.back_up_before(BEFORE_DELETING)
        except StorageError as error:
            _log.warning("No backup could be made before deleting: %s", error)
            self._bus.publish(NoticeRaised(NoBackupError()))

    async def _has_fresh(self) -> bool:
        """One that was made before an import has nothing of what came in: only the last one counts, if it was made for this."""
        newest = next(iter(await self._backups.backups()), None)
        if newest is None or newest.reason != BEFORE_DELETING:
            return False
        return 0 <= self._clock.now() - newest.made_at < FRESH_MILLISECONDS


async def nothing_before(count: int) -> None:
    """For a program that keeps nothing."""
    del count
