"""Makes and keeps providers and embedders by connection profile, with their keys. ``app`` makes one registry and closes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import assert_never

from desktop_app.domain.embedding import Embedder
from desktop_app.domain.errors import ProviderErrorKind, SecretError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, ModelInfo
from desktop_app.domain.ports import ChatProvider, SecretStore
from desktop_app.providers.builtin_embedder import builtin_embedding_models
from desktop_app.providers.embedders import ollama_embedder, openai_embedder
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.endpoint import DEFAULT_TIMEOUTS, Timeouts
from desktop_app.providers.errors import reasoned
from desktop_app.providers.ollama import OllamaProvider
from desktop_app.providers.openai_compatible import CounterFactory, OpenAICompatibleProvider
from desktop_app.providers.transport import Transport

# A key ring may ask the person to unlock it (reliability page, S1).
_KEY_RING_SECONDS = 10.0


class CachingProviderRegistry:
    """One provider and one embedder per profile, made anew when the profile changes; a running answer keeps the old one until it ends.

    ``builtin`` and ``builtin_embedder`` make those of the built-in kind; ``close_builtin`` ends what they share. Use it from one event loop.
    """

    def __init__(
        self,
        secrets: SecretStore,
        counters: CounterFactory,
        builtin: Callable[[ConnectionProfile], ChatProvider],
        builtin_embedder: Callable[[EmbeddingOrder], Embedder],
        close_builtin: Callable[[], Awaitable[None]],
        *,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        transport: Transport | None = None,
    ) -> None:
        self._secrets = secrets
        self._counters = counters
        self._builtin = builtin
        self._builtin_embedder = builtin_embedder
        self._close_builtin = close_builtin
        self._timeouts = timeouts
        self._transport = transport or Transport()
        self._providers: dict[str, tuple[ConnectionProfile, ChatProvider]] = {}
        self._embedders: dict[EmbeddingOrder, Embedder] = {}
        self._keys: dict[str, str] = {}

    def provider(self, connection: ConnectionProfile) -> ChatProvider:
        """See the port. Cheap: nothing is loaded or asked before the provider is used."""
        known = self._providers.get(connection.id)
        if known is not None and known[0] == connection:
            return known[1]
        provider = self._make(connection)
        self._providers[connection.id] = (connection, provider)
        return provider

    def forget(self, connection_id: str) -> None:
        """See the port."""
        self._providers.pop(connection_id, None)
        for order in [known for known in self._embedders if known.connection.id == connection_id]:
            del self._embedders[order]
        self._keys.pop(connection_id, None)

    def embedder(
        self, connection: ConnectionProfile, model: str, query_prefix: str = "", passage_prefix: str = ""
    ) -> Embedder:
        """See the port. Cheap: nothing is loaded or asked before the first text."""
        order = EmbeddingOrder(connection, model, query_prefix, passage_prefix)
        if order not in self._embedders:
            self._embedders = {
                known: embedder
                for known, embedder in self._embedders.items()
                if known.connection.id != connection.id or known.connection == connection
            }
            self._embedders[order] = self._make_embedder(order)
        return self._embedders[order]

    async def embedding_models(self, connection: ConnectionProfile) -> list[ModelInfo]:
        """See the port."""
        match self.provider(connection):
            case OllamaProvider() | OpenAICompatibleProvider() as provider:
                return await provider.embedding_models()
            case _:
                return await builtin_embedding_models(connection.model)

    async def aclose(self) -> None:
        """Closes clients and ends child processes."""
        self._providers.clear()
        self._embedders.clear()
        self._keys.clear()
        try:
            await self._transport.aclose()
        finally:
            await self._close_builtin()

    def _make(self, connection: ConnectionProfile) -> ChatProvider:
        match connection.kind:
            case ConnectionKind.BUILTIN:
                return self._builtin(connection)
            case ConnectionKind.OPENAI_COMPATIBLE:
                return OpenAICompatibleProvider(
                    connection,
                    self._transport,
                    lambda: self._key(connection),
                    self._counters,
                    timeouts=self._timeouts,
                )
            case ConnectionKind.OLLAMA:
                return OllamaProvider(
                    connection,
                    self._transport,
                    lambda: self._key(connection),
                    self._counters,
                    timeouts=self._timeouts,
                )
            case _:
                assert_never(connection.kind)

    def _make_embedder(self, order: EmbeddingOrder) -> Embedder:
        connection = order.connection
        make = ollama_embedder if connection.kind is ConnectionKind.OLLAMA else openai_embedder
        if connection.kind is ConnectionKind.BUILTIN:
            return self._builtin_embedder(order)
        return make(order, self._transport, lambda: self._key(connection), timeouts=self._timeouts)

    async def _key(self, connection: ConnectionProfile) -> str:
        if connection.id not in self._keys:
            try:
                async with asyncio.timeout(_KEY_RING_SECONDS):
                    key = await asyncio.to_thread(self._secrets.get, connection.secret_name)
            except TimeoutError:
                raise reasoned(ProviderErrorKind.AUTH, "key.unreadable", cause="it did not answer in time.") from None
            except SecretError as error:
                raise reasoned(ProviderErrorKind.AUTH, "key.unreadable", cause=str(error)) from None
            self._keys[connection.id] = key or ""
        return self._keys[connection.id]
