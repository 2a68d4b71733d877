"""Copies of the database that are whole, checked, and complete under one name.

``upgrade`` makes one before each upgrade; the backup store makes all others. Blocks: call it in a thread.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.domain.backup import Backup, Progress
from desktop_app.domain.errors import DatabaseDamagedError, NotFoundError
from desktop_app.storage.files import known_os_error, make_private, sync_folder
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_copy import UnsoundCopyError, copy_database
from desktop_app.storage.sqlite_errors import known_errors

# A copy that grows is written to every second; one that was not for so long belongs to a program that was killed.
_LEFTOVER_SECONDS = 3600


class NothingToBackUpError(NotFoundError):
    """There was never a database here."""

    code = "storage.nothing-to-back-up"
    template = "There is nothing to back up yet: no chat was ever kept here."


def make_backup(paths: Paths, reason: str, now: int, progress: Progress = lambda _share: True) -> Backup:
    """Copies the database as it is at this moment; others may go on writing.

    ``reason``: a few words of a-z, 0-9 and ``-``. ``now``: Unix milliseconds. Raises ``StorageError``, and
    ``CopyStoppedError`` where ``progress`` says no; a damaged database gives no backup. Nothing is left by a failure.
    """
    if not paths.database.exists():
        raise NothingToBackUpError
    target = backup_name(paths, reason, now)
    temporary = target.with_suffix(".new")
    try:
        _remove_leftovers(paths.backups)
        make_private(temporary)
        try:
            with known_errors(paths):
                copy_database(paths.database, temporary, progress, in_use=True)
        except UnsoundCopyError as error:
            detail = f"a backup could not be made ({error})."
            raise DatabaseDamagedError(detail=detail, backups=paths.backups) from error
        temporary.rename(target)
        sync_folder(paths.backups)
    except OSError as error:
        raise known_os_error(error, paths.backups) from error
    finally:
        remove_copy(temporary)
    return Backup(target, reason, now // 1000 * 1000, target.stat().st_size)


def list_backups(paths: Paths) -> list[Backup]:
    """All complete backups, the newest first."""
    return sorted(_found(paths), key=lambda backup: (backup.made_at, backup.path.name), reverse=True)


def backup_name(paths: Paths, reason: str, now: int) -> Path:
    """The name of a backup that is made for ``reason`` at ``now``; there is no such file yet."""
    moment = datetime.fromtimestamp(now / 1000, UTC)
    return free_name(paths.backups, f"talespan-{moment:%Y%m%d-%H%M%S}-{reason}")


def free_name(folder: Path, stem: str) -> Path:
    """A file in ``folder`` that is not there: ``<stem>.db``, else ``<stem>_2.db`` and so on."""
    target = folder / f"{stem}.db"
    number = 2
    while target.exists():
        target = folder / f"{stem}_{number}.db"
        number += 1
    return target


def remove_copy(temporary: Path) -> None:
    """Removes an unfinished copy and its journal, where there is one."""
    with suppress(OSError):  # a medium that cannot be written cannot be tidied either
        temporary.unlink(missing_ok=True)
        temporary.with_name(f"{temporary.name}-journal").unlink(missing_ok=True)


def _found(paths: Paths) -> Iterator[Backup]:
    for path in paths.backups.glob("talespan-*.db"):
        _name, day, time_of_day, reason = [*path.stem.split("-", 3), "", "", ""][:4]
        try:
            moment = datetime.strptime(f"{day}{time_of_day}", "%Y%m%d%H%M%S").replace(tzinfo=UTC)
            size = path.stat().st_size
        except (ValueError, FileNotFoundError):
            continue  # somebody else's file, or one that was pruned just now
        yield Backup(path, reason.partition("_")[0], int(moment.timestamp()) * 1000, size)


def _remove_leftovers(folder: Path) -> None:
    """Of backups that were killed. Another program may be at work on one of its own."""
    for leftover in folder.glob("talespan-*.new*"):
        with suppress(OSError):
            if time.time() - leftover.stat().st_mtime > _LEFTOVER_SECONDS:
                leftover.unlink()
