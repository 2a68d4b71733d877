"""The built-in model under the window's own event loop: its child process, its stream and its end need nothing of asyncio's."""

from __future__ import annotations

import asyncio

import pytest
import qasync

from desktop_app.domain.generation import ChatMessage, ChatRequest, GenerationSettings, StreamFinished, TextDelta
from desktop_app.domain.message import Role
from desktop_app.providers.builtin import BuiltinProvider
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.providers.transport import Transport
from tests.fakes.local_model import BUILTIN_PROFILE


@pytest.mark.qt_timeout(120.0)
async def test_the_built_in_model_answers_under_qasync() -> None:
    assert isinstance(asyncio.get_running_loop(), qasync.QEventLoop)
    models, transport = LocalModels(), Transport()
    provider = BuiltinProvider(BUILTIN_PROFILE, models, transport, TokenCounters().counter)
    question = ChatRequest("", (ChatMessage(Role.USER, "Hi"),), GenerationSettings(max_tokens=8))
    try:
        events = [event async for event in provider.stream(question)]
        assert isinstance(events[0], TextDelta)
        assert isinstance(events[-1], StreamFinished)
        provider.counter().count("hello")
        assert await provider.counter().settle()
    finally:
        await models.aclose()
        await transport.aclose()
    assert not provider.awake
