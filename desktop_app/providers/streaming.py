"""Plays one streamed answer from its bytes to its last event, whatever the dialect: time limits, torn ends, what was held back.

Used by the providers. A dialect brings a ``Decoder`` (bytes to texts) and a ``Reply`` (texts to events).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Protocol

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import StreamEvent
from desktop_app.providers.endpoint import Answer, Timeouts

# Usage and the end mark come right behind the finish reason, or not at all.
_GRACE = 5.0


class Decoder(Protocol):
    """Cuts bytes into the texts of a stream. Both methods raise ``ProviderError`` where a cap is passed."""

    def feed(self, chunk: bytes) -> list[str]:
        """What ``chunk`` completed."""
        ...

    def finish(self) -> list[str]:
        """What stands there at the end."""
        ...


class Reply(Protocol):
    """Makes events of texts. ``started``: a token has come. ``finished``: the reason to stop. ``marked``: the end mark."""

    @property
    def started(self) -> bool:
        """A token has come."""
        ...

    @property
    def finished(self) -> bool:
        """The server has given its reason to stop."""
        ...

    @property
    def marked(self) -> bool:
        """The end mark has come; nothing more is read."""
        ...

    def feed(self, data: str) -> list[StreamEvent]:
        """The events of one text. Raises ``ProviderError``."""
        ...

    def flush(self) -> list[StreamEvent]:
        """What was held back."""
        ...

    def end(self) -> list[StreamEvent]:
        """The last events. Raises ``ProviderError`` where the answer is not whole."""
        ...


async def play(
    answer: Answer, begin: bytes, decoder: Decoder, reply: Reply, timeouts: Timeouts
) -> AsyncGenerator[StreamEvent, None]:
    """The events of a stream whose first bytes are ``begin``. Raises ``ProviderError``."""
    chunk: bytes | None = begin
    while chunk is not None and not reply.marked:
        for event in _fed(reply, decoder.feed(chunk)):
            yield event
        if not reply.marked:
            chunk = await answer.read(_patience(reply, timeouts))
    for event in _fed(reply, decoder.finish()):
        yield event


async def completed(events: AsyncGenerator[StreamEvent, None], reply: Reply) -> AsyncGenerator[StreamEvent, None]:
    """``events``, then what ``reply`` held back, then its end. Raises ``ProviderError``, after giving out what had come."""
    failure: ProviderError | None = None
    try:
        async with aclosing(events):
            async for event in events:
                yield event
    except ProviderError as error:
        failure = error
    for event in reply.flush():
        yield event
    if failure is not None and not reply.finished:
        raise failure
    for event in reply.end():
        yield event


def _fed(reply: Reply, texts: list[str]) -> Iterator[StreamEvent]:
    for text in texts:
        yield from reply.feed(text)


def _patience(reply: Reply, timeouts: Timeouts) -> float:
    if reply.finished:
        return min(_GRACE, timeouts.idle)
    return timeouts.idle if reply.started else timeouts.first_token
