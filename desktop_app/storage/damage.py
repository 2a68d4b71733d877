"""Remembers that the database was found damaged while it was open, so that the next start of the window offers to mend it.

A page in the middle of the file is noticed only when it is read, by then the window is open. A file beside the database says
so; a restore or a rescue takes it away. Called by ``database``, ``backup_store``, ``restore`` and ``rescue``.
"""

from __future__ import annotations

import logging
from pathlib import Path

from desktop_app.domain.errors import AppError
from desktop_app.storage.files import atomic_write, known_os_error
from desktop_app.storage.paths import Paths

_TEXT = "Talespan found the file talespan.db beside this one damaged. It offers to mend it at its next start.\n"

_log = logging.getLogger(__name__)


def note_damage(paths: Paths) -> None:
    """For the next start. Where even that cannot be written, the next start finds out by itself, sooner or later."""
    if damage_noted(paths):
        return
    try:
        atomic_write(_mark(paths), _TEXT.encode())
    except AppError as error:
        _log.warning("That the database is damaged could not be noted: %s", error)


def damage_noted(paths: Paths) -> bool:
    """Whether somebody found it damaged, and nobody has mended it since."""
    return _mark(paths).exists()


def forget_damage(paths: Paths) -> None:
    """It is mended, or a person wants to open it all the same. Raises ``StorageError``."""
    try:
        _mark(paths).unlink(missing_ok=True)
    except OSError as error:
        raise known_os_error(error, paths.data) from error


def _mark(paths: Paths) -> Path:
    return paths.data / "talespan.damaged"
