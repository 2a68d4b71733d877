"""Counters: estimates at once, exact after ``settle``, bounded, and the right one for each connection."""

from __future__ import annotations

import asyncio
import threading

import pytest

from desktop_app import assets
from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.ports import TokenCount
from desktop_app.providers import token_counter
from desktop_app.providers.token_counter import EstimateCounter, ServerCounter, TiktokenCounter, TokenCounters
from desktop_app.providers.token_estimate import estimate_tokens

TEXT = "Nobody on deck believed half of it."


class WordServer:
    """A server whose tokens are words; ``broken`` makes it fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken = False

    async def tokenize(self, text: str) -> int:
        if self.broken:
            raise ProviderError(ProviderErrorKind.NETWORK)
        self.asked.append(text)
        return len(text.split())


def profile(tokenizer: str = "auto", model: str = "some-model") -> ConnectionProfile:
    return ConnectionProfile(id="c", name="C", model=model, tokenizer=tokenizer)


def test_a_server_counts_exactly_after_settling_and_is_asked_once() -> None:
    server = WordServer()
    counter = ServerCounter(server.tokenize)
    assert counter.count(TEXT) == TokenCount(estimate_tokens(TEXT), exact=False)
    counter.count(TEXT)
    assert asyncio.run(counter.settle())
    assert counter.count(TEXT) == TokenCount(7, exact=True)
    assert not asyncio.run(counter.settle())
    assert server.asked == [TEXT]


def test_an_empty_text_that_a_server_counts_as_nothing_stays_counted() -> None:
    server = WordServer()
    counter = ServerCounter(server.tokenize)
    counter.count("")
    asyncio.run(counter.settle())
    assert counter.count("") == TokenCount(0, exact=True)


def test_a_failing_server_leaves_estimates_and_can_recover() -> None:
    server = WordServer()
    counter = ServerCounter(server.tokenize)
    server.broken = True
    counter.count(TEXT)
    assert not asyncio.run(counter.settle())
    assert not counter.count(TEXT).exact
    server.broken = False
    assert asyncio.run(counter.settle())
    assert counter.count(TEXT).exact


def test_a_vocabulary_counts_exactly_once_it_is_loaded() -> None:
    counter = TiktokenCounter("cl100k_base")
    assert counter.count("hello world") == TokenCount(estimate_tokens("hello world"), exact=False)
    assert asyncio.run(counter.settle())
    assert counter.count("hello world") == TokenCount(2, exact=True)
    assert counter.count("seen for the first time").exact
    assert not asyncio.run(counter.settle())


def test_a_missing_vocabulary_leaves_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> bytes:
        raise assets.AssetMissingError(name=name)

    monkeypatch.setattr(assets, "read_bytes", missing)
    counter = TiktokenCounter("cl100k_base")
    counter.count(TEXT)
    assert not asyncio.run(counter.settle())
    assert not counter.count(TEXT).exact


def test_counting_from_two_threads_loses_nothing() -> None:
    counter = TiktokenCounter("cl100k_base")
    texts = [f"message number {number}" for number in range(500)]

    def count_all() -> None:
        for text in texts:
            counter.count(text)

    threads = [threading.Thread(target=count_all) for _ in range(2)]
    for thread in threads:
        thread.start()
    asyncio.run(counter.settle())
    for thread in threads:
        thread.join()
    asyncio.run(counter.settle())
    assert all(counter.count(text).exact for text in texts)


def test_memory_and_queue_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_counter, "_REMEMBERED", 10)
    monkeypatch.setattr(token_counter, "_QUEUED_CHARACTERS", 100)
    server = WordServer()
    counter = ServerCounter(server.tokenize)
    for number in range(50):
        counter.count(f"text {number:05d}")
    asyncio.run(counter.settle())
    assert len(server.asked) == 10
    for number in range(50):
        counter.count(f"text {number:05d}")
        asyncio.run(counter.settle())
    assert counter.count("text 00049").exact
    assert not counter.count("text 00030").exact


def test_each_connection_gets_its_counter() -> None:
    counters, server = TokenCounters(), WordServer()
    assert counters.counter(profile("o200k_base"), server.tokenize).name == "o200k_base"
    assert counters.counter(profile(model="openai/gpt-4o"), None).name == "o200k_base"
    assert counters.counter(profile(model="gpt-4"), None) is counters.counter(profile("cl100k_base"), None)
    assert isinstance(counters.counter(profile("server"), server.tokenize), ServerCounter)
    assert isinstance(counters.counter(profile("server"), None), EstimateCounter)
    assert isinstance(counters.counter(profile(), server.tokenize), ServerCounter)
    assert isinstance(counters.counter(profile(), None), EstimateCounter)
    assert isinstance(counters.counter(profile("no-such"), None), EstimateCounter)
