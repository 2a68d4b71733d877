"""Vectors by embedder and text in the database, so that nothing is embedded twice: ``EmbeddingCacheStore`` for embedders.

Least recently used goes first: ``used`` is a number that grows with every use. Where the database may only be read, nothing
is kept, and nobody needs to care: this is a cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from desktop_app.domain.message import clean_text
from desktop_app.storage.batches import in_batches
from desktop_app.storage.database import Database
from desktop_app.storage.tables import embedding_cache

# With 384 numbers a vector, 40 MB.
CAPACITY = 50_000

_USE = update(embedding_cache).where(embedding_cache.c.key == bindparam("which")).values(used=bindparam("now"))


class SqlEmbeddingCacheStore:
    """Fulfils ``EmbeddingCacheStore``. ``capacity``: so many vectors are kept."""

    def __init__(self, database: Database, capacity: int = CAPACITY) -> None:
        self._database = database
        self._capacity = capacity

    async def get_many(self, keys: Sequence[str]) -> dict[str, bytes]:
        """In the order of ``keys``; the last of them counts as used last."""
        asked = {clean_text(key): key for key in keys}
        if not self._database.writable:
            found = await self._database.read(lambda connection: _find(connection, asked))
        else:
            found = await self._database.write(lambda connection: _use(connection, asked))
        return {asked[key]: data for key, data in found.items()}

    async def put_many(self, vectors: Mapping[str, bytes]) -> None:
        """The last of them counts as used last."""
        given = {clean_text(key): data for key, data in vectors.items()}
        if given and self._database.writable:
            await self._database.write(lambda connection: _put(connection, given, self._capacity))


def _find(connection: Connection, keys: Iterable[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for some in in_batches(keys):
        query = select(embedding_cache.c.key, embedding_cache.c.data).where(embedding_cache.c.key.in_(some))
        found |= {row.key: row.data for row in connection.execute(query)}
    return {key: found[key] for key in keys if key in found}


def _use(connection: Connection, keys: Iterable[str]) -> dict[str, bytes]:
    found = _find(connection, keys)
    if found:
        numbers = count(_last_use(connection) + 1)
        connection.execute(_USE, [{"which": key, "now": number} for key, number in zip(found, numbers, strict=False)])
    return found


def _put(connection: Connection, vectors: Mapping[str, bytes], capacity: int) -> None:
    first = _last_use(connection) + 1
    rows = [{"key": key, "used": used, "data": data} for used, (key, data) in enumerate(vectors.items(), first)]
    for some in in_batches(vectors):
        connection.execute(delete(embedding_cache).where(embedding_cache.c.key.in_(some)))
    connection.execute(insert(embedding_cache), rows)
    kept = connection.execute(select(func.count()).select_from(embedding_cache)).scalar_one()
    if kept > capacity:
        oldest = select(embedding_cache.c.key).order_by(embedding_cache.c.used).limit(kept - capacity)
        connection.execute(delete(embedding_cache).where(embedding_cache.c.key.in_(oldest)))


def _last_use(connection: Connection) -> int:
    return connection.execute(select(func.max(embedding_cache.c.used))).scalar_one_or_none() or 0
