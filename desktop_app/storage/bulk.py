"""Adds many messages in one transaction: what one at a time would take minutes for. Used by the bench."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from desktop_app.domain.message import Message
from desktop_app.storage.open import Storage
from desktop_app.storage.sqlite_messages import append_message


async def append_many(storage: Storage, messages: Sequence[Message], *, indexed: bool = False) -> None:
    """Appends ``messages`` in their order, parents first: all of them or, where one is refused (``StorageError``), none.

    Unless ``indexed`` they wait until they are indexed for search.
    """

    def insert(connection: Connection) -> None:
        for message in messages:
            append_message(connection, message, message.created_at, one_of_many=not indexed)

    await storage.database.write(insert)
