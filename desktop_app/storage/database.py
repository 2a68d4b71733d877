"""The database of a data folder: one thread that writes, a few that read, whole units of work at a time.

Made by ``open_storage``; the repositories hand it functions that take a ``Connection``. A hop to a thread costs ten times
a statement, so a unit of work goes over as a whole. Works under any asyncio loop. Knows no table.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from desktop_app.domain.errors import DatabaseDamagedError, DatabaseInUseError, StorageError
from desktop_app.storage.damage import note_damage
from desktop_app.storage.paths import Paths
from desktop_app.storage.sqlite_engine import (
    dbapi_connection,
    read_undecodable,
    reader_engine,
    set_durable,
    writer_engine,
)
from desktop_app.storage.sqlite_errors import is_undecodable, known_errors
from desktop_app.storage.sqlite_file import data_version
from desktop_app.storage.tables import DATA_VERSION, metadata
from desktop_app.storage.upgrade import bring_up_to_date

T = TypeVar("T")

READERS = 2

_COLUMNS = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.rootpage > 0"

_log = logging.getLogger(__name__)


class Database:
    """An open database. ``writable`` is false for commands that look on while another process writes."""

    def __init__(self, paths: Paths, *, writable: bool) -> None:
        self._paths = paths
        self._writable = writable
        self._closed = False
        self._prepared = False  # before that, nothing may touch the file
        self._damage: DatabaseDamagedError | None = None
        self._reading = reader_engine(paths.database, READERS)
        self._writing = writer_engine(paths.database) if writable else self._reading
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="database-reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="database-writer")

    @classmethod
    async def open(cls, paths: Paths, now: int, *, writable: bool = True) -> Database:
        """Opens, makes or upgrades the database. Raises ``StorageError``; nothing stays open then.

        ``now``: Unix milliseconds. The folders must exist, and whoever writes must hold the lock on the data folder. Without
        ``writable`` nothing is made or upgraded.
        """
        database = cls(paths, writable=writable)
        try:
            await _joined(database._writer.submit(database._prepare, now))
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def writable(self) -> bool:
        """Whether it was opened for changes."""
        return self._writable

    async def write(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """Runs ``work`` in a transaction of its own, after all that was asked before it.

        A cancelled caller does not take its write back: it is carried out all the same. ``durable``: safe against a power
        cut when this returns. Raises ``StorageError``, and whatever ``work`` raises; then nothing was changed.
        """
        self._refuse_writing()
        return await _joined(self._writer.submit(self._write, work, durable))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Runs ``work`` on one state of the data. Raises ``StorageError``."""
        self._refuse_closed()
        return await asyncio.wrap_future(self._readers.submit(self._read, work))

    async def check(self) -> str:
        """SQLite's quick check: ``ok`` or what it found first. Seconds for a gigabyte, off the window's thread."""
        return await self.read(_quick_check)

    async def rebuild_indexes(self) -> None:
        """Makes SQLite's indexes anew from the rows. Raises ``StorageError``."""
        await self.write(lambda connection: connection.exec_driver_sql("REINDEX") and None, durable=True)

    async def close(self) -> None:
        """Waits for all writes, merges the write-ahead log, closes. A second call does nothing."""
        if self._closed:
            return
        self._closed = True
        await _joined(self._writer.submit(self._finish))
        self._writer.shutdown()

    def _prepare(self, now: int) -> None:
        if self._writable:
            bring_up_to_date(self._paths, now)
        elif data_version(self._paths) != DATA_VERSION:
            raise StorageError(detail="Start Talespan once, so that it can prepare its data.")
        # The first connection finds out whether SQLite can use the file at all, and whether all tables are there.
        self._run(self._reading, self._look_for_tables)
        self._prepared = True

    def _look_for_tables(self, connection: Connection) -> None:
        """A flipped bit in the name of a table is no error to SQLite: it is another name."""
        there = {(table, column) for table, column in connection.exec_driver_sql(_COLUMNS)}
        lost = sorted(
            {
                table.name
                for table in metadata.tables.values()
                for each in table.c
                if (table.name, each.name) not in there
            }
        )
        if lost:
            raise DatabaseDamagedError(
                detail=f"there should be more in it ({', '.join(lost)}).", backups=self._paths.backups
            )

    def _write(self, work: Callable[[Connection], T], durable: bool) -> T:
        return self._run(self._writing, work, partial(set_durable, durable=durable))

    def _read(self, work: Callable[[Connection], T]) -> T:
        return self._run(self._reading, work)

    def _run(
        self, engine: Engine, work: Callable[[Connection], T], before: Callable[[Connection], None] | None = None
    ) -> T:
        """One transaction. Once more where a text on the disk is no UTF-8: most of it can be read all the same."""
        try:
            with known_errors(self._paths), engine.connect() as connection:
                if before is not None:
                    before(connection)
                try:
                    with connection.begin():
                        return work(connection)
                except (DBAPIError, sqlite3.Error) as error:
                    if not is_undecodable(error):
                        raise
                read_undecodable(connection)
                with connection.begin():
                    return work(connection)
        except DatabaseDamagedError as error:
            self._damage = error
            if self._writable:
                note_damage(self._paths)
            raise

    def _finish(self) -> None:
        self._readers.shutdown()
        try:
            if self._prepared and self._writable and self._damage is None:
                with known_errors(self._paths), self._writing.connect() as connection:
                    dbapi_connection(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except StorageError as error:
            _log.warning("The write-ahead log could not be merged; the next start will do it. %s", error)
        finally:
            self._reading.dispose()
            self._writing.dispose()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise StorageError(detail="The database is closed.")

    def _refuse_writing(self) -> None:
        self._refuse_closed()
        if not self._writable:
            raise DatabaseInUseError(folder=self._paths.data)
        if self._damage is not None:
            raise self._damage


async def _joined(future: Future[T]) -> T:
    """The result of work that a cancelled caller must not stop; its late error is logged, since nobody else hears it."""
    waiting = asyncio.wrap_future(future)
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        waiting.add_done_callback(_log_failure)
        raise


def _log_failure(future: asyncio.Future[T]) -> None:
    if not future.cancelled() and (error := future.exception()) is not None:
        _log.error("A write failed after its caller had gone.", exc_info=error)


def _quick_check(connection: Connection) -> str:
    return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
