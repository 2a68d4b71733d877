"""Puts rescued messages together again: each with a text, a chat and a place in its tree. Used by ``rescue``.

A message whose row is lost comes back where its text is left: the indexes know its number, chat and parent. One whose text
is lost cannot come back; what was below it goes to what was above it. Where nothing tells what was above, it is what was
said before in the same chat. Nothing that was found is left out.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.domain.message import MessageKind, Role
from desktop_app.storage.rescue.branches import mend_branches
from desktop_app.storage.rescue.copying import Places

_NEWEST_LEFT = """
SELECT r.revision, r.state, length(r.text), r.message_id FROM message_revisions r JOIN messages m ON m.id = r.message_id
WHERE r.revision = (SELECT max(revision) FROM message_revisions WHERE message_id = m.id)
AND NOT EXISTS (SELECT 1 FROM message_revisions WHERE message_id = m.id AND revision = m.revision)
"""
_TAKE_IT = "UPDATE messages SET revision = ?, state = ?, length = ? WHERE id = ?"

_WITHOUT_TEXT = "SELECT id, parent_id FROM messages WHERE id NOT IN (SELECT message_id FROM message_revisions)"
_REMOVE = "DELETE FROM messages WHERE id = ?"

_WITHOUT_ROW = """
SELECT r.message_id, r.revision, r.state, length(r.text), min(r.created_at) FROM (
    SELECT * FROM message_revisions WHERE message_id NOT IN (SELECT id FROM messages) ORDER BY revision DESC
) r GROUP BY r.message_id ORDER BY min(r.created_at), r.message_id
"""

_IN_A_TURN = "SELECT chat_id FROM turns WHERE message_id = ?"
_ABOVE = "SELECT chat_id, id FROM messages WHERE chosen_child_id = ?"
_BELOW = "SELECT chat_id FROM messages WHERE parent_id = ?"
_AT_THE_TIP = "SELECT id FROM chats WHERE tip_id = ?"
_ROLE = "SELECT role FROM messages WHERE id = ?"

_BRING_BACK = """
INSERT OR IGNORE INTO messages (seq, id, chat_id, parent_id, depth, revision, state, length, role, kind, flags, speaker_name,
created_at) VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, 0, '', ?)
"""

_WITHOUT_CHAT = """
SELECT chat_id, min(created_at), max(created_at), count(*) FROM messages
WHERE chat_id NOT IN (SELECT id FROM chats) GROUP BY chat_id ORDER BY min(created_at)
"""

_ADD_CHAT = """
INSERT INTO chats (id, title, folder, pinned, created_at, updated_at) VALUES (?, ?, '', 0, ?, ?)
"""

_PARENTS_UNKNOWN = """
SELECT DISTINCT parent_id FROM messages WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM messages)
"""
_IDS = "SELECT id FROM messages"

# Behind all numbers that there are.
_LAST = 1 << 62


@dataclass(frozen=True, slots=True)
class MendedMessages:
    """``lost``: messages that something still speaks of and whose text is nowhere. ``without_chat``: those in new chats."""

    lost: int
    without_chat: int


def mend_messages(target: sqlite3.Connection, places: Places, title: str) -> MendedMessages:
    """Makes the messages of ``target`` whole trees. ``title``: of a chat for messages whose own is lost."""
    target.executemany(_TAKE_IT, target.execute(_NEWEST_LEFT).fetchall())
    _bring_back(target, places)
    removed: dict[str, str | None] = dict(target.execute(_WITHOUT_TEXT).fetchall())
    target.executemany(_REMOVE, [(message_id,) for message_id in removed])
    lost = _lost(target, removed, places)
    without_chat = _give_chats(target, title)
    mend_branches(target, removed)
    return MendedMessages(len(lost), without_chat)


def _bring_back(target: sqlite3.Connection, places: Places) -> None:
    """Of messages without a row; the earliest first, so that a role can be told from the one above."""
    numbers = {message_id: number for number, message_id in places.ids.items()}
    nowhere = f"rescued-{uuid.uuid4().hex}"
    rows = target.execute(_WITHOUT_ROW).fetchall()
    for message_id, revision, state, length, created_at in sorted(rows, key=lambda row: numbers.get(row[0], _LAST)):
        number = numbers.get(message_id)
        above = _first(target, _ABOVE, message_id)
        turn = _first(target, _IN_A_TURN, message_id)
        below = _first(target, _BELOW, message_id) or _first(target, _AT_THE_TIP, message_id)
        chat = None if number is None else places.chats.get(number)
        chat = chat or next((str(row[0]) for row in (turn, above, below) if row is not None), nowhere)
        parent = None if number is None else places.parents.get(number)
        parent = parent or (str(above[1]) if above is not None else None)
        role = Role.ASSISTANT if turn is not None else _role_below(target, parent)
        kind = MessageKind.NORMAL.value
        row = (number, message_id, chat, parent, revision, state, length, role.value, kind, created_at)
        target.execute(_BRING_BACK, row)


def _role_below(target: sqlite3.Connection, parent: str | None) -> Role:
    above = None if parent is None else _first(target, _ROLE, parent)
    return Role.ASSISTANT if above is not None and above[0] == Role.USER.value else Role.USER


def _lost(target: sqlite3.Connection, removed: Iterable[str], places: Places) -> set[str]:
    known = {*removed, *places.ids.values()}
    known.update(message_id for (message_id,) in target.execute(_PARENTS_UNKNOWN))
    return known.difference(message_id for (message_id,) in target.execute(_IDS))


def _give_chats(target: sqlite3.Connection, title: str) -> int:
    """A chat for each whose messages are there without it. Returns how many messages these are."""
    rows = target.execute(_WITHOUT_CHAT).fetchall()
    for number, (chat_id, first, last, _count) in enumerate(rows, start=1):
        target.execute(_ADD_CHAT, (chat_id, title if len(rows) == 1 else f"{title} {number}", first, last))
    return sum(count for *_ids, count in rows)


def _first(target: sqlite3.Connection, query: str, id_: str) -> tuple[object, ...] | None:
    row: tuple[object, ...] | None = target.execute(query, (id_,)).fetchone()
    return row
