"""The Ollama provider against a fake Ollama: retries, models, *test connection*, and streams that go wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

import pytest

from desktop_app.domain.errors import ErrorAction, ProviderError, ProviderErrorKind
from desktop_app.domain.generation import (
    FinishReason,
    ModelInfo,
    StreamEvent,
    StreamFinished,
    TextDelta,
    UsageReported,
)
from desktop_app.domain.ports import ConnectionReport
from desktop_app.providers.endpoint import Timeouts
from tests.fakes.model_replies import Drop, Hang, Reply, flood, giant_line, gzip_bomb, html, redirect
from tests.fakes.model_server import ModelServer
from tests.fakes.ollama_replies import failure, last_line, line, lines, words
from tests.fakes.ollama_server import FakeModel, OllamaServer
from tests.fakes.provider_bench import (
    CANARY,
    PATIENT,
    SleepLog,
    collect,
    failure_in,
    open_ollama,
    profile_for,
    request_of,
    text_in,
)

QUICK = Timeouts(first_token=0.3, idle=0.3, whole=5.0)


def answers(
    *replies: Reply, timeouts: Timeouts = PATIENT, key: str = "", sleep: SleepLog | None = None
) -> list[StreamEvent]:
    """What the provider makes of these replies to its tries."""
    with OllamaServer(list(replies)) as server:

        async def run() -> list[StreamEvent]:
            async with open_ollama(profile_for(server.url), key=key, timeouts=timeouts, sleep=sleep) as provider:
                return await collect(provider)

        return asyncio.run(run())


def report_on(url: str, **changes: object) -> ConnectionReport:
    async def run() -> ConnectionReport:
        async with open_ollama(profile_for(url, **changes)) as provider:
            return await provider.check()

    return asyncio.run(run())


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_bytes_may_be_cut_anywhere(newline: str) -> None:
    events = answers(words("Hello 你好 👩‍🚀 there", byte_by_byte=True, newline=newline))

    assert text_in(events) == "Hello 你好 👩‍🚀 there"
    assert isinstance(events[-1], StreamFinished)


def test_a_last_line_without_its_end_counts() -> None:
    events = answers(lines([line("Hi"), '{"message": {}, "done": true}'], newline="\n", framing="close"))
    assert text_in(events) == "Hi"
    assert events[-1] == StreamFinished(FinishReason.STOP, model="fake-model:latest")


def test_the_true_context_is_asked_for_and_too_long_a_prompt_is_refused_not_cut() -> None:
    with OllamaServer() as server:

        async def run() -> list[StreamEvent]:
            async with open_ollama(profile_for(server.url, context_limit=300)) as provider:
                await collect(provider)
                return await collect(provider, request_of("word " * 400))

        error = failure_in(asyncio.run(run())).error
        assert error.kind is ProviderErrorKind.CONTEXT_TOO_LONG
        assert error.action == ErrorAction.OPEN_PREVIEW
        assert [chat.json["options"]["num_ctx"] for chat in server.chats] == [300, 300]


def test_a_missing_model_is_told_with_the_command_that_gets_it() -> None:
    with OllamaServer() as server:

        async def run() -> list[StreamEvent]:
            async with open_ollama(profile_for(server.url)) as provider:
                return await collect(provider, request_of("Hi", model="llama3.2:3b"))

        error = failure_in(asyncio.run(run())).error
        assert (error.kind, error.reason, error.action) == (
            ProviderErrorKind.NOT_FOUND,
            "ollama.missing-model",
            ErrorAction.OPEN_CONNECTION,
        )
        assert str(error).endswith("Get it with: ollama pull llama3.2:3b")


def test_an_error_in_the_middle_keeps_what_came() -> None:
    events = answers(lines([line("Once upon"), {"error": "an error was encountered while running the model"}]))

    assert text_in(events) == "Once upon"
    assert failure_in(events).error.kind is ProviderErrorKind.SERVER
    assert "encountered" in str(failure_in(events).error)


@pytest.mark.parametrize(
    ("reply", "kind", "reason"),
    [
        (lines([line("Once"), Drop()]), ProviderErrorKind.NETWORK, ""),
        (lines([line("Once")], framing="close"), ProviderErrorKind.INTERRUPTED, ""),
        (lines([line("Once"), Hang()]), ProviderErrorKind.TIMEOUT, "timeout.silent"),
        (lines([Hang()]), ProviderErrorKind.TIMEOUT, "timeout.silent"),
        (giant_line(), ProviderErrorKind.BAD_RESPONSE, "answer.too-large"),
        (gzip_bomb(5), ProviderErrorKind.BAD_RESPONSE, "answer.compressed"),
        (html(), ProviderErrorKind.BAD_RESPONSE, "answer.web-page"),
        (html(502), ProviderErrorKind.SERVER, "answer.web-page"),
        (redirect("http://elsewhere.example/"), ProviderErrorKind.BAD_RESPONSE, "address.redirect"),
        (failure(400, '"m" does not support chat'), ProviderErrorKind.BAD_REQUEST, ""),
        (failure(500, "model requires more system memory (5.6 GiB) than is available"), ProviderErrorKind.SERVER, ""),
        (lines(["not json", last_line()]), ProviderErrorKind.BAD_RESPONSE, "answer.not-json"),
        (lines(['{"object": "list"}'], framing="close"), ProviderErrorKind.INTERRUPTED, ""),
    ],
)
def test_what_goes_wrong_is_a_known_end(reply: Reply, kind: ProviderErrorKind, reason: str) -> None:
    error = failure_in(answers(reply, timeouts=QUICK)).error

    assert (error.kind, error.reason) == (kind, reason)


def test_a_flood_is_stopped_and_what_came_is_kept() -> None:
    body = tuple(step for step in flood(21).body if isinstance(step, bytes))
    piece = (b'{"message": {"content": "' + b"x" * len(body[0]) + b'"}}\n',)
    events = answers(Reply(200, {}, piece * len(body), "close"))

    assert failure_in(events).error.reason == "answer.too-large"
    assert len(text_in(events)) > 10_000_000


def test_a_busy_server_is_asked_again_but_not_after_the_first_token() -> None:
    busy, sleep = failure(503, "server busy, please try again. maximum pending requests exceeded"), SleepLog()

    assert text_in(answers(busy, busy, words("Here"), sleep=sleep)) == "Here"
    assert sleep.seconds == [0.5, 1.0]
    begun = SleepLog()
    assert text_in(answers(lines([line("One"), Drop()]), words("Two"), sleep=begun)) == "One"
    assert begun.seconds == []


def test_leaving_the_stream_closes_the_connection() -> None:
    with OllamaServer([lines([line("Once"), Hang()])]) as server:

        async def run() -> None:
            async with (
                open_ollama(profile_for(server.url)) as provider,
                aclosing(provider.stream(request_of("Hi"))) as events,
            ):
                assert await anext(events) == TextDelta("Once")

        asyncio.run(run())
        assert server.wait_for(lambda _: server.chats[0].gone.is_set())


def test_the_models_that_chat_are_listed_with_their_trained_context() -> None:
    models = {
        "big:70b": FakeModel(131_072, ("completion", "tools")),
        "embed:latest": FakeModel(512, ("embedding",), "bert"),
        "small:1b": FakeModel(2048, architecture="gemma3"),
    }
    with OllamaServer(models=models) as server:

        async def run() -> list[ModelInfo]:
            async with open_ollama(profile_for(server.url + "/v1")) as provider:
                return await provider.models()

        assert asyncio.run(run()) == [ModelInfo("big:70b", 131_072), ModelInfo("small:1b", 2048)]


@pytest.mark.parametrize("old", [False, True], ids=["loaded context told", "old version"])
def test_the_check_finds_a_context_that_is_smaller_than_the_connection_says(old: bool) -> None:
    with OllamaServer(models={"fake-model:latest": FakeModel(trained=2048)}, old=old) as server:
        report = report_on(server.url, context_limit=8192)
        good = report_on(server.url, context_limit=2048)

        assert report.error is not None
        assert (report.ok, report.error.kind, report.error.reason) == (
            False,
            ProviderErrorKind.WINDOW,
            "window.smaller",
        )
        assert report.sentence.endswith("Set the context size to 2,048.")
        assert (good.ok, good.sentence) == (True, "The model answers.")


def test_the_check_says_what_is_missing() -> None:
    with OllamaServer(models={}) as empty, OllamaServer() as server, ModelServer() as other:
        assert check_reason(report_on(empty.url)) == "ollama.no-models"
        assert check_reason(report_on(server.url, model="gone")) == "ollama.missing-model"
        assert check_reason(report_on(other.url)) == "ollama.not-there"
        assert check_reason(report_on("http://127.0.0.1:1")) == "network.refused"
        assert check_reason(report_on("http://")) == "address.invalid"
        choose = report_on(server.url, model="")
        assert (choose.ok, choose.sentence) == (True, "The server answers. Choose one of its models.")
        assert [model.id for model in choose.models] == ["fake-model:latest"]


def test_a_list_that_is_none_is_no_ollama() -> None:
    with OllamaServer(tags_reply=Reply(200, {}, (b"[]",))) as server:
        assert check_reason(report_on(server.url)) == "ollama.not-there"


def test_a_key_goes_in_the_header_and_into_no_error() -> None:
    with OllamaServer(key=CANARY) as server:

        async def run(key: str) -> list[StreamEvent]:
            async with open_ollama(profile_for(server.url), key=key) as provider:
                return await collect(provider)

        assert any(isinstance(event, UsageReported) for event in asyncio.run(run(CANARY)))
        refused: Sequence[ProviderError] = [failure_in(asyncio.run(run(key))).error for key in ("", "wrong-key")]
        assert [error.kind for error in refused] == [ProviderErrorKind.AUTH, ProviderErrorKind.AUTH]
        assert refused[0].reason == "key.missing"
        assert "wrong-key" not in str(refused[1])


def check_reason(report: ConnectionReport) -> str:
    """The reason of a report that is not good."""
    assert not report.ok
    assert report.error is not None
    return report.error.reason
