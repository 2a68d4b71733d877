"""Where everything is kept. Made once by the composition root and handed to whoever needs a folder.

Reads the environment, makes folders; never opens a file in them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import appdirs

from desktop_app.domain.errors import ReadOnlyError

APP_NAME = "talespan"

# Moves all folders below the one it names.
HOME_VARIABLE = "TALESPAN_HOME"

# For the person alone: chats are private (reliability page, S7).
FOLDER_MODE = 0o700
FILE_MODE = 0o600


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of one person's Talespan. ``config`` holds settings and, if wished, keys; ``data`` what may be copied."""

    data: Path
    config: Path
    cache: Path
    log: Path

    @classmethod
    def find(cls, data_dir: Path | None = None, environ: Mapping[str, str] = os.environ) -> Paths:
        """The folders by argument, environment or the system's custom. Nothing is made yet.

        ``data_dir`` replaces the data folder only, so that other chats can be opened with the settings and keys of always.
        """
        home = environ.get(HOME_VARIABLE, "")
        paths = cls._below(_whole(Path(home))) if home else cls._of_the_system()
        if data_dir is None:
            return paths
        return cls(_whole(data_dir), paths.config, paths.cache, paths.log)

    @property
    def backups(self) -> Path:
        """Copies of the database."""
        return self.data / "backups"

    @property
    def models(self) -> Path:
        """Model files that were downloaded; made with the first of them."""
        return self.data / "models"

    @property
    def database(self) -> Path:
        """The chats."""
        return self.data / "talespan.db"

    @property
    def lock(self) -> Path:
        """Held by the one process that may write to the data folder."""
        return self.data / "talespan.lock"

    @property
    def settings(self) -> Path:
        """The settings."""
        return self.config / "settings.json"

    @property
    def secrets(self) -> Path:
        """API keys, where the person chose a file for them."""
        return self.config / "secrets.json"

    def create(self) -> None:
        """Makes the folders that are missing, closed to other people; a folder that is there keeps its mode.

        Raises ``ReadOnlyError``.
        """
        for folder in (self.data, self.config, self.cache, self.log, self.backups):
            try:
                folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            except OSError as error:
                raise ReadOnlyError(folder=folder) from error

    @classmethod
    def _below(cls, home: Path) -> Paths:
        return cls(home / "data", home / "config", home / "cache", home / "log")

    @classmethod
    def _of_the_system(cls) -> Paths:
        """Windows and macOS have one folder for data and configuration: there they get folders of their own inside it."""
        data = Path(appdirs.user_data_dir(APP_NAME, appauthor=False))
        config = Path(appdirs.user_config_dir(APP_NAME, appauthor=False))
        cache = Path(appdirs.user_cache_dir(APP_NAME, appauthor=False))
        log = Path(appdirs.user_log_dir(APP_NAME, appauthor=False))
        return cls(data / "data", config / "config", cache, log) if data == config else cls(data, config, cache, log)


def _whole(path: Path) -> Path:
    """The absolute path; a ``~`` that stands for nobody's home is the name of a folder."""
    with suppress(RuntimeError):
        path = path.expanduser()
    return path.absolute()
