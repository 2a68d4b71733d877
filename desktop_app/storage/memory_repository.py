"""Memory entries in the database: ``MemoryRepository`` for the services.

An entry stays where the character or chat of its scope is deleted. One that is damaged on the disk is logged and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, tuple_, update

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.storage.batches import in_batches
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import readable_json, to_json
from desktop_app.storage.database import Database
from desktop_app.storage.tables import memory_entries


class SqlMemoryRepository:
    """Fulfils ``MemoryRepository``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def entries(self, scopes: Sequence[Scope] | None = None) -> list[MemoryEntry]:
        """The oldest first."""
        return await self._database.read(lambda connection: _entries(connection, scopes))

    async def get_entry(self, entry_id: str) -> MemoryEntry:
        """One of them."""
        return await self._database.read(lambda connection: _get_entry(connection, entry_id))

    async def save_entry(self, entry: MemoryEntry) -> MemoryEntry:
        """Writes nothing where nothing changed."""
        return await self._database.write(lambda connection: store_entry(connection, cleaned(entry)))

    async def write_entries(self, saved: Sequence[MemoryEntry], deleted: Sequence[str]) -> None:
        """In one transaction."""
        clean = [cleaned(entry) for entry in saved]
        await self._database.write(lambda connection: _write_entries(connection, clean, deleted))

    async def delete_entry(self, entry_id: str) -> None:
        """For good."""
        await self._database.write(lambda connection: _delete_entry(connection, entry_id))

    async def delete_entries(self, scope: Scope) -> list[MemoryEntry]:
        """One that cannot be read goes too."""
        return await self._database.write(lambda connection: _delete_entries(connection, cleaned(scope)))


def store_entry(connection: Connection, entry: MemoryEntry) -> MemoryEntry:
    """Adds or replaces; returns it as it is stored from now on."""
    query = select(memory_entries.c.entry, memory_entries.c.revision, memory_entries.c.created_at)
    row = connection.execute(query.where(memory_entries.c.id == entry.id)).first()
    if row is None:
        connection.execute(insert(memory_entries).values(id=entry.id, **_columns(entry)))
        return entry
    stored = _readable(entry.id, row.entry)
    entry = replace(entry, revision=row.revision, created_at=row.created_at)
    if stored is not None and replace(entry, updated_at=stored.updated_at) == stored:
        return stored
    entry = replace(entry, revision=row.revision + 1)
    connection.execute(update(memory_entries).where(memory_entries.c.id == entry.id).values(_columns(entry)))
    return entry


def _write_entries(connection: Connection, saved: Iterable[MemoryEntry], deleted: Iterable[str]) -> None:
    for entry in saved:
        store_entry(connection, entry)
    for some in in_batches(deleted):
        connection.execute(delete(memory_entries).where(memory_entries.c.id.in_(some)))


def _entries(connection: Connection, scopes: Iterable[Scope] | None) -> list[MemoryEntry]:
    query = select(memory_entries.c.id, memory_entries.c.entry)
    if scopes is not None:
        wanted = [(scope.kind.value, scope.id) for scope in scopes]
        query = query.where(tuple_(memory_entries.c.scope_kind, memory_entries.c.scope_id).in_(wanted))
    rows = connection.execute(query.order_by(memory_entries.c.created_at, memory_entries.c.id))
    found = (_readable(entry_id, entry) for entry_id, entry in rows)
    return [entry for entry in found if entry is not None]


def find_entry(connection: Connection, entry_id: str) -> MemoryEntry | None:
    """One of them, if it is there and not damaged."""
    json = connection.execute(
        select(memory_entries.c.entry).where(memory_entries.c.id == entry_id)
    ).scalar_one_or_none()
    return _readable(entry_id, json)


def _get_entry(connection: Connection, entry_id: str) -> MemoryEntry:
    entry = find_entry(connection, entry_id)
    if entry is None:
        raise NotFoundError(kind="memory entry", id=entry_id)
    return entry


def _delete_entry(connection: Connection, entry_id: str) -> None:
    if not connection.execute(delete(memory_entries).where(memory_entries.c.id == entry_id)).rowcount:
        raise NotFoundError(kind="memory entry", id=entry_id)


def _delete_entries(connection: Connection, scope: Scope) -> list[MemoryEntry]:
    found = _entries(connection, [scope])
    of_scope = (memory_entries.c.scope_kind == scope.kind.value, memory_entries.c.scope_id == scope.id)
    connection.execute(delete(memory_entries).where(*of_scope))
    return found


def _columns(entry: MemoryEntry) -> dict[str, object]:
    return {
        "scope_kind": entry.scope.kind.value,
        "scope_id": entry.scope.id,
        "enabled": entry.enabled,
        "revision": entry.revision,
        "created_at": entry.created_at,
        "entry": to_json(entry),
    }


def _readable(entry_id: str, json: str | None) -> MemoryEntry | None:
    return readable_json(json, MemoryEntry, f"memory entry {entry_id}")
