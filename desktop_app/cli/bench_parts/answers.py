"""A server that answers at the pace of a quick model, for the bench of the window: in the bench's process, beside the program."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def answering(pieces: Sequence[str], seconds: float) -> Generator[str, None, None]:
    """Answers every chat completion with these pieces, one every so many seconds. Gives the address of the API."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answer, pieces, seconds))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, name="bench answers", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Answer(BaseHTTPRequestHandler):
    def __init__(self, pieces: Sequence[str], seconds: float, *of_the_server: object) -> None:
        self._pieces = pieces
        self._seconds = seconds
        super().__init__(*of_the_server)  # pyright: ignore[reportArgumentType] - socketserver's own three, passed on

    def do_POST(self) -> None:
        """A stream of server-sent events, closed at its end."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.path.endswith("/chat/completions"):  # as most servers do where they are asked to count tokens
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for piece in self._pieces:
            self._send(piece)
            time.sleep(self._seconds)
        self._send("", "stop")
        self.wfile.write(b"data: [DONE]\n\n")

    def _send(self, text: str, finish_reason: str | None = None) -> None:
        choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}
        self.wfile.write(f"data: {json.dumps({'choices': [choice]})}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the standard library
        """Nothing: the bench prints figures alone."""
