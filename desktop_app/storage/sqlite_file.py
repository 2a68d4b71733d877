"""Looks at the database file before anything opens it for writing, and decides whether anything may.

Called by ``upgrade``. Never changes the database: a file that is damaged, newer or not ours stays as it is, and one that
should be there is never replaced by an empty one (reliability page, D6, D10, D12).
"""

from __future__ import annotations

import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

from desktop_app.domain.errors import DatabaseDamagedError, DatabaseTooNewError
from desktop_app.storage.files import atomic_write, known_os_error
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_engine import BUSY_SECONDS
from desktop_app.storage.sqlite_errors import known_errors
from desktop_app.storage.tables import APPLICATION_ID, DATA_VERSION

# https://sqlite.org/fileformat2.html, section 1.3. Page size at 16, pages at 28, user_version at 60, application_id at 68.
_MAGIC = b"SQLite format 3\0"
_HEADER = struct.Struct(">16sH10xI28xI4xI28x")

_MARKER_TEXT = (
    "Talespan keeps chats in the file talespan.db beside this one. While this file is here, Talespan takes a missing or "
    "empty database for a damage and never starts with an empty one.\n"
)


def data_version(paths: Paths, known: int = DATA_VERSION) -> int | None:
    """The version of the data on the disk; None on a first start. ``known``: the newest version that may be opened.

    Raises ``DatabaseDamagedError``, ``DatabaseTooNewError`` or another ``StorageError``.
    """
    try:
        size = paths.database.stat().st_size
    except FileNotFoundError:
        return _version_of_nothing(paths)
    except OSError as error:
        raise known_os_error(error, paths.data) from error
    if size == 0:
        raise _damaged(paths, "the file is empty.")
    _check_header(paths, size, known)
    version, min_reader = _versions(paths)
    if version > known or min_reader > known:
        raise DatabaseTooNewError(found=max(version, min_reader), known=known)
    return version


def remember_data(paths: Paths) -> None:
    """From now on a missing database is an error. Called when there is a sound one."""
    if not _marker(paths).exists():
        atomic_write(_marker(paths), _MARKER_TEXT.encode())


def wal_of(database: Path) -> Path:
    """The write-ahead log of a database."""
    return database.with_name(f"{database.name}-wal")


def has_content(path: Path) -> bool:
    """Whether there is a file that is not empty."""
    return path.exists() and path.stat().st_size > 0


def connect_read_only(file: Path, *, in_use: bool) -> sqlite3.Connection:
    """A connection that cannot write. ``in_use``: others may write to the file meanwhile.

    Where nobody does, or where not even a shared-memory file can be made beside it, the file is read as it stands.
    """
    shared = (in_use or has_content(wal_of(file))) and os.access(file.parent, os.W_OK)
    mode = "mode=ro" if shared else "immutable=1"
    uri = f"{file.absolute().as_uri()}?{mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether Talespan made this database."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION_ID


def read_versions(connection: sqlite3.Connection) -> tuple[int, int]:
    """``user_version`` and ``min_reader`` of a database that is ours."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    row = connection.execute("SELECT value FROM meta WHERE key = 'min_reader'").fetchone()
    return version, int(row[0]) if row else 0


def _version_of_nothing(paths: Paths) -> None:
    """A log without its database is the rest of a lost one: a new database beside it would be torn by it."""
    if _marker(paths).exists() or has_content(wal_of(paths.database)):
        raise _damaged(paths, "the file is missing.")


def _check_header(paths: Paths, size: int, known: int) -> None:
    """What can be seen without SQLite, so that a wrong file is not even opened."""
    try:
        with paths.database.open("rb") as file:
            head = file.read(_HEADER.size)
    except OSError as error:
        raise known_os_error(error, paths.data) from error
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        raise _damaged(paths, "the beginning of the file is not that of a database.")
    if has_content(wal_of(paths.database)):
        return  # the newest header may be in there
    _magic, page_size, pages, version, application = _HEADER.unpack(head)
    if application != APPLICATION_ID:
        raise _damaged(paths, "the file belongs to another program.")
    if version > known:
        raise DatabaseTooNewError(found=version, known=known)
    if size < pages * (65536 if page_size == 1 else page_size):
        raise _damaged(paths, "the end of the file is missing.")


def _versions(paths: Paths) -> tuple[int, int]:
    """``user_version`` and ``min_reader`` without leaving a trace.

    A connection that cannot write merges no log when it is closed; ``immutable``, which a log forbids, makes none either.
    """
    mode = "mode=ro" if has_content(wal_of(paths.database)) else "immutable=1"
    uri = f"{paths.database.absolute().as_uri()}?{mode}"
    try:
        with known_errors(paths), closing(sqlite3.connect(uri, uri=True)) as connection:
            if not is_ours(connection):
                raise _damaged(paths, "the file belongs to another program.")
            return read_versions(connection)
    except (sqlite3.DatabaseError, ValueError) as error:  # another name for the table, or no number in it
        raise _damaged(paths, "its version cannot be read.") from error


def _marker(paths: Paths) -> Path:
    return paths.data / "talespan.has-data"


def _damaged(paths: Paths, detail: str) -> DatabaseDamagedError:
    return DatabaseDamagedError(detail=detail, backups=paths.backups)
