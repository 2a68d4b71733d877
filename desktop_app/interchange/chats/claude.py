"""Claude's export of conversations. Called by the reader of files.

Words are in blocks, in ``text``, or only in an attachment: a turn of a person's is never dropped because one of them is empty
(formats page, section 13).
"""

from __future__ import annotations

from typing import Any

from desktop_app.domain.importing import ImportedChat, ImportedNode
from desktop_app.domain.message import MessageKind, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from desktop_app.interchange.chats.common import items_of, leftovers, opaque, role_of, text_parts
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.chats.trees import Place, grow
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import dump_json
from desktop_app.interchange.report import NoteCode

SOURCE = "claude"

# "account" is a person's data and is not kept.
_KNOWN = ("uuid", "name", "created_at", "updated_at", "account", "chat_messages", "current_leaf_message_uuid")
_KNOWN_MESSAGE = ("uuid", "sender", "text", "content", "created_at", "parent_message_uuid", "attachments")


def read_claude(given: Fields) -> ImportedChat | None:
    """One conversation; None where no message is in it, which is told."""
    places: dict[str, Place] = {}
    before: str | None = None
    for number, item in enumerate(given.objects("chat_messages")):
        key = item.text("uuid") or f"#{number}"
        key = key if key not in places else f"{key}#{number}"
        parent = item.text("parent_message_uuid") if item.has("parent_message_uuid") else before
        places[key] = Place(parent, _node(key, item))
        before = key
    leaf = "current_leaf_message_uuid"
    nodes, tip = grow(places, given.text(leaf) if given.has(leaf) else None, given.notes, given.path)
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    return ImportedChat(
        source=SOURCE,
        nodes=nodes,
        tip=tip,
        title=given.text("name") if given.has("name") else "",
        identity=given.text("uuid"),
        created_at=read_date(given.data.get("created_at")),
        updated_at=read_date(given.data.get("updated_at")),
        foreign=leftovers(given, _KNOWN),
    )


def _node(key: str, given: Fields) -> ImportedNode | None:
    parts = [part for block in items_of(given.data.get("content")) for part in _block(block, given)]
    if not any(isinstance(part, TextPart) for part in parts):
        parts += text_parts(given.text("text") if given.has("text") else "")
    for item in given.objects("attachments"):
        name = item.text("file_name") if item.has("file_name") else ""
        words = item.text("extracted_content") if item.has("extracted_content") else ""
        parts += text_parts(f"{name}\n\n{words}".strip() if words else "")
    if not parts:
        return None
    results = all(isinstance(part, ToolResultPart) for part in parts)
    kind = MessageKind.TOOL if results else MessageKind.NORMAL
    when = read_date(given.data.get("created_at"))
    return ImportedNode(
        key,
        None,
        role_of(given.text("sender")),
        tuple(parts),
        kind=kind,
        created_at=when,
        foreign=leftovers(given, _KNOWN_MESSAGE),
    )


def _block(value: Any, given: Fields) -> tuple[Part, ...]:
    if isinstance(value, str):
        return text_parts(value)
    if not isinstance(value, dict):
        return ()
    block = Fields(value, given.at("content"), given.notes)  # pyright: ignore[reportUnknownArgumentType] - JSON
    match block.text("type"):
        case "text":
            return text_parts(block.text("text"))
        case "thinking":
            thought = block.text("thinking")
            return (ReasoningPart(thought),) if thought else ()
        case "tool_use":
            arguments = dump_json(block.data.get("input", {}))
            return (ToolCallPart(block.text("id"), block.text("name"), arguments),)
        case "tool_result":
            return (ToolResultPart(block.text("tool_use_id"), block.text("name"), _result(block)),)
        case "voice_note":
            return text_parts(block.text("transcript"))
        case "token_budget":
            return ()
        case kind:
            return (opaque(kind, block.data),)


def _result(block: Fields) -> str:
    if isinstance(block.data.get("content"), str):
        return block.text("content")
    return "\n".join(item.text("text") for item in block.objects("content") if item.has("text"))
