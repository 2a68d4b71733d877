"""A file that only one writer at a time may have, in this process or another: a lock on a file beside it.

The system drops the lock with its process. Used by ``download_part``; blocks for a moment.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_MODE = 0o600


class FileClaim:
    """The claim that the lock file ``path`` stands for; the folder must exist."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def take(self) -> bool:
        """True where nobody else has it. Raises ``OSError`` where no file can be made."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, _MODE)
        try:
            if _locked(descriptor) and self._is_still(descriptor):
                self._descriptor = descriptor
        finally:
            if self._descriptor is None:
                os.close(descriptor)
        return self._descriptor is not None

    def give_back(self) -> None:
        """Drops the lock and removes its file; nothing happens where it was not taken."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        if sys.platform != "win32":
            self._path.unlink(missing_ok=True)
        os.close(descriptor)
        if sys.platform == "win32":
            with suppress(OSError):  # another one holds it open already
                self._path.unlink()

    def _is_still(self, descriptor: int) -> bool:
        """Whether ``path`` is the file that was locked: the one before may have removed it in between."""
        try:
            return sys.platform == "win32" or os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False


def _locked(descriptor: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
