"""Earlier states of what people own in the database: ``VersionRepository`` for the services."""

from __future__ import annotations

from desktop_app.domain.transfer import ObjectKind
from desktop_app.domain.versions import LibraryVersion
from desktop_app.storage.database import Database
from desktop_app.storage.version_rows import read_versions


class SqlVersionRepository:
    """Fulfils ``VersionRepository``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def versions(self, kind: ObjectKind, object_id: str) -> list[LibraryVersion]:
        """The newest first."""
        return await self._database.read(lambda connection: read_versions(connection, kind, object_id))
