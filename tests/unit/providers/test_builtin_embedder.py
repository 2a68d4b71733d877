"""Vectors by the real llama.cpp in its child process, with the real demo model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from desktop_app.domain.embedding import TextKind
from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.settings import builtin_connection
from desktop_app.providers.builtin_embedder import builtin_embedder
from desktop_app.providers.demo_model import find_demo_model
from desktop_app.providers.embedder import ServerEmbedder
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.transport import Transport
from tests.fakes.gguf_files import CHAT_MODEL, gguf
from tests.fakes.provider_bench import rows_in

# A guard against hanging, far above what is measured.
GUARD_SECONDS = 240.0


@asynccontextmanager
async def embedder_of(models: LocalModels, model: str = "") -> AsyncGenerator[ServerEmbedder]:
    transport = Transport()
    try:
        async with asyncio.timeout(GUARD_SECONDS):
            yield builtin_embedder(EmbeddingOrder(builtin_connection(), model), models, transport)
    finally:
        await transport.aclose()
        await models.aclose()


def test_the_child_that_embeds_lives_beside_the_one_that_chats_and_both_end() -> None:
    models, demo = LocalModels(), find_demo_model()
    others = set(psutil.Process().children())

    async def run() -> None:
        async with embedder_of(models) as embedder:
            assert set(psutil.Process().children()) == others
            async with models.use(demo, 512):
                pass
            first = await embedder.embed(["A fox in the snow."], TextKind.PASSAGE)
            assert models.running(demo, 512)
            assert len(set(psutil.Process().children()) - others) == 2
            assert first.dimension == 576

            async with models.use(demo, 2048, embeds=True) as process:
                psutil.Process(process.pid).kill()
                assert await process.wait_ended(GUARD_SECONDS)
            again = await embedder.embed(["A fox in the snow."], TextKind.PASSAGE)
            assert rows_in(again)[0] == pytest.approx(rows_in(first)[0], abs=1e-4)

    asyncio.run(run())
    assert set(psutil.Process().children()) == others


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no model", "model-file.not-gguf"),
        (gguf({**CHAT_MODEL, "llama.pooling_type": 4}), "model-file.no-vectors"),
        (gguf()[:-1], "model-file.cut-short"),
    ],
)
def test_a_file_that_makes_no_vectors_says_why(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "file.gguf"
    file.write_bytes(content)

    async def run() -> None:
        async with embedder_of(LocalModels(), str(file)) as embedder:
            await embedder.embed(["one"], TextKind.QUERY)

    with pytest.raises(ProviderError) as caught:
        asyncio.run(run())
    assert (caught.value.kind, caught.value.reason) == (ProviderErrorKind.MODEL_FILE, reason)
