"""The provider for Ollama in its own language, ``/api``: only there can a client say how large the context is to be.

Made by the registry. Ollama's OpenAI-compatible endpoint would use a context of its own choosing, 4,096 tokens on most
machines, and cut what is longer without a word. The wire format is in ``ollama_encode`` and ``ollama_decode``, the network in
``endpoint``.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from functools import partial

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import ChatMessage, ChatRequest, ConnectionProfile, ModelInfo, StreamEvent
from desktop_app.domain.ports import ConnectionReport, TokenCounter
from desktop_app.providers.addresses import normalize_root
from desktop_app.providers.endpoint import DEFAULT_TIMEOUTS, Endpoint, KeyReader, Timeouts, body_of
from desktop_app.providers.ndjson import NdjsonDecoder
from desktop_app.providers.ollama_check import check_ollama
from desktop_app.providers.ollama_decode import ChatDecoder
from desktop_app.providers.ollama_encode import encode_chat
from desktop_app.providers.ollama_errors import explained
from desktop_app.providers.ollama_models import OllamaModels
from desktop_app.providers.openai_compatible import CounterFactory
from desktop_app.providers.retries import Retries, Sleep
from desktop_app.providers.streaming import completed, play
from desktop_app.providers.transport import Transport


class OllamaProvider:
    """One connection. ``counters`` makes its token counter; ``sleep`` and ``chance`` (0 to 1) are there for tests."""

    def __init__(
        self,
        profile: ConnectionProfile,
        transport: Transport,
        read_key: KeyReader,
        counters: CounterFactory,
        *,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        sleep: Sleep = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._profile = profile
        self._endpoint = Endpoint(profile, transport, read_key, normalize_root)
        self._timeouts = timeouts
        self._models = OllamaModels(self._fetch)
        self._retries = Retries(sleep, chance)
        self._counter = counters(profile, None)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """See the port. Tried again (twice at most) only as long as nothing has come."""
        async with aclosing(self._retries.stream(lambda: self._attempt(request))) as events:
            async for event in events:
                yield event

    async def models(self) -> list[ModelInfo]:
        """The models that can chat, each with the context it was trained for. Raises ``ProviderError``."""
        try:
            return await self._models.list()
        except ProviderError as error:
            raise explained(error, "", self._endpoint.base_url) from None

    async def embedding_models(self) -> list[ModelInfo]:
        """The models that make vectors. Raises ``ProviderError``."""
        try:
            return list(await self._models.embedding())
        except ProviderError as error:
            raise explained(error, "", self._endpoint.base_url) from None

    async def check(self) -> ConnectionReport:
        """Whether the connection works: the models, a few tokens, and whether the context is as large as it says."""
        return await check_ollama(self._profile, self.models, self.stream, self._true_context)

    async def sees_pictures(self) -> bool | None:
        """By what the server tells of the model. Raises ``ProviderError``."""
        return await self._models.sees(self._profile.model)

    @property
    def awake(self) -> bool:
        """Always: a server is not ours to start."""
        return True

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """None: Ollama counts nothing without answering."""
        del messages
        return None

    def counter(self) -> TokenCounter:
        """The counter for this connection's model; always the same one."""
        return self._counter

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """One request and its answer. Raises ``ProviderError``, after giving out whatever text had come."""
        body = await body_of(request, partial(encode_chat, request, self._profile.context_limit))
        try:
            url = self._endpoint.base_url + "/api/chat"
            async with self._endpoint.open("POST", url, self._timeouts.first_token, body) as answer:
                reply = ChatDecoder(self._endpoint.secrets)
                begin = await answer.begin(self._timeouts.first_token)
                events = completed(play(answer, begin, NdjsonDecoder(), reply, self._timeouts), reply)
                async with aclosing(events):
                    async for event in events:
                        yield event
        except ProviderError as error:
            raise explained(error, request.model, self._endpoint.base_url) from None

    async def _true_context(self) -> int:
        return await self._models.true_context(self._profile.model)

    async def _fetch(self, method: str, path: str, body: Mapping[str, object] | None = None) -> object:
        return await self._endpoint.fetch(method, self._endpoint.base_url + path, self._timeouts.whole, body)
