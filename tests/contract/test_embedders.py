"""What every embedder does, whatever it speaks: one suite over all kinds, each against a server or a child of its own."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from desktop_app.domain.embedding import Embedder, TextKind
from desktop_app.domain.generation import ConnectionKind
from desktop_app.domain.settings import builtin_connection
from desktop_app.providers.builtin_embedder import builtin_embedder
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.transport import Transport
from tests.fakes.embedders import WordEmbedder
from tests.fakes.local_model import local_models
from tests.fakes.model_server import ModelServer
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.provider_bench import open_embedder, profile_for, rows_in

__all__ = ["local_models"]

OpenEmbedder = Callable[[], AbstractAsyncContextManager[Embedder]]

GUARD_SECONDS = 240.0
OLLAMA_MODELS = {"embed:latest": FakeModel(trained=512, capabilities=("embedding",), architecture="bert")}


@asynccontextmanager
async def _openai_compatible(models: LocalModels) -> AsyncGenerator[Embedder]:
    with ModelServer() as server:
        async with open_embedder(EmbeddingOrder(profile_for(server.url), "fake-model")) as embedder:
            yield embedder


@asynccontextmanager
async def _ollama(models: LocalModels, *, old: bool = False) -> AsyncGenerator[Embedder]:
    with OllamaServer(models=OLLAMA_MODELS, old=old) as server:
        profile = profile_for(server.url, kind=ConnectionKind.OLLAMA)
        async with open_embedder(EmbeddingOrder(profile, "embed")) as embedder:
            yield embedder


@asynccontextmanager
async def _old_ollama(models: LocalModels) -> AsyncGenerator[Embedder]:
    async with _ollama(models, old=True) as embedder:
        yield embedder


@asynccontextmanager
async def _builtin(models: LocalModels) -> AsyncGenerator[Embedder]:
    transport = Transport()
    try:
        yield builtin_embedder(EmbeddingOrder(builtin_connection(), ""), models, transport)
    finally:
        await transport.aclose()


@asynccontextmanager
async def _fake(models: LocalModels) -> AsyncGenerator[Embedder]:
    yield WordEmbedder()


KINDS = {
    "openai-compatible": _openai_compatible,
    "ollama": _ollama,
    "old-ollama": _old_ollama,
    "builtin": _builtin,
    "fake": _fake,
}


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, local_models: LocalModels) -> OpenEmbedder:
    return lambda: KINDS[request.param](local_models)


def run(opened: OpenEmbedder, test: Callable[[Embedder], Awaitable[None]]) -> None:
    async def body() -> None:
        async with asyncio.timeout(GUARD_SECONDS), opened() as embedder:
            await test(embedder)

    asyncio.run(body())


def test_each_text_has_a_row_of_length_one_in_its_place(opened: OpenEmbedder) -> None:
    async def test(embedder: Embedder) -> None:
        texts = ["The king is dead.", "北京很大", "Где ключ?"]
        vectors = await embedder.embed(texts, TextKind.PASSAGE)
        rows = rows_in(vectors)

        assert len(vectors) == len(rows) == 3
        assert [math.hypot(*row) for row in rows] == [pytest.approx(1.0, abs=1e-5)] * 3
        backwards = rows_in(await embedder.embed(texts[::-1], TextKind.PASSAGE))
        assert [row == pytest.approx(other, abs=1e-3) for row, other in zip(rows, backwards[::-1], strict=True)] == [
            True
        ] * 3
        assert rows[0] != pytest.approx(rows[2], abs=1e-2)

    run(opened, test)


def test_blank_texts_are_rows_of_zeros_and_no_texts_are_no_rows(opened: OpenEmbedder) -> None:
    async def test(embedder: Embedder) -> None:
        assert len(await embedder.embed([], TextKind.PASSAGE)) == 0
        blank = await embedder.embed([""], TextKind.QUERY)
        mixed = await embedder.embed(["", "a word", "\n"], TextKind.QUERY)

        assert len(blank) == 1
        assert blank.dimension == mixed.dimension
        assert [any(row) for row in rows_in(mixed)] == [False, True, False]

    run(opened, test)


def test_it_says_whose_vectors_they_are_before_it_is_asked(opened: OpenEmbedder) -> None:
    async def test(embedder: Embedder) -> None:
        assert embedder.identity
        assert embedder.local

    run(opened, test)
