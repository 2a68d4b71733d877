"""A model server on loopback for tests: speaks the real wire over raw sockets, and misbehaves on demand.

``with ModelServer(script) as server:`` gives ``server.url`` (a base URL ending in ``/v1``) and ``server.requests`` (every
request, with headers and body). It runs in threads of its own, so that it never shares a loop with the code under test.
What it answers is made in ``tests.fakes.model_replies``; without a script it echoes the last message word by word.
Standard library only. Must not import the program.
"""

from __future__ import annotations

import json
import select
import socket
import socketserver
import ssl
import struct
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias, cast

from tests.fakes.embedding_replies import by_words
from tests.fakes.model_replies import Drop, Hang, Pause, Reply, Step, echo, error, json_reply, prompt_text

Body: TypeAlias = dict[str, Any]
Script: TypeAlias = "Callable[[ReceivedRequest], Reply] | Sequence[Reply]"
Rule: TypeAlias = "Callable[[ReceivedRequest], Reply | None]"

# A client that never comes back must not hold a test for ever.
_GUARD_SECONDS = 60.0

# How a client begins that takes a plain server for one with TLS (RFC 8446, 5.1: handshake).
_TLS_HELLO = b"\x16\x03"


@dataclass(slots=True)
class ReceivedRequest:
    """One request as it came over the wire; header names are in lower case.

    ``gone`` is set as soon as the client has closed the connection while the answer was still running. ``proxied``: it came
    as to a proxy, with a whole URL; ``path`` never has the host in it.
    """

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    proxied: bool = False
    gone: threading.Event = field(default_factory=threading.Event)

    @property
    def json(self) -> Body:
        """The body as a JSON object, empty where it is none."""
        value: object = json.loads(self.body or b"{}")
        return cast("Body", value) if isinstance(value, dict) else {}

    @property
    def messages(self) -> list[Body]:
        """The messages of a chat completion."""
        return cast("list[Body]", self.json.get("messages", []))


class ModelServer:
    """Serves ``/models``, ``/chat/completions``, ``/embeddings`` and, with ``llama=True``, llama.cpp's ``/tokenize`` and ``/apply-template``.

    ``script`` answers chat completions: a function of the request, or replies used one after the other (the last one
    again and again); ``embed`` answers those for vectors. ``rules`` may refuse a request before the script sees it. ``key``: any other bearer token gets a 401.
    ``tls`` makes it speak https. ``prefix`` is the path in front of all endpoints.
    """

    def __init__(
        self,
        script: Script | None = None,
        *,
        models: Sequence[str] = ("fake-model",),
        rules: Sequence[Rule] = (),
        key: str | None = None,
        llama: bool = False,
        tls: ssl.SSLContext | None = None,
        host: str = "127.0.0.1",
        prefix: str = "/v1",
        models_reply: Reply | None = None,
        embed: Callable[[ReceivedRequest], Reply] = by_words,
    ) -> None:
        self.requests: list[ReceivedRequest] = []
        self.connections = 0
        self._script: Script = script if script is not None else lambda request: echo(prompt_text(request.messages))
        self._models_reply = models_reply or json_reply({"object": "list", "data": [{"id": name} for name in models]})
        self._rules = rules
        self._embed = embed
        self._key = key
        self._llama = llama
        self._tls = tls
        self._host = host
        self._prefix = prefix
        self._lock = threading.Lock()
        self._completions = 0
        self._open: set[socket.socket] = set()
        # Readable as soon as the server stops: wakes every handler out of its pauses.
        self._stopped, self._stopper = socket.socketpair()

    def __enter__(self) -> Self:
        owner = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                owner._serve(cast("socket.socket", self.request))

        self._server = _Listener((self._host, 0), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="model-server", daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._stopper.close()
        self._server.shutdown()
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        self._server.server_close()  # joins the handlers
        self._thread.join(_GUARD_SECONDS)
        self._stopped.close()

    @property
    def port(self) -> int:
        """The port it listens at."""
        return cast("tuple[str, int]", self._server.server_address)[1]

    @property
    def root(self) -> str:
        """The address without a path."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}"

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return self.root + self._prefix

    @property
    def chats(self) -> list[ReceivedRequest]:
        """The chat completions that were asked for."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    @property
    def embeddings(self) -> list[ReceivedRequest]:
        """The vectors that were asked for."""
        return [request for request in self.requests if request.path.endswith("/embeddings")]

    def wait_for(self, condition: Callable[[ModelServer], bool], seconds: float = 20.0) -> bool:
        """Waits until ``condition`` holds; False when it never did."""
        deadline = time.monotonic() + seconds
        while not condition(self):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True

    def _serve(self, connection: socket.socket) -> None:
        with self._lock:
            self.connections += 1
            self._open.add(connection)
        try:
            connection.settimeout(_GUARD_SECONDS)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls is None:
                self._converse(connection)
            else:
                with self._tls.wrap_socket(connection, server_side=True) as encrypted:
                    self._converse(encrypted)
        except OSError:  # the client went away or refused the certificate; tests look at what was recorded
            return
        finally:
            with self._lock:
                self._open.discard(connection)
            connection.close()

    def _converse(self, connection: socket.socket) -> None:
        with self._lock:
            self._open.add(connection)
        try:
            while (request := _read_request(connection)) is not None:
                with self._lock:
                    self.requests.append(request)
                if not self._send(connection, request, self._answer(request)):
                    break
        finally:
            with self._lock:
                self._open.discard(connection)

    def _answer(self, request: ReceivedRequest) -> Reply:
        path = request.path.partition("?")[0]
        if path == self._prefix + "/health" or (self._llama and path == "/health"):
            return json_reply({"status": "ok"})
        if self._key is not None and request.headers.get("authorization") != f"Bearer {self._key}":
            sent = request.headers.get("authorization", "").removeprefix("Bearer ")
            return error(401, f"Incorrect API key provided: {sent}.", code="invalid_api_key")
        if path == self._prefix + "/models":
            return self._models_reply
        if path == self._prefix + "/chat/completions" and request.method == "POST":
            return self._complete(request)
        if path == self._prefix + "/embeddings" and request.method == "POST":
            return self._embed(request)
        if self._llama and path == "/apply-template":
            return json_reply(
                {"prompt": "".join(f"<{m['role']}>{m['content']}\n" for m in request.messages) + "<assistant>"}
            )
        if self._llama and path == "/tokenize":
            return json_reply({"tokens": list(range(len(str(request.json.get("content", "")).split())))})
        return error(404, f"Unknown request URL: {request.method} {path}.", code="unknown_url")

    def _complete(self, request: ReceivedRequest) -> Reply:
        for rule in self._rules:
            refusal = rule(request)
            if refusal is not None:
                return refusal
        if callable(self._script):
            return self._script(request)
        with self._lock:
            index = min(self._completions, len(self._script) - 1)
            self._completions += 1
        return self._script[index]

    def _send(self, connection: socket.socket, request: ReceivedRequest, reply: Reply) -> bool:
        """Sends a reply; True where the connection stays open for another request."""
        chunked = reply.framing == "chunked"
        connection.sendall(_head(reply))
        for step in reply.body:
            if isinstance(step, bytes):
                piece = b"%x\r\n%s\r\n" % (len(step), step) if chunked else step
                if step and not self._write(connection, request, piece):
                    return False
            elif not self._pause(connection, request, step):
                return False
        if chunked:
            connection.sendall(b"0\r\n\r\n")
        return reply.framing != "close"

    def _write(self, connection: socket.socket, request: ReceivedRequest, data: bytes) -> bool:
        try:
            connection.sendall(data)
        except OSError:
            request.gone.set()
            return False
        return True

    def _pause(self, connection: socket.socket, request: ReceivedRequest, step: Step) -> bool:
        """Waits as the step says, but not longer than the client or the server lives. False: it is over."""
        if isinstance(step, Drop):
            if step.reset:  # with zero linger the connection is reset instead of closed
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return False
        assert isinstance(step, Pause | Hang)
        seconds = step.seconds if isinstance(step, Pause) else _GUARD_SECONDS
        readable, _, _ = select.select([connection, self._stopped], [], [], seconds)
        if connection in readable:
            request.gone.set()
        return not readable


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], handler: type[socketserver.BaseRequestHandler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)


def _read_request(connection: socket.socket) -> ReceivedRequest | None:
    """The next request of a connection, or None where the client has closed it."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
        if data.startswith(_TLS_HELLO):
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
            return None
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length", "0"))
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            return None
        body += piece
    method, target, _ = first.split(" ", 2)
    proxied = target.startswith("http://")
    path = "/" + target.removeprefix("http://").partition("/")[2] if proxied else target
    return ReceivedRequest(method, path, headers, body, proxied)


def _head(reply: Reply) -> bytes:
    headers = dict(reply.headers)
    if reply.framing == "chunked":
        headers["Transfer-Encoding"] = "chunked"
    elif reply.framing == "close":
        headers["Connection"] = "close"
    else:
        headers["Content-Length"] = str(sum(len(step) for step in reply.body if isinstance(step, bytes)))
    lines = [f"HTTP/1.1 {reply.status} {reply.status}", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
