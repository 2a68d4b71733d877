"""Connections that do not outlive a broken-off TLS handshake: httpcore closes them on its own errors, not when it is cancelled.

``transport`` puts this under each client. Without it, *Stop* while a server does not answer the handshake leaves the socket
open until Python happens to look for garbage (httpcore 1.0.9, ``AnyIOStream.start_tls``). Imports httpx: load it late.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import Any, TypeAlias, cast

import httpcore
import httpx

_SocketOption: TypeAlias = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


def closing_transport(context: ssl.SSLContext, proxy: httpx.Proxy | None) -> httpx.AsyncHTTPTransport:
    """The transport of httpx over such connections; it takes nothing from the environment."""
    transport = httpx.AsyncHTTPTransport(verify=context, proxy=proxy, trust_env=False)
    # httpcore's pool takes a backend, httpx does not pass one on.
    transport._pool._network_backend = _ClosingBackend()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    return transport


class _ClosingBackend(httpcore.AsyncNetworkBackend):
    """httpcore's own way to the network, with streams that close themselves."""

    def __init__(self) -> None:
        self._network = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[_SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection. ``timeout`` in seconds."""
        return _ClosingStream(await self._network.connect_tcp(host, port, timeout, local_address, socket_options))

    async def sleep(self, seconds: float) -> None:
        """Waits, between tries to connect."""
        await self._network.sleep(seconds)


class _ClosingStream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            return _ClosingStream(await self._stream.start_tls(ssl_context, server_hostname, timeout))
        except BaseException:
            await self._stream.aclose()
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
