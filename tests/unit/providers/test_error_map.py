"""Foreign errors become known ones, every one of httpx's, and what servers really write."""

from __future__ import annotations

import json
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from desktop_app.domain.errors import ErrorAction
from desktop_app.domain.errors import ProviderErrorKind as Kind
from desktop_app.providers.errors import (
    HTTPX_KINDS,
    REASONS,
    from_error_object,
    from_exception,
    from_response,
    plain,
    reasoned,
    redact,
)

KEY = "sk-test-CANARY-123"


def httpx_exceptions() -> list[type[Exception]]:
    members = (getattr(httpx, name) for name in httpx.__all__)
    return [member for member in members if isinstance(member, type) and issubclass(member, Exception)]


def test_the_map_has_every_exception_of_httpx_and_no_other() -> None:
    assert {exception.__name__ for exception in httpx_exceptions()} == set(HTTPX_KINDS)


def test_a_wrong_use_of_httpx_stays_a_bug() -> None:
    assert from_exception(httpx.ResponseNotRead(), "host") is None
    assert from_exception(ValueError("ours"), "host") is None


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (socket.gaierror(-2, "Name or service not known"), "network.name-unknown"),
        (ConnectionRefusedError(111, "refused"), "network.refused"),
        (ExceptionGroup("all failed", [OSError("x"), ConnectionRefusedError(111, "refused")]), "network.refused"),
        (OSError(113, "No route to host"), ""),
    ],
)
def test_what_is_behind_a_failed_connection_is_told(cause: Exception, reason: str) -> None:
    outer = httpx.ConnectError("All connection attempts failed")
    outer.__cause__ = OSError("All connection attempts failed")
    outer.__cause__.__cause__ = cause

    error = from_exception(outer, "host.example:443")

    assert error is not None
    assert (error.kind, error.reason) == (Kind.NETWORK, reason)


def test_an_exception_of_a_later_httpx_counts_as_what_it_is_derived_from() -> None:
    class NewTimeout(httpx.ReadTimeout):
        pass

    error = from_exception(NewTimeout("x"), "host")

    assert error is not None
    assert error.kind is Kind.TIMEOUT


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, {"error": {"message": "This model's maximum context length is 8192 tokens.", "code": "context_length_exceeded"}}, Kind.CONTEXT_TOO_LONG),
        (400, {"error": {"code": 400, "message": "the request exceeds", "type": "exceed_context_size_error", "n_ctx": 2048}}, Kind.CONTEXT_TOO_LONG),
        (400, {"object": "error", "message": "This model's maximum context length is 4096 tokens", "code": 40303}, Kind.CONTEXT_TOO_LONG),
        (400, {"error": {"message": "prompt is too long: 210000 tokens > 200000 maximum"}}, Kind.CONTEXT_TOO_LONG),
        (413, {"message": "Request Entity Too Large"}, Kind.CONTEXT_TOO_LONG),
        (400, {"error": {"message": "Unsupported parameter: 'max_tokens'", "param": "max_tokens"}}, Kind.BAD_REQUEST),
        (422, {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]}, Kind.BAD_REQUEST),
        (401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}, Kind.AUTH),
        (400, [{"error": {"code": 400, "message": "API key not valid", "status": "INVALID_ARGUMENT"}}], Kind.BAD_REQUEST),
        (403, {"error": "forbidden"}, Kind.AUTH),
        (403, {"error": {"message": "Your input was flagged", "code": 403}}, Kind.REFUSED),
        (402, {"error": {"message": "Insufficient credits"}}, Kind.QUOTA),
        (429, {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}, Kind.QUOTA),
        (429, {"error": {"message": "Rate limit reached", "code": "rate_limit_exceeded"}}, Kind.RATE_LIMIT),
        (429, "slow down", Kind.RATE_LIMIT),
        (404, {"detail": "Not Found"}, Kind.NOT_FOUND),
        (400, {"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}, Kind.NOT_FOUND),
        (400, {"error": {"message": "filtered", "code": "content_filter"}}, Kind.REFUSED),
        (408, "", Kind.TIMEOUT),
        (504, "gateway timeout", Kind.TIMEOUT),
        (500, {"error": {"message": "boom"}}, Kind.SERVER),
        (529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, Kind.SERVER),
    ],
)  # fmt: skip
def test_what_servers_write_is_understood(status: int, body: object, kind: Kind) -> None:
    raw = body if isinstance(body, str) else json.dumps(body)

    error = from_response(status, {}, raw.encode(), ())

    assert (error.kind, error.status) == (kind, status)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"error": {"message": "line one\nline two\x07"}}, "line one line two"),
        ({"detail": [{"loc": ["body", "top_p"], "msg": "too large"}]}, "body.top_p: too large"),
        ({"object": "error", "message": {"detail": [{"loc": ["body", "seed"], "msg": "extra"}]}}, "body.seed: extra"),
        ({"error": "plain"}, "plain"),
        ({"error": {"message": "\u202egnp.exe"}}, "gnp.exe"),
        ({"error": {"message": "lone \ud83d surrogate"}}, "lone ? surrogate"),
        ({"unknown": 1}, '{"unknown": 1}'),
    ],
)
def test_a_servers_text_becomes_one_plain_line(body: object, detail: str) -> None:
    assert from_response(500, {}, json.dumps(body).encode(), ()).detail == detail


def test_a_long_text_is_cut() -> None:
    assert len(from_response(500, {}, b"x" * 100_000, ()).detail) == 500


@pytest.mark.parametrize("status", [403, 404, 502])
def test_a_web_page_is_never_shown(status: int) -> None:
    error = from_response(status, {}, b"\xef\xbb\xbf \n<!DOCTYPE html><p>hello", ())

    assert error.reason == "answer.web-page"
    assert "hello" not in str(error)
    assert "<" not in str(error)


@pytest.mark.parametrize(
    "body", [b"[" * 60_000, b'{"error": ' + b"9" * 6_000 + b"}", b"\xff\xfe", b'{"error": null}', b"null"]
)
def test_no_body_breaks_the_reading(body: bytes) -> None:
    assert from_response(500, {}, body, ()).kind is Kind.SERVER


def test_an_error_inside_a_stream_may_bring_its_status() -> None:
    error = from_error_object({"message": "rate limited", "code": 429}, ())

    assert (error.kind, error.status, error.detail) == (Kind.RATE_LIMIT, 429, "rate limited")


def test_a_wait_is_read_as_seconds_or_as_a_date() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert from_response(429, {"retry-after": "7"}, b"", ()).retry_after == 7
    assert 60 < (from_response(429, {"retry-after": soon}, b"", ()).retry_after or 0) <= 90
    assert from_response(429, {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, b"", ()).retry_after == 0
    assert from_response(429, {"retry-after": "soon"}, b"", ()).retry_after is None
    assert from_response(429, {"retry-after": "nan"}, b"", ()).retry_after is None


@pytest.mark.parametrize(
    "said",
    [
        f"Incorrect API key provided: {KEY}.",
        "Incorrect API key provided: sk-test-*****RY-123.",
        f"Authorization: Bearer {KEY}",
        "other key sk-or-v1-0123456789abcdef",
    ],
)
def test_no_piece_of_a_key_stays_in_a_text(said: str) -> None:
    clean = redact(said, (KEY,))

    assert "CANARY" not in clean
    assert "RY-123" not in clean
    assert "0123456789" not in clean


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        (Kind.AUTH, ErrorAction.OPEN_CONNECTION),
        (Kind.NETWORK, ErrorAction.RETRY),
        (Kind.CONTEXT_TOO_LONG, ErrorAction.OPEN_PREVIEW),
        (Kind.BAD_REQUEST, ""),
    ],
)
def test_an_error_says_what_can_be_done(kind: Kind, action: str) -> None:
    assert plain(kind).action == action


def test_every_reason_makes_a_sentence() -> None:
    params = dict.fromkeys(
        ("url", "found", "location", "limit", "host", "cause", "model", "proxy", "seconds", "file", "wanted", "known"),
        "x",
    )
    for reason in REASONS:
        error = reasoned(Kind.NETWORK, reason, **params)

        assert str(error).endswith((".", "x")), reason
        assert "{" not in str(error), reason
        assert error.params["reason"] == reason
