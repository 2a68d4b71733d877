"""What SQLite's result codes mean for the person. The one border where they become known errors.

Used by ``database`` and ``backup``. What is not listed here is a bug and goes on as it is.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from desktop_app.domain.errors import (
    AppError,
    DatabaseDamagedError,
    DatabaseInUseError,
    DiskFullError,
    NotFoundError,
    ReadOnlyError,
    StorageError,
)
from desktop_app.domain.message import clean_text
from desktop_app.storage.paths import Paths

# Extended result codes keep the primary one in their low byte (https://sqlite.org/rescode.html).
_PRIMARY = 0xFF
_DUPLICATE = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}

# What SQLite says with the code of a wrong statement where the number of its own format is damaged.
_FORMAT = "unsupported file format"

# SQLite gives no code when a text is not UTF-8 any more. The message goes on with that text, so it must not be logged.
_UNDECODABLE = "Could not decode to UTF-8"


@contextmanager
def known_errors(paths: Paths) -> Generator[None]:
    """Raises the known error in place of SQLite's own."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        known = _known_error(sqlite_error(error), paths)
        if known is None:
            raise
        raise known from error
    except UnicodeDecodeError as error:  # SQLite wanted to say what is wrong, in words from the damaged page itself
        raise DatabaseDamagedError(detail="names of its tables are no text any more.", backups=paths.backups) from error
    except UnicodeEncodeError as error:  # values are made clean before they come here: only an id can be no text
        raise NotFoundError(kind="entry", id=clean_text(error.object)) from error


def sqlite_error(error: BaseException) -> BaseException:
    """SQLite's own error inside SQLAlchemy's."""
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def is_undecodable(error: BaseException) -> bool:
    """Whether a text on the disk is no UTF-8: flipped bits, which SQLite itself does not notice."""
    return str(sqlite_error(error)).startswith(_UNDECODABLE)


def _known_error(error: BaseException, paths: Paths) -> AppError | None:
    code: int = getattr(error, "sqlite_errorcode", 0)
    if code in _DUPLICATE:
        return StorageError(detail="There is something with this id already.")
    match code & _PRIMARY:
        case sqlite3.SQLITE_FULL:
            return DiskFullError()
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return ReadOnlyError(folder=paths.data)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseDamagedError(detail=f"{_sentence(error)}.", backups=paths.backups)
        case sqlite3.SQLITE_ERROR if str(error) == _FORMAT:
            return DatabaseDamagedError(detail=f"{_sentence(error)}.", backups=paths.backups)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseInUseError(folder=paths.data)
        case sqlite3.SQLITE_CANTOPEN if not os.access(paths.data, os.W_OK):
            return ReadOnlyError(folder=paths.data)  # the log beside the database cannot be made
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR:
            return StorageError(detail=f"{_sentence(error)} ({paths.data}).")
        case _:
            return None


def _sentence(error: BaseException) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]
