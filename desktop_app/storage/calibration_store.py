"""What providers reported about their counts, in the database: ``CalibrationStore`` for the services."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from desktop_app.domain.message import clean_text
from desktop_app.storage.database import Database
from desktop_app.storage.tables import calibrations


class SqlCalibrationStore:
    """Fulfils ``CalibrationStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def calibration(self, key: str) -> str | None:
        """As it was saved last."""
        query = select(calibrations.c.value).where(calibrations.c.key == clean_text(key))
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def save_calibration(self, key: str, value: str) -> None:
        """In the place of what was there."""
        await self._database.write(lambda connection: _save(connection, clean_text(key), clean_text(value)))


def _save(connection: Connection, key: str, value: str) -> None:
    connection.execute(delete(calibrations).where(calibrations.c.key == key))
    connection.execute(insert(calibrations).values(key=key, value=value))
