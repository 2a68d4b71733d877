"""The session cache's figures of the last window that was closed, so that ``talespan doctor``, a process of its own, can tell them.

A file in the cache folder: nothing is lost with it, and nothing depends on it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

import msgspec

from desktop_app.domain.errors import StorageError
from desktop_app.storage.codec import from_json, to_json
from desktop_app.storage.files import atomic_write
from desktop_app.storage.paths import Paths
from desktop_app.storage.session_cache import CacheFigures

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LastFigures:
    """``saved_at``: when the window was closed, in Unix milliseconds."""

    saved_at: int
    figures: CacheFigures


def save_figures(paths: Paths, figures: CacheFigures, now: int) -> None:
    """Writes them to the log and keeps them; a failure is only logged."""
    _log.info("The session cache at the end: %s", figures)
    try:
        atomic_write(_file(paths), to_json(LastFigures(now, figures)).encode())
    except StorageError as error:
        _log.warning("The session cache's figures could not be kept: %s", error)


def last_figures(paths: Paths) -> LastFigures | None:
    """Those that were kept last; None where there are none, or none that can be read."""
    try:
        return from_json(_file(paths).read_bytes(), LastFigures)
    except (OSError, msgspec.MsgspecError):
        return None


def _file(paths: Paths) -> Path:
    return paths.cache / "session-cache.json"
