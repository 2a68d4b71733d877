"""Awaited stores leave the loop free."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import numpy as np
import pytest

from desktop_app.retrieval.async_stores import as_async
from desktop_app.retrieval.in_mem_store import InMemStore

CHUNKS = 1_000
DIMENSION = 64
LIMIT_SECONDS = 60.0


def test_the_loop_goes_on_while_much_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    store = InMemStore()
    rows = np.random.default_rng(1).standard_normal((CHUNKS, DIMENSION)).astype(np.float32)
    store.add("many", [str(number) for number in range(CHUNKS)], rows)
    query, went_on = store.query, threading.Event()

    def slow_query(*args: Any) -> list[dict[str, Any]]:
        assert went_on.wait(LIMIT_SECONDS), "the loop waited for the search"
        return query(*args)

    monkeypatch.setattr(store, "query", slow_query)

    async def search() -> list[dict[str, Any]]:
        running = asyncio.gather(as_async(store).query(rows[1].tolist()))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not running.done()
        went_on.set()
        return (await running)[0]

    assert asyncio.run(search())[0]["document"] == "1"


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
