"""The tests' own network guard lets loopback through and nothing else."""

from __future__ import annotations

import contextlib
import os
import socket

import keyring
import keyring.errors
import pytest

from tests.network_guard import ForbiddenNetworkError, NetworkGuard, is_local


def test_loopback_is_let_through(network_guard: NetworkGuard) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()[:2]) as client:
        assert client.getpeername() == server.getsockname()
    assert network_guard.attempts == []


def test_another_address_is_refused_and_remembered(network_guard: NetworkGuard) -> None:
    with socket.socket() as client, pytest.raises(ForbiddenNetworkError):
        client.connect(("192.0.2.1", 80))
    assert network_guard.forget() == ["192.0.2.1"]


def test_a_swallowed_look_up_is_remembered(network_guard: NetworkGuard) -> None:
    with contextlib.suppress(Exception):
        socket.getaddrinfo("example.org", 443)
    assert network_guard.forget() == ["example.org"]


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.9", True),
        ("::1", True),
        ("localhost", True),
        (None, True),
        ("10.0.0.1", False),
        ("example.org", False),
    ],
)
def test_what_counts_as_local(host: str | None, local: bool) -> None:
    assert is_local(host) is local


def test_there_is_no_key_ring_and_no_personal_data_folder() -> None:
    with pytest.raises(keyring.errors.NoKeyringError):
        keyring.get_password("talespan", "anything")
    assert "talespan-home" in os.environ["TALESPAN_HOME"]
