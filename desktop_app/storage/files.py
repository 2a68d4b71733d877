"""Writes a whole file at once or not at all. Used by the settings, the secrets and the marker beside the database.

A full disk, a ``kill -9`` or a power cut leaves the old file or the new one, never a piece (reliability page, D3).
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from desktop_app.domain.errors import AppError, DiskFullError, ReadOnlyError, StorageError
from desktop_app.storage.paths import FILE_MODE

# Python's own open() asks Windows for this; os.open() must do it itself, or line ends would be changed.
_BINARY: int = getattr(os, "O_BINARY", 0)
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY


def atomic_write(path: Path, data: bytes) -> None:
    """Replaces ``path`` by a file with ``data`` that only the person can read.

    Raises ``DiskFullError``, ``ReadOnlyError`` or ``StorageError``; the old file is then as it was.
    """
    temporary = path.with_name(f"{path.name}.new")
    try:
        temporary.unlink(missing_ok=True)
        _write_and_sync(temporary, data)
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):  # a medium that cannot be written cannot be tidied either
            temporary.unlink(missing_ok=True)
        raise known_os_error(error, path.parent) from error


def atomic_write_in_folder(path: Path, data: bytes) -> None:
    """The same in a folder that is made where it is not there yet."""
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise known_os_error(error, path.parent) from error
    atomic_write(path, data)


def sync_folder(folder: Path) -> None:
    """Makes a rename in ``folder`` survive a power cut. Windows cannot open a folder, and needs no such thing."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_private(path: Path) -> None:
    """Makes an empty file that only the person can read, for a library that would make it for everybody."""
    os.close(os.open(path, _NEW_FILE, FILE_MODE))


def move_aside(path: Path, label: str) -> Path:
    """Renames ``name.ext`` to ``name.label-<n>.ext`` with the first free number, and returns the new path."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.{label}-{number}{path.suffix}")).exists():
        number += 1
    path.rename(aside)
    return aside


def known_os_error(error: OSError, folder: Path) -> AppError:
    """The known error for what the system said about a file in ``folder``."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return DiskFullError()
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return ReadOnlyError(folder=folder)
    return StorageError(detail=f"{error.strerror or error} ({folder}).")


def _write_and_sync(path: Path, data: bytes) -> None:
    handle = os.open(path, _NEW_FILE, FILE_MODE)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
