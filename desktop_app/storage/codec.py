"""Turns values into what a column or file can hold, and back. Used by the repositories; knows no SQL.

Reading is lenient towards newer programs (unknown fields are passed over, an unknown kind of part is kept as it is) and
never silent towards damage.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TypeVar

import msgspec

from desktop_app.domain.message import (
    PART_CLASSES,
    MessageFlags,
    OpaquePart,
    Part,
    TextPart,
    checksum_of,
    text_of,
)

T = TypeVar("T")

_PART_TAGS = {cls: tag for tag, cls in PART_CLASSES.items()}

# The bit of each flag is the place of its field: fields are only ever added at the end.
_FLAG_NAMES = tuple(entry.name for entry in fields(MessageFlags))
_FLAGS = tuple(
    MessageFlags(**{name: bool(bits >> place & 1) for place, name in enumerate(_FLAG_NAMES)})
    for bits in range(1 << len(_FLAG_NAMES))
)
_FLAG_BITS = {flags: bits for bits, flags in enumerate(_FLAGS)}

_log = logging.getLogger(__name__)


def to_json(value: object) -> str:
    """A dataclass (or a sequence of them) as JSON."""
    return msgspec.json.encode(value).decode()


def from_json(text: str | bytes, kind: type[T]) -> T:
    """The value of class ``kind`` that ``to_json`` made. Raises ``msgspec.MsgspecError``."""
    return msgspec.json.decode(text, type=kind)


def readable_json(text: str | None, kind: type[T], what: str) -> T | None:
    """Like ``from_json``; None for None, and for a damaged text, which is logged as ``what`` and stays as it is on disk."""
    try:
        return None if text is None else from_json(text, kind)
    except (msgspec.MsgspecError, UnicodeError):
        _log.warning("The %s was changed on the disk by something else than Talespan.", what)
        return None


def flags_to_bits(flags: MessageFlags) -> int:
    """The flags as one number."""
    return _FLAG_BITS[flags]


def flags_of_bits(bits: int) -> MessageFlags:
    """The flags of a number; bits that we do not know are passed over."""
    return _FLAGS[bits & (len(_FLAGS) - 1)]


def parts_to_json(parts: Sequence[Part]) -> str | None:
    """The parts as JSON, or None where they are one plain text."""
    if len(parts) == 1 and isinstance(parts[0], TextPart):
        return None
    return to_json([{"type": _PART_TAGS[type(part)], **msgspec.to_builtins(part)} for part in parts])


def parts_of(message_id: str, text: str, json: str | None, crc32: int) -> tuple[Part, ...]:
    """The parts of a revision, checked against the CRC-32 of its text.

    A text that fails the check is damaged, yet most of it is what was said: it is logged and returned as it is, never
    changed on disk, never held back. Where the copy in ``text`` is sound, it takes the place of a damaged one in ``json``.
    """
    if json is None:
        if checksum_of(text) != crc32:
            _log.warning("The text of message %s was changed on the disk by something else than Talespan.", message_id)
        return (TextPart(text),)
    try:
        parts = tuple(_part_of(item) for item in msgspec.json.decode(json, type=list[dict[str, Any]]))
    except (msgspec.MsgspecError, UnicodeError):
        _log.warning("The parts of message %s are damaged; its plain text is used.", message_id)
        return (TextPart(text),)
    if checksum_of(text_of(parts)) == crc32:
        return parts
    _log.warning("A text of message %s was changed on the disk by something else than Talespan.", message_id)
    if checksum_of(text) != crc32:
        return parts
    return (*(part for part in parts if not isinstance(part, TextPart)), TextPart(text))


def is_whole(text: str, json: str | None, crc32: int) -> bool:
    """Whether a revision is as it was stored: the check of ``parts_of``, of both copies of its text."""
    if checksum_of(text) != crc32:
        return False
    if json is None:
        return True
    try:
        parts = tuple(_part_of(item) for item in msgspec.json.decode(json, type=list[dict[str, Any]]))
    except (msgspec.MsgspecError, UnicodeError):
        return False
    return checksum_of(text_of(parts)) == crc32


def _part_of(item: dict[str, Any]) -> Part:
    kind = str(item.pop("type", ""))
    cls = PART_CLASSES.get(kind)
    if cls is None:
        return OpaquePart(kind=kind, payload=to_json(item))
    return msgspec.convert(item, cls)
