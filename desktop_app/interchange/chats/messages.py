"""Chats that are plain lists of messages: OpenAI's form, and those of ChatbotUI and BetterChatGPT.

Called by the reader of files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from desktop_app.domain.importing import ImportedChat, ImportedNode
from desktop_app.domain.message import ImagePart, MessageKind, Part, Role, Speaker, ToolCallPart, ToolResultPart
from desktop_app.interchange.chats.common import chained, items_of, leftovers, opaque, role_of, text_parts
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject, dump_json
from desktop_app.interchange.report import NoteCode

_KNOWN = ("role", "content", "name", "tool_calls", "tool_call_id", "function_call")


def read_messages(given: Fields, source: str = "openai-messages") -> ImportedChat | None:
    """One chat with its messages under ``messages``; None where there are none, which is told."""
    nodes = chained(_nodes(given))
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    title = given.text("title") if given.has("title") else given.text("name") if given.has("name") else ""
    identity = given.text("id") if given.has("id") else ""
    foreign = leftovers(given, ("messages", "title", "name", "id"))
    return ImportedChat(source, nodes, nodes[-1].key, title, identity, foreign=foreign)


def read_chatbot_ui(given: Fields) -> Iterator[ImportedChat | None]:
    """All of ChatbotUI's chats."""
    return (read_messages(chat, "chatbot-ui") for chat in given.objects("history"))


def read_better_chatgpt(given: Fields) -> Iterator[ImportedChat | None]:
    """All of BetterChatGPT's chats."""
    return (read_messages(chat, "better-chatgpt") for chat in given.objects("chats"))


def _nodes(given: Fields) -> Iterator[ImportedNode]:
    for place, item in enumerate(given.objects("messages")):
        role = role_of(item.text("role"))
        parts = (*_parts(item, role), *_calls(item))
        if not parts:
            given.notes.skipped(item.path, NoteCode.BLANK)
            continue
        speaker = Speaker(item.text("name") if item.has("name") and role is not Role.TOOL else "")
        kind = MessageKind.TOOL if role is Role.TOOL else MessageKind.NORMAL
        yield ImportedNode(f"{place}", None, role, parts, speaker, kind, foreign=leftovers(item, _KNOWN))


def _parts(item: Fields, role: Role) -> tuple[Part, ...]:
    content: Any = item.data.get("content")
    if isinstance(content, list):
        pieces: list[Part] = []
        for piece in item.objects("content"):
            text = piece.text("text") if piece.has("text") else piece.text("refusal") if piece.has("refusal") else ""
            pieces += text_parts(text) or [_picture(piece) or opaque(piece.text("type"), piece.data)]
    else:
        pieces = list(text_parts(item.text("content") if item.has("content") else ""))
    if role is not Role.TOOL:
        return tuple(pieces)
    name = item.text("name") if item.has("name") else ""
    call = item.text("tool_call_id") if item.has("tool_call_id") else ""
    text = "\n".join(getattr(piece, "text", "") for piece in pieces)
    return (ToolResultPart(call, name, text),)


def _picture(piece: Fields) -> ImagePart | None:
    """A picture whose bytes are there: OpenAI's parts with a ``data:`` address, and Anthropic's."""
    address = piece.data.get("image_url")
    if isinstance(address, dict):
        address = cast("JsonObject", address).get("url")
    source = piece.data.get("source")
    if isinstance(source, dict):
        return piece.notes.attached.of_base64(cast("JsonObject", source).get("data"))
    return piece.notes.attached.of_address(address)


def _calls(item: Fields) -> Iterator[Part]:
    for call in item.objects("tool_calls"):
        yield _call(call.text("id") if call.has("id") else "", call.inside("function"))
    if item.has("function_call"):
        yield _call("", item.inside("function_call"))


def _call(call_id: str, function: Fields) -> ToolCallPart:
    arguments = function.data.get("arguments")
    return ToolCallPart(
        call_id, function.text("name"), arguments if isinstance(arguments, str) else dump_json(arguments)
    )


def has_messages(value: Any) -> bool:
    """Whether a list holds messages themselves, and not chats."""
    return any(isinstance(item, dict) and "role" in item for item in items_of(value)[:3])
