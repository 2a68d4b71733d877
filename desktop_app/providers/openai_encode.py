"""Writes a ``ChatRequest`` as the body of an OpenAI chat completion; pure.

Called by ``openai_compatible``. The messages go out exactly as the plan rendered them; only a speaker's name is made to fit
what servers accept. ``WireForm`` remembers what a server refused, so that it is asked in its own way from then on.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.domain.generation import ChatMessage, ChatRequest
from desktop_app.domain.message import ImagePart

# What may be left out when a server does not know it, or (OpenAI's reasoning models) accepts no value but its own.
_OPTIONAL = ("stream_options", "temperature", "top_p", "frequency_penalty", "presence_penalty", "seed", "stop")
_LIMIT_NAMES = ("max_tokens", "max_completion_tokens")
_REFUSAL = re.compile(
    r"unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|not allowed|forbidden|only supported"
    r"|deprecated|use '?max_|no such|invalid (field|parameter|argument)",
    re.IGNORECASE,
)
_REFUSING_STATUSES = frozenset({400, 404, 422, 500, 501})

# OpenAI's pattern for the field `name` (API reference, chat completions).
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]+")
_MAX_NAME = 64


@dataclass(frozen=True, slots=True)
class WireForm:
    """Which optional fields a server does not want, and what it calls the limit of the reply."""

    left_out: frozenset[str] = frozenset()
    limit_name: str = _LIMIT_NAMES[0]
    renamed: bool = False

    def adapted_to(self, error: ProviderError) -> WireForm | None:
        """The form that avoids this refusal, or None where the error is no refusal of a field, or that was tried already."""
        if error.kind is not ProviderErrorKind.BAD_REQUEST or error.status not in _REFUSING_STATUSES:
            return None
        if not _REFUSAL.search(error.detail):
            return None
        for name in _OPTIONAL:
            if name not in self.left_out and _names(error.detail, name):
                return WireForm(self.left_out | {name}, self.limit_name, self.renamed)
        if not self.renamed and _names(error.detail, self.limit_name):
            other = _LIMIT_NAMES[1 - _LIMIT_NAMES.index(self.limit_name)]
            return WireForm(self.left_out, other, renamed=True)
        return None


def encode_request(request: ChatRequest, form: WireForm) -> dict[str, object]:
    """The body of a streaming chat completion."""
    settings = request.settings
    optional: dict[str, object] = {
        "stream_options": {"include_usage": True},
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "frequency_penalty": settings.frequency_penalty,
        "presence_penalty": settings.presence_penalty,
        "seed": settings.seed,
        "stop": list(settings.stop) or None,
        **dict(settings.extra),
    }
    body: dict[str, object] = {"model": request.model} if request.model else {}
    messages = encode_messages(request.messages, request.files)
    body |= {"messages": messages, "stream": True, form.limit_name: settings.max_tokens}
    body |= {name: value for name, value in optional.items() if value is not None and name not in form.left_out}
    return body


def encode_messages(
    messages: Sequence[ChatMessage], files: Mapping[str, bytes] | None = None
) -> list[dict[str, object]]:
    """The messages on the wire, in their order, each content unchanged. ``files``: the bytes of pictures by digest."""
    return [_encode_message(message, files or {}) for message in messages]


def fitting_name(name: str) -> str:
    """``name`` as the field ``name`` may be: ASCII letters, digits, ``_`` and ``-``, up to 64; empty where nothing is left.

    A name in another script would become a row of underscores that tells nothing; it is left out.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    fitted = _NOT_IN_NAMES.sub("_", plain.strip())[:_MAX_NAME]
    return fitted if any(character.isalnum() for character in fitted) else ""


def _encode_message(message: ChatMessage, files: Mapping[str, bytes]) -> dict[str, object]:
    pictures = [
        _encode_picture(picture, files[picture.digest]) for picture in message.pictures if picture.digest in files
    ]
    wire: dict[str, object] = {"role": message.role.value, "content": message.content}
    if pictures:
        text = [{"type": "text", "text": message.content}] if message.content else []
        wire["content"] = [*text, *pictures]
    if name := fitting_name(message.name):
        wire["name"] = name
    if message.tool_calls:
        # A message that only calls tools has no content on the wire; servers refuse an empty text.
        wire["content"] = message.content or None
        wire["tool_calls"] = [
            {"id": call.call_id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        wire["tool_call_id"] = message.tool_call_id
    return wire


def _encode_picture(picture: ImagePart, data: bytes) -> dict[str, object]:
    """A part of a content (API reference, chat completions): never an address that the server would have to fetch."""
    whole = base64.b64encode(data).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{whole}"}}


def _names(text: str, field: str) -> bool:
    return re.search(rf"(?<![a-z_]){field}(?![a-z_])", text) is not None
