"""Answers as they come from servers that misbehave, through the real wire (H-27 to H-31, H4)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

import pytest

from desktop_app.domain.errors import ProviderErrorKind as Kind
from desktop_app.domain.generation import (
    ChatMessage,
    ChatRequest,
    ConnectionProfile,
    FinishReason,
    StreamEvent,
    StreamFailed,
    StreamFinished,
    Usage,
    UsageReported,
)
from desktop_app.domain.message import Role
from desktop_app.providers.endpoint import Timeouts
from tests.fakes.model_replies import (
    Drop,
    Hang,
    Reply,
    broken_off,
    chunk,
    error,
    failed_in_the_middle,
    flood,
    giant_line,
    gzip_bomb,
    html,
    json_reply,
    refuses_blank,
    refuses_field,
    refuses_late_system,
    silence,
    stream,
    usage_chunk,
    whole,
    words,
)
from tests.fakes.model_server import ModelServer
from tests.fakes.provider_bench import (
    PATIENT,
    SleepLog,
    collect,
    failure_in,
    open_provider,
    profile_for,
    reasoning_in,
    request_of,
    text_in,
)

QUICK = Timeouts(first_token=0.3, idle=0.3, whole=5.0)


def events_of(
    script: Reply | Sequence[Reply], *, timeouts: Timeouts = PATIENT, sleep: SleepLog | None = None
) -> tuple[list[StreamEvent], int]:
    """What a script's answer becomes, and how often the server was asked."""
    with ModelServer([script] if isinstance(script, Reply) else script) as server:

        async def ask() -> list[StreamEvent]:
            async with open_provider(profile_for(server.url), timeouts=timeouts, sleep=sleep) as provider:
                return await collect(provider)

        return asyncio.run(ask()), len(server.chats)


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("space", [True, False])
@pytest.mark.parametrize("byte_by_byte", [True, False])
def test_every_form_of_the_wire(newline: str, space: bool, byte_by_byte: bool) -> None:
    events, _ = events_of(words("那个👩‍🚀é done", newline=newline, space=space, byte_by_byte=byte_by_byte))

    assert text_in(events) == "那个👩‍🚀é done"
    assert events[-2] == UsageReported(Usage(11, 2, 13))
    assert isinstance(events[-1], StreamFinished)


def test_an_error_in_the_middle_keeps_what_came_and_is_not_tried_again() -> None:
    events, asked = events_of(failed_in_the_middle("two chunks"))

    assert text_in(events) == "two chunks"
    assert failure_in(events).error.kind is Kind.RATE_LIMIT
    assert "rate limited" in str(failure_in(events).error)
    assert asked == 1


@pytest.mark.parametrize(
    "reply",
    [
        broken_off("half an answer"),
        broken_off("half an answer", framing="chunked"),
        broken_off("half an answer", reset=True),
    ],
    ids=["closed", "chunked", "reset"],
)
def test_a_stream_that_breaks_off_keeps_what_came_and_is_not_tried_again(reply: Reply) -> None:
    events, asked = events_of(reply)

    assert text_in(events).startswith("half")
    assert failure_in(events).error.kind in {Kind.INTERRUPTED, Kind.NETWORK}
    assert asked == 1


@pytest.mark.parametrize(
    "ending", [[], [Drop()], [Drop(reset=False)], [b"data: {half a chu"]], ids=["end", "reset", "closed", "torn"]
)
def test_a_finish_reason_without_an_end_mark_is_an_end(ending: list[object]) -> None:
    events, _ = events_of(stream([chunk("hi"), chunk(finish="length"), *ending], done=False))

    assert text_in(events) == "hi"
    assert isinstance(events[-1], StreamFinished)
    assert events[-1].reason is FinishReason.LENGTH


def test_a_server_that_says_nothing_more_after_its_finish_is_not_waited_for() -> None:
    events, _ = events_of(stream([chunk("hi"), chunk(finish="stop"), Hang()], done=False), timeouts=QUICK)

    assert isinstance(events[-1], StreamFinished)


def test_usage_behind_the_finish_is_taken() -> None:
    events, _ = events_of(stream([chunk("hi"), chunk(finish="stop"), usage_chunk(5, 1)]))

    assert UsageReported(Usage(5, 1, 6)) in events


def test_held_back_text_is_not_lost_when_a_stream_breaks() -> None:
    events, _ = events_of(stream([chunk("<thi")], done=False, framing="close"))

    assert text_in(events) == "<thi"
    assert failure_in(events).error.kind is Kind.INTERRUPTED


@pytest.mark.parametrize(
    "reply", [whole("the reply"), Reply(200, {"Content-Type": "text/event-stream"}, whole("the reply").body)]
)
def test_an_answer_in_one_piece_is_the_reply(reply: Reply) -> None:
    events, _ = events_of(reply)

    assert text_in(events) == "the reply"
    assert events[-2:] == [
        UsageReported(Usage(11, 7, 18)),
        StreamFinished(FinishReason.STOP, "chatcmpl-1", "", "fake-model"),
    ]


def test_thoughts_of_an_answer_in_one_piece() -> None:
    events, _ = events_of(whole("<think>hm</think>so", reasoning_content="well, "))

    assert (reasoning_in(events), text_in(events)) == ("well, hm", "so")


@pytest.mark.parametrize(
    ("reply", "kind", "reason"),
    [
        (html(200), Kind.BAD_RESPONSE, "answer.web-page"),
        (html(502), Kind.SERVER, "answer.web-page"),
        (json_reply({"error": {"message": "no such model", "code": "model_not_found"}}), Kind.NOT_FOUND, ""),
        (json_reply({"hello": "world"}), Kind.BAD_RESPONSE, "answer.no-reply"),
        (json_reply([]), Kind.BAD_RESPONSE, "answer.no-reply"),
        (Reply(200, {}, (b'{"choices": [',)), Kind.BAD_RESPONSE, "answer.not-json"),
        (Reply(200, {}, (b"OK",)), Kind.BAD_RESPONSE, "answer.no-reply"),
        (Reply(200, {}, ()), Kind.INTERRUPTED, ""),
        (gzip_bomb(), Kind.BAD_RESPONSE, "answer.compressed"),
        (giant_line(), Kind.BAD_RESPONSE, "answer.too-large"),
        (Reply(200, {}, (b"\n" * 65536,) * 20), Kind.BAD_RESPONSE, "answer.too-large"),
        (error(401, "no"), Kind.AUTH, ""),
        (error(404, "no"), Kind.NOT_FOUND, ""),
        (error(500, "boom"), Kind.SERVER, ""),
        (error(400, "the request exceeds", kind="exceed_context_size_error"), Kind.CONTEXT_TOO_LONG, ""),
    ],
)
def test_what_is_no_answer_is_a_known_error_and_no_text(reply: Reply, kind: Kind, reason: str) -> None:
    events, _ = events_of(reply)

    assert len(events) == 1
    assert (failure_in(events).error.kind, failure_in(events).error.reason) == (kind, reason)


def test_an_endless_reply_ends_at_the_cap_with_what_came() -> None:
    events, _ = events_of(flood())

    assert failure_in(events).error.reason == "answer.too-large"
    assert 19_000_000 < len(text_in(events)) < 20_000_000


@pytest.mark.parametrize(
    "reply", [silence(), Reply(200, {}, (Hang(),), "close")], ids=["in the stream", "without a type"]
)
def test_silence_before_the_first_token_ends(reply: Reply) -> None:
    events, asked = events_of(reply, timeouts=QUICK)

    assert failure_in(events).error.kind is Kind.TIMEOUT
    assert asked == 1, "who waited that long is not made to wait again"


def test_silence_in_the_middle_ends_with_what_came() -> None:
    patient_first = Timeouts(first_token=20.0, idle=0.3, whole=5.0)
    events, _ = events_of(stream([chunk("one"), Hang()], done=False), timeouts=patient_first)

    assert text_in(events) == "one"
    assert failure_in(events).error.kind is Kind.TIMEOUT


def test_a_slow_server_is_not_silent() -> None:
    patient_first = Timeouts(first_token=20.0, idle=2.0, whole=5.0)
    events, _ = events_of(words("a b c d", pause=0.05), timeouts=patient_first)

    assert text_in(events) == "a b c d"


@pytest.mark.parametrize("status", [429, 502, 503, 529])
def test_a_busy_server_is_asked_again(status: int) -> None:
    sleep = SleepLog()
    events, asked = events_of([error(status, "busy"), error(status, "busy"), words("at last")], sleep=sleep)

    assert text_in(events) == "at last"
    assert asked == 3
    assert sleep.seconds == [0.5, 1.0]


def test_a_server_that_stays_busy_is_asked_three_times() -> None:
    events, asked = events_of(error(503, "busy"))

    assert failure_in(events).error.status == 503
    assert asked == 3


def test_the_wait_a_server_asks_for_is_kept() -> None:
    sleep = SleepLog()
    events_of([error(429, "busy", retry_after="7"), words("ok")], sleep=sleep)

    assert sleep.seconds == [7.0]


def test_a_long_wait_is_for_the_person_to_decide() -> None:
    events, asked = events_of(error(429, "busy", retry_after="3600"))

    assert failure_in(events).error.retry_after == 3600
    assert asked == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 500])
def test_what_will_not_change_is_not_asked_again(status: int) -> None:
    _, asked = events_of(error(status, "no"))

    assert asked == 1


def test_an_empty_account_is_not_asked_again() -> None:
    events, asked = events_of(error(429, "no credit", code="insufficient_quota"))

    assert failure_in(events).error.kind is Kind.QUOTA
    assert asked == 1


def test_a_connection_that_dies_before_any_answer_is_tried_again() -> None:
    events, asked = events_of([Reply(200, {}, (Drop(),), "chunked"), words("ok")])

    assert text_in(events) == "ok"
    assert asked == 2


@pytest.mark.parametrize("field", ["stream_options", "temperature", "max_tokens"])
def test_a_refused_field_is_asked_without_once_and_for_all(field: str) -> None:
    with ModelServer(rules=[refuses_field(field)]) as server:

        async def ask_twice() -> list[StreamEvent]:
            async with open_provider(profile_for(server.url)) as provider:
                await collect(provider, request_of("a", max_tokens=77))
                return await collect(provider, request_of("b", max_tokens=77))

        events = asyncio.run(ask_twice())

        assert text_in(events) == "You said: b"
        assert [field in request.json for request in server.chats] == [True, False, False]
        if field == "max_tokens":
            assert [request.json.get("max_completion_tokens") for request in server.chats] == [None, 77, 77]


def test_what_a_server_refuses_is_said_in_its_words() -> None:
    late_system = (ChatMessage(Role.USER, "a"), ChatMessage(Role.SYSTEM, "b"))
    blank = (ChatMessage(Role.USER, " \n"),)
    padded = (ChatMessage(Role.USER, "a"), ChatMessage(Role.ASSISTANT, "b "))
    with ModelServer(rules=[refuses_late_system, refuses_blank]) as server:

        async def ask() -> list[StreamFailed]:
            async with open_provider(profile_for(server.url)) as provider:
                return [
                    failure_in(await collect(provider, ChatRequest("m", it))) for it in (late_system, blank, padded)
                ]

        failures = asyncio.run(ask())

    assert [failure.error.kind for failure in failures] == [Kind.BAD_REQUEST] * 3
    assert "at the beginning" in str(failures[0].error)
    assert "non-empty" in str(failures[1].error)
    assert "whitespace" in str(failures[2].error)


def test_a_server_that_refuses_everything_is_not_asked_for_ever() -> None:
    fields = [
        "stream_options",
        "temperature",
        "top_p",
        "seed",
        "stop",
        "max_tokens",
        "max_completion_tokens",
        "messages",
    ]
    with ModelServer(rules=[refuses_field(field) for field in fields]) as server:

        async def ask() -> list[StreamEvent]:
            async with open_provider(profile_for(server.url)) as provider:
                return await collect(provider, request_of("a", top_p=0.5, seed=1, stop=("x",)))

        assert failure_in(asyncio.run(ask())).error.kind is Kind.BAD_REQUEST
        assert len(server.chats) == 7


async def read_one(profile: ConnectionProfile, server: ModelServer, *, by_cancel: bool) -> bool:
    """Takes the first event, stops, and tells whether the server saw the connection close while it was still sending."""
    async with open_provider(profile) as provider:
        if by_cancel:
            first = asyncio.Event()

            async def read() -> None:
                async for _ in provider.stream(request_of("a long story")):
                    first.set()

            async with asyncio.TaskGroup() as group:
                reader = group.create_task(read())
                await first.wait()
                reader.cancel()
        else:
            async with aclosing(provider.stream(request_of("a long story"))) as events:
                assert not isinstance(await anext(events), StreamFailed)
        return await asyncio.to_thread(server.chats[0].gone.wait, 20)


@pytest.mark.parametrize("by_cancel", [True, False], ids=["cancelled", "closed"])
def test_stopping_closes_the_connection_at_once(by_cancel: bool) -> None:
    with ModelServer([stream([chunk("Once"), Hang()], done=False)]) as server:
        assert asyncio.run(read_one(profile_for(server.url), server, by_cancel=by_cancel))


def test_stopping_before_the_first_token_closes_the_connection_too() -> None:
    with ModelServer([silence()]) as server:

        async def ask() -> bool:
            async with open_provider(profile_for(server.url)) as provider, asyncio.TaskGroup() as group:
                reader = group.create_task(collect(provider))
                assert await asyncio.to_thread(server.wait_for, lambda it: bool(it.chats))
                reader.cancel()
                return await asyncio.to_thread(server.chats[0].gone.wait, 20)

        assert asyncio.run(ask())
