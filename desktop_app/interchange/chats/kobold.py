"""The story of a KoboldAI save, and chats of text-generation-webui, Character.AI tools, RisuAI and Agnai.

Called by the reader of files (formats page, sections 8, 9, 10, 14). All are lists in their order; Agnai's is a tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.importing import ImportedChat, ImportedNode
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import MessageFlags, MessageKind, Role, Speaker, TextPart
from desktop_app.interchange.chats.common import chained, items_of, leftovers, role_of, text_parts
from desktop_app.interchange.chats.dates import read_date
from desktop_app.interchange.chats.trees import Place, grow
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.report import NoteCode

_MARKER = re.compile(r"\{\{\[(INPUT|OUTPUT|SYSTEM)(?:_END)?\]\}\}")
_SPEAKERS = {"INPUT": Role.USER, "OUTPUT": Role.ASSISTANT, "SYSTEM": Role.SYSTEM}
# What text-generation-webui writes where the person has said nothing before a greeting.
_BEGIN = "<|BEGIN-VISIBLE-CHAT|>"
# Keys of services may stand in the settings of a save.
_STORY = ("prompt", "actions", "memory", "authorsnote", "savedsettings", "worldinfo", "savedaestheticsettings")
_RISU = ("data", "role", "saying", "chatId", "time", "disabled", "isComment")
_AGNAI = ("_id", "msg", "userId", "characterId", "handle", "retries", "parent", "createdAt")


def read_story(given: Fields) -> ImportedChat | None:
    """The text of a save; turns where it has their marks, else one message for each action. None for a save without text."""
    pieces = [given.text("prompt") if given.has("prompt") else "", *given.texts("actions")]
    nodes = chained(_turns([piece for piece in pieces if piece.strip()]))
    if not nodes:
        return None
    note = given.text("authorsnote").strip() if given.has("authorsnote") else ""
    return ImportedChat(
        "koboldai",
        nodes,
        nodes[-1].key,
        note=AuthorsNote(note) if note else AuthorsNote(),
        foreign=leftovers(given, _STORY),
        memories=_memories(given),
    )


def _memories(given: Fields) -> tuple[MemoryEntry, ...]:
    """What stood at the beginning of every prompt stays there."""
    text = given.text("memory").strip() if given.has("memory") else ""
    return (MemoryEntry("", text, always_in_context=True),) if text else ()


def read_webui_chat(given: Fields) -> ImportedChat | None:
    """Pairs of what was said and answered; what people saw counts before what the model got."""
    pairs = items_of(given.data.get("visible")) or items_of(given.data.get("data_visible"))
    pairs = pairs or items_of(given.data.get("internal")) or items_of(given.data.get("data"))
    nodes = chained(_pairs(pairs))
    return _or_none(given, "text-generation-webui", nodes)


def read_character_ai_chats(given: Fields) -> Iterator[ImportedChat | None]:
    """All histories of a character."""
    holder = given.inside("histories") if isinstance(given.data.get("histories"), dict) else given
    for history in holder.objects("histories"):
        yield _or_none(history, "character.ai", chained(_character_ai(history)))


def read_risu_chats(given: Fields) -> Iterator[ImportedChat | None]:
    """One chat, or all of a character. The greeting is not in the file."""
    data = given.data.get("data")
    chats = given.objects("data") if isinstance(data, list) else iter([given.inside("data")])
    for chat in chats:
        made = _or_none(chat, "risuai", chained(_risu(chat)))
        # -1 is the card's first message, the others are its alternate greetings.
        number = chat.optional_number("fmIndex", -1) if chat.has("fmIndex") else -1
        yield None if made is None else replace(made, greeting=(number if number is not None else -1) + 1)


def read_agnai_chat(given: Fields) -> ImportedChat | None:
    """A tree by ``parent``, or a list; answers that were asked for again are variants."""
    places: dict[str, Place] = {}
    before: str | None = None
    for number, item in enumerate(given.objects("messages")):
        key = item.text("_id") or f"#{number}"
        key = key if key not in places else f"{key}#{number}"
        parent = item.text("parent") if item.has("parent") else before
        role = Role.USER if item.has("userId") else Role.ASSISTANT
        speaker, when = Speaker(item.text("handle")), read_date(item.data.get("createdAt"))
        texts = (item.text("msg"), *(item.texts("retries") if item.has("retries") else ()))
        for place, text in enumerate(texts):
            foreign = leftovers(item, _AGNAI) if not place else {}
            node = ImportedNode(
                f"{key}~{place}" if place else key,
                None,
                role,
                (TextPart(text),),
                speaker,
                created_at=when,
                foreign=foreign,
            )
            places[node.key] = Place(parent, node)
        before = key
    tip = given.text("treeLeafId") if given.has("treeLeafId") else before
    nodes, tip = grow(places, tip, given.notes, given.path)
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    return ImportedChat("agnai", nodes, tip, given.text("name"), foreign=leftovers(given, ("messages", "name")))


def _or_none(given: Fields, source: str, nodes: tuple[ImportedNode, ...]) -> ImportedChat | None:
    if not nodes:
        given.notes.skipped(given.path, NoteCode.NO_MESSAGES)
        return None
    title = given.text("name") if given.has("name") else ""
    lists = ("visible", "internal", "data", "data_visible", "msgs", "message", "name")
    return ImportedChat(source, nodes, nodes[-1].key, title, foreign=leftovers(given, lists))


def _turns(pieces: list[str]) -> Iterator[ImportedNode]:
    number = 0
    for piece in pieces:
        role = Role.ASSISTANT
        for place, text in enumerate(_MARKER.split(piece)):
            if place % 2:
                role = _SPEAKERS[text]
            elif text.strip():
                yield ImportedNode(f"{number}", None, role, (TextPart(text.strip("\n")),))
                number += 1


def _pairs(pairs: list[Any]) -> Iterator[ImportedNode]:
    for number, pair in enumerate(pairs):
        for place, text in enumerate(items_of(pair)[:2]):
            if isinstance(text, str) and text.strip() and _BEGIN not in text:
                role = Role.ASSISTANT if place else Role.USER
                yield ImportedNode(f"{number}.{place}", None, role, (TextPart(text),))


def _character_ai(history: Fields) -> Iterator[ImportedNode]:
    for number, item in enumerate(history.objects("msgs")):
        source = item.inside("src")
        role = Role.USER if source.flag("is_human", default=False) else Role.ASSISTANT
        if parts := text_parts(item.text("text")):
            when = read_date(item.data.get("created"))
            yield ImportedNode(f"{number}", None, role, parts, Speaker(source.text("name")), created_at=when)


def _risu(chat: Fields) -> Iterator[ImportedNode]:
    for number, item in enumerate(chat.objects("message")):
        if not (parts := text_parts(item.text("data"))):
            continue
        note = item.optional_flag("isComment") or False
        disabled = item.data.get("disabled")
        yield ImportedNode(
            f"{number}",
            None,
            role_of(item.text("role")),
            parts,
            kind=MessageKind.NOTE if note else MessageKind.NORMAL,
            flags=MessageFlags(excluded=disabled is True),
            created_at=read_date(item.data.get("time")),
            foreign=leftovers(item, _RISU) if disabled != "allBefore" else leftovers(item, _RISU[:-2]),
        )
