"""Writes messages by prepared SQL in SQLite's own words: this is the path of every message sent and every token kept.

Used by the repositories of chats and turns, inside their transactions. SQLAlchemy's compiler would cost more here than
SQLite itself; everywhere else statements are made of ``tables``.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Message, Part, checksum_of, text_of
from desktop_app.storage.codec import flags_to_bits, parts_to_json, to_json
from desktop_app.storage.picture_rows import keep_pictures
from desktop_app.storage.sqlite_derived import text_changed
from desktop_app.storage.sqlite_search import index_later, index_new, reindexing
from desktop_app.storage.sqlite_tree import choose_path, set_chosen

_TIP = "SELECT tip_id FROM chats WHERE id = ?"
_PARENT = "SELECT chat_id, depth FROM messages WHERE id = ?"
_EXISTS = "SELECT 1 FROM messages WHERE id = ?"

INSERT_MESSAGE = """
INSERT INTO messages (id, chat_id, parent_id, depth, revision, state, length, role, kind, flags,
                      speaker_id, speaker_name, created_at, origin)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

INSERT_REVISION = """
INSERT INTO message_revisions (message_id, revision, state, text, parts, crc32, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""

_UPDATE_REVISION = """
UPDATE message_revisions SET text = ?, parts = ?, crc32 = ?, state = ? WHERE message_id = ? AND revision = ?
"""

_UPDATE_STREAMING_REVISION = """
UPDATE message_revisions SET text = ?, parts = ?, crc32 = ? WHERE message_id = ? AND revision = ? AND state = 'streaming'
"""

_UPDATE_CURRENT = "UPDATE messages SET revision = ?, state = ?, length = ? WHERE id = ?"
_UPDATE_IF_CURRENT = "UPDATE messages SET state = ?, length = ? WHERE id = ? AND revision = ?"
_UPDATE_LENGTH = "UPDATE messages SET length = ? WHERE id = ? AND revision = ?"
_UPDATE_TIP = "UPDATE chats SET tip_id = ?, updated_at = max(updated_at, ?) WHERE id = ?"
_TOUCH = "UPDATE chats SET updated_at = max(updated_at, ?) WHERE id = ?"


def append_message(connection: Connection, message: Message, now: int, *, one_of_many: bool = False) -> None:
    """Adds ``message`` in its first revision below its parent, chooses it there and makes it the chat's tip.

    ``now``: Unix milliseconds. ``one_of_many``: it waits until it is indexed for search. Raises ``NotFoundError`` for an
    unknown chat or parent, ``StorageError`` for a known id.
    """
    chat = connection.exec_driver_sql(_TIP, (message.chat_id,)).first()
    if chat is None:
        raise NotFoundError(kind="chat", id=message.chat_id)
    message = message if message.revision == 1 else replace(message, revision=1)
    depth = _depth_below(connection, message)
    seq = connection.exec_driver_sql(INSERT_MESSAGE, message_row(message, depth)).lastrowid
    connection.exec_driver_sql(INSERT_REVISION, revision_row(message, now))
    keep_pictures(connection, message.id, message.parts)
    if one_of_many:
        index_later(connection, (message.id,))
    else:
        index_new(connection, message, seq)
    if message.parent_id is not None and message.parent_id == chat.tip_id:
        set_chosen(connection, message.parent_id, message.id)  # nearly always: the branch goes on
    else:
        choose_path(connection, message.id, chat.tip_id)
    connection.exec_driver_sql(_UPDATE_TIP, (message.id, now, message.chat_id))


def add_revision(connection: Connection, revised: Message, now: int) -> None:
    """Makes ``revised`` the current revision of its message; the earlier ones stay."""
    connection.exec_driver_sql(INSERT_REVISION, revision_row(revised, now))
    keep_pictures(connection, revised.id, revised.parts)
    values = (revised.revision, revised.state.value, len(revised.text), revised.id)
    with reindexing(connection, revised.id):
        connection.exec_driver_sql(_UPDATE_CURRENT, values)
    text_changed(connection, revised.id)
    _touch_chat(connection, revised.chat_id, now)


def message_row(message: Message, depth: int) -> tuple[object, ...]:
    """What ``INSERT_MESSAGE`` takes: ``message`` is the current revision."""
    origin = None if message.origin is None else to_json(message.origin)
    row = (message.id, message.chat_id, message.parent_id, depth, message.revision, message.state.value)
    who = (message.role.value, message.kind.value, flags_to_bits(message.flags), message.speaker.id)
    return (*row, len(message.text), *who, message.speaker.name, message.created_at, origin)


def revision_row(message: Message, now: int) -> tuple[object, ...]:
    """What ``INSERT_REVISION`` takes."""
    return (message.id, message.revision, message.state.value, *_text_columns(message.parts), now)


def write_partial(connection: Connection, message: Message) -> None:
    """The parts so far; nothing happens to a revision that is not streaming any more: a final text is never undone."""
    values = (*_text_columns(message.parts), message.id, message.revision)
    if connection.exec_driver_sql(_UPDATE_STREAMING_REVISION, values).rowcount:
        connection.exec_driver_sql(_UPDATE_LENGTH, (len(message.text), message.id, message.revision))
    elif connection.exec_driver_sql(_EXISTS, (message.id,)).first() is None:
        raise NotFoundError(kind="message", id=message.id)


def write_final(connection: Connection, message: Message, now: int) -> None:
    """Parts and state of a revision as they stay. Raises ``NotFoundError``."""
    values = (*_text_columns(message.parts), message.state.value, message.id, message.revision)
    with reindexing(connection, message.id):
        if not connection.exec_driver_sql(_UPDATE_REVISION, values).rowcount:
            raise NotFoundError(kind="message", id=message.id)
        values = (message.state.value, len(message.text), message.id, message.revision)
        connection.exec_driver_sql(_UPDATE_IF_CURRENT, values)
    text_changed(connection, message.id)
    _touch_chat(connection, message.chat_id, now)


def _touch_chat(connection: Connection, chat_id: str, now: int) -> None:
    """The chat was changed; its place in the list never goes back."""
    connection.exec_driver_sql(_TOUCH, (now, chat_id))


def _depth_below(connection: Connection, message: Message) -> int:
    if message.parent_id is None:
        return 0
    parent = connection.exec_driver_sql(_PARENT, (message.parent_id,)).first()
    if parent is None or parent.chat_id != message.chat_id:
        raise NotFoundError(kind="message", id=message.parent_id)
    return int(parent.depth) + 1


def _text_columns(parts: tuple[Part, ...]) -> tuple[str, str | None, int]:
    text = text_of(parts)
    return text, parts_to_json(parts), checksum_of(text)
