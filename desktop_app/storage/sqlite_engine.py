"""SQLAlchemy engines with SQLite's own settings: pragmas and transactions. Used by ``database`` and ``backup``.

Python's sqlite3 must not begin transactions by itself (``isolation_level=None``): only then does a failed migration roll
back as a whole. Pragmas that SQLite ignores inside a transaction are set when a connection is made.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from typing import cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

# How long a writer waits for another process's lock before it is told "in use".
BUSY_SECONDS = 5.0

# A WAL that grew by one long transaction is cut back to this at the next checkpoint.
_WAL_LIMIT_BYTES = 64 * 1024 * 1024


def writer_engine(file: Path, *, foreign_keys: bool = True, journal: str = "WAL") -> Engine:
    """An engine of one connection whose every transaction takes the write lock at its beginning.

    ``foreign_keys`` is off for migrations, which make tables anew.
    """
    return _engine(
        file, size=1, begin="BEGIN IMMEDIATE", foreign_keys=foreign_keys, pragmas=(f"journal_mode={journal}",)
    )


def reader_engine(file: Path, size: int) -> Engine:
    """An engine of up to ``size`` connections that cannot write; a transaction sees one state of the data."""
    return _engine(file, size=size, begin="BEGIN", foreign_keys=True, pragmas=("query_only=ON",))


def set_durable(connection: Connection, durable: bool) -> None:
    """Before a transaction: whether its commit waits until it is safe against a power cut."""
    dbapi_connection(connection).execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")


def dbapi_connection(connection: Connection) -> sqlite3.Connection:
    """The bare connection below SQLAlchemy's."""
    return cast("sqlite3.Connection", connection.connection.dbapi_connection)


def read_undecodable(connection: Connection) -> None:
    """From now on this connection reads text that is no UTF-8 with replacement characters instead of failing."""
    dbapi_connection(connection).text_factory = _decode


def _engine(file: Path, *, size: int, begin: str, foreign_keys: bool, pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": BUSY_SECONDS},
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        hide_parameters=True,  # they hold what people write, and errors go to the log
    )
    settings = (*pragmas, *_common_pragmas(foreign_keys))

    def on_connect(connection: sqlite3.Connection, _record: object) -> None:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}").close()

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
    return engine


def _common_pragmas(foreign_keys: bool) -> tuple[str, ...]:
    settings = (
        f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
        "synchronous=NORMAL",
        f"journal_size_limit={_WAL_LIMIT_BYTES}",
        "trusted_schema=OFF",
        "cell_size_check=ON",
    )
    # macOS answers an fsync before the disk has the data (https://sqlite.org/pragma.html#pragma_fullfsync).
    return (*settings, "fullfsync=ON", "checkpoint_fullfsync=ON") if sys.platform == "darwin" else settings


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")
