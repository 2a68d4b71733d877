"""Copies of the database that are whole, checked, and complete under one name.

``upgrade`` makes one before each upgrade; later also the services. Blocks: call it in a thread. A copy of the file alone
would be no backup, since the newest data are in the write-ahead log beside it (reliability page, D9).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.domain.errors import DatabaseDamagedError
from desktop_app.storage.files import known_os_error, make_private, sync_folder
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_errors import known_errors

# Pages for each step: between steps the interpreter is free for other threads. 8 MB at SQLite's usual page size.
_PAGES_PER_STEP = 2000


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy. ``made_at``: Unix milliseconds, UTC, to the second. ``size`` in bytes."""

    path: Path
    reason: str
    made_at: int
    size: int


def make_backup(paths: Paths, reason: str, now: int) -> Backup:
    """Copies the database as it is at this moment; others may go on writing.

    ``reason``: a few words of a-z, 0-9 and ``-``. ``now``: Unix milliseconds. Raises ``StorageError``; a damaged database
    gives no backup. Nothing is left behind by a failure.
    """
    moment = datetime.fromtimestamp(now / 1000, UTC)
    target = _free_name(paths.backups, f"talespan-{moment:%Y%m%d-%H%M%S}-{reason}")
    temporary = target.with_suffix(".new")
    try:
        _remove_leftovers(paths.backups)
        make_private(temporary)
        with known_errors(paths):
            _copy(paths, temporary)
        temporary.rename(target)
        sync_folder(paths.backups)
    except OSError as error:
        raise known_os_error(error, paths.backups) from error
    finally:
        _remove_leftovers(paths.backups)
    return Backup(target, reason, now // 1000 * 1000, target.stat().st_size)


def list_backups(paths: Paths) -> list[Backup]:
    """All complete backups, the newest first."""
    return sorted(_found(paths), key=lambda backup: (backup.made_at, backup.path.name), reverse=True)


def _found(paths: Paths) -> Iterator[Backup]:
    for path in paths.backups.glob("talespan-*.db"):
        _name, day, time, reason = [*path.stem.split("-", 3), "", "", ""][:4]
        try:
            moment = datetime.strptime(f"{day}{time}", "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            continue  # somebody else's file
        yield Backup(path, reason, int(moment.timestamp()) * 1000, path.stat().st_size)


def _remove_leftovers(folder: Path) -> None:
    """Of this backup, or of one that was killed; the lock on the data folder makes sure that nobody is at work on them."""
    with suppress(OSError):  # a medium that cannot be written cannot be tidied either
        for leftover in folder.glob("talespan-*.new*"):
            leftover.unlink(missing_ok=True)


def _free_name(folder: Path, stem: str) -> Path:
    target = folder / f"{stem}.db"
    number = 2
    while target.exists():
        target = folder / f"{stem}-{number}.db"
        number += 1
    return target


def _copy(paths: Paths, temporary: Path) -> None:
    """The open transaction holds one state of the source, else each write elsewhere would start the copy anew."""
    uri = f"{paths.database.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as source,
        closing(sqlite3.connect(temporary, isolation_level=None)) as copy,
    ):
        source.execute("BEGIN")
        expected = _row_counts(source)
        source.backup(copy, pages=_PAGES_PER_STEP)
        source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode=DELETE")
        answer = str(copy.execute("PRAGMA quick_check(1)").fetchone()[0])
        if answer != "ok" or _row_counts(copy) != expected:
            raise DatabaseDamagedError(detail=f"a backup could not be made ({answer}).", backups=paths.backups)


def _row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in names}  # noqa: S608 - names of our own tables
