"""Decodes JSON lines from bytes, with caps; pure. Called by ``ollama``: each line is one JSON value."""

from __future__ import annotations

from desktop_app.providers.lines import MAX_LINE, MAX_REPLY, LineSplitter


class NdjsonDecoder:
    """Give it bytes with ``feed``, and at the end ``finish``; both return the texts of the lines that became complete.

    Both raise ``ProviderError`` (bad response) where a line or the whole reply is larger than its cap. Empty lines are skipped.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_reply: int = MAX_REPLY) -> None:
        self._lines = LineSplitter(max_line=max_line, max_reply=max_reply)

    def feed(self, chunk: bytes) -> list[str]:
        """The lines that ``chunk`` completed."""
        return _texts(self._lines.feed(chunk))

    def finish(self) -> list[str]:
        """A last line without its end."""
        return _texts(self._lines.finish())


def _texts(lines: list[bytes]) -> list[str]:
    return [text for line in lines if (text := line.decode("utf-8", "replace").strip())]
