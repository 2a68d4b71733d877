"""Awaited stores leave the loop free."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import numpy as np
import pytest

from desktop_app.retrieval.async_stores import as_async
from desktop_app.retrieval.in_mem_store import InMemStore

CHUNKS = 100_000
DIMENSION = 64
# The bar is 16 ms (talespan bench); this only tells a free loop from one that waits for the search.
GUARD = 0.4


def test_the_loop_goes_on_while_much_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    store = InMemStore()
    rows = np.random.default_rng(1).standard_normal((CHUNKS, DIMENSION)).astype(np.float32)
    store.add("many", [str(number) for number in range(CHUNKS)], rows)
    query = store.query

    def slow_query(*args: Any) -> list[dict[str, Any]]:
        found = query(*args)
        time.sleep(2 * GUARD)  # a thread may sleep; a loop that waits for it would show
        return found

    monkeypatch.setattr(store, "query", slow_query)

    async def longest_gap() -> float:
        gaps: list[float] = []
        running = asyncio.gather(as_async(store).query(rows[1].tolist()))
        last = time.perf_counter()
        while not running.done():
            await asyncio.sleep(0.001)
            gaps.append(time.perf_counter() - last)
            last = time.perf_counter()
        assert (await running)[0][0]["document"] == "1"
        return max(gaps)

    assert asyncio.run(longest_gap()) < GUARD


def test_what_cannot_grow_says_so() -> None:
    class Plain:
        def add(self, *_: Any) -> None: ...

        def query(self, *_: Any) -> list[dict[str, Any]]:
            return []

        def delete(self, *_: Any) -> None: ...

        def count(self) -> int:
            return 0

    plain: Any = Plain()
    wrapped: Any = as_async(plain)
    assert asyncio.run(wrapped.count()) == 0
    with pytest.raises(TypeError, match="Plain has no extend"):
        asyncio.run(wrapped.get("a"))
