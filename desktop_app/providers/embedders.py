"""How each kind of server is asked for vectors, and the embedders made of that. Called by the registry.

OpenAI's ``/v1/embeddings`` is spoken by nearly all; Ollama is asked in its own language, because only there it says that a
text was too long instead of cutting it without a word.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Mapping, Sequence

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.addresses import normalize_root
from desktop_app.providers.embedder import ServerEmbedder
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.embedding_rows import Row, decode_ollama, decode_ollama_single, decode_openai
from desktop_app.providers.endpoint import DEFAULT_TIMEOUTS, Endpoint, KeyReader, Timeouts, parse_json
from desktop_app.providers.errors import reasoned
from desktop_app.providers.ollama_errors import explained, is_missing_model
from desktop_app.providers.retries import Sleep
from desktop_app.providers.transport import Transport

# What servers say of a model that answers chats: llama.cpp, Ollama, OpenAI, vLLM, LM Studio.
_UNSUPPORTED = re.compile(
    r"(not|n't|cannot|unable)\W.{0,60}embed|embed\w*.{0,40}(unsupported|disabled)|pooling type",
    re.IGNORECASE | re.DOTALL,
)
_FORMAT = "encoding_format"


def openai_embedder(
    order: EmbeddingOrder,
    transport: Transport,
    read_key: KeyReader,
    *,
    timeouts: Timeouts = DEFAULT_TIMEOUTS,
    sleep: Sleep = asyncio.sleep,
    chance: Callable[[], float] = random.random,
) -> ServerEmbedder:
    """The embedder over ``/v1/embeddings``."""
    asking = OpenAIEmbeddings(Endpoint(order.connection, transport, read_key), order.model, timeouts)
    return ServerEmbedder(order, asking.rows, sleep=sleep, chance=chance)


def ollama_embedder(
    order: EmbeddingOrder,
    transport: Transport,
    read_key: KeyReader,
    *,
    timeouts: Timeouts = DEFAULT_TIMEOUTS,
    sleep: Sleep = asyncio.sleep,
    chance: Callable[[], float] = random.random,
) -> ServerEmbedder:
    """The embedder over Ollama's own ``/api/embed``."""
    asking = OllamaEmbeddings(Endpoint(order.connection, transport, read_key, normalize_root), order.model, timeouts)
    return ServerEmbedder(order, asking.rows, sleep=sleep, chance=chance)


class OpenAIEmbeddings:
    """Asks ``/embeddings`` below the base URL of ``endpoint``."""

    def __init__(self, endpoint: Endpoint, model: str, timeouts: Timeouts) -> None:
        self._endpoint = endpoint
        self._model = model
        self._timeouts = timeouts
        self._names_format = True

    async def rows(self, texts: Sequence[str]) -> list[Row]:
        """One request. Raises ``ProviderError``."""
        try:
            return await self._ask(texts)
        except ProviderError as error:
            if self._names_format and error.kind is ProviderErrorKind.BAD_REQUEST and _FORMAT in error.detail:
                self._names_format = False  # it knows only one format and does not want it named
                return await self.rows(texts)
            raise self._explained(error) from None

    async def _ask(self, texts: Sequence[str]) -> list[Row]:
        check_model(self._model)
        body: dict[str, object] = {"model": self._model, "input": list(texts)}
        if self._names_format:
            body[_FORMAT] = "float"
        answer = await whole_answer(self._endpoint, "/embeddings", body, self._timeouts)
        return await asyncio.to_thread(lambda: decode_openai(parse_json(answer), len(texts)))

    def _explained(self, error: ProviderError) -> ProviderError:
        if not error.reason and _UNSUPPORTED.search(error.detail):
            return unsupported(self._model, error)
        if error.kind is ProviderErrorKind.NOT_FOUND and not error.reason and "model" not in error.detail.lower():
            url = self._endpoint.base_url
            return reasoned(ProviderErrorKind.NOT_FOUND, "embedding.no-api", status=error.status, url=url)
        return error


class OllamaEmbeddings:
    """Asks ``/api/embed``, or one text after the other ``/api/embeddings`` where that is not known (before 0.3)."""

    def __init__(self, endpoint: Endpoint, model: str, timeouts: Timeouts) -> None:
        self._endpoint = endpoint
        self._model = model
        self._timeouts = timeouts
        self._old = False

    async def rows(self, texts: Sequence[str]) -> list[Row]:
        """One request, or one for each text. Raises ``ProviderError``."""
        check_model(self._model)
        try:
            if not self._old:
                try:
                    return await self._ask(texts)
                except ProviderError as error:
                    if error.kind is not ProviderErrorKind.NOT_FOUND or is_missing_model(error):
                        raise
            rows = [await self._ask_old(text) for text in texts]
        except ProviderError as error:
            raise self._explained(error) from None
        self._old = True
        return rows

    async def _ask(self, texts: Sequence[str]) -> list[Row]:
        # Without ``truncate`` it cuts what is too long and says nothing.
        body = {"model": self._model, "input": list(texts), "truncate": False}
        answer = await whole_answer(self._endpoint, "/api/embed", body, self._timeouts)
        return await asyncio.to_thread(lambda: decode_ollama(parse_json(answer), len(texts)))

    async def _ask_old(self, text: str) -> Row:
        body = {"model": self._model, "prompt": text}
        answer = await whole_answer(self._endpoint, "/api/embeddings", body, self._timeouts)
        return await asyncio.to_thread(lambda: decode_ollama_single(parse_json(answer)))

    def _explained(self, error: ProviderError) -> ProviderError:
        if not error.reason and _UNSUPPORTED.search(error.detail):
            return unsupported(self._model, error)
        return explained(error, self._model, self._endpoint.base_url)


def check_model(model: str) -> None:
    """Raises ``ProviderError`` where no model is named: servers would say so in a hundred ways."""
    if not model.strip():
        raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.no-model")


def unsupported(model: str, error: ProviderError) -> ProviderError:
    """The model answers chats and makes no vectors."""
    return reasoned(ProviderErrorKind.EMBEDDING, "embedding.unsupported", status=error.status, model=model)


async def whole_answer(endpoint: Endpoint, path: str, body: Mapping[str, object], timeouts: Timeouts) -> bytes:
    """The bytes of one answer, to be read in a thread: a batch of vectors is a megabyte. Raises ``ProviderError``."""
    url = endpoint.base_url + path
    async with endpoint.open("POST", url, timeouts.first_token, body) as answer:
        begin = await answer.begin(timeouts.first_token)
        return await answer.read_all(timeouts.idle, begin)
