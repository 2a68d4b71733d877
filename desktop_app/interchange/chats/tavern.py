"""SillyTavern's and TavernAI's chats: a JSON object a line, swipes, hidden rows. Called by the reader of files.

What cannot be read is told and never taken for an empty chat (case H-34). The order is that of the lines, never of dates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.importing import ImportedChat, ImportedNode
from desktop_app.domain.message import (
    MessageFlags,
    MessageKind,
    Part,
    ReasoningPart,
    Role,
    Speaker,
    TextPart,
)
from desktop_app.interchange.chats.common import items_of, leftovers
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, JsonObject
from desktop_app.interchange.lorebooks.tavern import ROLES, pick
from desktop_app.interchange.report import NoteCode, Notes

SOURCE = "silly-tavern"

_HEADER = frozenset({"user_name", "character_name", "character_names", "chat_metadata"})
_KNOWN_HEADER = ("user_name", "character_name", "character_names")
# The date stays beside what it was read as: it goes out as it came.
_KNOWN = ("name", "is_user", "is_system", "mes", "swipes", "swipe_id")
_KINDS = {"narrator": MessageKind.NARRATOR, "comment": MessageKind.NOTE}
# What the newest versions write where a name was.
_NO_NAME = "unused"


def read_tavern_chat(lines: Iterator[tuple[int, JsonObject]], notes: Notes, title: str) -> ImportedChat | None:
    """The chat of numbered lines; None where no message is in it."""
    header: Fields | None = None
    nodes: list[ImportedNode] = []
    tip: str | None = None
    for place, (number, line) in enumerate(lines):
        given = Fields(line, f"line {number}", notes)
        if header is None and not nodes and "mes" not in line and _HEADER & line.keys():
            header = given
            continue
        if "mes" not in line and "swipes" not in line:
            notes.skipped(given.path, NoteCode.BAD_LINE)
            continue
        variants, chosen = _variants(given, tip, place)
        nodes += variants
        tip = variants[chosen].key
    if not nodes:
        notes.skipped("", NoteCode.NO_MESSAGES)
        return None
    if header is None:
        notes.warn(NoteCode.NO_HEADER)
        header = Fields({}, "", notes)
    return _chat(header, tuple(nodes), tip, title)


def _chat(header: Fields, nodes: tuple[ImportedNode, ...], tip: str | None, title: str) -> ImportedChat:
    names = header.texts("character_names") or (header.text("character_name"),)
    said = (node.speaker.name for node in nodes if node.role is Role.ASSISTANT and node.speaker.name)
    users = (node.speaker.name for node in nodes if node.role is Role.USER and node.speaker.name)
    user = header.text("user_name") if header.has("user_name") else ""
    metadata = header.inside("chat_metadata")
    return ImportedChat(
        source=SOURCE,
        nodes=nodes,
        tip=tip,
        title=title,
        identity=metadata.text("integrity"),
        user_name=user if user and user != _NO_NAME else next(users, ""),
        character_names=tuple(name for name in names if name and name != _NO_NAME) or tuple(dict.fromkeys(said)),
        note=_note(metadata),
        created_at=read_date(header.data.get("create_date")),
        updated_at=max(node.created_at for node in nodes),
        foreign=leftovers(header, _KNOWN_HEADER),
        book_name=metadata.text("world_info").strip() if metadata.has("world_info") else "",
    )


def _note(metadata: Fields) -> AuthorsNote:
    if not metadata.has("note_prompt"):
        return AuthorsNote()
    role = pick(ROLES, metadata.optional_number("note_role"))
    return AuthorsNote(
        metadata.text("note_prompt"), metadata.number("note_depth", 4, 0), role, metadata.number("note_interval", 1, 0)
    )


def _variants(given: Fields, parent: str | None, row: int) -> tuple[list[ImportedNode], int]:
    """All texts of a line as siblings, and which of them is shown. The shown text is in ``mes``, edited perhaps."""
    shown = _words(given.data.get("mes"))
    texts = [_words(item) or "" for item in items_of(given.data.get("swipes"))]
    chosen = given.optional_number("swipe_id")
    if not texts:
        texts, chosen = [shown or ""], 0
    elif shown is None:
        chosen = min(max(chosen or 0, 0), len(texts) - 1)
    elif chosen is not None and 0 <= chosen < len(texts):
        texts[chosen] = shown
    elif shown in texts:
        chosen = texts.index(shown)
    else:
        texts.append(shown)
        chosen = len(texts) - 1
    infos = items_of(given.data.get("swipe_info"))
    alone = len(texts) == 1
    nodes = [
        _node(
            given,
            f"{row}" if alone else f"{row}.{place}",
            parent,
            text,
            None if place == chosen else _info(infos, place),
        )
        for place, text in enumerate(texts)
    ]
    return nodes, chosen


def _node(given: Fields, key: str, parent: str | None, text: str, info: JsonObject | None) -> ImportedNode:
    """``info``: what is known of a variant that is not shown; None for the shown one, which the line itself tells of."""
    own = given if info is None else Fields(info, given.path, given.notes)
    extra = own.inside("extra") if own.has("extra") else Fields({}, own.at("extra"), given.notes)
    hidden, person = given.flag("is_system", default=False), given.flag("is_user", default=False)
    kind = _KINDS.get(extra.text("type"), MessageKind.NORMAL)
    role = Role.USER if person else Role.SYSTEM if kind is not MessageKind.NORMAL else Role.ASSISTANT
    thought = extra.text("reasoning") if extra.has("reasoning") else ""
    pictures = _pictures(extra)
    said = (TextPart(text),) if text.strip() or not pictures else ()
    parts: tuple[Part, ...] = (*((ReasoningPart(thought),) if thought else ()), *said, *pictures)
    date = own.data.get("send_date", None if info is not None else 0)
    when = read_date(date)
    if date and not when:
        given.notes.warn(NoteCode.BAD_DATE, own.at("send_date"), date=str(date)[:40])
    foreign = leftovers(own, _KNOWN)
    return ImportedNode(
        key, parent, role, parts, Speaker(given.text("name")), kind, MessageFlags(hidden=hidden), when, foreign
    )


def _pictures(extra: Fields) -> tuple[Part, ...]:
    """What a line has beside its words: ``image``, or (newer versions) the pictures in ``media``; where the bytes are there."""
    media = extra.objects("media") if isinstance(extra.data.get("media"), list) else ()
    addresses = [item.data.get("url") for item in media if item.data.get("type", "image") == "image"]
    attached = extra.notes.attached
    found = (
        attached.of_address(address) or attached.of_member(address)
        for address in (addresses or [extra.data.get("image")])
    )
    return tuple(picture for picture in found if picture is not None)


def _info(infos: list[Any], place: int) -> JsonObject:
    info = infos[place] if place < len(infos) else None
    return cast("JsonObject", info) if isinstance(info, dict) else {}


def _words(value: Json) -> str | None:
    """A text; in chats of Chub an object with the text in ``message``."""
    if isinstance(value, dict):
        value = cast("JsonObject", value).get("message", cast("JsonObject", value).get("mes"))
    return value if isinstance(value, str) else None
