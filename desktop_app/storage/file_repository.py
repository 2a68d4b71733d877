"""The files of characters and personas in the database: ``FileRepository`` for the services. They are in every backup."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from desktop_app.domain.transfer import PORTRAIT, StoredFile
from desktop_app.storage.database import Database
from desktop_app.storage.file_rows import add_files, read_files, remove_files


class SqlFileRepository:
    """Fulfils ``FileRepository``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def files(self, owner_id: str) -> dict[str, StoredFile]:
        """By address."""
        return await self._database.read(lambda connection: read_files(connection, owner_id))

    async def portrait(self, owner_id: str) -> StoredFile | None:
        """The one under ``PORTRAIT``."""
        return (await self.files(owner_id)).get(PORTRAIT)

    async def set_files(self, owner_id: str, files: Mapping[str, bytes]) -> None:
        """These and no others."""
        await self._database.write(lambda connection: _set_files(connection, owner_id, files))


def _set_files(connection: Connection, owner_id: str, files: Mapping[str, bytes]) -> None:
    kept = {uri: bytes(data) for uri, data in files.items()}
    remove_files(connection, owner_id)
    add_files(connection, owner_id, kept)
