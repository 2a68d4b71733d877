"""Looks at a data folder without changing anything in it: for ``talespan doctor``, also while the window is open.

Unlike ``Database`` it makes no file, takes no lock for longer than a moment, merges no log, and tells about a damaged or
newer database instead of refusing it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from desktop_app.domain.errors import DatabaseInUseError, StorageError
from desktop_app.storage.derived_facts import DerivedFacts, read_derived
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_copy import count_rows
from desktop_app.storage.sqlite_errors import known_errors
from desktop_app.storage.sqlite_file import connect_read_only, data_version, wal_of
from desktop_app.storage.tables import DATA_VERSION
from desktop_app.storage.text_check import count_damaged

SQLITE_VERSION = sqlite3.sqlite_version

# What the check found first is enough for a report.
_FINDINGS = 5

_DAMAGED_TEXTS = (
    "Something else than Talespan changed stored messages ({count}). Close the window and run: talespan doctor --repair"
)


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """What is known of a database. ``problem`` is a sentence, or empty where it is sound.

    Sizes in bytes; ``version`` is 0 and the counts are -1 where they could not be read. ``known``: the data version of this
    program.
    """

    size: int = 0
    log_size: int = 0
    version: int = 0
    known: int = DATA_VERSION
    integrity: str = ""
    chats: int = -1
    chats_in_trash: int = -1
    messages: int = -1
    turns: int = -1
    lorebooks: int = -1
    lorebook_entries: int = -1
    memory_entries: int = -1
    damaged_texts: int = -1
    derived: DerivedFacts | None = None
    problem: str = ""


def inspect_database(paths: Paths) -> DatabaseFacts | None:
    """The facts about the database of ``paths``, with SQLite's whole integrity check; None where there was never one.

    Blocks, some seconds for a gigabyte.
    """
    size, log_size = _size(paths.database), _size(wal_of(paths.database))
    try:
        version = data_version(paths)
        if version is None:
            return None
        with known_errors(paths), closing(connect_read_only(paths.database, in_use=True)) as connection:
            return _facts(connection, DatabaseFacts(size=size, log_size=log_size, version=version))
    except (StorageError, sqlite3.DatabaseError, OSError) as error:
        return DatabaseFacts(size=size, log_size=log_size, problem=str(error))


def lock_is_held(paths: Paths) -> bool:
    """Whether a Talespan is using the data folder. Makes no file; raises ``ReadOnlyError`` where it cannot be found out."""
    if not paths.lock.exists():
        return False
    lock = DataFolderLock(paths)
    try:
        lock.acquire()
    except DatabaseInUseError:
        return True
    lock.release()
    return False


def _facts(connection: sqlite3.Connection, facts: DatabaseFacts) -> DatabaseFacts:
    found = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({_FINDINGS})")]
    orphans = len(connection.execute("PRAGMA foreign_key_check").fetchmany(_FINDINGS))
    integrity = "; ".join(found) if found != ["ok"] or not orphans else f"{orphans} rows point to nothing"
    (in_trash,) = connection.execute("SELECT count(deleted_at) FROM chats").fetchone()
    damaged = count_damaged(connection)
    problem = "" if integrity == "ok" else f"The chat database is damaged: {integrity}."
    if damaged and not problem:
        problem = _DAMAGED_TEXTS.format(count=damaged)
    return DatabaseFacts(
        size=facts.size,
        log_size=facts.log_size,
        version=facts.version,
        integrity=integrity,
        chats=count_rows(connection, "chats") - in_trash,
        chats_in_trash=in_trash,
        messages=count_rows(connection, "messages"),
        turns=count_rows(connection, "turns"),
        lorebooks=count_rows(connection, "lorebooks"),
        lorebook_entries=count_rows(connection, "lorebook_entries"),
        memory_entries=count_rows(connection, "memory_entries"),
        damaged_texts=damaged,
        derived=read_derived(connection),
        problem=problem,
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
