"""When a request is tried again: only before anything has come, twice at most, after the wait that the server asks for.

Used by the providers for their streams, and by embedders.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import StreamEvent, StreamFailed

Sleep = Callable[[float], Awaitable[None]]
Attempt = Callable[[], AsyncGenerator[StreamEvent, None]]

_T = TypeVar("_T")

MAX_RETRIES = 2
_FIRST_WAIT = 0.5
# A server that wants more than this has the person decide.
_LONGEST_WAIT = 30.0
_RETRY_STATUSES = frozenset({429, 502, 503, 529})


def never_adapted(_failure: ProviderError) -> bool:
    """There is no other way to ask."""
    return False


class Retries:
    """``sleep`` and ``chance`` (0 to 1, spreads the waits) are there for tests."""

    def __init__(self, sleep: Sleep = asyncio.sleep, chance: Callable[[], float] = random.random) -> None:
        self._sleep = sleep
        self._chance = chance

    async def stream(
        self, attempt: Attempt, adapted: Callable[[ProviderError], bool] = never_adapted
    ) -> AsyncGenerator[StreamEvent, None]:
        """The events of ``attempt``, which raises ``ProviderError``; that becomes the last event, ``StreamFailed``.

        ``adapted`` says whether the next attempt asks in another way, so that it is worth making at once.
        """
        retries = 0
        while True:
            begun = False
            try:
                async with aclosing(attempt()) as events:
                    async for event in events:
                        begun = True
                        yield event
            except ProviderError as error:
                failure = error
            else:
                return
            if begun:
                break
            if adapted(failure):
                continue
            wait = self._wait_after(failure, retries)
            if wait is None:
                break
            retries += 1
            await self._sleep(wait)
        yield StreamFailed(failure)

    async def call(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """What ``attempt`` gives in the end. Raises the ``ProviderError`` of the last try."""
        retries = 0
        while True:
            try:
                return await attempt()
            except ProviderError as failure:
                wait = self._wait_after(failure, retries)
                if wait is None:
                    raise
            retries += 1
            await self._sleep(wait)

    def _wait_after(self, failure: ProviderError, retries: int) -> float | None:
        """Seconds until the next try, or None where there is to be none."""
        if retries >= MAX_RETRIES or not may_pass(failure):
            return None
        wait = _FIRST_WAIT * 2**retries * (0.5 + self._chance())
        if failure.retry_after is None:
            return wait
        return max(wait, failure.retry_after) if failure.retry_after <= _LONGEST_WAIT else None


def may_pass(failure: ProviderError) -> bool:
    """Whether the same request may work a moment later."""
    if failure.kind is ProviderErrorKind.NETWORK:
        return failure.reason in {"", "network.refused"}
    return (
        failure.kind in {ProviderErrorKind.RATE_LIMIT, ProviderErrorKind.SERVER} and failure.status in _RETRY_STATUSES
    )
