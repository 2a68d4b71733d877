"""One provider per profile, and keys read once from where they are kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from desktop_app.domain.embedding import Embedder, TextKind
from desktop_app.domain.errors import ProviderErrorKind, SecretError
from desktop_app.domain.generation import ConnectionKind, ConnectionProfile, StreamEvent
from desktop_app.domain.ports import ChatProvider
from desktop_app.domain.settings import SecretPlace, builtin_connection
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.registry import CachingProviderRegistry
from tests.fakes.embedders import WordEmbedder
from tests.fakes.gguf_files import gguf
from tests.fakes.model_server import ModelServer
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.provider_bench import WordCounter, collect, failure_in, profile_for, text_in


@dataclass(slots=True)
class Secrets:
    """A key ring that remembers who asked, and from which thread."""

    kept: dict[str, str] = field(default_factory=dict[str, str])
    broken: bool = False
    asked: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])

    def available(self, place: SecretPlace) -> bool:
        return True

    def get(self, name: str) -> str | None:
        self.asked.append((name, threading.current_thread() is threading.main_thread()))
        if self.broken:
            raise SecretError(detail="it is locked.")
        return self.kept.get(name)

    def set(self, name: str, value: str, place: SecretPlace) -> None:
        self.kept[name] = value

    def delete(self, name: str) -> None:
        self.kept.pop(name, None)


@dataclass(slots=True)
class Builtin:
    """Makes stand-ins for the built-in provider and notes its end."""

    made: list[ConnectionProfile] = field(default_factory=list[ConnectionProfile])
    embedders: list[EmbeddingOrder] = field(default_factory=list[EmbeddingOrder])
    closed: int = 0

    def __call__(self, profile: ConnectionProfile) -> ChatProvider:
        self.made.append(profile)
        return cast("ChatProvider", object())

    def embedder(self, order: EmbeddingOrder) -> Embedder:
        self.embedders.append(order)
        return WordEmbedder(order.identity)

    async def aclose(self) -> None:
        self.closed += 1


@asynccontextmanager
async def open_registry(secrets: Secrets, builtin: Builtin | None = None) -> AsyncGenerator[CachingProviderRegistry]:
    builtin = builtin or Builtin()
    registry = CachingProviderRegistry(secrets, WordCounter, builtin, builtin.embedder, builtin.aclose)
    try:
        yield registry
    finally:
        await registry.aclose()


def test_the_same_profile_has_the_same_provider_until_it_changes() -> None:
    async def run() -> None:
        async with open_registry(Secrets()) as registry:
            profile = profile_for("http://127.0.0.1:1/v1")
            first = registry.provider(profile)

            assert registry.provider(replace(profile)) is first
            changed = registry.provider(replace(profile, model="other"))
            assert changed is not first
            assert registry.provider(replace(profile, model="other")) is changed
            registry.forget(profile.id)
            assert registry.provider(replace(profile, model="other")) is not changed

    asyncio.run(run())


def test_the_built_in_kind_is_made_by_its_factory_and_closed_with_the_registry() -> None:
    builtin = Builtin()

    async def run() -> None:
        async with open_registry(Secrets(), builtin) as registry:
            assert registry.provider(builtin_connection()) is registry.provider(builtin_connection())
            assert [profile.kind for profile in builtin.made] == [ConnectionKind.BUILTIN]
            assert builtin.closed == 0

    asyncio.run(run())
    assert builtin.closed == 1


def test_an_ollama_is_spoken_to_in_its_own_language() -> None:
    with OllamaServer() as server:

        async def run() -> list[StreamEvent]:
            async with open_registry(Secrets()) as registry:
                return await collect(registry.provider(profile_for(server.url, kind=ConnectionKind.OLLAMA)))

        assert text_in(asyncio.run(run())) == "You said: hello"
        assert len(server.chats) == 1


def test_a_key_is_read_in_a_thread_and_once_until_it_is_forgotten() -> None:
    secrets = Secrets({"connection:c1": "first"})
    with ModelServer() as server:

        async def run() -> None:
            async with open_registry(secrets) as registry:
                profile = profile_for(server.url)
                await collect(registry.provider(profile))
                await collect(registry.provider(replace(profile, model="other")))
                secrets.kept["connection:c1"] = "second"
                registry.forget("c1")
                await collect(registry.provider(profile))

        asyncio.run(run())
        keys = [request.headers["authorization"] for request in server.chats]
        assert keys == ["Bearer first", "Bearer first", "Bearer second"]
        assert secrets.asked == [("connection:c1", False)] * 2


def test_no_key_is_no_header() -> None:
    with ModelServer() as server:

        async def run() -> list[StreamEvent]:
            async with open_registry(Secrets()) as registry:
                return await collect(registry.provider(profile_for(server.url)))

        assert text_in(asyncio.run(run())) == "You said: hello"
        assert "authorization" not in server.chats[0].headers


def test_a_key_ring_that_fails_is_a_known_error_of_the_answer() -> None:
    with ModelServer() as server:

        async def run() -> list[StreamEvent]:
            async with open_registry(Secrets(broken=True)) as registry:
                return await collect(registry.provider(profile_for(server.url)))

        error = failure_in(asyncio.run(run())).error
        assert (error.kind, error.reason) == (ProviderErrorKind.AUTH, "key.unreadable")
        assert "it is locked" in str(error)
        assert server.requests == []


def test_making_a_provider_asks_nobody() -> None:
    secrets = Secrets({"connection:c1": "key"})
    with ModelServer() as server:

        async def run() -> None:
            async with open_registry(secrets) as registry:
                registry.provider(profile_for(server.url)).counter().count("text")

        asyncio.run(run())
        assert server.connections == 0
    assert secrets.asked == []


def test_the_same_order_has_the_same_embedder_until_it_changes() -> None:
    builtin = Builtin()

    async def run() -> None:
        async with open_registry(Secrets(), builtin) as registry:
            profile = profile_for("http://127.0.0.1:1/v1")
            first = registry.embedder(profile, "m", "q: ", "p: ")

            assert registry.embedder(replace(profile), "m", "q: ", "p: ") is first
            known = registry.embedder(profile, "m")
            assert known is not first
            assert registry.embedder(profile, "m", "q: ", "p: ") is first
            assert registry.embedder(profile, "m") is known
            assert registry.embedder(replace(profile, base_url="http://127.0.0.1:2/v1"), "m") is not known
            known = registry.embedder(profile, "m")
            registry.forget(profile.id)
            assert registry.embedder(profile, "m") is not known
            registry.embedder(builtin_connection(), "file.gguf")

    asyncio.run(run())
    assert builtin.embedders == [EmbeddingOrder(builtin_connection(), "file.gguf")]


def test_an_embedder_has_the_key_of_its_connection_in_its_own_dialect() -> None:
    models = {"embed:latest": FakeModel(capabilities=("embedding",))}
    with OllamaServer(models=models, key="secret") as ollama, ModelServer(key="secret") as server:

        async def run() -> None:
            async with open_registry(Secrets({"connection:c1": "secret", "connection:c2": "secret"})) as registry:
                profile = profile_for(ollama.url, kind=ConnectionKind.OLLAMA)
                assert len(await registry.embedder(profile, "embed").embed(["one"], TextKind.QUERY)) == 1
                other = profile_for(server.url, id="c2")
                assert len(await registry.embedder(other, "m").embed(["one"], TextKind.QUERY)) == 1

        asyncio.run(run())
        assert [request.path for request in ollama.requests] == ["/api/embed"]
        assert len(server.embeddings) == 1


def test_models_that_embed_are_told_by_the_server_else_by_their_names(tmp_path: Path) -> None:
    models = {
        "chat:latest": FakeModel(),
        "mine:latest": FakeModel(trained=512, capabilities=("embedding",)),
        "bge-chat:latest": FakeModel(trained=4096, capabilities=("completion", "embedding")),
    }
    file = tmp_path / "vectors.gguf"
    file.write_bytes(gguf({"general.architecture": "bert", "bert.pooling_type": 1, "bert.context_length": 512}))

    async def found(profile: ConnectionProfile) -> list[tuple[str, int]]:
        async with open_registry(Secrets()) as registry:
            return [(model.id, model.context_limit) for model in await registry.embedding_models(profile)]

    with OllamaServer(models=models) as ollama, OllamaServer(models=models, old=True) as old:
        profiles = [profile_for(server.url, kind=ConnectionKind.OLLAMA) for server in (ollama, old)]
        assert asyncio.run(found(profiles[0])) == [("mine:latest", 512), ("bge-chat:latest", 4096)]
        assert asyncio.run(found(profiles[1])) == [("bge-chat:latest", 4096)]
    with ModelServer(models=("gpt-4o", "text-embedding-3-small")) as server:
        assert asyncio.run(found(profile_for(server.url))) == [("text-embedding-3-small", 0)]
    assert asyncio.run(found(replace(builtin_connection(), model=str(file)))) == [(str(file), 512)]
