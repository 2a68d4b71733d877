"""What the fake model server answers: good streams, bad streams, errors, and rules that refuse a request.

Every function gives a ``Reply`` or (the rules) a function of the request; ``tests.fakes.model_server`` plays them.
Standard library only. Must not import the program.
"""

from __future__ import annotations

import gzip
import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from tests.fakes.model_server import ReceivedRequest

# What the fake adds for each message, as chat templates do.
TOKENS_PER_MESSAGE = 4


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing is sent for so long."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hang:
    """Nothing is sent any more, the connection stays open until the client goes."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection ends at once: reset, or closed as if all had been said."""

    reset: bool = True


Step: TypeAlias = bytes | Pause | Hang | Drop


@dataclass(frozen=True, slots=True)
class Reply:
    """A status, headers, and what goes over the wire step by step.

    ``framing``: ``length`` announces the size; ``chunked`` lets the client see a broken end; ``close`` ends with the
    connection, so that a client cannot tell a broken end from a good one.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: tuple[Step, ...] = ()
    framing: Literal["length", "chunked", "close"] = "length"


def json_reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """A whole JSON body."""
    return Reply(status, {"Content-Type": "application/json", **(headers or {})}, (json.dumps(value).encode(),))


def error(
    status: int,
    message: str,
    *,
    code: str | int | None = None,
    kind: str = "invalid_request_error",
    retry_after: str = "",
    **fields: object,
) -> Reply:
    """An error in OpenAI's form. ``retry_after`` is the header's text."""
    headers = {"Retry-After": retry_after} if retry_after else {}
    return json_reply(
        {"error": {"message": message, "type": kind, "code": code, "param": None, **fields}}, status, headers
    )


def html(status: int = 200, text: str = "<h1>Log in to the hotel network</h1>") -> Reply:
    """A web page, as proxies and captive portals send."""
    page = f"<!DOCTYPE html><html><head><title>Sign in</title></head><body>{text}</body></html>"
    return Reply(status, {"Content-Type": "text/html; charset=utf-8"}, (page.encode(),))


def redirect(location: str, status: int = 307) -> Reply:
    """Sends the client elsewhere, body and method kept."""
    return Reply(status, {"Location": location}, ())


def chunk(content: str | None = None, *, finish: str | None = None, **delta: object) -> dict[str, Any]:
    """One ``chat.completion.chunk``; more fields of the delta by name."""
    piece: dict[str, object] = dict(delta) if content is None else {"content": content, **delta}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "model": "fake-model",
        "system_fingerprint": "fp_fake",
        "choices": [{"index": 0, "delta": piece, "finish_reason": finish}],
    }


def usage_chunk(prompt: int = 11, completion: int = 7) -> dict[str, Any]:
    """The last chunk, with ``choices`` empty."""
    counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": counts}


def sse(event: object, *, newline: str = "\n", space: bool = True) -> bytes:
    """One event; what is not a string is sent as JSON, not escaped."""
    text = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
    return f"data:{' ' if space else ''}{text}{newline}{newline}".encode()


def stream(
    events: Sequence[object],
    *,
    newline: str = "\n",
    space: bool = True,
    byte_by_byte: bool = False,
    done: bool = True,
    framing: Literal["chunked", "close"] = "chunked",
    pause: float = 0.0,
) -> Reply:
    """A stream of events (chunks, strings, raw bytes or steps); ``done`` adds ``[DONE]``, ``pause`` seconds between them."""
    steps: list[Step] = []
    for event in [*events, *(["[DONE]"] if done else [])]:
        steps.append(
            event if isinstance(event, bytes | Pause | Hang | Drop) else sse(event, newline=newline, space=space)
        )
        if pause:
            steps.append(Pause(pause))
    if byte_by_byte:
        whole = b"".join(step for step in steps if isinstance(step, bytes))
        steps = [whole[index : index + 1] for index in range(len(whole))]
    return Reply(200, {"Content-Type": "text/event-stream"}, tuple(steps), framing)


def words(text: str, *, finish: str = "stop", pause: float = 0.0, usage: bool = True, **options: Any) -> Reply:
    """``text`` streamed word by word, as a well-behaved server does it; ``options`` go to ``stream``."""
    pieces: list[object] = [chunk(role="assistant", content="")]
    pieces += [chunk(piece) for piece in re.findall(r"\s*\S+|\s+$", text)]
    pieces.append(chunk(finish=finish))
    if usage:
        pieces.append(usage_chunk(completion=len(text.split())))
    return stream(pieces, pause=pause, **options)


def echo(text: str, *, pause: float = 0.0) -> Reply:
    """The answer of the server without a script."""
    return words(f"You said: {text}", pause=pause)


def whole(text: str, *, finish: str = "stop", **message: object) -> Reply:
    """The answer in one JSON body, as servers do that do not stream."""
    counts = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    return json_reply(
        {"id": "chatcmpl-1", "object": "chat.completion", "model": "fake-model", "choices": [choice], "usage": counts}
    )


def silence() -> Reply:
    """A stream that never begins: headers, then nothing."""
    return stream([Hang()], done=False)


def broken_off(text: str, *, framing: Literal["chunked", "close"] = "close", reset: bool = False) -> Reply:
    """Some words, then the end of the connection without an end mark."""
    good = words(text, usage=False, done=False, framing=framing)
    return replace(good, body=(*good.body[:-1], Drop(reset)))


def failed_in_the_middle(text: str, message: str = "rate limited", code: int | str = 429) -> Reply:
    """Some words, then an error object in the stream, then nothing (H-29)."""
    pieces: list[object] = [chunk(piece) for piece in re.findall(r"\s*\S+", text)]
    return stream([*pieces, {"error": {"message": message, "code": code}}], done=False, framing="close")


def giant_line(megabytes: int = 3) -> Reply:
    """A line that never seems to end."""
    return Reply(
        200, {"Content-Type": "text/event-stream"}, (b"data: ", *((b"a" * 65536,) * (16 * megabytes))), "close"
    )


def flood(megabytes: int = 21) -> Reply:
    """Endless good events."""
    event = sse(chunk("x" * 60_000))
    return Reply(
        200, {"Content-Type": "text/event-stream"}, (event,) * (megabytes * 1_000_000 // len(event) + 1), "close"
    )


def gzip_bomb(megabytes: int = 50) -> Reply:
    """A small compressed body that would grow to so many megabytes, sent although identity was asked for."""
    packed = gzip.compress(b"data: " + b"a" * (megabytes * 1_000_000))
    return Reply(200, {"Content-Type": "text/event-stream", "Content-Encoding": "gzip"}, (packed,))


def prompt_text(messages: Sequence[Mapping[str, Any]]) -> str:
    """The content of the last message."""
    return str(messages[-1].get("content") or "") if messages else ""


def count_tokens(messages: Sequence[Mapping[str, Any]]) -> int:
    """How the fake counts: one token a word, and four a message."""
    return sum(len(str(message.get("content") or "").split()) + TOKENS_PER_MESSAGE for message in messages)


def context_of(limit: int) -> Callable[[ReceivedRequest], Reply | None]:
    """A rule: prompt and reply together must fit (H-17); the refusal is llama.cpp's."""

    def check(request: ReceivedRequest) -> Reply | None:
        prompt = count_tokens(request.messages)
        reply = int(request.json.get("max_tokens") or request.json.get("max_completion_tokens") or 0)
        if prompt + reply <= limit:
            return None
        message = f"the request exceeds the available context size ({limit} tokens), try increasing it"
        return error(400, message, code=400, kind="exceed_context_size_error", n_prompt_tokens=prompt, n_ctx=limit)

    return check


def refuses_late_system(request: ReceivedRequest) -> Reply | None:
    """A rule: a system message may only be the first one, and two of the user never follow each other (H-19)."""
    roles = [str(message.get("role")) for message in request.messages]
    if "system" in roles[1:]:
        return error(400, "System message must be at the beginning.")
    if any(first == second == "user" for first, second in itertools.pairwise(roles)):
        return error(400, "Conversation roles must alternate user/assistant/user/assistant/...")
    return None


def refuses_blank(request: ReceivedRequest) -> Reply | None:
    """A rule: no message may be blank, and a last assistant text may not end in white space (H-20)."""
    for index, message in enumerate(request.messages):
        content = str(message.get("content") or "")
        if not content.strip() and not message.get("tool_calls"):
            return error(400, f"messages.{index}: all messages must have non-empty content")
    last = request.messages[-1] if request.messages else {}
    if last.get("role") == "assistant" and str(last.get("content")) != str(last.get("content")).rstrip():
        return error(400, "final assistant content cannot end with trailing whitespace")
    return None


def refuses_field(name: str, message: str = "") -> Callable[[ReceivedRequest], Reply | None]:
    """A rule: this field of the body is unknown."""

    def check(request: ReceivedRequest) -> Reply | None:
        if name not in request.json:
            return None
        return error(
            400,
            message or f"Unsupported parameter: '{name}' is not supported with this model.",
            code="unsupported_parameter",
        )

    return check
