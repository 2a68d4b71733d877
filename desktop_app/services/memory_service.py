"""Memory entries: the long-lived pieces of knowledge. Called by the editors and the commands.

Every change is stored first and then told as ``LibraryChanged``. Before many go at once, ``before_many`` makes a backup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from desktop_app.domain.knowledge_ports import MemoryRepository
from desktop_app.domain.lore import Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.ports import Clock
from desktop_app.services.bulk_deleting import BeforeMany, nothing_before
from desktop_app.services.events import EventBus, LibraryChanged, LibraryKind
from desktop_app.services.lore_changes import merged_entry


class MemoryService:
    """The one door through which memory entries change."""

    def __init__(
        self,
        *,
        memories: MemoryRepository,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
        before_many: BeforeMany = nothing_before,
    ) -> None:
        self._memories = memories
        self._bus = bus
        self._clock = clock
        self._new_id = new_id
        self._before_many = before_many

    async def entries(self, scopes: Sequence[Scope] | None = None) -> list[MemoryEntry]:
        """Those of these scopes (``None``: all), oldest first."""
        return await self._memories.entries(scopes)

    async def get_entry(self, entry_id: str) -> MemoryEntry:
        """One entry. Raises ``NotFoundError``."""
        return await self._memories.get_entry(entry_id)

    def new_entry(self, scope: Scope = Scope()) -> MemoryEntry:
        """An empty entry with an id of its own, for a form; ``save`` stores it."""
        return MemoryEntry(id=self._new_id(), content="", scope=scope)

    async def save(self, entry: MemoryEntry) -> MemoryEntry:
        """Adds or replaces, and returns it as stored."""
        now = self._clock.now()
        stored = await self._memories.save_entry(
            replace(entry, created_at=entry.created_at or now, updated_at=now),
        )
        self._tell(stored.id)
        return stored

    async def change(self, before: Sequence[MemoryEntry], after: Sequence[MemoryEntry]) -> None:
        """Does what makes ``after`` of ``before``, all of it or nothing: fields that differ, entries that came and went.

        What differs in neither stays as it is by then; one that is gone by then stays gone. With the two exchanged the
        change is undone.
        """
        old, new = {entry.id: entry for entry in before}, {entry.id: entry for entry in after}
        await self._before_many(len(old.keys() - new.keys()))
        now = self._clock.now()
        current = {entry.id: entry for entry in await self._memories.entries()}
        changed = [
            replace(merged_entry(current[entry.id], old[entry.id], entry), updated_at=now)
            for entry in after
            if entry.id in old and entry.id in current
        ]
        added = [entry for entry in after if entry.id not in old and entry.id not in current]
        gone = [entry_id for entry_id in old if entry_id not in new and entry_id in current]
        await self._memories.write_entries((*changed, *added), gone)
        self._tell(*(entry.id for entry in (*changed, *added)), *gone)

    def copies(self, entries: Sequence[MemoryEntry]) -> tuple[MemoryEntry, ...]:
        """The same entries with ids of their own, not stored yet."""
        now = self._clock.now()
        return tuple(replace(entry, id=self._new_id(), revision=1, created_at=now, updated_at=now) for entry in entries)

    async def delete(self, entry_id: str) -> None:
        """Takes an entry out. Raises ``NotFoundError``."""
        await self._memories.delete_entry(entry_id)
        self._tell(entry_id)

    async def delete_all(self, scope: Scope) -> tuple[MemoryEntry, ...]:
        """Takes all entries of a scope out, and returns them for ``put_back``."""
        await self._before_many(len(await self._memories.entries([scope])))
        deleted = tuple(await self._memories.delete_entries(scope))
        self._tell(*(entry.id for entry in deleted))
        return deleted

    async def put_back(self, entries: Sequence[MemoryEntry]) -> None:
        """Entries that were taken out are there again as they were."""
        for entry in entries:
            await self._memories.save_entry(entry)
        self._tell(*(entry.id for entry in entries))

    def _tell(self, *entry_ids: str) -> None:
        if entry_ids:
            self._bus.publish(LibraryChanged(LibraryKind.MEMORY, entry_ids))
