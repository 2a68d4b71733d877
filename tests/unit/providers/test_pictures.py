"""Pictures on the wire, and which servers tell that their model sees them."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from desktop_app.domain.generation import ChatMessage, ChatRequest
from desktop_app.domain.message import ImagePart, Role
from desktop_app.domain.ports import ChatProvider
from desktop_app.providers.ollama_encode import encode_chat
from desktop_app.providers.openai_encode import encode_messages
from desktop_app.providers.seeing import sight_in_list, sight_in_props
from tests.fakes.model_replies import json_reply
from tests.fakes.model_server import ModelServer
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.provider_bench import collect, open_ollama, open_provider, profile_for

RED, BLUE = b"\x89PNG red", b"\xff\xd8\xff blue"
FILES = {"red": RED, "blue": BLUE}
PICTURES = (ImagePart("red", "image/png", 8, 8), ImagePart("blue", "image/jpeg", 8, 8))
ASKED = ChatMessage(Role.USER, "What is this?", pictures=PICTURES)
RED_URL = "data:image/png;base64," + base64.b64encode(RED).decode()
BLUE_URL = "data:image/jpeg;base64," + base64.b64encode(BLUE).decode()
REQUEST = ChatRequest("fake-model", (ChatMessage(Role.SYSTEM, "See."), ASKED), files=FILES)


def test_the_parts_of_a_content_are_the_text_and_data_addresses() -> None:
    system, user = encode_messages(REQUEST.messages, FILES)
    assert system["content"] == "See."
    assert user["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": RED_URL}},
        {"type": "image_url", "image_url": {"url": BLUE_URL}},
    ]


def test_a_picture_alone_has_no_empty_text_and_a_lost_one_leaves_the_text() -> None:
    alone = ChatMessage(Role.USER, "", pictures=PICTURES[:1])
    assert encode_messages((alone,), FILES)[0]["content"] == [{"type": "image_url", "image_url": {"url": RED_URL}}]
    assert encode_messages((ASKED,), {})[0]["content"] == "What is this?"


def test_ollama_has_pictures_beside_the_text() -> None:
    messages: Any = encode_chat(REQUEST, 4096)["messages"]
    assert "images" not in messages[0]
    assert messages[1]["content"] == "What is this?"
    assert [base64.b64decode(data) for data in messages[1]["images"]] == [RED, BLUE]


def test_a_server_receives_them() -> None:
    async def scenario() -> None:
        with ModelServer() as server:
            async with open_provider(profile_for(server.url)) as provider:
                await collect(provider, REQUEST)
        [asked] = server.chats
        assert [part["type"] for part in asked.messages[1]["content"]] == ["text", "image_url", "image_url"]
        with OllamaServer() as ollama:
            async with open_ollama(profile_for(ollama.url)) as provider:
                await collect(provider, REQUEST)

    asyncio.run(scenario())


def sees(url: str, model: str = "fake-model", *, ollama: bool = False) -> bool | None:
    """What a provider says."""

    async def scenario() -> bool | None:
        opened = open_ollama if ollama else open_provider
        async with opened(profile_for(url, model=model)) as provider:
            asked: ChatProvider = provider
            return await asked.sees_pictures()

    return asyncio.run(scenario())


def test_a_server_that_tells_nothing_is_not_made_to() -> None:
    with ModelServer() as server:
        assert sees(server.url) is None


def test_a_list_of_models_may_tell() -> None:
    listed = {"data": [{"id": "fake-model", "architecture": {"input_modalities": ["text", "image"]}}]}
    with ModelServer(models_reply=json_reply(listed)) as server:
        assert sees(server.url) is True
        assert sees(server.url, "other") is None


def test_ollama_tells_the_capabilities_of_a_model() -> None:
    models = {"seeing:latest": FakeModel(capabilities=("completion", "vision")), "blind:latest": FakeModel()}
    with OllamaServer(models=models) as server:
        assert sees(server.url, "seeing", ollama=True) is True
        assert sees(server.url, "blind", ollama=True) is False


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"architecture": {"input_modalities": ["text"]}}, False),
        ({"capabilities": ["completion", "multimodal"]}, True),
        ({"capabilities": {"vision": True}}, True),
        ({"capabilities": {"vision": "yes"}}, None),
        ({"capabilities": "vision"}, None),
        ({}, None),
    ],
)
def test_what_lists_tell(entry: dict[str, object], told: bool | None) -> None:
    assert sight_in_list({"data": [{"id": "other"}, {"id": "m", **entry}]}, "m") is told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"modalities": {"vision": True, "audio": False}}, True),
        ({"modalities": {"vision": False}}, False),
        ({"modalities": []}, None),
        ([], None),
        (None, None),
    ],
)
def test_what_llama_cpp_tells(value: object, told: bool | None) -> None:
    assert sight_in_props(value) is told
