"""Chats of Open WebUI and LibreChat. Called by the reader of files. Both are trees; both have older forms without one."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from desktop_app.domain.importing import ImportedChat, ImportedNode
from desktop_app.domain.message import Part, ReasoningPart, Role, Speaker, TextPart
from desktop_app.interchange.chats.common import items_of, leftovers, opaque, role_of, text_parts
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.chats.trees import Place, grow
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.report import NoteCode

_DETAILS = re.compile(r'<details type="reasoning"[^>]*>(.*?)</details>\s*', re.DOTALL)
_SUMMARY = re.compile(r"<summary>.*?</summary>\s*", re.DOTALL)

_KNOWN = ("id", "user_id", "title", "chat", "created_at", "updated_at")
_KNOWN_MESSAGE = ("id", "parentId", "childrenIds", "role", "content", "timestamp", "output")
_KNOWN_LIBRE = ("conversationId", "title", "messages")
_KNOWN_LIBRE_MESSAGE = (
    "messageId",
    "parentMessageId",
    "children",
    "text",
    "content",
    "isCreatedByUser",
    "sender",
    "createdAt",
    "user",
)


def read_open_webui(given: Fields) -> ImportedChat | None:
    """One chat; None where no message is in it, which is told."""
    chat = given.inside("chat")
    history = chat.inside("history") if chat.has("history") else Fields({}, chat.at("history"), given.notes)
    places: dict[str, Place] = {}
    if history.object("messages"):
        for key, item in _keyed(history):
            parent = item.text("parentId") if item.has("parentId") else None
            places[key] = Place(parent, _node(key, item))
    else:
        before: str | None = None
        for number, item in enumerate(chat.objects("messages")):
            key = f"#{number}"
            places[key] = Place(before, _node(key, item))
            before = key
    current = history.text("currentId") if history.has("currentId") else list(places)[-1] if places else None
    nodes, tip = grow(places, current, given.notes, given.path)
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    return ImportedChat(
        source="open-webui",
        nodes=nodes,
        tip=tip,
        title=given.text("title") or chat.text("title"),
        identity=given.text("id"),
        created_at=read_date(given.data.get("created_at")),
        updated_at=read_date(given.data.get("updated_at")),
        foreign=leftovers(given, _KNOWN),
    )


def read_librechat(given: Fields) -> ImportedChat | None:
    """One conversation, its messages flat or each inside the one before."""
    places: dict[str, Place] = {}
    last: str | None = None
    for parent, item in _nested(given):
        key = item.text("messageId") or f"#{len(places)}"
        if key in places:
            given.notes.warn(NoteCode.DUPLICATE_ID, item.path, id=key[:40])
            key = f"{key}#{len(places)}"
        own = item.text("parentMessageId") if item.has("parentMessageId") else None
        places[key] = Place(parent if parent is not None else own, _libre_node(key, item))
        last = key
    linear = len({place.parent for place in places.values()}) == len(places)
    nodes, tip = grow(places, last if linear else None, given.notes, given.path)
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    title = given.text("title") if given.has("title") else ""
    foreign = leftovers(given, _KNOWN_LIBRE)
    return ImportedChat("librechat", nodes, tip, title, given.text("conversationId"), foreign=foreign)


def _keyed(history: Fields) -> Iterator[tuple[str, Fields]]:
    keys = (key for key, item in history.object("messages").items() if isinstance(item, dict))
    return zip(keys, history.objects("messages"), strict=True)


def _node(key: str, given: Fields) -> ImportedNode | None:
    pictures = _pictures(given)
    parts = (*_parts(given), *pictures)
    if not parts:
        return None
    known = (
        (*_KNOWN_MESSAGE, "files")
        if pictures and len(pictures) == len(items_of(given.data.get("files")))
        else _KNOWN_MESSAGE
    )
    when = read_date(given.data.get("timestamp"))
    name = given.text("modelName") if given.has("modelName") else ""
    return ImportedNode(
        key,
        None,
        role_of(given.text("role")),
        parts,
        Speaker(name),
        created_at=when,
        foreign=leftovers(given, known),
    )


def _pictures(given: Fields) -> tuple[Part, ...]:
    """The files beside a message that are pictures and whose bytes are there."""
    if not isinstance(given.data.get("files"), list):
        return ()
    found = (given.notes.attached.of_address(item.data.get("url")) for item in given.objects("files"))
    return tuple(picture for picture in found if picture is not None)


def _parts(given: Fields) -> tuple[Part, ...]:
    """From the structured copy where it is there; else from the text, with its folded blocks taken apart."""
    made: list[Part] = []
    for item in given.objects("output"):
        text = "\n".join(piece.text("text") for piece in item.objects("content") if piece.has("text"))
        match item.text("type"):
            case "reasoning":
                made += [ReasoningPart(text)] if text else []
            case "message":
                made += text_parts(text)
            case kind:
                made.append(opaque(kind, item.data))
    if any(isinstance(part, TextPart) for part in made):
        return tuple(made)
    content = given.text("content") if given.has("content") else ""
    thoughts = [html.unescape(_SUMMARY.sub("", found)).strip() for found in _DETAILS.findall(content)]
    return (*(ReasoningPart(thought) for thought in thoughts if thought), *text_parts(_DETAILS.sub("", content)))


def _nested(given: Fields) -> Iterator[tuple[str | None, Fields]]:
    """All messages, those inside others with the key of the outer one; without recursion."""
    waiting: list[tuple[str | None, Fields]] = []
    waiting.extend((None, item) for item in given.objects("messages"))
    waiting.reverse()
    while waiting:
        parent, item = waiting.pop()
        yield parent, item
        if item.has("children"):
            inner = [(item.text("messageId") or None, child) for child in item.objects("children")]
            waiting.extend(inner[::-1])


def _libre_node(key: str, given: Fields) -> ImportedNode | None:
    text = given.text("text") if given.has("text") else ""
    parts: tuple[Part, ...] = text_parts(text)
    if not parts:
        parts = tuple(part for item in given.objects("content") for part in _libre_part(item))
    if not parts:
        return None
    person = given.flag("isCreatedByUser", default=given.text("sender").lower() == "user")
    role = Role.USER if person else Role.ASSISTANT
    when = read_date(given.data.get("createdAt"))
    speaker = Speaker("" if person else given.text("sender"))
    return ImportedNode(
        key, None, role, parts, speaker, created_at=when, foreign=leftovers(given, _KNOWN_LIBRE_MESSAGE)
    )


def _libre_part(item: Fields) -> tuple[Part, ...]:
    match item.text("type"):
        case "text":
            nested = isinstance(item.data.get("text"), dict)
            return text_parts(item.inside("text").text("value") if nested else item.text("text"))
        case "think":
            return (ReasoningPart(item.text("think")),) if item.text("think") else ()
        case kind:
            return (opaque(kind, item.data),)
