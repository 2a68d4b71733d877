"""Cuts a stream of bytes into lines, with caps; pure.

Called by the decoders of streams (``sse``, ``ndjson``) with whatever pieces the network gives: the lines are the same however
the bytes are cut. Lines end at LF, CR or both. They stay bytes, so that no character can be torn (H-27). httpx has no limit
of its own: it took one line of 67 MB (reliability page, H4).
"""

from __future__ import annotations

import re

from desktop_app.providers.errors import answer_too_large

# Promise H4 of the reliability page, in bytes.
MAX_LINE = 1_000_000
MAX_REPLY = 20_000_000

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"


class LineSplitter:
    """Give it bytes with ``feed``, and at the end ``finish``; both return the lines that became complete, without their ends.

    Both raise ``ProviderError`` (bad response) where a line or the whole reply is larger than its cap. A byte order mark in
    front of the first line is left out.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_reply: int = MAX_REPLY) -> None:
        self._max_line = max_line
        self._max_reply = max_reply
        self._received = 0
        self._line = bytearray()
        self._at_start = True
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that ``chunk`` ended."""
        self._received += len(chunk)
        if self._received > self._max_reply:
            raise answer_too_large(self._max_reply)
        if self._after_cr and chunk:
            # A line end may have been cut between CR and LF; the line was taken as ended at the CR.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        self._after_cr = chunk.endswith(b"\r") or (self._after_cr and not chunk)
        *ended, rest = _LINE_END.split(chunk)
        lines: list[bytes] = []
        for piece in ended:
            self._extend(piece)
            lines.append(self._take())
        self._extend(rest)
        return lines

    def finish(self) -> list[bytes]:
        """What stands there when the stream is over, if anything."""
        return [self._take()] if self._line else []

    def _extend(self, piece: bytes) -> None:
        if len(self._line) + len(piece) > self._max_line:
            raise answer_too_large(self._max_line)
        self._line += piece

    def _take(self) -> bytes:
        line = bytes(self._line)
        self._line.clear()
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        return line
