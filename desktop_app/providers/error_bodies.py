"""Reads what model servers write into error bodies: many shapes, one ``ServerComplaint``. Pure; called by ``errors`` only.

Seen in the wild: OpenAI ``{"error": {"message", "type", "code", "param"}}``; llama.cpp the same with numbers as codes;
Gemini a list around it; FastAPI (vLLM) ``{"detail": "…"}`` or ``{"detail": [{"loc", "msg"}]}``; Mistral
``{"object": "error", "message": …}``; Ollama ``{"error": "…"}``; proxies plain text or a web page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from desktop_app.domain.errors import ProviderErrorKind

MAX_MESSAGE = 500

# The first row that matches code, type or message decides; what is not here is judged by the status.
_SAID: tuple[tuple[ProviderErrorKind, re.Pattern[str]], ...] = (
    (
        ProviderErrorKind.CONTEXT_TOO_LONG,
        re.compile(
            r"context_length_exceeded|exceed_context_size|context_too_large|max(imum)? context|context (length|size|window)"
            r"|too large to process|must have less than \d+ tokens|prompt is too long|input is too long|too many (input )?tokens|exceeds? the (model's )?max(imum)? (input )?length",
            re.IGNORECASE,
        ),
    ),
    (
        ProviderErrorKind.QUOTA,
        re.compile(
            r"insufficient_quota|insufficient (balance|credits?|funds)|credit balance|out of credits|exceeded your current quota|billing_",
            re.IGNORECASE,
        ),
    ),
    (
        ProviderErrorKind.AUTH,
        re.compile(r"invalid_api_key|incorrect api key|invalid api key|authentication_error", re.IGNORECASE),
    ),
    (
        ProviderErrorKind.RATE_LIMIT,
        re.compile(r"rate_limit_exceeded|rate_limit_error|too many requests", re.IGNORECASE),
    ),
    (
        ProviderErrorKind.NOT_FOUND,
        re.compile(r"model_not_found|model .{0,80}(does not exist|not found)|no such model|unknown_url", re.IGNORECASE),
    ),
    (
        ProviderErrorKind.REFUSED,
        re.compile(r"content_filter|content_policy|responsibleai|moderation|flagged", re.IGNORECASE),
    ),
)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
# Bidirectional overrides could make a server's text look like another one.
_DIRECTIONS = re.compile(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class ServerComplaint:
    """What a server says is wrong. ``message`` is one line of plain text; ``code`` and ``type`` are empty where it gives none."""

    message: str = ""
    code: str = ""
    type: str = ""
    param: str = ""
    is_web_page: bool = False

    @classmethod
    def of(cls, value: object) -> ServerComplaint:
        """From a parsed error value of any of the shapes above."""
        if isinstance(value, str):
            return cls(message=one_line(value))
        if isinstance(value, list):
            return cls._of_list(cast("list[object]", value))
        if not isinstance(value, Mapping):
            return cls()
        fields = cast("Mapping[str, object]", value)
        inner = fields.get("error")
        if isinstance(inner, Mapping | list) or (isinstance(inner, str) and "message" not in fields):
            return cls.of(cast("object", inner))
        return cls(
            message=_message(fields),
            code=_text(fields.get("code")),
            type=_text(fields.get("type")),
            param=_text(fields.get("param")),
        )

    @classmethod
    def _of_list(cls, values: list[object]) -> ServerComplaint:
        complaints = [cls.of(value) for value in values[:3]]
        known = [complaint for complaint in complaints if complaint.message]
        return known[0] if known else cls()

    @property
    def kind(self) -> ProviderErrorKind | None:
        """What the words say, whatever the status; None where they say nothing known."""
        words = f"{self.code}\n{self.type}\n{self.message}"
        return next((kind for kind, pattern in _SAID if pattern.search(words)), None)


def read_complaint(body: bytes) -> ServerComplaint:
    """From the bytes of an error answer; never fails."""
    text = body.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return ServerComplaint(is_web_page=True)
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return ServerComplaint(message=one_line(text))
    complaint = ServerComplaint.of(value)
    return (
        complaint
        if complaint.message
        else ServerComplaint(message=one_line(text), code=complaint.code, type=complaint.type)
    )


def one_line(text: str) -> str:
    """Foreign text as people may see it: one line, no controls, no changes of direction, cut short."""
    clean = text[: 4 * MAX_MESSAGE].encode("utf-8", "replace").decode("utf-8")
    return _DIRECTIONS.sub("", _CONTROL.sub(" ", clean)).strip()[:MAX_MESSAGE]


def _message(fields: Mapping[str, object]) -> str:
    for name in ("message", "detail", "msg", "error_description", "title"):
        value = fields.get(name)
        if isinstance(value, str) and value:
            return one_line(value)
        if isinstance(value, Mapping | list) and value:
            inner = ServerComplaint.of(cast("object", value))
            if inner.message:
                return _with_place(inner.message, cast("object", value))
    return ""


def _with_place(message: str, value: object) -> str:
    """FastAPI says which field in ``loc`` and what in ``msg``: one is worth little without the other."""
    first: object = cast("list[object]", value)[0] if isinstance(value, list) else value
    place = cast("Mapping[str, object]", first).get("loc") if isinstance(first, Mapping) else None
    if not isinstance(place, list):
        return message
    return one_line(f"{'.'.join(str(part) for part in cast('list[object]', place))}: {message}")


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) else ""
