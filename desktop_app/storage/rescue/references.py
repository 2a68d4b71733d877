"""What rescued rows speak of must be there: what only points at lost rows goes, what a person wrote gets a place.

Used by ``rescue`` after ``tree``.
"""

from __future__ import annotations

import sqlite3
import zlib

import msgspec

from desktop_app.domain.lore import Lorebook
from desktop_app.storage.codec import to_json
from desktop_app.storage.plan_texts import numbers_of

_FORGET_PERSONAS = (
    "UPDATE chats SET persona_id = NULL WHERE persona_id IS NOT NULL AND persona_id NOT IN (SELECT id FROM personas)"
)
_BOOKS_LOST = "SELECT DISTINCT book_id FROM lorebook_entries WHERE book_id NOT IN (SELECT id FROM lorebooks)"
_ADD_BOOK = "INSERT INTO lorebooks (id, name, enabled, revision, book) VALUES (?, ?, 1, 1, ?)"

# A summary that has lost its words would hide the messages that it covers.
_DROP_EMPTY_SEGMENTS = "DELETE FROM summary_segments WHERE id NOT IN (SELECT segment_id FROM summary_sentences)"
_DROP_STRAY_SOURCES = "DELETE FROM summary_sources WHERE sentence_seq NOT IN (SELECT seq FROM summary_sentences)"
_DROP_STRAY_SENTENCES = """
DELETE FROM summary_sentences WHERE replaced_at IS NULL AND segment_id NOT IN (SELECT id FROM summary_segments)
"""

_MOVE_TURNS = """
UPDATE turns SET chat_id = (SELECT chat_id FROM messages WHERE messages.id = turns.message_id)
WHERE message_id IN (SELECT id FROM messages)
"""
_PLANS = "SELECT seq, plan_text_ids FROM turns WHERE plan_skeleton IS NOT NULL"
_FORGET_PLAN = "UPDATE turns SET plan_skeleton = NULL, plan_text_ids = NULL WHERE seq = ?"
_PLAN_TEXTS = "SELECT id FROM plan_texts"

_INDEX_ALL = "INSERT OR IGNORE INTO search_waiting (seq) SELECT seq FROM messages"


def mend_references(target: sqlite3.Connection, title: str) -> None:
    """Leaves no row that points at nothing. ``title``: of a lorebook for entries whose own is lost."""
    target.execute(_FORGET_PERSONAS)
    for number, (book_id,) in enumerate(target.execute(_BOOKS_LOST).fetchall(), start=1):
        book = Lorebook(book_id, f"{title} {number}")
        target.execute(_ADD_BOOK, (book.id, book.name, to_json(book)))
    for statement in (_DROP_STRAY_SENTENCES, _DROP_EMPTY_SEGMENTS, _DROP_STRAY_SOURCES, _MOVE_TURNS):
        target.execute(statement)
    _forget_plans(target)
    while violations := target.execute("PRAGMA foreign_key_check").fetchall():
        for table, rowid, *_rest in violations:
            target.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,))  # noqa: S608 - our own tables
    target.execute(_INDEX_ALL)


def _forget_plans(target: sqlite3.Connection) -> None:
    """A plan that has lost a text can no longer be shown."""
    there = {number for (number,) in target.execute(_PLAN_TEXTS)}
    for seq, text_ids in target.execute(_PLANS).fetchall():
        try:
            whole = text_ids is not None and there.issuperset(numbers_of(text_ids))
        except (zlib.error, msgspec.MsgspecError, UnicodeError):
            whole = False
        if not whole:
            target.execute(_FORGET_PLAN, (seq,))
