"""The index of words in SQLite's own full-text tables: written in the transaction of each change of a message.

Used by the repositories of chats and turns and by ``message_search``. The table ``message_words`` holds for each message the
words of its current text and some of the message itself (its chat, speaker and role), so that filters are met within the
index. ``rowid`` (``place_of``) is made of the day on which it was said and its number: SQLite reads such an index forwards in
half the time, and what is newest comes first, also among what was imported. It keeps no texts and no places: a quarter of the
size, and what is found is looked at again in any case. What is taken out of it must be given as it was put in: it is made again from the stored text.

In the index is exactly: a message that is not streaming, has a text, and is not among ``search_waiting``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from desktop_app.domain.message import Message, MessageState
from desktop_app.language.search_words import INDEX_VERSION, index_words, stand_in
from desktop_app.storage.sqlite_engine import dbapi_connection

SEARCH_TABLES = tuple(f"message_words{suffix}" for suffix in ("", "_config", "_content", "_data", "_docsize", "_idx"))
"""The names that SQLite has for the index: no tables of ours."""

SEQ_BITS = 26
"""Of a place, the lower ones: more than there will ever be messages. Few, since places that are near take less room."""

SEQ_MASK = (1 << SEQ_BITS) - 1
"""These bits. The number of a message is ``SEQ_MASK - (place & SEQ_MASK)``."""

# Days since 1970; one that is no such day counts as the nearest.
_LAST_DAY = (1 << 16) - 1
_DAY_MS = 86_400_000

# With what the index was made: its places, its words, and the letters that this Python knows.
_MADE_WITH = f"days/{INDEX_VERSION}/{unicodedata.unidata_version}"
_MADE_KEY = "search_made_with"

_CURRENT = """
SELECT m.seq, m.chat_id, m.role, m.speaker_id, m.created_at, m.state, r.text
FROM messages m JOIN message_revisions r ON r.message_id = m.id AND r.revision = m.revision
"""
_ONE = f"{_CURRENT} WHERE m.id = ?"
_WAITING = f"{_CURRENT} JOIN search_waiting w ON w.seq = m.seq ORDER BY w.seq DESC LIMIT ?"

_READ_MADE = "SELECT value FROM meta WHERE key = ?"
_WRITE_MADE = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

_ADD = "INSERT INTO message_words (rowid, words) VALUES (?, ?)"
_TAKE_OUT = "INSERT INTO message_words (message_words, rowid, words) VALUES ('delete', ?, ?)"
_TAKE_ALL_OUT = "INSERT INTO message_words (message_words) VALUES ('delete-all')"

_WAIT = "INSERT OR IGNORE INTO search_waiting (seq) SELECT seq FROM messages WHERE id = ?"
_ALL_WAIT = "INSERT OR IGNORE INTO search_waiting (seq) SELECT seq FROM messages"
_IS_WAITING = "SELECT 1 FROM search_waiting WHERE seq = ?"
_WAIT_NO_MORE = "DELETE FROM search_waiting WHERE seq >= ?"
# So many pages of the index are put together at once: some hundredths of a second.
_MERGE = "INSERT INTO message_words (message_words, rank) VALUES ('merge', 100)"

_COUNT_WAITING = "SELECT count(*) FROM search_waiting"


@dataclass(frozen=True, slots=True)
class _Indexed:
    """What the index is made of."""

    seq: int
    chat_id: str
    role: str
    speaker_id: str | None
    created_at: int
    state: str
    text: str

    @property
    def place(self) -> int:
        return place_of(self.created_at, self.seq)

    @property
    def belongs_in(self) -> bool:
        return bool(self.text) and self.state != MessageState.STREAMING.value

    @property
    def words(self) -> str:
        own = [chat_word(self.chat_id), role_word(self.role)]
        if self.speaker_id:
            own.append(speaker_word(self.speaker_id))
        return " ".join([*own, *index_words(self.text)])


def index_later(connection: Connection, message_ids: Iterable[str]) -> None:
    """Many messages were added: they wait."""
    rows = [(message_id,) for message_id in message_ids]
    if rows:
        connection.exec_driver_sql(_WAIT, rows)


def index_new(connection: Connection, message: Message, seq: int) -> None:
    """A message was added."""
    if _made_anew(connection):
        return  # it waits with all others
    speaker, state = message.speaker.id, message.state.value
    row = _Indexed(seq, message.chat_id, message.role.value, speaker, message.created_at, state, message.text)
    if row.belongs_in:
        connection.exec_driver_sql(_ADD, (row.place, row.words))


@contextmanager
def reindexing(connection: Connection, message_id: str) -> Generator[None, None, None]:
    """Around a change of one message, also its removal: afterwards the index has it as it is then."""
    _made_anew(connection)
    before = _read(connection, message_id)
    yield
    after = _read(connection, message_id)
    if before == after:
        return
    if before is not None and connection.exec_driver_sql(_IS_WAITING, (before.seq,)).first() is not None:
        return  # what is read when its turn comes is the text of then
    if before is not None and before.belongs_in:
        connection.exec_driver_sql(_TAKE_OUT, (before.place, before.words))
    if after is not None and after.belongs_in:
        connection.exec_driver_sql(_ADD, (after.place, after.words))


def index_waiting(connection: Connection, at_most: int) -> int:
    """Indexes the newest of those that wait, and says how many are left."""
    _made_anew(connection)
    rows = [_Indexed(*row) for row in connection.exec_driver_sql(_WAITING, (at_most,))]
    for row in sorted(rows, key=lambda row: row.place):  # in another order SQLite would write each on its own
        if row.belongs_in:
            connection.exec_driver_sql(_ADD, (row.place, row.words))
    # Of what waited and is gone by now nothing is left either.
    connection.exec_driver_sql(_WAIT_NO_MORE, (rows[-1].seq if len(rows) == at_most else 0,))
    return count_waiting(connection)


def tidy_index(connection: Connection) -> bool:
    """Puts some pieces of the index together: the fewer there are, the quicker it is read. False: there is nothing to do."""
    bare = dbapi_connection(connection)
    before = bare.total_changes
    bare.execute(_MERGE)
    return bare.total_changes - before > 1  # SQLite's own sign: it counts the command itself as one


def count_waiting(connection: Connection) -> int:
    """How many messages are not in the index yet."""
    return int(connection.exec_driver_sql(_COUNT_WAITING).scalar_one())


def chat_word(chat_id: str) -> str:
    """What the index has of every message of a chat. Two chats may share one: the message itself has the last word."""
    return f"\ue100{stand_in(chat_id)}"


def role_word(role: str) -> str:
    """Of every message of a role."""
    return f"\ue101{stand_in(role)}"


def speaker_word(speaker_id: str) -> str:
    """Of every message that a character or persona said."""
    return f"\ue102{stand_in(speaker_id)}"


def place_of(created_at: int, seq: int) -> int:
    """The ``rowid`` of a message in the index: smaller the later its day (``created_at`` in Unix milliseconds), then the later it came in."""
    return (_LAST_DAY - _day(created_at) << SEQ_BITS) + SEQ_MASK - seq


def first_place(until: int) -> int:
    """What was said before ``until`` (Unix milliseconds) is at this place or behind it."""
    return _LAST_DAY - _day(until) << SEQ_BITS


def last_place(since: int) -> int:
    """What was said at ``since`` or later is at this place or before it."""
    return first_place(since) + SEQ_MASK


def _day(milliseconds: int) -> int:
    return min(max(milliseconds // _DAY_MS, 0), _LAST_DAY)


def _read(connection: Connection, message_id: str) -> _Indexed | None:
    row = connection.exec_driver_sql(_ONE, (message_id,)).first()
    return None if row is None else _Indexed(*row)


def _made_anew(connection: Connection) -> bool:
    """Whether the words were made by other rules than ours: then the index is empty now, and all messages wait."""
    made = connection.exec_driver_sql(_READ_MADE, (_MADE_KEY,)).scalar()
    if made == _MADE_WITH:
        return False
    connection.exec_driver_sql(_WRITE_MADE, (_MADE_KEY, _MADE_WITH))
    if made is None:
        return False  # nothing was ever put into it
    connection.exec_driver_sql(_TAKE_ALL_OUT)
    connection.exec_driver_sql(_ALL_WAIT)
    return True
