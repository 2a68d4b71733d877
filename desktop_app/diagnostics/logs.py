"""Sets up the rotating log file: small, private, without message texts, without secrets.

Called once at start by ``__main__``. Nothing but this module adds handlers.
"""

from __future__ import annotations

import io
import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from desktop_app.diagnostics.redaction import redact

LOG_NAME = "talespan.log"

# Five files of 1 MB: a month of ordinary use, and small enough to send.
MAXIMUM_BYTES = 1_000_000
KEPT_FILES = 4

# These write full addresses at INFO, and an address may hold a key.
_QUIET = ("httpx", "httpcore", "asyncio", "keyring", "alembic", "hpack")


class RedactingFormatter(logging.Formatter):
    """Formats as always, tracebacks included, then hides what looks like a secret."""

    def format(self, record: logging.LogRecord) -> str:
        """Formats the whole record and redacts it."""
        return redact(super().format(record))


class PrivateRotatingFileHandler(RotatingFileHandler):
    """A rotating log that only its owner can read. What cannot be written, on a full disk, is lost without a word.

    Python's way is to print it, and that would be everything that ``RedactingFormatter`` hides.
    """

    def _open(self) -> io.TextIOWrapper:
        def private(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        return io.TextIOWrapper(
            open(self.baseFilename, "ab", opener=private),
            encoding=self.encoding,
            errors=self.errors,
            write_through=True,
        )

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Says nothing: there is no place left to say it."""

    def close(self) -> None:
        """Closes the file, even where its last lines can no longer be written."""
        with suppress(OSError):
            super().close()


def start_logging(folder: Path, *, level: int = logging.INFO) -> logging.Handler:
    """Begins to log into ``folder`` (made by the caller). Returns the handler, so that the end can close it.

    Where nothing can be written there, nothing is logged: what that means for the person, the database will say.
    """
    handler = _file_handler(folder)
    handler.setFormatter(RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    return handler


def stop_logging(handler: logging.Handler) -> None:
    """Ends what ``start_logging`` began."""
    logging.getLogger().removeHandler(handler)
    handler.close()


def _file_handler(folder: Path) -> logging.Handler:
    try:
        return PrivateRotatingFileHandler(
            folder / LOG_NAME, maxBytes=MAXIMUM_BYTES, backupCount=KEPT_FILES, encoding="utf-8", errors="replace"
        )
    except OSError:
        return logging.NullHandler()
