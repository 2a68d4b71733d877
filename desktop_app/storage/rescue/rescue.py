"""Lays a new database of all that can be read of the damaged one ready, beside it. Called by the rescue service in a thread.

``restore.finish_restore`` puts it in place when the database is opened the next time, and keeps the damaged file under another
name: what was saved can be weighed against a backup, and the file itself given to somebody who knows more.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from desktop_app.domain.backup import Progress
from desktop_app.domain.errors import DatabaseTooNewError
from desktop_app.domain.rescue import NothingToRescueError, Rescued
from desktop_app.storage.backup import remove_copy
from desktop_app.storage.damage import damage_noted, forget_damage
from desktop_app.storage.files import known_os_error, sync_folder
from desktop_app.storage.paths import Paths
from desktop_app.storage.rescue.copying import Found, copy_rows
from desktop_app.storage.rescue.pages import MAGIC, PageFile, UnreadableError
from desktop_app.storage.rescue.references import mend_references
from desktop_app.storage.rescue.tree import MendedMessages, mend_messages
from desktop_app.storage.restore import staged_file
from desktop_app.storage.sqlite_copy import CopyStoppedError, count_rows, go_on, quick_check, read_contents
from desktop_app.storage.sqlite_errors import known_errors
from desktop_app.storage.tables import DATA_VERSION
from desktop_app.storage.text_check import count_damaged
from desktop_app.storage.upgrade import make_database

# Where reading ends, and where putting together does: the rest is checking.
_READ, _MENDED = 0.7, 0.9

# Nothing of the new file counts before it is whole: it needs no journal.
_PRAGMAS = ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=OFF", "cell_size_check=ON")

# SQLite's ``user_version`` in the header of the file.
_VERSION = slice(60, 64)
# A number this large is no version but damage.
_NO_VERSION = 10_000

_log = logging.getLogger(__name__)


class FileRescueStore:
    """Fulfils ``RescueStore`` over the data folder of ``paths``, whose lock is held and whose database is closed."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._lock = threading.Lock()  # one at a time: one that was stopped may still be tidying up

    def rescue(self, title: str, progress: Progress) -> Rescued:
        """See ``stage_rescue``."""
        with self._lock:
            try:
                return stage_rescue(self._paths, title, progress)
            except CopyStoppedError:
                raise InterruptedError from None

    def withdraw(self) -> None:
        """Removes one file."""
        try:
            staged_file(self._paths).unlink(missing_ok=True)
        except OSError as error:
            raise known_os_error(error, self._paths.data) from error

    def damage_noted(self) -> bool:
        """By a file beside the database."""
        return damage_noted(self._paths)

    def forget_damage(self) -> None:
        """Removes that file."""
        forget_damage(self._paths)


def stage_rescue(paths: Paths, title: str, progress: Progress) -> Rescued:
    """Lays what can be saved ready and says what it is. The damaged file is only read. Raises like ``RescueStore.rescue``."""
    staged = staged_file(paths)
    temporary = staged.with_name(f"{staged.name}.new")
    try:
        with known_errors(paths), PageFile(paths.database) as pages:
            _refuse_newer(pages)
            make_database(temporary)
            rescued = _saved(paths, pages, temporary, title, progress)
        _sync(temporary)
        temporary.replace(staged)
        sync_folder(paths.data)
    except OSError as error:
        raise known_os_error(error, paths.data) from error
    finally:
        remove_copy(temporary)
    if not progress(1.0):  # whoever stops it in the last moment must not find it done at the next start
        staged.unlink(missing_ok=True)
        raise CopyStoppedError
    _log.info("What can be read of the database was saved: %s.", rescued)
    return rescued


def _saved(paths: Paths, pages: PageFile, target: Path, title: str, progress: Progress) -> Rescued:
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()
        connection.execute("BEGIN")
        found = copy_rows(pages, connection, lambda share: progress(share * _READ))
        if not _anything(connection, found):
            raise NothingToRescueError(file=paths.database)
        go_on(progress, _READ)
        mended = mend_messages(connection, found.places, title)
        mend_references(connection, title)
        connection.execute("COMMIT")
        go_on(progress, _MENDED)
        answer = quick_check(connection)
        if answer != "ok":
            raise RuntimeError(f"The rescued database is not sound: {answer}")
        return _told(connection, found, mended)


def _told(connection: sqlite3.Connection, found: Found, mended: MendedMessages) -> Rescued:
    return Rescued(
        contents=read_contents(connection),
        characters=count_rows(connection, "characters"),
        lost_messages=mended.lost,
        homeless_messages=mended.without_chat,
        damaged_texts=count_damaged(connection),
        damaged_files=found.damaged_files,
        unreadable=found.unreadable,
        strayed=found.strayed,
    )


def _anything(connection: sqlite3.Connection, found: Found) -> bool:
    """An empty database of ours is something; another program's, or a file of noise, is nothing."""
    kept = ("message_revisions", "chats", "characters", "lorebook_entries", "memory_entries")
    return found.knows_tables or any(count_rows(connection, table) for table in kept)


def _refuse_newer(pages: PageFile) -> None:
    """What a newer program wrote may mean something else."""
    try:
        first = pages.page(1)
    except UnreadableError:
        return
    version = int.from_bytes(first[_VERSION], "big")
    if first.startswith(MAGIC) and DATA_VERSION < version < _NO_VERSION:
        raise DatabaseTooNewError(found=version, known=DATA_VERSION)


def _sync(file: Path) -> None:
    with file.open("r+b") as handle:
        os.fsync(handle.fileno())
