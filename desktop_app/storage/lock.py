"""One writer per data folder: held by the window, by ``send`` and by imports while they run.

The system drops the lock with its process, so a ``kill -9`` leaves nothing behind that would lock the person out.
"""

from __future__ import annotations

from filelock import FileLock, Timeout

from desktop_app.domain.errors import DatabaseInUseError, ReadOnlyError
from desktop_app.storage.paths import FILE_MODE, Paths


class DataFolderLock:
    """The lock on the data folder of ``paths``; the folder must exist."""

    def __init__(self, paths: Paths) -> None:
        self._folder = paths.data
        self._lock = FileLock(paths.lock, timeout=0, mode=FILE_MODE, thread_local=False)

    @property
    def held(self) -> bool:
        """Whether this object holds it."""
        return self._lock.is_locked

    def acquire(self) -> None:
        """Takes the lock at once, or raises ``DatabaseInUseError`` (``ReadOnlyError`` where no file can be made)."""
        if self.held:
            return
        try:
            self._lock.acquire()
        except Timeout as error:
            raise DatabaseInUseError(folder=self._folder) from error
        except OSError as error:
            raise ReadOnlyError(folder=self._folder) from error

    def release(self) -> None:
        """Gives it back; nothing happens where it is not held."""
        if self.held:
            self._lock.release()
