"""Keeps the tests off the network: only loopback and local sockets are let through.

``conftest.py`` installs one guard per process. It is an audit hook, so nothing in the process can go round it: not
``socket``, not asyncio, not httpx. A forbidden attempt raises, and is remembered, so that code which swallows
the error still fails its test. Child processes are not watched.
"""

from __future__ import annotations

import ipaddress
from typing import cast

_EVENTS_WITH_ADDRESS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_EVENTS_WITH_HOST = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


class ForbiddenNetworkError(AssertionError):
    """A test tried to reach something beyond this machine. Not an ``OSError``: nobody takes it for a network failure."""


class NetworkGuard:
    """The audit hook. ``attempts`` lists the forbidden hosts since the last ``forget()``, oldest first."""

    def __init__(self) -> None:
        self.attempts: list[str] = []

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if event in _EVENTS_WITH_ADDRESS:
            self._check(_host_of(args[1]))
        elif event in _EVENTS_WITH_HOST:
            self._check(args[0])

    def forget(self) -> list[str]:
        """Starts anew and returns what was attempted until now."""
        attempts, self.attempts = self.attempts, []
        return attempts

    def _check(self, host: object) -> None:
        if is_local(host):
            return
        self.attempts.append(str(host))
        raise ForbiddenNetworkError(f"a test tried to reach {host!r}; only loopback is allowed")


def is_local(host: object) -> bool:
    """Whether ``host`` (a name, an address, or what a local socket has instead) stays on this machine."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if not isinstance(host, str) or host in {"", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host_of(address: object) -> object:
    """The host of an internet address; other families (unix, netlink, no address at all) give ``None``."""
    if not isinstance(address, tuple) or not address:
        return None
    return cast("tuple[object, ...]", address)[0]
