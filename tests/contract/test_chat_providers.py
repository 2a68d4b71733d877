"""What every provider does, whatever it speaks: one suite over all dialects, each against a server of its own.

A dialect is a way to open its provider for a while. A new one is added to ``DIALECTS`` and must pass all of this.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import pytest

from desktop_app.domain.errors import ProviderErrorKind
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    FinishReason,
    GenerationSettings,
    StreamFailed,
    StreamFinished,
    TextDelta,
    UsageReported,
)
from desktop_app.domain.message import Role
from desktop_app.domain.ports import ChatProvider
from desktop_app.providers.builtin import BuiltinProvider
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.ollama import OllamaProvider
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.providers.transport import Transport
from tests.fakes.local_model import BUILTIN_PROFILE, CONTEXT, local_models
from tests.fakes.model_replies import Reply, context_of, prompt_text, words
from tests.fakes.model_server import ModelServer, ReceivedRequest
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.provider_bench import collect, open_ollama, open_provider, profile_for, text_in

__all__ = ["local_models"]

OpenProvider = Callable[[], AbstractAsyncContextManager[ChatProvider]]

GUARD_SECONDS = 120.0


def _limited_echo(request: ReceivedRequest) -> Reply:
    """Echoes as many words as the request allows, slowly enough to be stopped."""
    answer = f"You said: {prompt_text(request.messages)}".split()
    most = int(request.json["max_tokens"])
    finish = "length" if len(answer) > most else "stop"
    return words(" ".join(answer[:most]), finish=finish, pause=0.01)


@asynccontextmanager
async def _openai_compatible(models: LocalModels) -> AsyncGenerator[ChatProvider]:
    with ModelServer(_limited_echo, rules=[context_of(CONTEXT)], llama=True) as server:
        async with open_provider(profile_for(server.url, context_limit=CONTEXT)) as provider:
            yield provider


@asynccontextmanager
async def _builtin(models: LocalModels) -> AsyncGenerator[ChatProvider]:
    transport = Transport()
    try:
        yield BuiltinProvider(BUILTIN_PROFILE, models, transport, TokenCounters().counter)
    finally:
        await transport.aclose()


@asynccontextmanager
async def _ollama(models: LocalModels) -> AsyncGenerator[ChatProvider]:
    with OllamaServer() as server:
        async with open_ollama(profile_for(server.url, context_limit=CONTEXT)) as provider:
            yield provider


DIALECTS = {"openai-compatible": _openai_compatible, "builtin": _builtin, "ollama": _ollama}


@pytest.fixture(params=DIALECTS)
def opened(request: pytest.FixtureRequest, local_models: LocalModels) -> OpenProvider:
    return lambda: DIALECTS[request.param](local_models)


def run(opened: OpenProvider, test: Callable[[ChatProvider], Awaitable[None]]) -> None:
    async def body() -> None:
        async with asyncio.timeout(GUARD_SECONDS), opened() as provider:
            await test(provider)

    asyncio.run(body())


def ask(*texts: str, most: int = 8) -> ChatRequest:
    """Messages in turn by user and assistant."""
    messages = tuple(ChatMessage((Role.USER, Role.ASSISTANT)[index % 2], text) for index, text in enumerate(texts))
    return ChatRequest("fake-model", messages, GenerationSettings(max_tokens=most, temperature=0.0, seed=1))


def test_an_answer_is_text_then_usage_then_its_end(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        events = await collect(provider, ask("Say hello, then 你好 and 👩‍🚀."))

        assert text_in(events)
        *_, usage, end = events
        assert isinstance(usage, UsageReported)
        assert usage.usage.total_tokens == usage.usage.prompt_tokens + usage.usage.completion_tokens
        assert isinstance(end, StreamFinished)
        assert sum(isinstance(event, StreamFinished | StreamFailed) for event in events) == 1

    run(opened, test)


def test_an_answer_ends_at_the_limit_of_the_reply(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        end = (await collect(provider, ask("Tell me a long story about a fox.", most=2)))[-1]

        assert isinstance(end, StreamFinished)
        assert end.reason is FinishReason.LENGTH

    run(opened, test)


def test_the_same_question_has_the_same_answer_without_chance(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        first, second = [text_in(await collect(provider, ask("Name a colour."))) for _ in range(2)]

        assert first == second

    run(opened, test)


def test_a_prompt_that_is_too_long_is_a_known_end(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        events = await collect(provider, ask("word " * (2 * CONTEXT)))

        assert len(events) == 1
        assert isinstance(events[0], StreamFailed)
        assert events[0].error.kind is ProviderErrorKind.CONTEXT_TOO_LONG
        assert str(events[0].error)

    run(opened, test)


@pytest.mark.parametrize("by_cancel", [True, False], ids=["cancelled", "closed"])
def test_after_a_stop_the_next_answer_comes(opened: OpenProvider, by_cancel: bool) -> None:
    async def read_until(provider: ChatProvider, begun: asyncio.Event) -> None:
        async for event in provider.stream(ask("Tell me a long story about a fox.", most=64)):
            if isinstance(event, TextDelta):
                begun.set()

    async def test(provider: ChatProvider) -> None:
        if by_cancel:
            begun = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                reader = group.create_task(read_until(provider, begun))
                await begun.wait()
                reader.cancel()
        else:
            async with aclosing(provider.stream(ask("Tell me a long story.", most=64))) as events:
                assert isinstance(await anext(events), TextDelta)
        assert isinstance((await collect(provider, ask("And now?")))[-1], StreamFinished)

    run(opened, test)


def test_two_answers_at_once_do_not_mix(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        questions = [ask("Name a colour."), ask("Name an animal.")]
        alone = [text_in(await collect(provider, question)) for question in questions]
        together = await asyncio.gather(*(collect(provider, question) for question in questions))

        ends = [events[-1] for events in together]
        assert all(isinstance(end, StreamFinished) for end in ends), ends
        # A model may round differently when it answers two at once; a mix would show at the very first word.
        assert [text_in(events).split()[:1] for events in together] == [text.split()[:1] for text in alone]

    run(opened, test)


def test_the_models_are_listed_and_the_check_is_content(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        models = await provider.models()
        report = await provider.check()

        assert all(model.id for model in models)
        assert models
        assert report.ok, report.sentence
        assert report.sentence
        assert report.error is None
        assert provider.awake

    run(opened, test)


def test_a_prompt_is_counted_as_the_model_will_read_it(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        short, long = ask("One."), ask("One.", "Two, three.", "Four five six seven.")
        counts = [await provider.count_prompt(request.messages) for request in (short, long)]

        if isinstance(provider, OllamaProvider):  # it has no call that counts
            assert counts == [None, None]
            return
        assert counts[0] is not None
        assert counts[1] is not None
        assert 0 < counts[0] < counts[1]

    run(opened, test)


def test_the_counter_stays_the_same_and_counts(opened: OpenProvider) -> None:
    async def test(provider: ChatProvider) -> None:
        counter = provider.counter()
        before = counter.count("one two three").tokens
        await counter.settle()

        assert provider.counter() is counter
        assert counter.name
        assert before > 0
        assert counter.count("one two three").tokens > 0
        assert counter.count("").tokens == 0

    run(opened, test)
