"""Copies a database as a whole and checks the copy. Used for backups and restores.

A copy of the file alone would not do, since the newest data are in the write-ahead log beside it (reliability page, D9).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_app.domain.backup import BackupContents, Progress
from desktop_app.storage.sqlite_file import connect_read_only

# Pages for each step: between steps the interpreter is free for other threads. 8 MB at SQLite's usual page size.
_PAGES_PER_STEP = 2000

# Where copying ends and checking begins: both read the whole file once.
_COPIED = 0.6


class UnsoundCopyError(Exception):
    """The copy is not what it should be; the text says why."""


class CopyStoppedError(Exception):
    """The progress said to stop."""


def go_on(progress: Progress, share: float) -> None:
    """Tells ``progress`` the share, and raises ``CopyStoppedError`` where it does not want any more."""
    if not progress(share):
        raise CopyStoppedError


def copy_database(source_file: Path, target: Path, progress: Progress, *, in_use: bool) -> None:
    """Makes ``target``, an empty file, a copy of one state of the source, in one file that needs no other.

    ``in_use``: others may go on writing to the source. Raises ``sqlite3.Error``, ``UnsoundCopyError`` and ``CopyStoppedError``.
    """

    def on_step(_status: int, remaining: int, total: int) -> None:
        go_on(progress, _COPIED * (1 - remaining / total) if total else _COPIED)

    with (
        closing(connect_read_only(source_file, in_use=in_use)) as source,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        source.execute("BEGIN")  # it holds one state, else each write elsewhere would start the copy anew
        expected = _row_counts(source)
        source.backup(copy, pages=_PAGES_PER_STEP, progress=on_step)
        source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode=DELETE")
        answer = quick_check(copy)
        if answer != "ok":
            raise UnsoundCopyError(answer)
        if _row_counts(copy) != expected:
            raise UnsoundCopyError("rows are missing")
    go_on(progress, 1.0)


def quick_check(connection: sqlite3.Connection) -> str:
    """``ok``, or what SQLite found first."""
    return str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])


def read_contents(connection: sqlite3.Connection) -> BackupContents:
    """What a database of ours holds."""
    chats, changed_at = connection.execute(
        "SELECT count(*) FILTER (WHERE deleted_at IS NULL), max(updated_at) FROM chats"
    ).fetchone()
    return BackupContents(
        chats=chats,
        messages=count_rows(connection, "messages"),
        changed_at=changed_at,
        lorebooks=count_rows(connection, "lorebooks"),
        memory_entries=count_rows(connection, "memory_entries"),
        summary_segments=count_rows(connection, "summary_segments"),
    )


def count_rows(connection: sqlite3.Connection, table: str, where: str = "true") -> int:
    """The rows of a table of ours; 0 where the database is of a version that did not have it yet."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
    if not known:
        return 0
    return int(connection.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()[0])  # noqa: S608 - only our own words


def _row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    # Virtual tables have no page of their own: their rows are in the tables beside them.
    real = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
    names = connection.execute(real).fetchall()
    # A foreign file may have tables of any name: none of them may be taken for SQL.
    quoted = {name: '"' + str(name).replace('"', '""') + '"' for (name,) in names}
    return {name: connection.execute(f"SELECT count(*) FROM {quoted[name]}").fetchone()[0] for name in quoted}  # noqa: S608 - quoted above
