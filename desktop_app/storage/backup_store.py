"""Backups as the services see them: ``BackupStore`` over the data folder. Needs no open database."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.domain.backup import Backup, BackupContents, Progress
from desktop_app.domain.errors import DatabaseDamagedError, StorageError
from desktop_app.domain.ports import Clock
from desktop_app.storage.backup import list_backups, make_backup
from desktop_app.storage.backup_tiers import SIZE_LIMIT, superfluous
from desktop_app.storage.damage import note_damage
from desktop_app.storage.files import known_os_error
from desktop_app.storage.paths import Paths
from desktop_app.storage.restore import backup_contents, stage_restore, staged_file
from desktop_app.storage.sqlite_copy import CopyStoppedError
from desktop_app.storage.sqlite_file import has_content, wal_of


class FileBackupStore:
    """Fulfils ``BackupStore``. ``size_limit``: how many bytes the automatic backups may take."""

    def __init__(self, paths: Paths, clock: Clock, *, size_limit: int = SIZE_LIMIT) -> None:
        self._paths = paths
        self._clock = clock
        self._size_limit = size_limit
        self._lock = threading.Lock()  # one copy at a time: one that was stopped may still be tidying up

    def back_up(self, reason: str, progress: Progress) -> Backup:
        """Into the folder ``backups``."""
        with self._lock, _interruption():
            try:
                return make_backup(self._paths, reason, self._clock.now(), progress)
            except DatabaseDamagedError:
                note_damage(self._paths)
                raise

    def backups(self) -> list[Backup]:
        """By the names of the files."""
        return list_backups(self._paths)

    def present(self) -> BackupContents | None:
        """Of a database that is in use, too."""
        try:
            return backup_contents(self._paths, self._paths.database)
        except StorageError:
            return None

    def contents(self, file: Path) -> BackupContents:
        """Without checking all of it."""
        return backup_contents(self._paths, file)

    def stage(self, file: Path, progress: Progress) -> BackupContents:
        """See ``restore``."""
        with self._lock, _interruption():
            return stage_restore(self._paths, file, progress)

    def withdraw(self) -> None:
        """Removes one file."""
        try:
            staged_file(self._paths).unlink(missing_ok=True)
        except OSError as error:
            raise known_os_error(error, self._paths.data) from error

    def waiting(self) -> bool:
        """Looks for one file."""
        return staged_file(self._paths).exists()

    def changed_since(self, moment: int) -> bool:
        """By the times of its files. A start and an end without a change write to neither."""
        files = (self._paths.database, wal_of(self._paths.database))
        return any(has_content(file) and file.stat().st_mtime * 1000 > moment for file in files)

    def prune(self, now: int) -> list[Backup]:
        """Removes files only, and only those that the rule names."""
        gone = superfluous(list_backups(self._paths), now, self._size_limit)
        try:
            for backup in gone:
                backup.path.unlink(missing_ok=True)
        except OSError as error:
            raise known_os_error(error, self._paths.backups) from error
        return gone


@contextmanager
def _interruption() -> Generator[None]:
    """What stopped a copy, in the words of the port."""
    try:
        yield
    except CopyStoppedError as error:
        raise InterruptedError from error
