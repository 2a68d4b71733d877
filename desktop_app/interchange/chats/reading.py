"""Which reader is for which kind of chat. Called by ``reader``.

Each chat of a file stands for itself: one that holds nothing, or is none, is told and costs no other (case H-35).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, cast

from desktop_app.domain.importing import ImportedChat
from desktop_app.interchange.chats.chatgpt import read_conversation
from desktop_app.interchange.chats.claude import read_claude
from desktop_app.interchange.chats.kobold import (
    read_agnai_chat,
    read_character_ai_chats,
    read_risu_chats,
    read_webui_chat,
)
from desktop_app.interchange.chats.lines import read_lines
from desktop_app.interchange.chats.messages import has_messages, read_better_chatgpt, read_chatbot_ui, read_messages
from desktop_app.interchange.chats.open_webui import read_librechat, read_open_webui
from desktop_app.interchange.chats.tavern import read_tavern_chat
from desktop_app.interchange.detect import FileKind, kind_of_lines
from desktop_app.interchange.errors import UnknownFormatError, UnsupportedFormatError
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, JsonObject
from desktop_app.interchange.report import NoteCode, Notes

Reader = Callable[[Fields], ImportedChat | None]

_EACH: Mapping[FileKind, Reader] = {
    FileKind.CHATGPT: read_conversation,
    FileKind.CLAUDE: read_claude,
    FileKind.OPEN_WEBUI: read_open_webui,
    FileKind.LIBRECHAT: read_librechat,
    FileKind.OPENAI_MESSAGES: read_messages,
    FileKind.WEBUI_CHAT: read_webui_chat,
    FileKind.AGNAI_CHAT: read_agnai_chat,
}
_MANY: Mapping[FileKind, Callable[[Fields], Iterator[ImportedChat | None]]] = {
    FileKind.CHATBOT_UI: read_chatbot_ui,
    FileKind.BETTER_CHATGPT: read_better_chatgpt,
    FileKind.CHARACTER_AI_CHAT: read_character_ai_chats,
    FileKind.RISU_CHAT: read_risu_chats,
}
KINDS = frozenset({*_EACH, *_MANY})


def read_chats(value: Json, kind: FileKind, notes: Notes) -> Iterator[ImportedChat]:
    """The chats of a JSON value of one of ``KINDS``."""
    if kind in _MANY and isinstance(value, dict):
        value = cast("JsonObject", value)
        yield from _there(_MANY[kind](Fields(value, "", notes)))
        return
    for path, item in _chats(value, kind):
        if isinstance(item, dict):
            yield from _there([_EACH[kind](Fields(cast("JsonObject", item), path, notes))])
        else:
            notes.skipped(path, NoteCode.NOT_AN_OBJECT)


def read_chat_lines(text: str, notes: Notes) -> tuple[str, list[ImportedChat]]:
    """The kind and the chats of a file with an object on every line. Raises ``InterchangeError``."""
    lines = read_lines(text, notes)
    kind = kind_of_lines(lines[0][1], lines[1][1] if len(lines) > 1 else {})
    if kind is FileKind.TAVERN_CHAT:
        chat = read_tavern_chat(iter(lines), notes, PurePath(notes.file).stem)
        return kind.value, [] if chat is None else [chat]
    if kind is FileKind.OPENAI_MESSAGES:
        objects = [line for _, line in lines]
        return kind.value, list(read_chats(objects, kind, notes))
    if kind is None:
        raise UnknownFormatError(file=notes.file)
    raise UnsupportedFormatError(file=notes.file, kind=kind.value)


def _chats(value: Json, kind: FileKind) -> Iterator[tuple[str, Any]]:
    """The chats with their paths; a list of messages is one chat."""
    if kind is FileKind.OPENAI_MESSAGES and has_messages(value):
        value = {"messages": value}
    if isinstance(value, dict) and "mapping" not in value and "conversations" in value:
        value = cast("JsonObject", value)["conversations"]
    if not isinstance(value, list):
        yield "", value
        return
    for place, item in enumerate(cast("list[Any]", value)):
        yield f"[{place}]", item


def _there(chats: Iterable[ImportedChat | None]) -> Iterator[ImportedChat]:
    return (chat for chat in chats if chat is not None)
