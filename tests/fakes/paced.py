"""Repositories whose every call takes a few turns of the loop, so that what overlaps in life overlaps in a test too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

LONGEST = 4


class Paced:
    """Stands before any object with async methods; ``chance`` decides how long each call waits before and after its work."""

    def __init__(self, inner: object, chance: Random) -> None:
        self._inner = inner
        self._chance = chance

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method: Callable[..., Awaitable[Any]] = getattr(self._inner, name)

        async def slow(*args: Any, **kwargs: Any) -> Any:
            await self._wait()
            result = await method(*args, **kwargs)
            await self._wait()
            return result

        return slow

    async def _wait(self) -> None:
        for _ in range(self._chance.randrange(LONGEST)):
            await asyncio.sleep(0)
