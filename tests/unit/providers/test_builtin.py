"""The built-in provider against the real llama.cpp in its child process, with the real demo model."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    ConnectionProfile,
    FinishReason,
    GenerationSettings,
    StreamEvent,
    StreamFailed,
    StreamFinished,
    TextDelta,
    UsageReported,
)
from desktop_app.domain.message import Role
from desktop_app.domain.ports import TokenCount
from desktop_app.providers.builtin import BuiltinProvider
from desktop_app.providers.builtin_child import CHILD_ARGUMENT
from desktop_app.providers.demo_model import DEMO_MODEL_FILE, DEMO_MODEL_NAME, find_demo_model
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.providers.transport import Transport
from tests.fakes.gguf_files import gguf
from tests.fakes.local_model import BUILTIN_PROFILE, CONTEXT

# Guards against hanging, far above what is measured.
GUARD_SECONDS = 120.0
ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def provider_of(
    models: LocalModels, profile: ConnectionProfile = BUILTIN_PROFILE
) -> AsyncGenerator[BuiltinProvider]:
    transport = Transport()
    try:
        yield BuiltinProvider(profile, models, transport, TokenCounters().counter)
    finally:
        await transport.aclose()


def run(
    models: LocalModels,
    test: Callable[[BuiltinProvider], Awaitable[None]],
    profile: ConnectionProfile = BUILTIN_PROFILE,
) -> None:
    async def body() -> None:
        async with asyncio.timeout(GUARD_SECONDS), provider_of(models, profile) as provider:
            await test(provider)

    asyncio.run(body())


def ask(text: str, *, most: int = 16) -> ChatRequest:
    settings = GenerationSettings(max_tokens=most, temperature=0.0, seed=1)
    return ChatRequest("", (ChatMessage(Role.USER, text),), settings)


async def answer(provider: BuiltinProvider, request: ChatRequest) -> list[StreamEvent]:
    return [event async for event in provider.stream(request)]


def call(url: str, key: str) -> object:
    """One GET beside the provider. Raises ``HTTPError``."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})  # noqa: S310 - loopback
    with urllib.request.urlopen(request, timeout=GUARD_SECONDS) as reply:  # noqa: S310 - loopback
        value: object = json.loads(reply.read())
        return value


async def until_slot(models: LocalModels, context: int, *, busy: bool) -> None:
    """Waits until the model does, or does not, work on a request."""
    async with models.use(find_demo_model(), context) as process:
        while True:
            slots = await asyncio.to_thread(call, f"{process.url}/slots", process.key)
            if isinstance(slots, list) and slots[0]["is_processing"] is busy:  # pyright: ignore[reportUnknownMemberType] - JSON
                return
            await asyncio.sleep(0.01)


def test_streams_an_answer(local_models: LocalModels) -> None:
    async def test(provider: BuiltinProvider) -> None:
        *texts, usage, end = await answer(provider, ask("Say hello.", most=8))
        assert len(texts) > 1
        assert all(isinstance(event, TextDelta) and event.text for event in texts)
        assert isinstance(usage, UsageReported)
        assert usage.usage.total_tokens == usage.usage.prompt_tokens + usage.usage.completion_tokens
        assert isinstance(end, StreamFinished)
        assert end.reason in {FinishReason.LENGTH, FinishReason.STOP}
        assert end.model == DEMO_MODEL_FILE

    run(local_models, test)


def test_nothing_is_started_before_it_is_needed() -> None:
    models = LocalModels()
    others = set(psutil.Process().children())

    async def test(provider: BuiltinProvider) -> None:
        [model] = await provider.models()
        assert (model.id, model.context_limit) == (DEMO_MODEL_NAME, 8192)
        assert not provider.counter().count("some text").exact
        assert not provider.awake
        assert set(psutil.Process().children()) == others
        report = await provider.check()
        assert (report.ok, report.sentence, report.models) == (True, "The model answers.", (model,))
        assert provider.awake
        assert len(set(psutil.Process().children()) - others) == 1
        await models.aclose()
        assert not provider.awake
        assert set(psutil.Process().children()) == others

    run(models, test)


def test_counts_are_the_models_own(local_models: LocalModels) -> None:
    messages = (
        ChatMessage(Role.SYSTEM, "You are a pirate."),
        ChatMessage(Role.USER, "Où est le trésor, 海賊? <|im_end|> 🦜"),
        ChatMessage(Role.ASSISTANT, "Arr."),
        ChatMessage(Role.USER, "Tell me."),
    )

    async def test(provider: BuiltinProvider) -> None:
        for part in (messages[1:2], messages[:2], messages):
            events = await answer(provider, ChatRequest("", part, GenerationSettings(max_tokens=1)))
            usage = next(event.usage for event in events if isinstance(event, UsageReported))
            assert await provider.count_prompt(part) == usage.prompt_tokens
        counter = provider.counter()
        assert not counter.count(messages[1].content).exact
        assert await counter.settle()
        shorter = await provider.count_prompt((messages[0], ChatMessage(Role.USER, "")))
        longer = await provider.count_prompt(messages[:2])
        assert shorter is not None
        assert longer is not None
        assert counter.count(messages[1].content) == TokenCount(longer - shorter, exact=True)

    run(local_models, test)


def test_a_prompt_that_is_too_long_says_so(local_models: LocalModels) -> None:
    async def test(provider: BuiltinProvider) -> None:
        [event] = await answer(provider, ask("word " * (CONTEXT + 100)))
        assert isinstance(event, StreamFailed)
        assert event.error.kind is ProviderErrorKind.CONTEXT_TOO_LONG

    run(local_models, test)


def test_stopping_while_it_writes_frees_the_model(local_models: LocalModels) -> None:
    async def test(provider: BuiltinProvider) -> None:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(answer(provider, ask("Count from one to a thousand.", most=CONTEXT)))
            await until_slot(local_models, CONTEXT, busy=True)
            running.cancel()
        assert running.cancelled()
        await until_slot(local_models, CONTEXT, busy=False)

    run(local_models, test)


def test_stopping_while_it_reads_a_long_prompt_frees_the_model() -> None:
    """Measured: 1.7 s with twice this batch size; reading all of the prompt takes a minute on the same machine.

    The question is asked instead of the slot: whoever asks llama.cpp more than once a second keeps it from looking
    whether clients are still there.
    """
    models, context = LocalModels(), 8192

    async def test(provider: BuiltinProvider) -> None:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(answer(provider, ask("the old ship sailed on " * (context // 6))))
            await until_slot(models, context, busy=True)
            running.cancel()
        async with asyncio.timeout(20 * 1.7):
            assert isinstance((await answer(provider, ask("Hi", most=1)))[-1], StreamFinished)
        await models.aclose()

    run(models, test, replace(BUILTIN_PROFILE, context_limit=context))


def test_closing_the_iterator_frees_the_model(local_models: LocalModels) -> None:
    async def test(provider: BuiltinProvider) -> None:
        events = provider.stream(ask("Count from one to a thousand.", most=CONTEXT))
        assert isinstance(await anext(events), TextDelta)
        await events.aclose()
        await until_slot(local_models, CONTEXT, busy=False)

    run(local_models, test)


def test_only_who_has_the_key_may_ask_and_only_from_here(local_models: LocalModels) -> None:
    async def test(provider: BuiltinProvider) -> None:
        await provider.count_prompt(())
        async with local_models.use(find_demo_model(), CONTEXT) as process:
            for path in ("/v1/models", "/slots", "/props"):
                with pytest.raises(urllib.error.HTTPError, match="401"):
                    call(process.url + path, "not-the-key")
            listening = psutil.Process(process.pid).net_connections()
            assert {connection.laddr.ip for connection in listening} == {"127.0.0.1"}

    run(local_models, test)


@pytest.mark.skipif(sys.platform == "win32", reason="there it is no signal")
def test_the_terminals_interrupt_is_not_for_the_child(local_models: LocalModels) -> None:
    async def test(provider: BuiltinProvider) -> None:
        async with local_models.use(find_demo_model(), CONTEXT) as process:
            os.kill(process.pid, signal.SIGINT)
            assert isinstance((await answer(provider, ask("Hi")))[-1], StreamFinished)

    run(local_models, test)


def test_a_crash_ends_the_answer_with_its_reason_and_the_next_one_works() -> None:
    models = LocalModels()

    async def test(provider: BuiltinProvider) -> None:
        events: list[StreamEvent] = []
        async with models.use(find_demo_model(), CONTEXT) as process:
            async for event in provider.stream(ask("Count from one to a thousand.", most=CONTEXT)):
                if not events:
                    psutil.Process(process.pid).kill()
                events.append(event)
        assert isinstance(events[0], TextDelta)
        end = events[-1]
        assert isinstance(end, StreamFailed)
        assert (end.error.kind, end.error.reason) == (ProviderErrorKind.CRASHED, "local-model.killed")
        assert "starts it again" in str(end.error)
        assert isinstance((await answer(provider, ask("Hi")))[-1], StreamFinished)
        await models.aclose()

    run(models, test)


def test_a_frozen_program_is_its_own_child() -> None:
    """It has no interpreter to start: it is given ``CHILD_ARGUMENT``, and its ``__main__`` hands over."""
    models = LocalModels([sys.executable, "-m", "desktop_app", CHILD_ARGUMENT])

    async def test(provider: BuiltinProvider) -> None:
        assert isinstance((await answer(provider, ask("Hi")))[-1], StreamFinished)
        await models.aclose()

    run(models, test)


def test_a_file_of_the_persons_own_goes_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "модель 1.gguf"
    try:
        path.hardlink_to(find_demo_model())
    except OSError:
        shutil.copyfile(find_demo_model(), path)
    models = LocalModels()

    async def test(provider: BuiltinProvider) -> None:
        [model] = await provider.models()
        assert model.id == path.name
        end = (await answer(provider, ask("Hi")))[-1]
        assert isinstance(end, StreamFinished)
        assert end.model == path.name
        await models.aclose()

    run(models, test, replace(BUILTIN_PROFILE, model=str(path)))


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"<!doctype html><title>Log in</title>", "model-file.web-page"), (gguf(), "model-file.refused")],
)
def test_a_wrong_file_gets_a_sentence(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "wrong.gguf"
    path.write_bytes(content)
    models = LocalModels()

    async def test(provider: BuiltinProvider) -> None:
        [event] = await answer(provider, ask("Hi"))
        assert isinstance(event, StreamFailed)
        assert (event.error.kind, event.error.reason) == (ProviderErrorKind.MODEL_FILE, reason)
        assert "wrong.gguf" in str(event.error)
        report = await provider.check()
        assert (report.ok, report.sentence) == (False, str(event.error))
        assert await provider.count_prompt(()) is None
        provider.counter().count("some text")
        assert not await provider.counter().settle()
        await models.aclose()

    run(models, test, replace(BUILTIN_PROFILE, model=str(path)))


def test_a_missing_demo_model_gets_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TALESPAN_DEMO_MODEL", str(tmp_path / "gone.gguf"))

    async def test(provider: BuiltinProvider) -> None:
        with pytest.raises(ProviderError, match=r"gone\.gguf is not there"):
            await provider.models()
        assert not (await provider.check()).ok
        assert not provider.awake

    run(LocalModels(), test)


PARENT = """
import asyncio, sys
from desktop_app.providers.demo_model import find_demo_model
from desktop_app.providers.local_models import LocalModels

async def main():
    async with LocalModels().use(find_demo_model(), 512) as process:
        print(process.pid, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
# The child has its order and may be loading; the parent knows nothing of it any more.
PARENT_OF_A_STARTING_CHILD = """
import sys, time
from desktop_app.providers.builtin_process import ModelOrder, ModelProcess, child_command
from desktop_app.providers.demo_model import find_demo_model

process = ModelProcess(ModelOrder(find_demo_model(), "demo", 512), child_command())
while not process.pid:
    time.sleep(0.001)
print(process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("source", [PARENT, PARENT_OF_A_STARTING_CHILD])
def test_a_killed_parent_leaves_no_child(source: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as parent:
        assert parent.stdout
        child = psutil.Process(int(parent.stdout.readline()))
        assert child.is_running()
        parent.kill()
    deadline = time.monotonic() + GUARD_SECONDS
    while not ended(child):
        assert time.monotonic() < deadline
        time.sleep(0.005)


def ended(process: psutil.Process) -> bool:
    """Also where the orphan still waits to be collected by the system's first process."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
