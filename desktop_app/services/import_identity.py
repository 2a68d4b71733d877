"""What makes an imported object the same as one that is there, and whether it says the same. Used by the import service.

The identity is what people call it by (a character: name and author), the digest is over all it says. Ids, times and
revisions of ours are no part of either: they are given here.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.importing import (
    Archived,
    Imported,
    ImportedCard,
    ImportedChat,
    ImportedPersona,
    ImportedPreset,
    ImportedScripts,
)
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.transfer import ChatTree, LibraryObject, ObjectKind

_BETWEEN = "\x1f"


def kind_of(value: Imported | LibraryObject | ChatTree) -> ObjectKind:
    """What it is for a person."""
    match value:
        case Archived():
            return kind_of(value.value)
        case ImportedCard() | Character():
            return ObjectKind.CHARACTER
        case ImportedPersona() | Persona():
            return ObjectKind.PERSONA
        case Lorebook():
            return ObjectKind.LOREBOOK
        case MemoryEntry():
            return ObjectKind.MEMORY
        case ImportedChat() | ChatTree():
            return ObjectKind.CHAT
        case ImportedScripts():
            return ObjectKind.SCRIPTS
        case ImportedPreset():
            return ObjectKind.PRESET


def identity_of(value: Imported | LibraryObject) -> str:
    """Equal for what is the same object in two states. What comes from an archive has its id."""
    match value:
        case Archived(value=ChatTree(chat=inner)):
            return inner.id
        case Archived(value=MemoryEntry() | Character() | Persona() | Lorebook() as inner):
            return inner.id
        case ImportedCard(character=character):
            return identity_of(character)
        case Character():
            return _folded(value.called if not value.name else value.name, value.creator)
        case ImportedPersona(persona=persona):
            return identity_of(persona)
        case Persona() | Lorebook():
            return _folded(value.name)
        case MemoryEntry():
            return value.id
        case ImportedChat():
            return _identity_of_chat(value)
        case ImportedScripts() | ImportedPreset():
            return digest_of(value)
        case _:
            raise TypeError(value)


def book_identity(character_identity: str) -> str:
    """Of the lorebook in a card."""
    return f"{character_identity}{_BETWEEN}{_BETWEEN}"


def digest_of(value: Imported | LibraryObject) -> str:
    """Equal for what says the same."""
    match value:
        case ImportedCard(character=character, book=book, portrait=portrait):
            files = sorted((uri, hashlib.sha256(data).hexdigest()) for uri, data in value.files.items())
            return _hash(_said(character), _said(book), hashlib.sha256(portrait).hexdigest(), files)
        case ImportedPersona(persona=persona):
            return _hash(_said(persona))
        case ImportedChat():
            return _digest_of_chat(value)
        case ImportedScripts() | ImportedPreset():
            return _hash(_said(value))
        case Archived(value=ChatTree() as tree):
            return digest_of_tree(tree)
        case Archived(value=Character() | Persona() | Lorebook() | MemoryEntry() as inner):
            return digest_of(inner)
        case Character() | Persona() | Lorebook() | MemoryEntry():
            return _hash(_said(value))
        case _:
            raise TypeError(value)


def card_digest(character: Character, book: Lorebook | None) -> str:
    """Of a card's words alone, without its pictures: what a person can have changed in an editor."""
    return _hash(_said(character), _said(book))


def digest_of_tree(tree: ChatTree) -> str:
    """Of all messages in all revisions, and the head of the chat."""
    machine = hashlib.sha256()
    machine.update(repr(replace(tree.chat, updated_at=0)).encode("utf-8", "replace"))
    for message in tree.messages:
        machine.update(repr((message, tree.chosen.get(message.id))).encode("utf-8", "replace"))
    return machine.hexdigest()


def _identity_of_chat(chat: ImportedChat) -> str:
    if chat.identity:
        return _folded(chat.source, chat.identity)
    first = chat.nodes[0]
    begin = hashlib.sha256(repr((first.role, first.parts)).encode("utf-8", "replace")).hexdigest()
    return _folded(chat.source, chat.title, *chat.character_names, begin)


def _digest_of_chat(chat: ImportedChat) -> str:
    machine = hashlib.sha256(repr((chat.title, chat.tip, chat.note)).encode("utf-8", "replace"))
    for node in chat.nodes:
        machine.update(repr((node.key, node.parent, node.role, node.parts, node.flags)).encode("utf-8", "replace"))
    return machine.hexdigest()


def _folded(*words: str) -> str:
    return _BETWEEN.join(" ".join(unicodedata.normalize("NFKC", word).casefold().split()) for word in words)


_OURS = frozenset({"id", "created_at", "updated_at", "revision", "scope", "sources", "supersedes"})


def _said(value: object) -> Any:
    """All fields that say something else than when they were made, as JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        blank: dict[str, Any] = {}
        for field in fields(value):
            item = getattr(value, field.name)
            if field.name not in _OURS and item:
                blank[field.name] = _said(item)
        return blank
    if isinstance(value, tuple):
        return [_said(item) for item in cast("tuple[object, ...]", value)]
    if isinstance(value, Mapping):
        return {str(key): _said(item) for key, item in cast("Mapping[object, object]", value).items()}
    return value if isinstance(value, str | int | float | bool) else None if value is None else str(value)


def _hash(*parts: Any) -> str:
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def head_of(value: Chat | LibraryObject) -> str:
    """What a person knows it by."""
    match value:
        case Chat():
            return value.title
        case MemoryEntry():
            return value.title or " ".join(value.content.split())[:60]
        case _:
            return value.name
