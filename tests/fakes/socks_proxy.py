"""A SOCKS5 proxy on loopback for tests: notes where a client wants to go, and takes it to one fixed port instead.

Without authentication, one thread a direction. Standard library only. Must not import the program.
"""

from __future__ import annotations

import socket
import socketserver
import threading
from contextlib import suppress
from typing import cast


class SocksProxy:
    """``with SocksProxy(port) as proxy:`` gives ``proxy.url`` and ``proxy.wanted`` (host and port of every connection)."""

    def __init__(self, target_port: int) -> None:
        self.wanted: list[tuple[str, int]] = []
        self._target_port = target_port

    def __enter__(self) -> SocksProxy:
        owner = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                owner._serve(cast("socket.socket", self.request))

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="socks-proxy")
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """The proxy's address."""
        return f"socks5://127.0.0.1:{cast('tuple[str, int]', self._server.server_address)[1]}"

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._target_port)) as target:
            methods = client.recv(2)[1]
            client.recv(methods)
            client.sendall(b"\x05\x00")
            kind = client.recv(4)[3]
            host = socket.inet_ntoa(client.recv(4)) if kind == 1 else client.recv(client.recv(1)[0]).decode("ascii")
            self.wanted.append((host, int.from_bytes(client.recv(2), "big")))
            client.sendall(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
            back = threading.Thread(target=_copy, args=(target, client))
            back.start()
            _copy(client, target)
            back.join()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
