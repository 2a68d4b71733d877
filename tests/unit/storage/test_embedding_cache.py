"""The cache of vectors beside a program that writes: it is read, and whoever wants to keep something is not disturbed."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.domain.errors import DatabaseInUseError
from desktop_app.storage.embedding_cache_store import SqlEmbeddingCacheStore
from desktop_app.storage.open import open_storage
from desktop_app.storage.paths import Paths
from tests.fakes.clock import FakeClock


def test_where_nothing_may_be_written_the_cache_is_read_and_keeps_nothing(paths: Paths) -> None:
    async def scenario() -> None:
        writing = await open_storage(paths, FakeClock())
        await writing.embeddings.put_many({"a": b"1", "b": b"2"})
        looking = await open_storage(paths, FakeClock(), writable=False)
        assert await looking.embeddings.get_many(["b", "c"]) == {"b": b"2"}
        await looking.embeddings.put_many({"c": b"3"})
        assert await writing.embeddings.get_many(["a", "b", "c"]) == {"a": b"1", "b": b"2"}
        with pytest.raises(DatabaseInUseError):
            await looking.vectors.forget_embedder("small")
        await looking.close()
        await writing.close()

    asyncio.run(scenario())


def test_a_full_cache_is_kept_over_a_restart(paths: Paths) -> None:
    async def session(first: str, *, look: str) -> dict[str, bytes]:
        storage = await open_storage(paths, FakeClock())
        cache = SqlEmbeddingCacheStore(storage.database, capacity=3)
        await cache.put_many({first: first.encode()})
        found = await cache.get_many(list(look))
        await storage.close()
        return found

    async def scenario() -> None:
        for letter in "abc":
            await session(letter, look="")
        assert await session("d", look="a") == {}
        assert await session("e", look="cde") == {"c": b"c", "d": b"d", "e": b"e"}

    asyncio.run(scenario())
