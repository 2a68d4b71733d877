"""The provider that needs nothing: a GGUF model in a child process of ours, spoken to like any OpenAI-compatible server.

Made by the registry. The child (``local_models``) is started by whatever first needs an answer or a count, never before. When
it crashes, the answer that was running ends with the reason, and the next one starts it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    ConnectionKind,
    ConnectionProfile,
    ModelInfo,
    Proxy,
    ProxyMode,
    StreamEvent,
    StreamFailed,
)
from desktop_app.domain.message import clean_text
from desktop_app.domain.ports import ConnectionReport, TokenCounter
from desktop_app.providers.builtin_process import ModelProcess
from desktop_app.providers.demo_model import DEMO_MODEL_NAME, find_demo_model
from desktop_app.providers.endpoint import Endpoint, Timeouts
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.model_file import check_model_file
from desktop_app.providers.openai_compatible import CounterFactory, OpenAICompatibleProvider
from desktop_app.providers.server_tokenizer import ServerTokenizer
from desktop_app.providers.transport import Transport

# Whether the child lives is known without a clock; a big model on a small machine reads a long prompt for many minutes.
BUILTIN_TIMEOUTS = Timeouts(first_token=3600.0, idle=600.0, whole=60.0)
# What a lost child looks like from the outside, and how long its process may take to be seen to have ended.
_LOST = frozenset({ProviderErrorKind.NETWORK, ProviderErrorKind.INTERRUPTED, ProviderErrorKind.BAD_RESPONSE})
_END_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class _Peer:
    """A running child and the ways to speak to it."""

    process: ModelProcess
    provider: OpenAICompatibleProvider
    tokenizer: ServerTokenizer


class BuiltinProvider:
    """One profile of the built-in kind; ``profile.model`` is a GGUF file, or empty for the demo model."""

    def __init__(
        self, profile: ConnectionProfile, models: LocalModels, transport: Transport, counters: CounterFactory
    ) -> None:
        self._profile = profile
        self._models = models
        self._transport = transport
        self._counters = counters
        self._counter = counters(profile, self._tokenize)
        self._path: Path | None = None
        self._known_peer: _Peer | None = None

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """See the port. Starts the model if need be."""
        try:
            async with self._peer() as peer:
                request = replace(request, model=peer.process.order.alias)
                async with aclosing(peer.provider.stream(request)) as events:
                    async for event in events:
                        yield (
                            StreamFailed(await explained_by_end(event.error, peer.process))
                            if isinstance(event, StreamFailed)
                            else event
                        )
        except ProviderError as error:
            yield StreamFailed(error)

    async def models(self) -> list[ModelInfo]:
        """The one model, with the context it was trained for. Starts nothing; raises ``ProviderError`` for a wrong file."""
        path = self._file()
        header = await asyncio.to_thread(check_model_file, path)
        name = clean_text(path.name) if self._profile.model else DEMO_MODEL_NAME
        return [ModelInfo(name, header.context_length)]

    async def check(self) -> ConnectionReport:
        """Starts the model and asks it for a few tokens."""
        try:
            models = tuple(await self.models())
            async with self._peer() as peer:
                report = await peer.provider.check()
                if report.error is None:
                    return replace(report, models=models)
                raise await explained_by_end(report.error, peer.process)
        except ProviderError as error:
            return ConnectionReport(ok=False, sentence=str(error), error=error)

    async def sees_pictures(self) -> bool | None:
        """Never: model files are loaded without the part that sees."""
        return False

    @property
    def awake(self) -> bool:
        """Whether the model is loaded."""
        return self._path is not None and self._models.running(self._path, self._profile.context_limit)

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """By the model's own template and tokenizer. Starts the model; None where it cannot be started."""
        try:
            async with self._peer() as peer:
                return await peer.tokenizer.count_prompt(messages)
        except ProviderError:
            return None

    def counter(self) -> TokenCounter:
        """The model's own tokenizer, unless the profile names another; always the same one."""
        return self._counter

    async def _tokenize(self, text: str) -> int:
        async with self._peer() as peer:
            return await peer.tokenizer.count(text)

    @asynccontextmanager
    async def _peer(self) -> AsyncGenerator[_Peer]:
        async with self._models.use(self._file(), self._profile.context_limit) as process:
            if self._known_peer is None or self._known_peer.process is not process:
                self._known_peer = self._peer_of(process)
            yield self._known_peer

    def _peer_of(self, process: ModelProcess) -> _Peer:
        profile = replace(
            self._profile,
            kind=ConnectionKind.OPENAI_COMPATIBLE,
            base_url=f"{process.url}/v1",
            model=process.order.alias,
            proxy=Proxy(ProxyMode.NONE),
        )

        async def read_key() -> str:
            return process.key

        provider = OpenAICompatibleProvider(
            profile, self._transport, read_key, self._counters, timeouts=BUILTIN_TIMEOUTS
        )
        tokenizer = ServerTokenizer(Endpoint(profile, self._transport, read_key), BUILTIN_TIMEOUTS.whole)
        return _Peer(process, provider, tokenizer)

    def _file(self) -> Path:
        if self._path is None:
            self._path = Path(self._profile.model) if self._profile.model else find_demo_model()
        return self._path


async def explained_by_end(error: ProviderError, process: ModelProcess) -> ProviderError:
    """``error``, or why the child ended, where that is what happened."""
    if error.kind in _LOST and await process.wait_ended(_END_SECONDS):
        return process.crash()
    return error
