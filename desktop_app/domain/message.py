"""Messages: what was said, by whom, and where it stands in the tree of a chat.

Used by every layer. A message never knows its children; the tree is made of ``parent_id`` and kept by the repository.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias


class Role(StrEnum):
    """Who speaks, as the wire of every provider knows it."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class MessageKind(StrEnum):
    """What a message is for the reader; the role says what it is for the model."""

    NORMAL = "normal"
    NARRATOR = "narrator"
    NOTE = "note"
    TOOL = "tool"


class MessageState(StrEnum):
    """How far a message has come; only ``STREAMING`` is ever left by itself."""

    COMPLETE = "complete"
    STREAMING = "streaming"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TextPart:
    """Plain text, markdown for the reader."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningPart:
    """What a model thought before it answered; shown folded, never sent back."""

    text: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    """A picture, known by the SHA-256 (hex) of its bytes; the bytes are kept apart."""

    digest: str
    media_type: str
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """A model's wish to call a tool; ``arguments`` is the JSON text as it came."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolResultPart:
    """What a tool answered to the call ``call_id`` (empty where a server gives no ids)."""

    call_id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class OpaquePart:
    """Something of another program that we keep and do not understand; ``payload`` is its JSON text."""

    kind: str
    payload: str


Part: TypeAlias = TextPart | ReasoningPart | ImagePart | ToolCallPart | ToolResultPart | OpaquePart

# What kind of part it is, by the name that databases and archives have for it: never to change.
PART_CLASSES: Mapping[str, type[Part]] = MappingProxyType(
    {
        "text": TextPart,
        "reasoning": ReasoningPart,
        "image": ImagePart,
        "tool_call": ToolCallPart,
        "tool_result": ToolResultPart,
        "opaque": OpaquePart,
    }
)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who said it, as it was then: a later change of name does not rewrite the past. ``id`` is a character or persona."""

    name: str = ""
    id: str | None = None


@dataclass(frozen=True, slots=True)
class MessageFlags:
    """What the person decided about a message. ``deleted`` is a mark: the children stay where they are."""

    hidden: bool = False
    excluded: bool = False
    never_send: bool = False
    always_in_context: bool = False
    deleted: bool = False

    @property
    def sendable(self) -> bool:
        """Whether any form of the message may reach a model."""
        return not (self.hidden or self.excluded or self.never_send or self.deleted)


@dataclass(frozen=True, slots=True)
class FlagsPatch:
    """A change of some flags; ``None`` leaves a flag as it is, whatever it is by then."""

    hidden: bool | None = None
    excluded: bool | None = None
    never_send: bool | None = None
    always_in_context: bool | None = None
    deleted: bool | None = None

    @classmethod
    def between(cls, before: MessageFlags, after: MessageFlags) -> FlagsPatch:
        """What makes ``after`` of ``before``."""
        return cls(**{name: value for name, value in _flags(after) if value != getattr(before, name)})

    def applied_to(self, flags: MessageFlags) -> MessageFlags:
        """``flags`` with this change."""
        return MessageFlags(
            **{name: old if (new := getattr(self, name)) is None else new for name, old in _flags(flags)}
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an imported message came from, with the foreign fields that we do not know (JSON texts by name)."""

    source: str
    foreign: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Message:
    """One message of one chat in its current revision.

    ``created_at`` is Unix time in milliseconds, UTC. ``revision`` counts from 1. ``id`` is a ULID.
    """

    id: str
    chat_id: str
    parent_id: str | None
    role: Role
    parts: tuple[Part, ...]
    speaker: Speaker = Speaker()
    kind: MessageKind = MessageKind.NORMAL
    revision: int = 1
    flags: MessageFlags = MessageFlags()
    state: MessageState = MessageState.COMPLETE
    created_at: int = 0
    origin: Origin | None = None

    @property
    def text(self) -> str:
        """The visible text: all text parts, joined by an empty line."""
        return text_of(self.parts)

    @property
    def reasoning(self) -> str:
        """All reasoning parts, joined by an empty line."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, ReasoningPart))

    @property
    def checksum(self) -> int:
        """CRC-32 of the text's UTF-8, stored beside it: SQLite does not notice flipped bits (reliability page, D7)."""
        return checksum_of(self.text)


def text_of(parts: tuple[Part, ...]) -> str:
    """The text parts of ``parts``, joined by an empty line."""
    return "\n\n".join(part.text for part in parts if isinstance(part, TextPart))


def sendable_text(parts: tuple[Part, ...]) -> str:
    """All that a model would get of ``parts``, as one text to be counted: text, tool calls and their results, no reasoning."""
    pieces: list[str] = []
    for part in parts:
        match part:
            case TextPart(text=text) | ToolResultPart(text=text):
                pieces.append(text)
            case ToolCallPart(name=name, arguments=arguments):
                pieces.append(f"{name} {arguments}")
            case ReasoningPart() | ImagePart() | OpaquePart():
                continue
    return "\n\n".join(pieces)


def checksum_of(text: str) -> int:
    """CRC-32 of the UTF-8 of ``text`` (0 to 2**32 - 1)."""
    return zlib.crc32(text.encode("utf-8", "replace"))


def _flags(flags: MessageFlags) -> list[tuple[str, bool]]:
    return [(entry.name, getattr(flags, entry.name)) for entry in fields(flags)]


def clean_text(text: str) -> str:
    """``text`` without lone surrogates, which neither UTF-8 nor SQLite can hold; a pair becomes its letter.

    For everything that comes from outside. What stands alone becomes U+FFFD.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
