"""What a person can do about a database that is damaged: save what can be read, or restore a backup. Used before it is opened.

Both lay a new database ready beside the damaged one; opening it the next time puts that in place and keeps the damaged file.
Called by the window's start and by ``doctor --repair``, which hold the lock on the data folder; the database is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop_app.domain.backup import Backup, BackupContents
from desktop_app.domain.errors import StorageError
from desktop_app.domain.rescue import Rescued, RescueStore
from desktop_app.services.backup_service import BackupService, in_thread


class RescueService:
    """``folder`` is where the database is."""

    def __init__(self, store: RescueStore, backups: BackupService, folder: Path) -> None:
        self._store = store
        self._backups = backups
        self.folder = folder

    @property
    def damage_noted(self) -> bool:
        """Whether a program before this one met the damage, and the database might open all the same. Quick."""
        return self._store.damage_noted()

    def forget_damage(self) -> None:
        """The next opening takes the database for sound. Raises ``StorageError``."""
        self._store.forget_damage()

    async def newest_backup(self) -> tuple[Backup, BackupContents] | None:
        """The newest one that can be read, and what is in it."""
        for backup in await self._backups.backups():
            try:
                return backup, await self._backups.contents(backup.path)
            except StorageError:
                continue
        return None

    async def rescue(self, title: str, progress: Callable[[float], None] | None = None) -> Rescued:
        """Lays what can be read ready. ``title``: see ``RescueStore``. Raises ``StorageError``; cancelling takes it back."""
        return await in_thread(lambda go_on: self._store.rescue(title, go_on), progress, self._store.withdraw)

    async def restore(self, backup: Backup, progress: Callable[[float], None] | None = None) -> BackupContents:
        """Lays a backup ready, in the place of what lay ready before. Raises ``StorageError``; cancelling takes it back."""
        return await self._backups.restore(backup.path, progress)

    def withdraw(self) -> None:
        """Takes back what lies ready. Raises ``StorageError``."""
        self._store.withdraw()
