"""Decodes server-sent events from bytes, with caps; pure.

Called by ``openai_compatible``. Follows the WHATWG description of ``text/event-stream``; only ``data`` counts here, the other
fields are skipped.
"""

from __future__ import annotations

from desktop_app.providers.errors import answer_too_large
from desktop_app.providers.lines import MAX_LINE, MAX_REPLY, LineSplitter

# Promise H4 of the reliability page, in bytes.
MAX_EVENT = 2_000_000


class SseDecoder:
    """Give it bytes with ``feed``, and at the end ``finish``; both return the data of the events that became complete.

    Both raise ``ProviderError`` (bad response) where a line, an event or the whole reply is larger than its cap.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_event: int = MAX_EVENT, max_reply: int = MAX_REPLY) -> None:
        self._lines = LineSplitter(max_line=max_line, max_reply=max_reply)
        self._max_event = max_event
        self._data: list[bytes] = []
        self._data_size = 0

    def feed(self, chunk: bytes) -> list[str]:
        """The events that ``chunk`` completed."""
        return self._take_lines(self._lines.feed(chunk))

    def finish(self) -> list[str]:
        """What stands there when the stream is over: servers forget the empty line behind their last event."""
        return self._take_lines([*self._lines.finish(), b""])

    def _take_lines(self, lines: list[bytes]) -> list[str]:
        events: list[str] = []
        for line in lines:
            if not line:
                self._dispatch(events)
                continue
            field, _, value = line.partition(b":")
            if field == b"data":
                self._add_data(value.removeprefix(b" "))
        return events

    def _add_data(self, value: bytes) -> None:
        self._data_size += len(value) + 1
        if self._data_size > self._max_event:
            raise answer_too_large(self._max_event)
        self._data.append(value)

    def _dispatch(self, events: list[str]) -> None:
        text = b"\n".join(self._data).decode("utf-8", "replace")
        self._data.clear()
        self._data_size = 0
        if text:
            events.append(text)
