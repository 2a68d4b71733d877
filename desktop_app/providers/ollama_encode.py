"""Writes a ``ChatRequest`` as the body of Ollama's ``/api/chat``; pure. Called by ``ollama``.

The messages go out exactly as the plan rendered them. The context is as large as the connection says, and Ollama is told
neither to shorten a prompt that is too long nor to forget its begin while it writes: it says what is wrong instead.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence

from desktop_app.domain.generation import ChatMessage, ChatRequest, ToolCall
from desktop_app.providers.json_values import mapping

# Fields of the request itself (api/types.go, ChatRequest); whatever else is in ``extra`` is an option of the model.
_REQUEST_FIELDS = frozenset({"think", "keep_alive", "format", "truncate", "shift"})


def encode_chat(request: ChatRequest, context_limit: int) -> dict[str, object]:
    """The body of a streaming chat; ``context_limit`` in tokens, prompt and reply together."""
    settings = request.settings
    extra: dict[str, object] = dict(settings.extra)
    options: dict[str, object] = {
        "num_ctx": context_limit,
        "num_predict": settings.max_tokens,
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "frequency_penalty": settings.frequency_penalty,
        "presence_penalty": settings.presence_penalty,
        "seed": settings.seed,
        "stop": list(settings.stop) or None,
        **{name: value for name, value in extra.items() if name not in _REQUEST_FIELDS},
    }
    body: dict[str, object] = {
        "model": request.model,
        "messages": _encode_messages(request.messages, request.files),
        "stream": True,
        # Without these two Ollama cuts a long prompt, or its begin while it writes, and says nothing. Old versions do
        # not know them; that the model read less than was sent then shows in its counts.
        "truncate": False,
        "shift": False,
        "options": {name: value for name, value in options.items() if value is not None},
    }
    return body | {name: value for name, value in extra.items() if name in _REQUEST_FIELDS}


def _encode_messages(messages: Sequence[ChatMessage], files: Mapping[str, bytes]) -> list[dict[str, object]]:
    tools = {call.call_id: call.name for message in messages for call in message.tool_calls}
    return [_encode_message(message, tools, files) for message in messages]


def _encode_message(message: ChatMessage, tools: Mapping[str, str], files: Mapping[str, bytes]) -> dict[str, object]:
    """``tools``: the name of each tool by the id of its call; a result is known by its tool's name here.

    Pictures stand beside the text, their bytes in Base64 (Ollama's API, generate a chat completion).
    """
    wire: dict[str, object] = {"role": message.role.value, "content": message.content}
    pictures = [files[picture.digest] for picture in message.pictures if picture.digest in files]
    if pictures:
        wire["images"] = [base64.b64encode(data).decode("ascii") for data in pictures]
    if message.tool_calls:
        wire["tool_calls"] = [_encode_call(call) for call in message.tool_calls]
    if message.tool_call_id:
        wire["tool_call_id"] = message.tool_call_id
        wire["tool_name"] = tools.get(message.tool_call_id, message.name)
    return wire


def _encode_call(call: ToolCall) -> dict[str, object]:
    return {"id": call.call_id, "function": {"name": call.name, "arguments": _arguments(call.arguments)}}


def _arguments(text: str) -> Mapping[str, object]:
    """Ollama takes an object where others take its text. What a model wrote that is none has no place there."""
    try:
        value: object = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return mapping(value)
