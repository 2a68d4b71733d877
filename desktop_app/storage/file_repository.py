"""The files of characters and personas in the database: ``FileRepository`` for the services. They are in every backup."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, select

from desktop_app.domain.transfer import PORTRAIT, StoredFile
from desktop_app.storage.database import Database
from desktop_app.storage.file_rows import add_files, read_files, remove_files
from desktop_app.storage.tables import blobs, character_files


class SqlFileRepository:
    """Fulfils ``FileRepository``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def files(self, owner_id: str) -> dict[str, StoredFile]:
        """By address."""
        return await self._database.read(lambda connection: read_files(connection, owner_id))

    async def portrait(self, owner_id: str) -> StoredFile | None:
        """The one under ``PORTRAIT``; the others, which may be large, are not read."""
        return await self._database.read(lambda connection: _portrait(connection, owner_id))

    async def set_files(self, owner_id: str, files: Mapping[str, bytes]) -> None:
        """These and no others."""
        await self._database.write(lambda connection: _set_files(connection, owner_id, files))


def _portrait(connection: Connection, owner_id: str) -> StoredFile | None:
    query = select(blobs).join(character_files, blobs.c.digest == character_files.c.digest)
    row = connection.execute(
        query.where(character_files.c.character_id == owner_id, character_files.c.uri == PORTRAIT)
    ).first()
    return None if row is None else StoredFile(row.digest, row.media_type, row.data)


def _set_files(connection: Connection, owner_id: str, files: Mapping[str, bytes]) -> None:
    kept = {uri: bytes(data) for uri, data in files.items()}
    remove_files(connection, owner_id)
    add_files(connection, owner_id, kept)
