"""The settings as a JSON file in the configuration folder: ``SettingsStore`` for the settings service.

Blocks for a moment; holds no secret. A file that cannot be used is moved aside, never overwritten; a file that cannot be
read at all stops the start, since the next save would be its end.
"""

from __future__ import annotations

import msgspec

from desktop_app.domain.errors import SettingsError, SettingsSetAsideError, SettingsTooNewError
from desktop_app.domain.settings import SCHEMA_VERSION, Settings
from desktop_app.storage.clean import cleaned
from desktop_app.storage.files import atomic_write, known_os_error, move_aside
from desktop_app.storage.paths import Paths


class JsonSettingsStore:
    """Fulfils ``SettingsStore``. Fields of other versions are passed over; missing ones have their defaults."""

    def __init__(self, paths: Paths) -> None:
        self._file = paths.settings

    def load(self) -> tuple[Settings, SettingsError | None]:
        """The settings and a notice. Raises ``StorageError`` where a file is there and cannot be read or moved."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return Settings(), None
        except OSError as error:
            raise known_os_error(error, self._file.parent) from error
        try:
            if _schema_version(data) > SCHEMA_VERSION:
                return self._defaults_instead("newer", SettingsTooNewError)
            return msgspec.json.decode(data, type=Settings), None
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return self._defaults_instead("broken", SettingsSetAsideError)

    def save(self, settings: Settings) -> None:
        """Writes all or nothing. Raises ``StorageError``; the old file is then as it was."""
        data = msgspec.json.encode(cleaned(settings))
        atomic_write(self._file, msgspec.json.format(data, indent=2) + b"\n")

    def _defaults_instead(self, label: str, notice: type[SettingsError]) -> tuple[Settings, SettingsError | None]:
        try:
            aside = move_aside(self._file, label)
        except OSError as error:
            raise known_os_error(error, self._file.parent) from error
        return Settings(), notice(name=aside.name)


class _Versioned(msgspec.Struct):
    """The one field that every version of the file has."""

    schema_version: int = SCHEMA_VERSION


def _schema_version(data: bytes) -> int:
    return msgspec.json.decode(data, type=_Versioned).schema_version
