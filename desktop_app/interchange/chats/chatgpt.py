"""ChatGPT's export of conversations. Called by the reader of files.

The branch is the one that ends at ``current_node``; others stay as variants (case H-36). Each conversation stands for itself:
a broken one is told and costs no other (case H-35).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from desktop_app.domain.importing import ImportedChat, ImportedNode
from desktop_app.domain.message import (
    MessageFlags,
    MessageKind,
    Part,
    ReasoningPart,
    Role,
    Speaker,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from desktop_app.interchange.attached import Attachments
from desktop_app.interchange.chats.common import items_of, leftovers, opaque, role_of, text_parts
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.chats.trees import Place, grow
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject, dump_json
from desktop_app.interchange.report import NoteCode

SOURCE = "chatgpt"

_KNOWN = ("title", "create_time", "update_time", "mapping", "current_node", "conversation_id", "id")
_KNOWN_MESSAGE = ("id", "author", "create_time", "content", "recipient", "weight")
_HIDDEN_CONTENT = frozenset({"user_editable_context", "model_editable_context"})
_TEXT_KEYS = ("text", "result", "content", "output", "user_profile", "model_set_context")


def read_conversation(given: Fields) -> ImportedChat | None:
    """One conversation; None where no message is in it, which is told."""
    mapping = given.object("mapping") if given.has("mapping") else {}
    places = {
        key: _place(key, Fields(cast("JsonObject", item), f"{given.at('mapping')}.{key[:40]}", given.notes))
        for key, item in mapping.items()
        if isinstance(item, dict)
    }
    tip = given.text("current_node") if given.has("current_node") else None
    nodes, tip = grow(places, tip, given.notes, given.path)
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    return ImportedChat(
        source=SOURCE,
        nodes=nodes,
        tip=tip,
        title=given.text("title") if given.has("title") else "",
        identity=given.text("conversation_id") if given.has("conversation_id") else given.text("id"),
        created_at=read_date(given.data.get("create_time")),
        updated_at=read_date(given.data.get("update_time")),
        foreign=leftovers(given, _KNOWN),
    )


def _place(key: str, given: Fields) -> Place:
    parent = given.text("parent") if given.has("parent") else None
    message = given.data.get("message")
    if not isinstance(message, dict):
        return Place(parent, None)
    return Place(parent, _node(key, Fields(cast("JsonObject", message), given.at("message"), given.notes)))


def _node(key: str, given: Fields) -> ImportedNode | None:
    author, content = given.inside("author"), given.inside("content")
    metadata = given.inside("metadata") if given.has("metadata") else Fields({}, "", given.notes)
    role = role_of(author.text("role"))
    kind = content.text("content_type")
    recipient = given.text("recipient", "all") if given.has("recipient") else "all"
    name = author.text("name") if author.has("name") else ""
    parts = _parts(content, kind, role, recipient if role is Role.ASSISTANT else name)
    if not parts:
        return None
    hidden = kind in _HIDDEN_CONTENT or metadata.optional_flag("is_visually_hidden_from_conversation") or False
    return ImportedNode(
        key,
        None,
        Role.SYSTEM if kind in _HIDDEN_CONTENT else role,
        parts,
        Speaker(name if role is not Role.TOOL else ""),
        MessageKind.TOOL if role is Role.TOOL else MessageKind.NORMAL,
        MessageFlags(hidden=hidden, excluded=given.data.get("weight") == 0 and not hidden),
        read_date(given.data.get("create_time")),
        leftovers(given, _KNOWN_MESSAGE),
    )


def _parts(content: Fields, kind: str, role: Role, name: str) -> tuple[Part, ...]:
    if role is Role.TOOL:
        text = "\n".join(_texts(content))
        others = [item for item in items_of(content.data.get("parts")) if not isinstance(item, str) and item]
        return (ToolResultPart("", name, text), *(opaque(kind, item) for item in others)) if text or others else ()
    match kind:
        case "thoughts":
            thoughts = content.objects("thoughts")
            text = "\n\n".join(said for item in thoughts if (said := item.text("content") or item.text("summary")))
            return (ReasoningPart(text),) if text else ()
        case "reasoning_recap":
            return (ReasoningPart(content.text("content")),) if content.text("content") else ()
        case "multimodal_text":
            attached = content.notes.attached
            return tuple(part for item in items_of(content.data.get("parts")) for part in _mixed(item, attached))
        case _ if name not in {"all", ""} and role is Role.ASSISTANT:
            return (ToolCallPart("", name, dump_json({"text": "\n".join(_texts(content))})),)
        case _:
            found = text_parts("\n".join(_texts(content)))
            known = kind in {"text", "code", ""} or bool(found) or not content.data
            return found if known else (opaque(kind, content.data),)


def _mixed(item: Any, attached: Attachments) -> Iterator[Part]:
    if isinstance(item, str):
        yield from text_parts(item)
    elif isinstance(item, dict):
        data = cast("JsonObject", item)
        text = data.get("text")
        if data.get("content_type") == "audio_transcription" and isinstance(text, str):
            yield TextPart(text)
        elif data.get("content_type") == "image_asset_pointer":
            yield attached.of_member(_file_id(data.get("asset_pointer"))) or opaque("image_asset_pointer", data)
        else:
            yield opaque(str(data.get("content_type", "")), data)


def _file_id(pointer: object) -> str:
    """``file-service://file-…`` or ``sediment://file_…``: the begin of the name of a member of the export."""
    return pointer.partition("://")[2] if isinstance(pointer, str) else ""


def _texts(content: Fields) -> list[str]:
    parts = [part for part in items_of(content.data.get("parts")) if isinstance(part, str) and part]
    if parts:
        return parts
    texts = [content.data.get(name) for name in _TEXT_KEYS]
    return [text for text in texts if isinstance(text, str) and text][:1]
