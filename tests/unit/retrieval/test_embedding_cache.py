"""What is in the cache is not embedded again."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.retrieval.embedding_cache import CachedLlm, EmbeddingCache, cache_key
from tests.unit.retrieval.llms import FakeLlm


def test_the_one_that_was_not_used_for_longest_goes() -> None:
    cache = EmbeddingCache(2)
    cache.put("a", [[1.0]])
    cache.put("b", [[2.0]])
    assert cache.get("a") == [[1.0]]
    cache.put("c", [[3.0]])

    assert [cache.get(key) for key in "abc"] == [[[1.0]], None, [[3.0]]]
    cache.put("a", [[4.0]])
    assert (len(cache), cache.get("a")) == (2, [[4.0]])
    with pytest.raises(ValueError, match="at least 1"):
        EmbeddingCache(0)


def test_keys_tell_embedders_and_texts_apart() -> None:
    keys = {cache_key(embedder, text) for embedder in ("e5/384", "usem3/512") for text in ("a", "b", "")}
    assert len(keys) == 6
    assert cache_key("e5", "lone \ud800") == cache_key("e5", "lone \ud800")


def test_each_text_is_embedded_once_for_each_model() -> None:
    llm = FakeLlm()
    cached = CachedLlm(llm, identity="fake")

    first = asyncio.run(cached.embed(["one", "two", "one"]))
    second = asyncio.run(cached.embed(["three", "two"]))

    assert llm.embedded == ["one", "two", "three"]
    assert first[0] == first[2] != first[1] == second[1]
    asyncio.run(cached.embed(["one"], model="other"))
    assert llm.embedded[-1] == "one"
    assert asyncio.run(cached.chat([{"role": "user", "content": "abc"}])) == "Summary of 3 characters."
