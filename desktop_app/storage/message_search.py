"""Finds messages by words: ``MessageSearch`` for the services, over SQLite's own full-text tables.

The index says where all words of a question may be, the newest first; each of these texts is then looked at, until there
are enough. So the time goes with what is asked for, hardly with what there is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from desktop_app.domain.message import MessageFlags, Role
from desktop_app.domain.searching import SearchHit, SearchQuestion
from desktop_app.language.search_words import SoughtPart, found_spans, question_parts
from desktop_app.storage.codec import flags_to_bits
from desktop_app.storage.database import Database
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.sqlite_engine import dbapi_connection
from desktop_app.storage.sqlite_search import (
    SEQ_MASK,
    chat_word,
    count_waiting,
    first_place,
    index_waiting,
    last_place,
    role_word,
    speaker_word,
    tidy_index,
)

# The index before all else, and its order: SQLite's planner does not change the sides of a CROSS JOIN.
_FIND = """
SELECT words.rowid, m.id, m.chat_id, m.revision, m.role, m.speaker_name, m.created_at, r.text
FROM message_words AS words
CROSS JOIN messages AS m ON m.seq = :seqs - (words.rowid & :seqs)
CROSS JOIN chats AS c ON c.id = m.chat_id
CROSS JOIN message_revisions AS r ON r.message_id = m.id AND r.revision = m.revision
WHERE words.message_words MATCH :words AND words.rowid >= :first AND words.rowid <= :last AND m.flags & :deleted = 0 AND c.deleted_at IS NULL
"""
_NEWEST_FIRST = " ORDER BY words.rowid"

_CONDITIONS = {
    "chat_id": "m.chat_id = :chat_id",
    "role": "m.role = :role",
    "since": "m.created_at >= :since",
    "until": "m.created_at < :until",
    "character_id": "(m.speaker_id = :character_id OR EXISTS "
    "(SELECT 1 FROM chat_characters AS cc WHERE cc.chat_id = m.chat_id AND cc.character_id = :character_id))",
}
# Of several beginnings the one that the visible branch has: nearly always the only one that anything was said after.
_CHOSEN = """
CASE WHEN m.parent_id IS NOT NULL THEN
    EXISTS (SELECT 1 FROM messages AS p WHERE p.id = m.parent_id AND p.chosen_child_id = m.id)
ELSE m.id = c.tip_id OR m.chosen_child_id IS NOT NULL AND m.id = (
    WITH RECURSIVE up(id, parent_id, depth) AS (
        SELECT id, parent_id, depth FROM messages WHERE id = c.tip_id
        UNION ALL
        SELECT p.id, p.parent_id, p.depth FROM up JOIN messages AS p ON p.id = up.parent_id WHERE p.depth < up.depth
    )
    SELECT id FROM up WHERE parent_id IS NULL
) END
"""
_CHATS_WITH = "SELECT chat_id FROM chat_characters WHERE character_id = ? LIMIT ?"

# Behind every place.
_LAST = (1 << 62) - 1

_ROLES = KnownWords(Role)

_DELETED = flags_to_bits(MessageFlags(deleted=True))

# A filter that would be more alternatives than these is not looked up in the index; the rows are asked instead.
_MOST_ALTERNATIVES = 60


class SqlMessageSearch:
    """Fulfils ``MessageSearch``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, question: SearchQuestion, limit: int, before: int | None = None) -> list[SearchHit]:
        """The newest first."""
        parts = question_parts(question.text)
        sought = tuple(part for part in parts if part.words)
        if not sought or limit < 1:
            return []
        return await self._database.read(lambda connection: _find(connection, question, sought, limit, before))

    async def waiting(self) -> int:
        """Of all chats."""
        return await self._database.read(count_waiting)

    async def index_older(self, at_most: int) -> int:
        """The newest of them first."""
        return await self._database.write(lambda connection: index_waiting(connection, at_most))

    async def tidy(self) -> bool:
        """A few hundredths of a second at a time."""
        return await self._database.write(tidy_index)


def _find(
    connection: Connection, question: SearchQuestion, parts: Sequence[SoughtPart], limit: int, before: int | None
) -> list[SearchHit]:
    bare = dbapi_connection(connection)
    values = {
        "words": _match(bare, question, parts),
        "seqs": SEQ_MASK,
        "first": max(0 if question.until is None else first_place(question.until), 0 if before is None else 1 - before),
        "last": _LAST if question.since is None else last_place(question.since),
        "deleted": _DELETED,
        **_filters(question),
    }
    conditions = [_CONDITIONS[name] for name in _filters(question)]
    if not question.all_variants:
        conditions.append(_CHOSEN)
    query = "".join([_FIND, *(f" AND {condition}" for condition in conditions), _NEWEST_FIRST])
    hits: list[SearchHit] = []
    rows = bare.execute(query, values)
    for place, message_id, chat_id, revision, role, speaker_name, created_at, text in rows:
        spans = found_spans(text, parts)
        if spans is None:
            continue
        hits.append(
            SearchHit(chat_id, message_id, revision, text, spans, speaker_name, _ROLES[role], created_at, -place)
        )
        if len(hits) == limit:
            break
    rows.close()
    return hits


def _filters(question: SearchQuestion) -> dict[str, object]:
    """What the rows are asked, by the name of its parameter."""
    asked: dict[str, object] = {
        "chat_id": question.chat_id or None,
        "role": question.role and question.role.value,
        "since": question.since,
        "until": question.until,
        "character_id": question.character_id or None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def _match(bare: sqlite3.Connection, question: SearchQuestion, parts: Sequence[SoughtPart]) -> str:
    """The words of all parts; and of the filters, so that what they keep out is not even read."""
    needed = [_any_of((word,)) for word in dict.fromkeys(word for part in parts for word in part.words)]
    if question.chat_id:
        needed.append(_any_of((chat_word(question.chat_id),)))
    if question.role is not None:
        needed.append(_any_of((role_word(question.role.value),)))
    if question.character_id:
        needed.append(_any_of(_character_words(bare, question.character_id)))
    return " AND ".join(word for word in needed if word)


def _character_words(bare: sqlite3.Connection, character_id: str) -> list[str]:
    chats = [row[0] for row in bare.execute(_CHATS_WITH, (character_id, _MOST_ALTERNATIVES + 1))]
    if len(chats) > _MOST_ALTERNATIVES:
        return []
    return [speaker_word(character_id), *map(chat_word, chats)]


def _any_of(words: Iterable[str]) -> str:
    """In the language of SQLite's full-text queries; empty where there are none."""
    quoted = [f'"{word}"' for word in words]
    return f"({' OR '.join(quoted)})" if quoted else ""
