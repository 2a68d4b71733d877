"""Counting by llama.cpp's own endpoints, and by nobody where there are none."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.domain.errors import ProviderError
from desktop_app.providers.openai_compatible import Tokenize
from tests.fakes.model_server import ModelServer
from tests.fakes.provider_bench import WordCounter, open_provider, profile_for, request_of


def test_a_whole_prompt_is_counted_by_template_and_tokenizer() -> None:
    with ModelServer(llama=True, key="sk-test-CANARY-123") as server:

        async def count() -> int | None:
            async with open_provider(profile_for(server.url)) as provider:
                return await provider.count_prompt(request_of("one two", "three").messages)

        # The fake's template is "<user>one two\n<assistant>three\n<assistant>", its tokenizer counts words.
        assert asyncio.run(count()) == 4
        assert server.requests[-1].json["add_special"] is True
        assert server.requests[-1].path == "/tokenize"


def test_a_single_text_is_counted_without_marks() -> None:
    with ModelServer(llama=True) as server:

        async def count() -> int:
            async with open_provider(profile_for(server.url)) as provider:
                counter = provider.counter()
                assert isinstance(counter, WordCounter)
                assert counter is provider.counter()
                assert counter.tokenize is not None
                return await counter.tokenize("one two three")

        assert asyncio.run(count()) == 3
        assert server.requests[-1].json["add_special"] is False


def test_another_server_is_asked_once_and_with_one_letter() -> None:
    with ModelServer() as server:

        async def count() -> None:
            async with open_provider(profile_for(server.url)) as provider:
                for _ in range(3):
                    assert await provider.count_prompt(request_of("my secret").messages) is None
                counter = provider.counter()
                assert isinstance(counter, WordCounter)
                assert counter.tokenize is not None
                with pytest.raises(ProviderError):
                    await counter.tokenize("my secret")

        asyncio.run(count())
        assert [request.path for request in server.requests] == ["/tokenize"]
        assert b"secret" not in server.requests[0].body


def test_a_server_far_away_is_never_given_a_draft_to_count() -> None:
    async def offered(tokenizer: str) -> Tokenize | None:
        async with open_provider(profile_for("https://api.example.com/v1", tokenizer=tokenizer)) as provider:
            if tokenizer == "auto":
                assert await provider.count_prompt(request_of("my secret").messages) is None
            counter = provider.counter()
            assert isinstance(counter, WordCounter)
            return counter.tokenize

    assert asyncio.run(offered("auto")) is None
    assert asyncio.run(offered("server")) is not None


def test_a_server_that_is_away_may_be_able_later() -> None:
    with ModelServer(llama=True) as server:
        url = server.url
    with ModelServer(llama=True) as other:

        async def count() -> tuple[int | None, int | None]:
            async with open_provider(profile_for(url)) as provider:
                before = await provider.count_prompt(request_of("one two").messages)
                provider._endpoint._profile = profile_for(other.url)
                return before, await provider.count_prompt(request_of("one two").messages)

        assert asyncio.run(count()) == (None, 3)
