"""Writes a chat as SillyTavern does: a JSON object a line, variants as swipes, hidden rows. Called by ``writers``.

What came from such a file goes out as it came, field by field, where nobody changed it since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, cast

from desktop_app.domain.exporting import ChatMaterial
from desktop_app.domain.importing import HEADER
from desktop_app.domain.message import Message, MessageKind, Role, ToolCallPart, ToolResultPart
from desktop_app.domain.pictures import pictures_of
from desktop_app.domain.transfer import ChatTree
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.chats.pictures_out import Embedded
from desktop_app.interchange.chats.tavern import SOURCE
from desktop_app.interchange.json_reading import JsonObject, dump_json
from desktop_app.interchange.lorebooks.tavern import ROLES

_KINDS = {MessageKind.NARRATOR: "narrator", MessageKind.NOTE: "comment"}


def write_tavern_chat(material: ChatMaterial, pictures: Embedded) -> str:
    """The lines, without one at the end. Pictures are in them, but for those whose address came from such a file."""
    tree = material.tree
    lines = [_header(material), *_rows(tree, material, pictures)]
    return "\n".join(dump_json(line) for line in lines)


def children_of(tree: ChatTree) -> dict[str | None, list[Message]]:
    """The messages below each message, in order of creation, without those that are marked as deleted."""
    found: dict[str | None, list[Message]] = {}
    for message in tree.current().values():
        found.setdefault(message.parent_id, []).append(message)
    return found


def plain_text(message: Message) -> str:
    """The words of a message; of tools what was called and what came back."""
    if message.text:
        return message.text
    pieces = [
        f"{part.name} {part.arguments}" if isinstance(part, ToolCallPart) else part.text
        for part in message.parts
        if isinstance(part, ToolCallPart | ToolResultPart)
    ]
    return "\n".join(pieces)


def _header(material: ChatMaterial) -> JsonObject:
    tree = material.tree
    kept = _kept_header(tree)
    names = kept.get("character_names") or list(material.character_names)
    made: JsonObject = {"user_name": kept.get("user_name") or material.user_name or "You"}
    made |= (
        {"character_name": names[0]}
        if len(names) == 1
        else {"character_names": names}
        if names
        else {"character_name": ""}
    )
    made["create_date"] = kept.get("create_date") or _date(tree.chat.created_at)
    foreign = cast("JsonObject", kept.get("foreign") or {})
    made |= foreign
    metadata = dict(cast("JsonObject", foreign.get("chat_metadata") or {}))
    note = tree.chat.context.note
    if note.text or "note_prompt" in metadata:
        metadata |= {
            "note_prompt": note.text,
            "note_interval": note.every,
            "note_depth": note.depth,
            "note_role": ROLES.index(note.role) if note.role in ROLES else 0,
        }
    made["chat_metadata"] = metadata
    return made


def _kept_header(tree: ChatTree) -> JsonObject:
    first = tree.messages[0] if tree.messages else None
    if first is None or first.origin is None or first.origin.source != SOURCE:
        return {}
    return _object(first.origin.foreign.get(HEADER))


def _rows(tree: ChatTree, material: ChatMaterial, pictures: Embedded) -> Iterator[JsonObject]:
    below = children_of(tree)
    for shown in tree.branch():
        siblings = [one for one in below.get(shown.parent_id, []) if not one.flags.deleted or one.id == shown.id]
        if not shown.flags.deleted:
            pictures.begin_line()
            yield _row(shown, siblings, material, pictures)


def _row(shown: Message, siblings: list[Message], material: ChatMaterial, pictures: Embedded) -> JsonObject:
    row: JsonObject = {
        "name": _name(shown, material),
        "is_user": shown.role is Role.USER,
        "is_system": not shown.flags.sendable,
        "mes": plain_text(shown),
    }
    foreign = _foreign(shown)
    row |= _dated(shown, foreign)
    row |= foreign
    extra = _extra(shown, foreign, pictures)
    if extra or "extra" in foreign:
        row["extra"] = extra
    if len(siblings) > 1 or "swipe_info" in foreign:
        row["swipes"] = [plain_text(one) for one in siblings]
        row["swipe_id"] = siblings.index(shown)
        row["swipe_info"] = [_swipe(one, shown, extra, pictures) for one in siblings]
    return row


def _swipe(message: Message, shown: Message, extra: JsonObject, pictures: Embedded) -> JsonObject:
    foreign = {name: item for name, item in _foreign(message).items() if name != "swipe_info"}
    info = {**_dated(message, foreign), **(foreign if message.id != shown.id else {})}
    return {**info, "extra": extra if message.id == shown.id else _extra(message, foreign, pictures)}


def _name(message: Message, material: ChatMaterial) -> str:
    if message.speaker.name:
        return message.speaker.name
    if message.role is Role.USER:
        return material.user_name or "You"
    return next(iter(material.character_names), "System" if message.role is Role.SYSTEM else "Assistant")


def _dated(message: Message, foreign: JsonObject) -> JsonObject:
    raw = foreign.pop("send_date", None)
    if raw is not None and read_date(raw) == message.created_at:
        return {"send_date": raw}
    return {"send_date": _date(message.created_at)} if message.created_at else {}


def _extra(message: Message, foreign: JsonObject, pictures: Embedded) -> JsonObject:
    extra: JsonObject = dict(cast("JsonObject", foreign.get("extra") or {}))
    extra |= _pictures(message, extra, pictures)
    if message.reasoning != (extra.get("reasoning") or ""):
        extra["reasoning"] = message.reasoning
    kind = _KINDS.get(message.kind)
    if kind is None and message.role in {Role.SYSTEM, Role.TOOL}:
        kind = "narrator"
    if kind is not None and extra.get("type") != kind:
        extra["type"] = kind
    return extra


def _pictures(message: Message, extra: JsonObject, pictures: Embedded) -> JsonObject:
    """One as every version reads it, several as the newer ones do. ``inline_image``: the words are shown beside it."""
    if extra.get("image") or extra.get("media"):
        if '"data:' not in dump_json(extra):
            pictures.left_out += len(pictures_of(message.parts))
        return {}
    addresses = [address for part in pictures_of(message.parts) if (address := pictures.address(part))]
    if not addresses:
        return {}
    media = [{"url": address, "type": "image"} for address in addresses]
    return {"inline_image": True, **({"image": addresses[0]} if len(addresses) == 1 else {"media": media})}


def _foreign(message: Message) -> JsonObject:
    if message.origin is None or message.origin.source != SOURCE:
        return {}
    found = {name: _value(text) for name, text in message.origin.foreign.items() if name != HEADER}
    extra = found.get("extra")
    return {**found, "extra": dict(cast("JsonObject", extra))} if isinstance(extra, dict) else found


def _object(text: str | None) -> JsonObject:
    value = _value(text) if text else None
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _date(milliseconds: int) -> str:
    made = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return made.isoformat(timespec="milliseconds").replace("+00:00", "Z")
