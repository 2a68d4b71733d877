"""API keys: kept where the person said, and nowhere else; the key ring is trusted only where it is one."""

from __future__ import annotations

import stat
import subprocess
import sys
from threading import Event

import keyring.backends.chainer
import keyring.backends.fail
import keyring.backends.null
import keyring.errors
import pytest
from keyring.backend import KeyringBackend

from desktop_app.domain.errors import SecretError, SecretFileError
from desktop_app.domain.settings import SecretPlace
from desktop_app.storage.os_keyring import OsKeyring, is_key_ring, system_backend
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore

_KEY = "sk-CANARY-ключ"


class _Ring(KeyringBackend):
    """A key ring in memory; ``error`` makes every call fail."""

    priority = 5  # pyright: ignore[reportAssignmentType, reportUnannotatedClassAttribute]  # as keyring's own backends do

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.error: Exception | None = None

    def get_password(self, service: str, username: str) -> str | None:
        self._fail()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._fail()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._fail()
        if (service, username) not in self.kept:
            raise keyring.errors.PasswordDeleteError("not found")
        del self.kept[service, username]

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


def _store(paths: Paths, ring: KeyringBackend | None) -> KeyringSecretStore:
    return KeyringSecretStore(paths, OsKeyring(lambda: ring))


@pytest.mark.parametrize("place", list(SecretPlace))
def test_a_secret_is_in_its_place_and_nowhere_else(paths: Paths, place: SecretPlace) -> None:
    ring = _Ring()
    store = _store(paths, ring)
    for other in SecretPlace:
        store.set("connection:1", "old", other)
    store.set("connection:1", _KEY, place)
    assert store.get("connection:1") == _KEY
    assert store.get("connection:2") is None
    assert (list(ring.kept.values()) == [_KEY]) == (place is SecretPlace.KEYRING)
    assert paths.secrets.exists() == (place is SecretPlace.FILE)
    after_restart = _store(paths, ring).get("connection:1")
    assert after_restart == (None if place is SecretPlace.SESSION else _KEY)
    store.delete("connection:1")
    store.delete("connection:1")
    assert store.get("connection:1") is None
    assert not ring.kept
    assert not paths.secrets.exists()


def test_the_file_is_for_the_person_alone_and_not_in_the_data_folder(paths: Paths) -> None:
    store = _store(paths, None)
    store.set("connection:1", _KEY, SecretPlace.FILE)
    store.set("connection:2", "other", SecretPlace.FILE)
    assert stat.S_IMODE(paths.secrets.stat().st_mode) == 0o600
    assert not paths.secrets.is_relative_to(paths.data)
    store.delete("connection:1")
    assert _store(paths, None).get("connection:2") == "other"


def test_a_broken_file_is_kept_aside(paths: Paths) -> None:
    paths.secrets.write_bytes(b"{")
    store = _store(paths, None)
    assert store.get("connection:1") is None
    store.set("connection:1", _KEY, SecretPlace.FILE)
    assert (paths.config / "secrets.broken-1.json").read_bytes() == b"{"
    assert store.get("connection:1") == _KEY


def test_a_file_that_cannot_be_read_is_told(paths: Paths) -> None:
    paths.secrets.mkdir()
    with pytest.raises(SecretFileError):
        _store(paths, None).get("connection:1")


def test_memory_and_file_are_always_there(paths: Paths) -> None:
    store = _store(paths, None)
    assert store.available(SecretPlace.SESSION)
    assert store.available(SecretPlace.FILE)
    assert not store.available(SecretPlace.KEYRING)
    with pytest.raises(SecretError, match="none on this system"):
        store.set("connection:1", _KEY, SecretPlace.KEYRING)
    assert store.get("connection:1") is None


@pytest.mark.parametrize(
    "error",
    [
        keyring.errors.KeyringLocked("locked"),
        keyring.errors.InitError("no collection"),
        keyring.errors.NoKeyringError("none"),
        RuntimeError(f"unexpected, with {_KEY} in it"),
    ],
)
def test_a_key_ring_that_does_not_open_is_not_available(paths: Paths, error: Exception) -> None:
    ring = _Ring()
    store = _store(paths, ring)
    assert store.available(SecretPlace.KEYRING)
    ring.error = error
    assert not store.available(SecretPlace.KEYRING)
    for call in (
        lambda: store.get("connection:1"),
        lambda: store.set("connection:1", _KEY, SecretPlace.KEYRING),
        lambda: store.delete("connection:1"),
    ):
        with pytest.raises(SecretError) as caught:
            call()
        assert _KEY not in str(caught.value)


def test_a_locked_key_ring_does_not_hinder_the_other_places(paths: Paths) -> None:
    ring = _Ring()
    store = _store(paths, ring)
    store.set("connection:1", "old", SecretPlace.KEYRING)
    ring.error = keyring.errors.KeyringLocked("locked")
    store.set("connection:1", _KEY, SecretPlace.SESSION)
    assert store.get("connection:1") == _KEY


def test_a_key_ring_that_never_answers_is_given_up(paths: Paths) -> None:
    never = Event()

    def find() -> KeyringBackend | None:
        never.wait()
        return None

    try:
        store = KeyringSecretStore(paths, OsKeyring(find, limit=0.05))
        assert not store.available(SecretPlace.KEYRING)
        with pytest.raises(SecretError, match=r"0\.05 seconds"):
            store.get("connection:1")
    finally:
        never.set()


def test_what_only_looks_like_a_key_ring_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = type("PlaintextKeyring", (_Ring,), {"__module__": "keyrings.alt.file"})()
    nothing, failing, good = keyring.backends.null.Keyring(), keyring.backends.fail.Keyring(), _Ring()
    assert [is_key_ring(backend) for backend in (plain, nothing, failing, good)] == [False, False, False, True]

    chain = type("Chain", (keyring.backends.chainer.ChainerBackend,), {"backends": [plain, good]})()
    monkeypatch.setattr(keyring, "get_keyring", lambda: chain)
    assert system_backend() is good


def test_the_tests_have_no_key_ring(paths: Paths) -> None:
    assert not KeyringSecretStore(paths).available(SecretPlace.KEYRING)


def test_keyring_is_imported_only_when_it_is_asked() -> None:
    code = "import sys, desktop_app.storage.secret_store; print('keyring' in sys.modules, 'sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False False\n"
