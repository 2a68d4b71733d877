"""A hub on loopback that gives out one file: with ranges or without, cut off in the middle, changed in between, elsewhere.

Must not import the program.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.fakes.model_replies import Drop, Hang, Reply, Step
from tests.fakes.model_server import ModelServer, ReceivedRequest

PATH = "/org/model/resolve/main/model.gguf"


class FileServer(ModelServer):
    """``content`` may be replaced while it runs, together with ``etag``.

    ``breaks``: after how many bytes each of the next answers breaks off (``hangs``: falls silent instead). ``redirect``:
    the address that it sends everybody to, with ``linked_etag`` beside it. ``honest`` False: it ignores ``If-Range``.
    """

    def __init__(
        self,
        content: bytes,
        *,
        etag: str = '"v1"',
        ranges: bool = True,
        honest: bool = True,
        breaks: Sequence[int] = (),
        hangs: bool = False,
        sized: bool = True,
        redirect: str = "",
        linked_etag: str = "",
    ) -> None:
        super().__init__(prefix="")
        self.content = content
        self.etag = etag
        self.breaks = list(breaks)
        self._ranges = ranges
        self._honest = honest
        self._hangs = hangs
        self._sized = sized
        self._redirect = redirect
        self._linked_etag = linked_etag

    @property
    def file_url(self) -> str:
        """The address of the file."""
        return self.root + PATH

    def headers_sent(self, name: str) -> list[str]:
        """A header of all requests so far, empty where it was not sent."""
        return [request.headers.get(name, "") for request in self.requests]

    def _answer(self, request: ReceivedRequest) -> Reply:
        if self._redirect:
            return Reply(302, {"Location": self._redirect, "X-Linked-Etag": self._linked_etag}, ())
        start = self._start(request)
        if start > len(self.content):
            return Reply(416, {"Content-Range": f"bytes */{len(self.content)}"}, ())
        headers = {"ETag": self.etag} if self.etag else {}
        last = len(self.content) - 1
        if request.headers.get("range") == "bytes=0-0" and self._ranges:
            last = 0
        if "range" in request.headers and self._ranges and (start or not last):
            headers["Content-Range"] = f"bytes {start}-{last}/{len(self.content)}"
        return self._body(self.content[start : last + 1], headers)

    def _start(self, request: ReceivedRequest) -> int:
        found = re.fullmatch(r"bytes=(\d+)-\d*", request.headers.get("range", ""))
        same = request.headers.get("if-range", self.etag) == self.etag or not self._honest
        return int(found[1]) if found and self._ranges and same else 0

    def _body(self, data: bytes, headers: dict[str, str]) -> Reply:
        status = 206 if "Content-Range" in headers else 200
        if not self._sized:
            return Reply(status, headers, (data,), "chunked")
        headers["Content-Length"] = str(len(data))
        steps: tuple[Step, ...] = (data,)
        if self.breaks:
            steps = (data[: self.breaks.pop(0)], Hang() if self._hangs else Drop(reset=False))
        return Reply(status, headers, steps, "close")
