"""Looks for texts whose checksum does not fit, which SQLite itself does not notice (reliability page, D7). Reads only.

``TextCheck`` for the service; ``count_damaged`` for ``doctor``, which opens no database of ours.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from desktop_app.domain.errors import BackupUnusableError
from desktop_app.domain.message import MessageFlags, Part
from desktop_app.domain.text_check import CheckedTexts, DamagedText
from desktop_app.storage.codec import flags_to_bits, is_whole, parts_of
from desktop_app.storage.database import Database
from desktop_app.storage.sqlite_file import connect_read_only

_DELETED = flags_to_bits(MessageFlags(deleted=True))

_SLICE = """
SELECT m.seq, m.id, m.chat_id, c.title, r.revision, r.text, r.parts, r.crc32, m.created_at,
       m.flags & :deleted = 0 AND c.deleted_at IS NULL
FROM messages m
JOIN message_revisions r ON r.message_id = m.id AND r.revision = m.revision
JOIN chats c ON c.id = m.chat_id
WHERE m.seq > :after AND (:chat = '' OR m.chat_id = :chat)
ORDER BY m.seq LIMIT :limit
"""

_ALL = """
SELECT r.text, r.parts, r.crc32 FROM messages m
JOIN message_revisions r ON r.message_id = m.id AND r.revision = m.revision
"""

_REVISION = "SELECT text, parts, crc32 FROM message_revisions WHERE message_id = ? AND revision = ?"


class SqlTextCheck:
    """Fulfils ``TextCheck``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self, after: int, limit: int, chat_id: str = "") -> CheckedTexts:
        """In the order in which they were stored."""
        return await self._database.read(lambda connection: _check(connection, after, limit, chat_id))

    async def whole(self, file: Path, damaged: Sequence[DamagedText]) -> Mapping[str, tuple[Part, ...]]:
        """The same revision in the backup, where it is whole and was no other text."""
        return await asyncio.to_thread(_whole, file, damaged)


def count_damaged(connection: sqlite3.Connection) -> int:
    """How many messages are damaged in their current revision."""
    connection.text_factory = _decoded
    return sum(not is_whole(text, parts, crc32) for text, parts, crc32 in connection.execute(_ALL))


def _check(connection: Connection, after: int, limit: int, chat_id: str) -> CheckedTexts:
    values = {"after": after, "limit": limit, "chat": chat_id, "deleted": _DELETED}
    last, damaged = after, list[DamagedText]()
    rows = connection.exec_driver_sql(_SLICE, values).all()
    for row in rows:
        last, id_, chat, title, revision, text, parts, crc32, created_at, counts = row
        if counts and not is_whole(text, parts, crc32):
            damaged.append(DamagedText(id_, chat, title, revision, text, crc32, created_at))
    return CheckedTexts(last if len(rows) == limit else None, tuple(damaged))


def _whole(file: Path, damaged: Sequence[DamagedText]) -> dict[str, tuple[Part, ...]]:
    try:
        with closing(connect_read_only(file, in_use=False)) as connection:
            connection.text_factory = _decoded
            return dict(_found(connection, damaged))
    except (sqlite3.Error, OSError) as error:
        raise BackupUnusableError(file=file.name, detail="It is damaged, or no backup at all.") from error


def _found(connection: sqlite3.Connection, damaged: Sequence[DamagedText]) -> Iterator[tuple[str, tuple[Part, ...]]]:
    for one in damaged:
        row = connection.execute(_REVISION, (one.message_id, one.revision)).fetchone()
        # A backup that was made while the answer came has the beginning of it, as whole as it was then.
        if row is not None and is_whole(*row) and (row[2] == one.checksum or row[0] == one.text):
            yield one.message_id, parts_of(one.message_id, *row)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")
