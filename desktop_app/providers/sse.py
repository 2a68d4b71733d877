"""Decodes server-sent events from bytes, with caps; pure.

Called by ``openai_compatible`` with whatever pieces the network gives: the events are the same however the bytes are cut.
Follows the WHATWG description of ``text/event-stream``; only ``data`` counts here, the other fields are skipped. httpx has no
limit of its own: it took one line of 67 MB (reliability page, H4).
"""

from __future__ import annotations

import re

from desktop_app.providers.errors import answer_too_large

# Promise H4 of the reliability page, in bytes.
MAX_LINE = 1_000_000
MAX_EVENT = 2_000_000
MAX_REPLY = 20_000_000

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"


class SseDecoder:
    """Give it bytes with ``feed``, and at the end ``finish``; both return the data of the events that became complete.

    Both raise ``ProviderError`` (bad response) where a line, an event or the whole reply is larger than its cap.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_event: int = MAX_EVENT, max_reply: int = MAX_REPLY) -> None:
        self._max_line = max_line
        self._max_event = max_event
        self._max_reply = max_reply
        self._received = 0
        self._line = bytearray()
        self._data: list[bytes] = []
        self._data_size = 0
        self._at_start = True
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[str]:
        """The events that ``chunk`` completed."""
        self._received += len(chunk)
        if self._received > self._max_reply:
            raise answer_too_large(self._max_reply)
        if self._after_cr and chunk:
            # A line end may have been cut between CR and LF; the line was taken as ended at the CR.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        self._after_cr = chunk.endswith(b"\r") or (self._after_cr and not chunk)
        *ended, rest = _LINE_END.split(chunk)
        events: list[str] = []
        for piece in ended:
            self._extend_line(piece)
            self._take_line(events)
        self._extend_line(rest)
        return events

    def finish(self) -> list[str]:
        """What stands there when the stream is over: servers forget the empty line behind their last event."""
        events: list[str] = []
        if self._line:
            self._take_line(events)
        self._dispatch(events)
        return events

    def _extend_line(self, piece: bytes) -> None:
        if len(self._line) + len(piece) > self._max_line:
            raise answer_too_large(self._max_line)
        self._line += piece

    def _take_line(self, events: list[str]) -> None:
        line = bytes(self._line)
        self._line.clear()
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        if not line:
            self._dispatch(events)
            return
        field, _, value = line.partition(b":")
        if field == b"data":
            self._add_data(value.removeprefix(b" "))

    def _add_data(self, value: bytes) -> None:
        self._data_size += len(value) + 1
        if self._data_size > self._max_event:
            raise answer_too_large(self._max_event)
        self._data.append(value)

    def _dispatch(self, events: list[str]) -> None:
        # Whole lines are decoded, never pieces of them: no character can be torn (H-27).
        text = b"\n".join(self._data).decode("utf-8", "replace")
        self._data.clear()
        self._data_size = 0
        if text:
            events.append(text)
