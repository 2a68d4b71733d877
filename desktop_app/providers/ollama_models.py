"""Which models an Ollama has, and how much each of them reads. Used by ``ollama`` and ``discovery``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import Protocol

from desktop_app.domain.errors import ProviderError
from desktop_app.domain.generation import ModelInfo
from desktop_app.providers.embedding_names import names_embedding_model
from desktop_app.providers.ollama_decode import ModelFacts, decode_loaded_context, decode_show, decode_tags

# Models asked for their facts at once.
_AT_ONCE = 4


class Fetch(Protocol):
    """Asks the server for the JSON at a path. Raises ``ProviderError``."""

    def __call__(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Awaitable[object]:
        """The JSON."""
        ...


class OllamaModels:
    """The models of the server behind ``fetch``."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def list(self) -> list[ModelInfo]:
        """The models that can chat, each with the context it was trained for. Raises ``ProviderError``."""
        return [model for model, facts in await self._all() if facts.chats]

    async def embedding(self) -> Sequence[ModelInfo]:
        """Those that make vectors, by what the server tells of them, else by their names. Raises ``ProviderError``."""
        found = await self._all()
        return [model for model, facts in found if facts.embeds or (facts.chats and names_embedding_model(model.id))]

    async def _all(self) -> Sequence[tuple[ModelInfo, ModelFacts]]:
        names = decode_tags(await self._fetch("GET", "/api/tags"))
        limit = asyncio.Semaphore(_AT_ONCE)

        async def facts_of(name: str) -> ModelFacts:
            async with limit:
                return await self._facts(name)

        facts = await asyncio.gather(*(facts_of(name) for name in names))
        return [(ModelInfo(name, about.trained_context), about) for name, about in zip(names, facts, strict=True)]

    async def true_context(self, model: str) -> int:
        """What the loaded model has room for, in tokens; versions that do not say it never give more than was trained."""
        try:
            loaded = decode_loaded_context(await self._fetch("GET", "/api/ps"), model)
        except ProviderError:
            loaded = 0
        return loaded or (await self._facts(model)).trained_context

    async def sees(self, model: str) -> bool | None:
        """Whether the model sees pictures; None: the server does not tell. Raises ``ProviderError``."""
        return decode_show(await self._fetch("POST", "/api/show", {"model": model})).sees

    async def _facts(self, model: str) -> ModelFacts:
        """What the server tells of a model; one that it says nothing of is listed all the same."""
        try:
            return decode_show(await self._fetch("POST", "/api/show", {"model": model}))
        except ProviderError:
            return ModelFacts(trained_context=0, chats=True)
