"""Opens a real provider or embedder for a test, and collects what it streams. No patched clients."""

from __future__ import annotations

import struct
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace

from desktop_app.domain.embedding import Vectors
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    ConnectionKind,
    ConnectionProfile,
    GenerationSettings,
    Proxy,
    ProxyMode,
    ReasoningDelta,
    StreamEvent,
    StreamFailed,
    TextDelta,
)
from desktop_app.domain.message import Role
from desktop_app.domain.ports import ChatProvider, TokenCount
from desktop_app.providers.embedder import ServerEmbedder
from desktop_app.providers.embedders import ollama_embedder, openai_embedder
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.endpoint import Timeouts
from desktop_app.providers.ollama import OllamaProvider
from desktop_app.providers.openai_compatible import OpenAICompatibleProvider, Tokenize
from desktop_app.providers.transport import Transport

CANARY = "sk-test-CANARY-123"

# Short enough for tests of silence, long enough for a busy machine.
PATIENT = Timeouts(first_token=20.0, idle=20.0, whole=20.0)


class WordCounter:
    """Counts words. ``tokenize`` is what the provider offered it."""

    name = "words"

    def __init__(self, profile: ConnectionProfile, tokenize: Tokenize | None) -> None:
        self.profile = profile
        self.tokenize = tokenize

    def count(self, text: str) -> TokenCount:
        return TokenCount(len(text.split()), exact=False)

    async def settle(self) -> bool:
        return False


@dataclass(slots=True)
class SleepLog:
    """A sleep that takes no time and remembers how long it should have been."""

    seconds: list[float] = field(default_factory=list[float])

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def profile_for(url: str, **changes: object) -> ConnectionProfile:
    """A connection to ``url`` without a proxy; other fields by name."""
    profile = ConnectionProfile("c1", "Test", base_url=url, model="fake-model", proxy=Proxy(ProxyMode.NONE))
    return replace(profile, **changes)  # pyright: ignore[reportArgumentType] - fields by name, checked by the dataclass


@asynccontextmanager
async def open_provider(
    profile: ConnectionProfile, *, key: str = CANARY, timeouts: Timeouts = PATIENT, sleep: SleepLog | None = None
) -> AsyncGenerator[OpenAICompatibleProvider]:
    """A provider with a transport of its own that is closed at the end. Retries do not wait."""
    transport = Transport(connect_timeout=10.0)

    async def read_key() -> str:
        return key

    try:
        yield OpenAICompatibleProvider(
            profile, transport, read_key, WordCounter, timeouts=timeouts, sleep=sleep or SleepLog(), chance=lambda: 0.5
        )
    finally:
        await transport.aclose()


@asynccontextmanager
async def open_ollama(
    profile: ConnectionProfile, *, key: str = "", timeouts: Timeouts = PATIENT, sleep: SleepLog | None = None
) -> AsyncGenerator[OllamaProvider]:
    """The same for an Ollama; these have no key as a rule."""
    transport = Transport(connect_timeout=10.0)

    async def read_key() -> str:
        return key

    profile = replace(profile, kind=ConnectionKind.OLLAMA)
    try:
        yield OllamaProvider(
            profile, transport, read_key, WordCounter, timeouts=timeouts, sleep=sleep or SleepLog(), chance=lambda: 0.5
        )
    finally:
        await transport.aclose()


@asynccontextmanager
async def open_embedder(
    order: EmbeddingOrder, *, key: str = "", timeouts: Timeouts = PATIENT, sleep: SleepLog | None = None
) -> AsyncGenerator[ServerEmbedder]:
    """An embedder of the connection's kind (not of the built-in one), with a transport of its own. Retries do not wait."""
    transport = Transport(connect_timeout=10.0)

    async def read_key() -> str:
        return key

    make = ollama_embedder if order.connection.kind is ConnectionKind.OLLAMA else openai_embedder
    try:
        yield make(order, transport, read_key, timeouts=timeouts, sleep=sleep or SleepLog(), chance=lambda: 0.5)
    finally:
        await transport.aclose()


def rows_in(vectors: Vectors) -> list[tuple[float, ...]]:
    """The rows as numbers."""
    return list(struct.iter_unpack(f"<{vectors.dimension}f", vectors.data)) if vectors.dimension else []


def request_of(*texts: str, model: str = "fake-model", **settings: object) -> ChatRequest:
    """Messages in turn by user and assistant, the first by the user; generation settings by name."""
    roles = (Role.USER, Role.ASSISTANT)
    messages = tuple(ChatMessage(roles[index % 2], text) for index, text in enumerate(texts))
    return ChatRequest(model, messages, GenerationSettings(**settings))  # pyright: ignore[reportArgumentType] - by name


async def collect(provider: ChatProvider, request: ChatRequest | None = None) -> list[StreamEvent]:
    """All events of one answer."""
    async with aclosing(provider.stream(request or request_of("hello"))) as events:
        return [event async for event in events]


def text_in(events: Sequence[StreamEvent]) -> str:
    """The visible answer."""
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def reasoning_in(events: Sequence[StreamEvent]) -> str:
    """The reasoning."""
    return "".join(event.text for event in events if isinstance(event, ReasoningDelta))


def failure_in(events: Sequence[StreamEvent]) -> StreamFailed:
    """The last event, which must be a failure."""
    last = events[-1]
    assert isinstance(last, StreamFailed), events
    return last
