"""What hangs on a message and must not outlive a change of it: vectors of its passages, sentences of summaries.

Used inside the transactions that change a message, so that no moment exists in which one is new and the other old. Prepared
SQL in SQLite's own words: an answer's end comes through here. A text that is still streaming has nothing hanging on it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

_DROP_VECTORS = "DELETE FROM passage_vectors WHERE source_id = ?"
_MARK_STALE = "UPDATE summary_sentences SET stale = 1 WHERE seq IN (SELECT sentence_seq FROM summary_sources WHERE message_id = ?)"
_DROP_READING = "DELETE FROM proposal_readings WHERE chat_id = ? AND message_id = ?"


def text_changed(connection: Connection, message_id: str) -> None:
    """The message has another text: its vectors go, the sentences that were made of it are stale."""
    connection.exec_driver_sql(_DROP_VECTORS, (message_id,))
    connection.exec_driver_sql(_MARK_STALE, (message_id,))


def message_removed(connection: Connection, chat_id: str, message_id: str) -> None:
    """The message is gone, and so is that it was looked through for proposals."""
    text_changed(connection, message_id)
    connection.exec_driver_sql(_DROP_READING, (chat_id, message_id))


def drop_vectors(connection: Connection, source_ids: Iterable[str]) -> None:
    """The vectors of these messages or segments go, whoever made them."""
    _for_each(connection, _DROP_VECTORS, source_ids)


def mark_stale(connection: Connection, message_ids: Iterable[str]) -> None:
    """Of the sentences in use, exactly those are stale that were made of one of these messages."""
    _for_each(connection, _MARK_STALE, message_ids)


def _for_each(connection: Connection, statement: str, ids: Iterable[str]) -> None:
    rows = [(each,) for each in ids]
    if rows:
        connection.exec_driver_sql(statement, rows)
