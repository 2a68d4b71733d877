"""Puts a backup in the place of the database, in two steps, so that a ``kill -9`` at any moment loses neither.

``stage_restore`` lays a checked copy ready beside the database, which may be in use. ``finish_restore`` runs before the
database is opened the next time, under the lock on the data folder: it keeps what is there and renames the copy into its
place. Whoever restores therefore closes the program and opens it again. Blocks: call it in a thread.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from desktop_app.domain.backup import BEFORE_RESTORE, BackupContents, Progress, Restored
from desktop_app.domain.errors import (
    BackupUnusableError,
    DatabaseDamagedError,
    DatabaseTooNewError,
    NotFoundError,
)
from desktop_app.storage.backup import backup_name, free_name, remove_copy
from desktop_app.storage.damage import forget_damage
from desktop_app.storage.files import known_os_error, make_private, sync_folder
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_copy import (
    CopyStoppedError,
    UnsoundCopyError,
    copy_database,
    quick_check,
    read_contents,
)
from desktop_app.storage.sqlite_engine import BUSY_SECONDS
from desktop_app.storage.sqlite_errors import known_errors
from desktop_app.storage.sqlite_file import connect_read_only, data_version, has_content, is_ours, read_versions, wal_of
from desktop_app.storage.tables import DATA_VERSION

_log = logging.getLogger(__name__)


def staged_file(paths: Paths) -> Path:
    """The copy that lies ready, if there is one: always a whole one."""
    return paths.database.with_name(f"{paths.database.name}.restore")


def stage_restore(paths: Paths, source: Path, progress: Progress) -> BackupContents:
    """Lays a checked copy of ``source`` ready and says what is in it. The file itself is never changed.

    Raises ``BackupUnusableError``, ``DatabaseTooNewError``, ``NotFoundError`` or another ``StorageError``, and
    ``CopyStoppedError``; then nothing lies ready that did not before.
    """
    staged = staged_file(paths)
    temporary = staged.with_name(f"{staged.name}.new")
    _must_exist(source)
    try:
        remove_copy(temporary)
        make_private(temporary)
        with _known_unusable(paths, source):
            copy_database(source, temporary, progress, in_use=source == paths.database)
            contents = _contents(temporary, source, in_use=False)
        temporary.replace(staged)
        sync_folder(paths.data)
    except OSError as error:
        raise known_os_error(error, paths.data) from error
    finally:
        remove_copy(temporary)
    if not progress(1.0):  # whoever stops it in the last moment must not find it done at the next start
        staged.unlink(missing_ok=True)
        raise CopyStoppedError
    return contents


def backup_contents(paths: Paths, file: Path) -> BackupContents:
    """What is in a backup, without checking all of it. Raises like ``stage_restore``."""
    _must_exist(file)
    with _known_unusable(paths, file):
        return _contents(file, file, in_use=file == paths.database)


def finish_restore(paths: Paths, now: int) -> Restored | None:
    """Carries out what was laid ready; None where nothing was. ``now``: Unix milliseconds, for the name of what is kept.

    Needs the lock on the data folder and a closed database. Raises ``StorageError``: then the database is as it was.
    """
    staged = staged_file(paths)
    if not staged.exists():
        return None
    try:
        _remove_links(paths)
        former = _keep_former(paths, now)
        staged.replace(paths.database)
        sync_folder(paths.data)
        forget_damage(paths)
    except OSError as error:
        raise known_os_error(error, paths.data) from error
    _log.info("A backup was restored; what was there before is kept in %s.", former)
    return Restored(former)


def _keep_former(paths: Paths, now: int) -> Path | None:
    """Gives the database a second name, as a backup where it is sound. A damaged one is not written to, only named."""
    log = wal_of(paths.database)
    if not paths.database.exists():
        former = free_name(paths.data, "talespan-lost") if has_content(log) else None
    elif _merge_log(paths):
        former = backup_name(paths, BEFORE_RESTORE, now)
    else:
        former = free_name(paths.data, "talespan-damaged")
    if former is not None:
        for file, name in ((paths.database, former), (log, wal_of(former))):
            if has_content(file):
                _link(file, name)
        sync_folder(former.parent)
    log.unlink(missing_ok=True)  # else SQLite would take it for that of the new database
    paths.database.with_name(f"{paths.database.name}-shm").unlink(missing_ok=True)
    return former


def _merge_log(paths: Paths) -> bool:
    """Makes the database one file that needs no other; False where it is damaged. Raises ``DatabaseInUseError``.

    It stays in WAL mode: to leave that, SQLite would need a journal, and a kill would leave a file that cannot just be read.
    """
    try:
        with known_errors(paths):
            data_version(paths, known=sys.maxsize)  # also what a newer program left is worth keeping
            with closing(connect_read_only(paths.database, in_use=True)) as connection:
                if quick_check(connection) != "ok":
                    return False
            with closing(sqlite3.connect(paths.database, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # fails while anybody else has it open
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except (DatabaseDamagedError, sqlite3.DatabaseError):
        return False
    return True


def _remove_links(paths: Paths) -> None:
    """A second name that a finish gave the database before it was killed: it will be given again."""
    if not paths.database.exists():
        return
    for name in (*paths.backups.glob(f"*{BEFORE_RESTORE}*.db"), *paths.data.glob("talespan-damaged*.db")):
        with suppress(FileNotFoundError):
            if name.samefile(paths.database):
                name.unlink()


def _link(file: Path, name: Path) -> None:
    """A second name costs no room; where the file system knows none, a copy."""
    name.unlink(missing_ok=True)
    try:
        os.link(file, name)
    except OSError:
        shutil.copyfile(file, name)
        name.chmod(file.stat().st_mode & 0o777)
        with name.open("r+b") as copy:
            os.fsync(copy.fileno())


def _contents(file: Path, source: Path, *, in_use: bool) -> BackupContents:
    with closing(connect_read_only(file, in_use=in_use)) as connection:
        if not is_ours(connection):
            raise BackupUnusableError(file=source.name, detail="It belongs to another program.")
        newest = max(read_versions(connection))
        if newest > DATA_VERSION:
            raise DatabaseTooNewError(found=newest, known=DATA_VERSION)
        return read_contents(connection)


def _must_exist(file: Path) -> None:
    if not file.is_file():
        raise NotFoundError(kind="backup", id=file)


@contextmanager
def _known_unusable(paths: Paths, file: Path) -> Generator[None]:
    """What SQLite finds wrong with a backup says nothing about the database."""
    try:
        with known_errors(paths):
            yield
    except (UnsoundCopyError, DatabaseDamagedError, sqlite3.DatabaseError) as error:
        raise BackupUnusableError(file=file.name, detail="It is damaged, or no backup at all.") from error
