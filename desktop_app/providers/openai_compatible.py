"""The provider for everything that speaks OpenAI's chat completions: OpenAI, OpenRouter, LM Studio, vLLM, llama.cpp and others.

Made by the registry, and by ``builtin`` for its own llama.cpp server. The wire format is in ``openai_encode`` and
``openai_decode``, the network in ``endpoint``; here is what happens when: retries before the first token, time limits, the end.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    SERVER_TOKENIZER,
    ChatMessage,
    ChatRequest,
    ConnectionProfile,
    ModelInfo,
    StreamEvent,
    StreamFailed,
)
from desktop_app.domain.ports import ConnectionReport, TokenCounter
from desktop_app.providers.addresses import host_of, is_near
from desktop_app.providers.connection_check import ConnectionCheck
from desktop_app.providers.endpoint import DEFAULT_TIMEOUTS, Answer, Endpoint, KeyReader, Timeouts, parse_json
from desktop_app.providers.errors import answer_too_large, reasoned
from desktop_app.providers.openai_decode import ReplyDecoder, decode_models
from desktop_app.providers.openai_encode import WireForm, encode_request
from desktop_app.providers.server_tokenizer import ServerTokenizer
from desktop_app.providers.sse import MAX_LINE, SseDecoder
from desktop_app.providers.transport import Transport

# How many tokens a text has, by the server; raises ``ProviderError`` where it cannot say.
Tokenize = Callable[[str], Awaitable[int]]
CounterFactory = Callable[[ConnectionProfile, Tokenize | None], TokenCounter]
Sleep = Callable[[float], Awaitable[None]]

MAX_RETRIES = 2
_FIRST_WAIT = 0.5
# A server that wants more than this has the person decide.
_LONGEST_WAIT = 30.0
_RETRY_STATUSES = frozenset({429, 502, 503, 529})

# Usage and the end mark come right behind the finish reason, or not at all.
_GRACE = 5.0
_WHITE = b" \t\r\n\xef\xbb\xbf"
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
        self._sleep = sleep
        self._chance = chance
        self._form = WireForm()
        # A draft is private until it is sent: only a server of the person's own is asked while they type.
        may_ask = is_near(host_of(profile.base_url)) or profile.tokenizer == SERVER_TOKENIZER
        self._tokenizer = ServerTokenizer(self._endpoint, timeouts.whole) if may_ask else None
        self._counter = counters(profile, self._tokenizer.count if self._tokenizer else None)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """See the port. Tried again (twice at most) only as long as nothing has come."""
        retries = 0
        while True:
            begun = False
            try:
                async with aclosing(self._attempt(request)) as events:
                    async for event in events:
                        begun = True
                        yield event
            except ProviderError as error:
                failure = error
            else:
                return
            if begun:
                break
            if adapted := self._form.adapted_to(failure):
                self._form = adapted
                continue
            wait = self._wait_after(failure, retries)
            if wait is None:
                break
            retries += 1
            await self._sleep(wait)
        yield StreamFailed(failure)

    async def models(self) -> list[ModelInfo]:
        """The models of the server. Raises ``ProviderError``."""
        return await self._models_at(self._endpoint.base_url)

    async def check(self) -> ConnectionReport:
        """Whether the connection works: the list of models, then a request of a few tokens."""
        return await ConnectionCheck(self._profile, self._endpoint, self._models_at, self.stream).run()

    @property
    def awake(self) -> bool:
        """Always: a server is not ours to start."""
        return True

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """By llama.cpp's ``/apply-template`` and ``/tokenize``; None at any other server, and at one that may not be asked."""
        return None if self._tokenizer is None else await self._tokenizer.count_prompt(messages)

    def counter(self) -> TokenCounter:
        """The counter for this connection's model; always the same one."""
        return self._counter

    async def _models_at(self, base_url: str) -> list[ModelInfo]:
        return decode_models(await self._endpoint.fetch("GET", f"{base_url}/models", self._timeouts.whole))

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """One request and its answer. Raises ``ProviderError``, after giving out whatever text had come."""
        url = f"{self._endpoint.base_url}/chat/completions"
        body = encode_request(request, self._form)
        async with self._endpoint.open("POST", url, self._timeouts.first_token, body) as answer:
            reply = ReplyDecoder(self._endpoint.secrets)
            failure: ProviderError | None = None
            try:
                async with aclosing(self._events(answer, reply)) as events:
                    async for event in events:
                        yield event
            except ProviderError as error:
                failure = error
            for event in reply.flush():
                yield event
            if failure is not None and not reply.finished:
                raise failure
            for event in reply.end():
                yield event

    async def _events(self, answer: Answer, reply: ReplyDecoder) -> AsyncGenerator[StreamEvent, None]:
        """What ``reply`` makes of a stream, or of one JSON body from a server that does not stream."""
        chunk: bytes | None = await self._begin(answer)
        if chunk.lstrip(_WHITE).startswith(_JSON_BEGINS):
            whole = await answer.read_all(self._timeouts.first_token, chunk)
            for event in reply.feed_whole(parse_json(whole)):
                yield event
            return
        decoder = SseDecoder()
        while chunk is not None and not reply.marked:
            for event in _fed(reply, decoder.feed(chunk)):
                yield event
            if not reply.marked:
                chunk = await answer.read(self._patience(reply))
        for event in _fed(reply, decoder.finish()):
            yield event

    async def _begin(self, answer: Answer) -> bytes:
        """The first bytes: enough to tell what it is, since what servers and proxies say in the type is often wrong (H-31)."""
        begin = b""
        while not (visible := begin.lstrip(_WHITE)):
            chunk = await answer.read(self._timeouts.first_token)
            if chunk is None:
                return begin
            begin += chunk
            if len(begin) > MAX_LINE:
                raise answer_too_large(MAX_LINE)
        if visible.startswith(b"<"):
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.web-page")
        if not visible.startswith((*_STREAM_BEGINS, *_JSON_BEGINS)):
            raise reasoned(ProviderErrorKind.BAD_RESPONSE, "answer.no-reply")
        return begin

    def _patience(self, reply: ReplyDecoder) -> float:
        if reply.finished:
            return min(_GRACE, self._timeouts.idle)
        return self._timeouts.idle if reply.started else self._timeouts.first_token

    def _wait_after(self, failure: ProviderError, retries: int) -> float | None:
        """Seconds until the next try, or None where there is to be none."""
        if retries >= MAX_RETRIES or not _may_pass(failure):
            return None
        wait = _FIRST_WAIT * 2**retries * (0.5 + self._chance())
        if failure.retry_after is None:
            return wait
        return max(wait, failure.retry_after) if failure.retry_after <= _LONGEST_WAIT else None


def _fed(reply: ReplyDecoder, payloads: list[str]) -> Iterator[StreamEvent]:
    for data in payloads:
        yield from reply.feed(data)


def _may_pass(failure: ProviderError) -> bool:
    """Whether the same request may work a moment later."""
    if failure.kind is ProviderErrorKind.NETWORK:
        return failure.reason in {"", "network.refused"}
    return (
        failure.kind in {ProviderErrorKind.RATE_LIMIT, ProviderErrorKind.SERVER} and failure.status in _RETRY_STATUSES
    )
