"""What the readers of chats share: roles by their words, leftovers, and chains of messages without branches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from desktop_app.domain.importing import ImportedNode
from desktop_app.domain.message import OpaquePart, Part, Role, TextPart
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, dump_json

_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "gemini": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "char": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}


def role_of(word: str) -> Role:
    """Unknown words are the assistant's: what a person said is always marked."""
    return _ROLES.get(word.strip().lower(), Role.ASSISTANT)


def leftovers(given: Fields, known: Iterable[str]) -> dict[str, str]:
    """All members but these, as JSON texts."""
    names = frozenset(known)
    return {name: dump_json(item) for name, item in given.data.items() if name not in names}


def text_parts(text: str) -> tuple[Part, ...]:
    """One part, or none for a blank text."""
    return (TextPart(text),) if text.strip() else ()


def opaque(kind: str, payload: Json) -> OpaquePart:
    """Something that we keep and do not understand."""
    return OpaquePart(kind or "unknown", dump_json(payload))


def items_of(value: Json) -> list[Any]:
    """A list, empty where there is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def chained(nodes: Iterable[ImportedNode]) -> tuple[ImportedNode, ...]:
    """One behind the other."""
    made: list[ImportedNode] = []
    for node in nodes:
        made.append(replace(node, parent=made[-1].key if made else None))
    return tuple(made)
