"""Rules for every test: no network but loopback, no key ring, no person's data, no screen.

Warnings are errors through ``pyproject.toml``. What only tests with a window need is in ``tests/ui/conftest.py``; this
file must not import Qt, because everything below the window is also tested where Qt is not installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples import choose_profile
from tests.network_guard import NetworkGuard

_GUARD = pytest.StashKey[NetworkGuard]()
_PERSONAL = (
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "ANTHROPIC_API_KEY",
)


def pytest_configure(config: pytest.Config) -> None:
    """Sets the environment before any test module is imported; child processes of tests inherit it."""
    for name in _PERSONAL:
        os.environ.pop(name, None)
        os.environ.pop(name.lower(), None)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does, before numpy is imported
    choose_profile()
    guard = NetworkGuard()
    sys.addaudithook(guard)
    config.stash[_GUARD] = guard


@pytest.fixture
def network_guard(request: pytest.FixtureRequest) -> NetworkGuard:
    """The guard of this process, for tests that count forbidden attempts."""
    return request.config.stash[_GUARD]


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a data folder of its own; it is not made here."""
    monkeypatch.setenv("TALESPAN_HOME", str(tmp_path / "talespan-home"))


@pytest.fixture(autouse=True)
def _no_network(network_guard: NetworkGuard) -> Iterator[None]:
    """Fails a test whose code tried to leave this machine, even when that code swallowed the error."""
    network_guard.forget()
    yield
    attempts = network_guard.forget()
    if attempts:
        pytest.fail(f"this test tried to reach {', '.join(attempts)}; only loopback is allowed")
