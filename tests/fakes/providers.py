"""A model that answers from a script, counts words, and can be held in the middle of an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    ConnectionKind,
    ConnectionProfile,
    FinishReason,
    ModelInfo,
    StreamEvent,
    StreamFailed,
    StreamFinished,
    TextDelta,
)
from desktop_app.domain.ports import ConnectionReport, TokenCount
from tests.fakes.embedders import WordEmbedder


class WordCounter:
    """One word is one token, and that is exact."""

    name = "words"

    def count(self, text: str) -> TokenCount:
        """The number of words."""
        return TokenCount(len(text.split()), exact=True)

    async def settle(self) -> bool:
        """Nothing is ever estimated."""
        return False


class LateCounter:
    """Knows nothing until ``settle``: estimates twice the words, then counts them."""

    name = "late"

    def __init__(self) -> None:
        self._queued: set[str] = set()
        self._known: dict[str, int] = {}

    def count(self, text: str) -> TokenCount:
        """The words, or twice as many as an estimate."""
        if text in self._known:
            return TokenCount(self._known[text], exact=True)
        self._queued.add(text)
        return TokenCount(2 * len(text.split()), exact=not text)

    async def settle(self) -> bool:
        """Counts what was asked for."""
        changed = bool(self._queued)
        self._known |= {text: len(text.split()) for text in self._queued}
        self._queued.clear()
        return changed


def words(text: str) -> list[StreamEvent]:
    """An ordinary answer: ``text`` word by word, and its end."""
    pieces = [TextDelta(piece if index == 0 else f" {piece}") for index, piece in enumerate(text.split(" "))]
    return [*pieces, StreamFinished(FinishReason.STOP, response_id="resp-1", system_fingerprint="fp-1")]


@dataclass
class ScriptedProvider:
    """Plays one script a request; the last is played again. ``hold`` set: waits before its end until it is released."""

    scripts: list[Iterable[StreamEvent] | BaseException] = field(default_factory=lambda: [words("Hello there")])
    token_counter: WordCounter | LateCounter = field(default_factory=WordCounter)
    prompt_count: Callable[[Sequence[ChatMessage]], int | None] = lambda _messages: None
    awake: bool = True
    sees: bool | ProviderError | None = False
    asked_for_sight: int = 0
    hold: asyncio.Event | None = None
    requests: list[ChatRequest] = field(default_factory=list[ChatRequest])
    open_streams: int = 0

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """Plays the next script."""
        self.requests.append(request)
        script = self.scripts[min(len(self.requests), len(self.scripts)) - 1]
        if isinstance(script, BaseException):
            raise script
        self.open_streams += 1
        try:
            for event in script:
                if self.hold is not None and isinstance(event, (StreamFinished, StreamFailed)):
                    await self.hold.wait()
                await asyncio.sleep(0)
                yield event
        finally:
            self.open_streams -= 1

    async def models(self) -> list[ModelInfo]:
        """One model."""
        return [ModelInfo("scripted", 1000)]

    async def check(self) -> ConnectionReport:
        """Works."""
        return ConnectionReport(ok=True, sentence="The connection works.", models=(ModelInfo("scripted", 1000),))

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """Whatever the test says."""
        return self.prompt_count(messages)

    async def sees_pictures(self) -> bool | None:
        """Whatever the test says."""
        self.asked_for_sight += 1
        if isinstance(self.sees, ProviderError):
            raise self.sees
        return self.sees

    def counter(self) -> WordCounter | LateCounter:
        """The same counter always."""
        return self.token_counter


class FakeProviderRegistry:
    """One provider for every connection, or one by connection id; and one embedder for all of them, by its identity."""

    def __init__(self, provider: ScriptedProvider) -> None:
        self.default = provider
        self.embedders: dict[str, WordEmbedder] = {}
        self.embeds: Sequence[ModelInfo] | ProviderError = (ModelInfo("embed-small", 512),)
        self.by_id: dict[str, ScriptedProvider] = {}
        self.forgotten: list[str] = []
        self.asked: list[ConnectionProfile] = []

    def provider(self, connection: ConnectionProfile) -> ScriptedProvider:
        """The provider of a connection."""
        self.asked.append(connection)
        return self.by_id.get(connection.id, self.default)

    def embedder(
        self, connection: ConnectionProfile, model: str, query_prefix: str = "", passage_prefix: str = ""
    ) -> WordEmbedder:
        """One that reads words; it stays on this machine where the connection is the built-in one."""
        identity = "\n".join((connection.kind.value, connection.base_url, model, query_prefix, passage_prefix))
        local = connection.kind is ConnectionKind.BUILTIN
        return self.embedders.setdefault(identity, WordEmbedder(identity, local=local))

    async def embedding_models(self, connection: ConnectionProfile) -> list[ModelInfo]:
        """What the test says, or its error."""
        if isinstance(self.embeds, ProviderError):
            raise self.embeds
        return list(self.embeds)

    def forget(self, connection_id: str) -> None:
        """Remembers that it was told to forget."""
        self.forgotten.append(connection_id)

    async def aclose(self) -> None:
        """Nothing is open."""
