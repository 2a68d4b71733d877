"""The provider for everything that speaks OpenAI's chat completions: OpenAI, OpenRouter, LM Studio, vLLM, llama.cpp and others.

Made by the registry, and by ``builtin`` for its own llama.cpp server. The wire format is in ``openai_encode`` and
``openai_decode``, the network in ``endpoint``; here is what happens when: retries before the first token, time limits, the end.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from functools import partial

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    SERVER_TOKENIZER,
    ChatMessage,
    ChatRequest,
    ConnectionProfile,
    ModelInfo,
    StreamEvent,
)
from desktop_app.domain.ports import ConnectionReport, TokenCounter
from desktop_app.providers.addresses import host_of, is_near
from desktop_app.providers.connection_check import ConnectionCheck
from desktop_app.providers.embedding_names import names_embedding_model
from desktop_app.providers.endpoint import (
    DEFAULT_TIMEOUTS,
    WHITE,
    Answer,
    Endpoint,
    KeyReader,
    Timeouts,
    body_of,
    parse_json,
)
from desktop_app.providers.errors import reasoned
from desktop_app.providers.openai_decode import ReplyDecoder, decode_models
from desktop_app.providers.openai_encode import WireForm, encode_request
from desktop_app.providers.retries import Retries, Sleep
from desktop_app.providers.seeing import ask_for_sight
from desktop_app.providers.server_tokenizer import ServerTokenizer
from desktop_app.providers.sse import SseDecoder
from desktop_app.providers.streaming import completed, play
from desktop_app.providers.transport import Transport

# How many tokens a text has, by the server; raises ``ProviderError`` where it cannot say.
Tokenize = Callable[[str], Awaitable[int]]
CounterFactory = Callable[[ConnectionProfile, Tokenize | None], TokenCounter]

# First bytes. Of an event stream: data, event, id, retry, or a comment.
_STREAM_BEGINS = (b"d", b"e", b"i", b"r", b":")
_JSON_BEGINS = (b"{", b"[")


class OpenAICompatibleProvider:
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
        self._endpoint = Endpoint(profile, transport, read_key)
        self._timeouts = timeouts
        self._retries = Retries(sleep, chance)
        self._form = WireForm()
        # A draft is private until it is sent: only a server of the person's own is asked while they type.
        may_ask = is_near(host_of(profile.base_url)) or profile.tokenizer == SERVER_TOKENIZER
        self._tokenizer = ServerTokenizer(self._endpoint, timeouts.whole) if may_ask else None
        self._counter = counters(profile, self._tokenizer.count if self._tokenizer else None)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """See the port. Tried again (twice at most) only as long as nothing has come."""
        async with aclosing(self._retries.stream(lambda: self._attempt(request), self._adapt)) as events:
            async for event in events:
                yield event

    async def models(self) -> list[ModelInfo]:
        """The models of the server. Raises ``ProviderError``."""
        return await self._models_at(self._endpoint.base_url)

    async def embedding_models(self) -> list[ModelInfo]:
        """Those whose names tell that they make vectors: nothing else in the list does. Raises ``ProviderError``."""
        return [model for model in await self.models() if names_embedding_model(model.id)]

    async def check(self) -> ConnectionReport:
        """Whether the connection works: the list of models, then a request of a few tokens."""
        return await ConnectionCheck(self._profile, self._endpoint, self._models_at, self.stream).run()

    async def sees_pictures(self) -> bool | None:
        """By its list of models, else by llama.cpp's ``/props``. Raises ``ProviderError``."""
        return await ask_for_sight(self._endpoint, self._profile.model, self._timeouts.whole)

    @property
    def awake(self) -> bool:
        """Always: a server is not ours to start."""
        return True

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """By llama.cpp's ``/apply-template`` and ``/tokenize``; None at any other server, and at one that may not be asked."""
        if self._tokenizer is None or any(message.pictures for message in messages):
            return None  # its tokenizer knows texts alone
        return await self._tokenizer.count_prompt(messages)

    def counter(self) -> TokenCounter:
        """The counter for this connection's model; always the same one."""
        return self._counter

    async def _models_at(self, base_url: str) -> list[ModelInfo]:
        return decode_models(await self._endpoint.fetch("GET", f"{base_url}/models", self._timeouts.whole))

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """One request and its answer. Raises ``ProviderError``, after giving out whatever text had come."""
        url = f"{self._endpoint.base_url}/chat/completions"
        body = await body_of(request, partial(encode_request, request, self._form))
        async with self._endpoint.open("POST", url, self._timeouts.first_token, body) as answer:
            reply = ReplyDecoder(self._endpoint.secrets)
            async with aclosing(completed(self._events(answer, reply), reply)) as events:
                async for event in events:
                    yield event

    async def _events(self, answer: Answer, reply: ReplyDecoder) -> AsyncGenerator[StreamEvent, None]:
        """What ``reply`` makes of a stream, or of one JSON body from a server that does not stream."""
        begin = await self._begin(answer)
        if begin.lstrip(WHITE).startswith(_JSON_BEGINS):
            whole = await answer.read_all(self._timeouts.first_token, begin)
            for event in reply.feed_whole(parse_json(whole)):
                yield event
            return
        async with aclosing(play(answer, begin, SseDecoder(), reply, self._timeouts)) as events:
            async for event in events:
                yield event

    async def _begin(self, answer: Answer) -> bytes:
        """The first bytes: enough to tell what it is, since what servers and proxies say in the type is often wrong (H-31)."""
        begin = await answer.begin(self._timeouts.first_token)
        visible = begin.lstrip(WHITE)
        if visible and not visible.startswith((*_STREAM_BEGINS, *_JSON_BEGINS)):
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
        return begin

    def _adapt(self, failure: ProviderError) -> bool:
        """Whether the server refused a field that can be left out or named otherwise; from then on it is asked in that way."""
        adapted = self._form.adapted_to(failure)
        self._form = adapted or self._form
        return adapted is not None
