"""The vectors of messages and summary segments in the database: ``VectorStore`` for recall.

They leave with the text they were made of (``sqlite_derived``). Since making them takes a while, what comes back is checked
against what is there by then: a vector of an old text is never stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, func, insert, select

from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.message import MessageState, clean_text
from desktop_app.storage.batches import in_batches
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import flags_of_bits
from desktop_app.storage.database import Database
from desktop_app.storage.sqlite_engine import dbapi_connection
from desktop_app.storage.summary_rows import segment_revisions
from desktop_app.storage.tables import embedders, messages, passage_vectors

# Bare, and put in order in Python: SQLAlchemy's rows and SQLite's sorting would each double the time for a long chat.
_VECTORS = """
SELECT source_id, place, revision, start, "end", data FROM passage_vectors WHERE chat_id = ? AND embedder_id = ?
"""


class SqlVectorStore:
    """Fulfils ``VectorStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def vectors(self, embedder: str, chat_id: str) -> list[PassageVector]:
        """By source and place."""
        return await self._database.read(lambda connection: _vectors(connection, clean_text(embedder), chat_id))

    async def save_vectors(self, embedder: str, chat_id: str, vectors: Sequence[PassageVector]) -> None:
        """What was overtaken by a change is left out, and what is there of its source stays."""
        given = cleaned(tuple(vectors))
        await self._database.write(lambda connection: _save(connection, clean_text(embedder), chat_id, given))

    async def embedders(self) -> dict[str, int]:
        """How many sources each has done."""
        return await self._database.read(_embedders)

    async def forget_embedder(self, embedder: str) -> None:
        """With all its vectors."""
        await self._database.write(lambda connection: _forget(connection, clean_text(embedder)))


def _vectors(connection: Connection, embedder: str, chat_id: str) -> list[PassageVector]:
    embedder_id = _embedder_id(connection, embedder)
    if embedder_id is None:
        return []
    rows: list[tuple[str, int, int, int, int, bytes]]
    rows = dbapi_connection(connection).execute(_VECTORS, (chat_id, embedder_id)).fetchall()
    rows.sort()  # no two have the same source and place
    return [PassageVector(source, revision, start, end, data) for source, _, revision, start, end, data in rows]


def _save(connection: Connection, embedder: str, chat_id: str, vectors: Sequence[PassageVector]) -> None:
    current = _current_revisions(connection, chat_id, dict.fromkeys(vector.source_id for vector in vectors))
    kept: dict[str, list[PassageVector]] = {}
    for vector in vectors:
        if current.get(vector.source_id) == vector.revision:
            kept.setdefault(vector.source_id, []).append(vector)
    if not kept:
        return
    embedder_id = _embedder_id(connection, embedder)
    if embedder_id is None:
        embedder_id = connection.execute(
            insert(embedders).values(identity=embedder).returning(embedders.c.id)
        ).scalar_one()
    for some in in_batches(kept):
        of_these = (passage_vectors.c.embedder_id == embedder_id, passage_vectors.c.source_id.in_(some))
        connection.execute(delete(passage_vectors).where(*of_these))
    rows = [
        {
            "source_id": source_id,
            "embedder_id": embedder_id,
            "place": place,
            "chat_id": chat_id,
            "revision": vector.revision,
            "start": vector.start,
            "end": vector.end,
            "data": vector.data,
        }
        for source_id, passages in kept.items()
        for place, vector in enumerate(passages)
    ]
    connection.execute(insert(passage_vectors), rows)


def _current_revisions(connection: Connection, chat_id: str, source_ids: Iterable[str]) -> dict[str, int]:
    """Of each of these sources of the chat that lives. A text that is still streaming is not yet one to be found by."""
    found: dict[str, int] = {}
    columns = (messages.c.id, messages.c.revision, messages.c.state, messages.c.flags)
    for some in in_batches(source_ids):
        query = select(*columns).where(messages.c.id.in_(some), messages.c.chat_id == chat_id)
        found |= {
            row.id: row.revision
            for row in connection.execute(query)
            if row.state != MessageState.STREAMING.value and not flags_of_bits(row.flags).deleted
        }
        found |= segment_revisions(connection, chat_id, some)
    return found


def _embedders(connection: Connection) -> dict[str, int]:
    done = select(passage_vectors.c.embedder_id, passage_vectors.c.source_id).distinct().subquery()
    query = select(embedders.c.identity, func.count().label("sources")).join(done, done.c.embedder_id == embedders.c.id)
    rows = connection.execute(query.group_by(embedders.c.id).order_by(embedders.c.identity))
    return {row.identity: row.sources for row in rows}


def _forget(connection: Connection, embedder: str) -> None:
    embedder_id = _embedder_id(connection, embedder)
    connection.execute(delete(passage_vectors).where(passage_vectors.c.embedder_id == embedder_id))
    connection.execute(delete(embedders).where(embedders.c.id == embedder_id))


def _embedder_id(connection: Connection, embedder: str) -> int | None:
    return connection.execute(select(embedders.c.id).where(embedders.c.identity == embedder)).scalar_one_or_none()
