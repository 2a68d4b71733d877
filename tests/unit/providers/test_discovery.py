"""Servers on this machine are found by what they answer, wherever they listen, and nothing else is taken for one."""

from __future__ import annotations

import asyncio
import socket
import time

import pytest

from desktop_app.domain.generation import ConnectionKind, ModelInfo
from desktop_app.domain.models import FoundServer
from desktop_app.providers.discovery import USUAL_PORTS, LoopbackDiscovery
from desktop_app.providers.transport import Transport
from tests.fakes import local_servers
from tests.fakes.local_servers import PathServer, openai_list
from tests.fakes.model_replies import html, json_reply, redirect, silence
from tests.fakes.model_server import ModelServer
from tests.fakes.ollama_server import FakeModel, OllamaServer

SERVERS = {
    "KoboldCpp": (local_servers.koboldcpp, (ModelInfo("koboldcpp/fimbul", 6144),)),
    "llama.cpp": (local_servers.llama_cpp, (ModelInfo("m.gguf", 4096),)),
    "LM Studio": (local_servers.lm_studio, (ModelInfo("qwen", 32768), ModelInfo("gemma", 4096))),
    "vLLM": (local_servers.vllm, (ModelInfo("org/m", 16384),)),
    "text-generation-webui": (local_servers.text_generation_webui, (ModelInfo("fimbul.gguf"),)),
    "Model server": (lambda: PathServer({"/v1/models": openai_list("x")}), (ModelInfo("x"),)),
}


def found_at(*ports: int, seconds: float = 20.0) -> list[FoundServer]:
    async def run() -> list[FoundServer]:
        transport = Transport()
        try:
            return await LoopbackDiscovery(transport, ports, seconds).find()
        finally:
            await transport.aclose()

    return asyncio.run(run())


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_known_by_what_it_says(name: str) -> None:
    make, models = SERVERS[name]
    with make() as server:
        expected = FoundServer(ConnectionKind.OPENAI_COMPATIBLE, name, f"{server.root}/v1", models)
        assert found_at(server.port) == [expected]
        assert all("authorization" not in request.headers for request in server.requests)


def test_an_ollama_is_found_with_the_true_contexts() -> None:
    models = {"a:1b": FakeModel(4096), "e:latest": FakeModel(512, ("embedding",))}
    with OllamaServer(models=models) as server:
        expected = FoundServer(ConnectionKind.OLLAMA, "Ollama", server.root, (ModelInfo("a:1b", 4096),))
        assert found_at(server.port) == [expected]


def test_several_are_found_at_once_in_the_order_of_the_ports() -> None:
    with OllamaServer() as ollama, local_servers.vllm() as vllm, ModelServer() as other:
        found = found_at(vllm.port, closed_port(), other.port, ollama.port)

        assert [server.name for server in found] == ["vLLM", "Model server", "Ollama"]


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_one_that_listens_on_the_other_loopback_is_found() -> None:
    with PathServer({"/v1/models": openai_list("x")}, host="::1") as server:
        assert [one.base_url for one in found_at(server.port)] == [f"http://[::1]:{server.port}/v1"]


@pytest.mark.parametrize(
    "answer",
    [html(), html(404), json_reply({"hello": 1}), json_reply([1]), json_reply({"error": "?"}, 401), redirect("http://192.0.2.1/")],
    ids=["page", "missing page", "object", "list", "refused", "redirect"],
)  # fmt: skip
def test_what_is_no_model_server_is_passed_over(answer: object) -> None:
    with PathServer({}, otherwise=answer) as server:  # pyright: ignore[reportArgumentType] - all are replies
        assert found_at(server.port) == []


def test_nothing_there_is_nothing_found() -> None:
    assert found_at(closed_port(), closed_port()) == []


def test_a_server_that_says_nothing_is_asked_once_and_holds_nobody_up() -> None:
    with PathServer({}, otherwise=silence()) as silent, local_servers.vllm() as vllm:
        before = time.monotonic()

        assert [server.name for server in found_at(silent.port, vllm.port, seconds=0.5)] == ["vLLM"]
        assert time.monotonic() - before < 20
        assert len(silent.requests) == 1


def test_making_one_asks_nobody_and_the_usual_ports_are_few() -> None:
    LoopbackDiscovery(Transport())

    assert len(USUAL_PORTS) == len(set(USUAL_PORTS)) == 6
