"""API keys in one of three places: ``SecretStore`` for the services. They are in no other file of the program.

The key ring is the place to be. Without one the person chooses between memory (gone at the end of the program) and a file
in the *configuration* folder that only they can read: plainly weaker, and therefore never encrypted by a key that would lie
beside it. Blocks: call it in a thread.
"""

from __future__ import annotations

import logging
from threading import Lock

import msgspec

from desktop_app.domain.errors import SecretError, SecretFileError, StorageError
from desktop_app.domain.settings import SecretPlace
from desktop_app.storage.clean import cleaned
from desktop_app.storage.files import atomic_write, known_os_error, move_aside
from desktop_app.storage.os_keyring import OsKeyring
from desktop_app.storage.paths import Paths

_log = logging.getLogger(__name__)


class KeyringSecretStore:
    """Fulfils ``SecretStore``. Memory and file are asked before the key ring, which may have to ask the person."""

    def __init__(self, paths: Paths, keyring: OsKeyring | None = None) -> None:
        self._file = paths.secrets
        self._keyring = keyring or OsKeyring()
        self._session: dict[str, str] = {}
        self._lock = Lock()

    def available(self, place: SecretPlace) -> bool:
        """Memory and file always are; the key ring, when it answers."""
        return place is not SecretPlace.KEYRING or self._keyring.is_usable()

    def get(self, name: str) -> str | None:
        """A secret, from wherever it is kept."""
        with self._lock:
            if name in self._session:
                return self._session[name]
            secrets = self._read_file()
        return secrets[name] if name in secrets else self._keyring.get(name)

    def set(self, name: str, value: str, place: SecretPlace) -> None:
        """Keeps a secret in ``place`` and takes it out of the others.

        A key ring that cannot be reached just now keeps its old value, which the new one covers; that is logged.
        """
        value = cleaned(value)
        if place is SecretPlace.KEYRING:
            self._keyring.set(name, value)
        with self._lock:
            if place is SecretPlace.SESSION:
                self._session[name] = value
            else:
                self._session.pop(name, None)
            self._write_file(name, value if place is SecretPlace.FILE else None)
        if place is not SecretPlace.KEYRING:
            self._forget_in_keyring(name)

    def delete(self, name: str) -> None:
        """Forgets a secret everywhere."""
        with self._lock:
            self._session.pop(name, None)
            self._write_file(name, None)
        self._keyring.delete(name)

    def _forget_in_keyring(self, name: str) -> None:
        try:
            self._keyring.delete(name)
        except SecretError:
            _log.warning("The key ring could not be asked to forget %s.", name)

    def _read_file(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except msgspec.MsgspecError:
            aside = move_aside(self._file, "broken")
            _log.warning("The file of keys could not be read. It was kept as %s.", aside.name)
            return {}
        except OSError as error:
            raise SecretFileError(detail=str(known_os_error(error, self._file.parent))) from error

    def _write_file(self, name: str, value: str | None) -> None:
        """Sets or (None) removes one secret; without any secret there is no file."""
        secrets = self._read_file()
        if secrets.get(name) == value:
            return
        changed = {key: secret for key, secret in secrets.items() if key != name}
        if value is not None:
            changed[name] = value
        try:
            if changed:
                atomic_write(self._file, msgspec.json.encode(changed))
            else:
                self._file.unlink(missing_ok=True)
        except StorageError as error:
            raise SecretFileError(detail=str(error)) from error
