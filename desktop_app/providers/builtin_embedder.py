"""Vectors by a GGUF model in a child process of ours, spoken to like any OpenAI-compatible server. Made by ``app`` for the registry.

The child is another than the one that chats, also where both have the same file: it is started for vectors. What starts and
ends it is ``local_models``; nothing is loaded before the first text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import ConnectionKind, ModelInfo, Proxy, ProxyMode
from desktop_app.domain.message import clean_text
from desktop_app.providers.builtin import BUILTIN_TIMEOUTS, explained_by_end
from desktop_app.providers.builtin_process import ModelProcess
from desktop_app.providers.demo_model import find_demo_model
from desktop_app.providers.embedder import ServerEmbedder
from desktop_app.providers.embedders import OpenAIEmbeddings
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.embedding_rows import Row
from desktop_app.providers.endpoint import Endpoint
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.model_file import check_embedding_file
from desktop_app.providers.transport import Transport

# llama.cpp wants room for the whole of a text in one step, and that costs memory; passages are far shorter.
_MOST_CONTEXT = 2048


def builtin_embedder(order: EmbeddingOrder, models: LocalModels, transport: Transport) -> ServerEmbedder:
    """The embedder of a file: ``order.model``, else the connection's own, else the demo model."""
    return ServerEmbedder(order, _Child(order, models, transport).rows)


async def builtin_embedding_models(file: str) -> list[ModelInfo]:
    """The one model of a connection of the built-in kind, where it can make vectors. Raises ``ProviderError``."""
    path = Path(file) if file else find_demo_model()
    header = await asyncio.to_thread(check_embedding_file, path)
    return [ModelInfo(clean_text(str(path)), header.context_length)]


class _Child:
    """Asks whatever process serves the file at the moment."""

    def __init__(self, order: EmbeddingOrder, models: LocalModels, transport: Transport) -> None:
        self._order = order
        self._models = models
        self._transport = transport
        self._known: tuple[ModelProcess, OpenAIEmbeddings] | None = None

    async def rows(self, texts: Sequence[str]) -> list[Row]:
        """One request; starts the child if need be. Raises ``ProviderError``, also for why a child ended."""
        file = self._order.model or self._order.connection.model
        path = Path(file) if file else find_demo_model()
        async with self._models.use(path, _MOST_CONTEXT, embeds=True) as process:
            try:
                return await self._asking(process).rows(texts)
            except ProviderError as error:
                raise await explained_by_end(error, process) from None

    def _asking(self, process: ModelProcess) -> OpenAIEmbeddings:
        if self._known is None or self._known[0] is not process:
            profile = replace(
                self._order.connection,
                kind=ConnectionKind.OPENAI_COMPATIBLE,
                base_url=f"{process.url}/v1",
                proxy=Proxy(ProxyMode.NONE),
            )

            async def read_key() -> str:
                return process.key

            endpoint = Endpoint(profile, self._transport, read_key)
            self._known = process, OpenAIEmbeddings(endpoint, process.order.alias, BUILTIN_TIMEOUTS)
        return self._known[1]
