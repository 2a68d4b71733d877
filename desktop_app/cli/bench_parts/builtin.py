"""The built-in model: loading it, reading a prompt, writing, stopping."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from desktop_app.adapters import make_providers
from desktop_app.cli.bench_parts.figures import CannotMeasureError, Figure, now_ms
from desktop_app.cli.bench_parts.material import text_of_message
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    GenerationSettings,
    StreamEvent,
    StreamFailed,
    TextDelta,
    UsageReported,
)
from desktop_app.domain.message import Role
from desktop_app.domain.ports import ChatProvider
from desktop_app.domain.settings import builtin_connection
from desktop_app.providers.transport import Transport
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore

ANSWER_TOKENS = 128
LONG_PROMPT = tuple(text_of_message(number) for number in range(8))
TELL = "Tell me a long story about a lighthouse."


async def measure(folder: Path) -> list[Figure]:
    """With the demo model, or whatever ``TALESPAN_DEMO_MODEL`` names."""
    providers = make_providers(KeyringSecretStore(Paths.find(environ={"TALESPAN_HOME": str(folder)})), Transport())
    try:
        provider = providers.provider(builtin_connection())
        return [*await _load(provider), *await _write(provider), *await _read(provider), *await _stop(provider)]
    finally:
        await providers.aclose()


async def _load(provider: ChatProvider) -> list[Figure]:
    start = now_ms()
    report = await provider.check()
    if not report.ok:
        raise CannotMeasureError(detail=report.sentence)
    return [Figure("load, and a first token", now_ms() - start)]


async def _write(provider: ChatProvider) -> list[Figure]:
    start = now_ms()
    first, tokens = 0.0, 0
    async with aclosing(_answer(provider, TELL, ANSWER_TOKENS)) as events:
        async for event in events:
            if isinstance(event, TextDelta):
                first = first or now_ms()
            elif isinstance(event, UsageReported):
                tokens = event.usage.completion_tokens
    seconds = (now_ms() - first) / 1000
    return [Figure("first token of a short prompt", first - start), Figure("tokens written", tokens / seconds, "/s")]


async def _read(provider: ChatProvider) -> list[Figure]:
    start = now_ms()
    async with aclosing(_answer(provider, "\n\n".join(LONG_PROMPT), 1)) as events:
        async for event in events:
            if isinstance(event, UsageReported):
                speed = event.usage.prompt_tokens / (now_ms() - start) * 1000
                return [Figure(f"a prompt of {event.usage.prompt_tokens:,} tokens read", speed, "/s")]
    return []


async def _stop(provider: ChatProvider) -> list[Figure]:
    """From the wish to stop until nothing comes any more."""
    events = _answer(provider, TELL, ANSWER_TOKENS)
    async for event in events:
        if isinstance(event, TextDelta):
            break
    start = now_ms()
    await events.aclose()
    return [Figure("stop", now_ms() - start)]


async def _answer(provider: ChatProvider, text: str, tokens: int) -> AsyncGenerator[StreamEvent, None]:
    settings = GenerationSettings(max_tokens=tokens, temperature=0.0, seed=1)
    request = ChatRequest("", (ChatMessage(Role.USER, text),), settings)
    async with aclosing(provider.stream(request)) as events:
        async for event in events:
            if isinstance(event, StreamFailed):
                raise CannotMeasureError(detail=str(event.error))
            yield event
