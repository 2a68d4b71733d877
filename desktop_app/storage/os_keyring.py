"""The key ring of the operating system, with a time limit on every call and no trust in what only looks like one.

Used by ``secret_store``. Blocks (the system may ask the person to unlock it): call it in a thread. ``keyring`` is imported
at the first call, because finding the key ring takes longer than the rest of the start.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from desktop_app.domain.errors import SecretError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

SERVICE = "talespan"

# A person needs some seconds to type a password; who is away must not block the program for ever.
LIMIT_SECONDS = 10.0

# A name that is never stored, to find out whether the key ring answers.
_PROBE = "probe"

# Backends that keep nothing, or keep it readable (keyrings.alt: plain text, or encrypted by a key beside it).
_NOT_A_KEY_RING = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")


def system_backend() -> KeyringBackend | None:
    """The backend that ``keyring`` chose, or None where it is none that deserves a secret."""
    import keyring
    from keyring.backends.chainer import ChainerBackend

    backend = keyring.get_keyring()
    if isinstance(backend, ChainerBackend):
        return next(filter(is_key_ring, backend.backends), None)
    return backend if is_key_ring(backend) else None


def is_key_ring(backend: KeyringBackend) -> bool:
    """Whether a backend protects what it keeps."""
    module = type(backend).__module__
    return not any(module == name or module.startswith(f"{name}.") for name in _NOT_A_KEY_RING)


class OsKeyring:
    """Secrets in the key ring, by name. Where there is none, nothing is kept in it: ``get`` gives None, ``set`` fails."""

    def __init__(
        self, find: Callable[[], KeyringBackend | None] = system_backend, *, limit: float = LIMIT_SECONDS
    ) -> None:
        self._find = find
        self._limit = limit

    def is_usable(self) -> bool:
        """Whether there is one, and it is open or the person opens it now."""
        try:
            return self._within(self._answers)
        except SecretError:
            return False

    def get(self, name: str) -> str | None:
        """A secret, or None. Raises ``SecretError``."""
        return self._within(lambda: self._get(name))

    def set(self, name: str, value: str) -> None:
        """Keeps a secret. Raises ``SecretError``."""
        self._within(lambda: self._set(name, value))

    def delete(self, name: str) -> None:
        """Forgets a secret, if there is one. Raises ``SecretError``."""
        self._within(lambda: self._delete(name))

    def _answers(self) -> bool:
        backend = self._find()
        if backend is None:
            return False
        backend.get_password(SERVICE, _PROBE)
        return True

    def _get(self, name: str) -> str | None:
        backend = self._find()
        return None if backend is None else backend.get_password(SERVICE, name)

    def _set(self, name: str, value: str) -> None:
        backend = self._find()
        if backend is None:
            raise SecretError(detail="there is none on this system.")
        backend.set_password(SERVICE, name, value)  # pyright: ignore[reportUnknownMemberType]  # keyring wraps it untyped

    def _delete(self, name: str) -> None:
        """Backends have one error for "there is none" and for failing, so look first."""
        backend = self._find()
        if backend is not None and backend.get_password(SERVICE, name) is not None:
            backend.delete_password(SERVICE, name)

    def _within(self, call: Callable[[], T]) -> T:
        """In a thread that does not hold up the end of the program, should the system never answer."""
        future: Future[T] = Future()
        Thread(target=_answer, args=(future, call), name="key-ring", daemon=True).start()
        try:
            return future.result(self._limit)
        except TimeoutError as error:
            raise SecretError(detail=f"it did not answer within {self._limit:g} seconds.") from error


def _answer(future: Future[T], call: Callable[[], T]) -> None:
    try:
        future.set_result(call())
    except SecretError as error:
        future.set_exception(error)
    except Exception as error:  # noqa: BLE001 - backends are foreign code and raise what they like
        future.set_exception(_secret_error(error))


def _secret_error(error: Exception) -> SecretError:
    """Only ``keyring``'s own words are shown: another error's text might hold the secret."""
    from keyring.errors import KeyringError

    said = f" {error}" if isinstance(error, KeyringError) and str(error) else ""
    made = SecretError(detail=f"{type(error).__name__}.{said}")
    made.__cause__ = error
    return made
