"""Reads messages from their two tables. Used by the repositories of chats and turns; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, select

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Message, MessageKind, MessageState, Origin, Role, Speaker
from desktop_app.storage.batches import in_batches
from desktop_app.storage.codec import flags_of_bits, parts_of, readable_json
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.tables import message_revisions, messages

_ROLES, _KINDS, _STATES = KnownWords(Role), KnownWords(MessageKind), KnownWords(MessageState)

_COLUMNS = (
    messages.c.id,
    messages.c.chat_id,
    messages.c.parent_id,
    messages.c.role,
    messages.c.kind,
    messages.c.flags,
    messages.c.speaker_id,
    messages.c.speaker_name,
    messages.c.created_at,
    messages.c.origin,
    message_revisions.c.revision,
    message_revisions.c.state,
    message_revisions.c.text,
    message_revisions.c.parts,
    message_revisions.c.crc32,
)

_ALL_REVISIONS = select(*_COLUMNS).join(message_revisions, message_revisions.c.message_id == messages.c.id)
_CURRENT = _ALL_REVISIONS.where(message_revisions.c.revision == messages.c.revision)


def read_message(connection: Connection, message_id: str) -> Message:
    """One message in its current revision. Raises ``NotFoundError``."""
    found = read_messages(connection, [message_id])
    if message_id not in found:
        raise NotFoundError(kind="message", id=message_id)
    return found[message_id]


def read_messages(connection: Connection, ids: Sequence[str]) -> dict[str, Message]:
    """Messages in their current revision, in the order of ``ids``; unknown ids are left out."""
    found: dict[str, Message] = {}
    for some in in_batches(ids):
        found |= {message.id: message for message in _read(connection, _CURRENT.where(messages.c.id.in_(some)))}
    return {message_id: found[message_id] for message_id in ids if message_id in found}


def read_revisions(connection: Connection, message_id: str) -> list[Message]:
    """All revisions, the oldest first. Raises ``NotFoundError``."""
    wanted = _ALL_REVISIONS.where(messages.c.id == message_id).order_by(message_revisions.c.revision)
    found = list(_read(connection, wanted))
    if not found:
        raise NotFoundError(kind="message", id=message_id)
    return found


def read_all(connection: Connection, chat_id: str) -> list[Message]:
    """All revisions of all messages of a chat: in order of creation, those of one message together."""
    wanted = _ALL_REVISIONS.where(messages.c.chat_id == chat_id)
    return list(_read(connection, wanted.order_by(messages.c.seq, message_revisions.c.revision)))


def _read(connection: Connection, query: Select[*tuple[Any, ...]]) -> Iterator[Message]:
    return map(_message_of, connection.execute(query))


def _message_of(row: Row[*tuple[Any, ...]]) -> Message:
    return Message(
        id=row.id,
        chat_id=row.chat_id,
        parent_id=row.parent_id,
        role=_ROLES[row.role],
        parts=parts_of(row.id, row.text, row.parts, row.crc32),
        speaker=Speaker(name=row.speaker_name, id=row.speaker_id),
        kind=_KINDS[row.kind],
        revision=row.revision,
        flags=flags_of_bits(row.flags),
        state=_STATES[row.state],
        created_at=row.created_at,
        origin=readable_json(row.origin, Origin, f"origin of message {row.id}"),
    )
