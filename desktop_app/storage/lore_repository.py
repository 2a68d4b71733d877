"""Lorebooks and where they count, in the database: ``LoreRepository`` for the services.

Every method is one unit of work in a database thread. Books that were read lately are held in memory, by revision.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, LorebookLink, Scope
from desktop_app.storage.clean import cleaned
from desktop_app.storage.database import Database
from desktop_app.storage.held_books import HeldBooks
from desktop_app.storage.lore_rows import delete_book, find_book, linked_books, read_books, read_links, set_links
from desktop_app.storage.lore_saving import save_book


class SqlLoreRepository:
    """Fulfils ``LoreRepository``."""

    def __init__(self, database: Database, held: HeldBooks | None = None) -> None:
        self._database = database
        self._held = held or HeldBooks()

    async def books(self) -> list[Lorebook]:
        """By name."""
        return await self._database.read(lambda connection: read_books(connection, self._held))

    async def get_book(self, book_id: str) -> Lorebook:
        """From memory where it is held in its newest revision."""
        return await self._database.read(lambda connection: self._get_book(connection, book_id))

    async def save_book(self, book: Lorebook) -> Lorebook:
        """Writes the rows that changed."""
        stored = await self._database.write(lambda connection: self._save_book(connection, book))
        self._held.keep(stored)  # only now: until its end a transaction may fail
        return stored

    async def delete_book(self, book_id: str) -> None:
        """With its entries and links."""
        await self._database.write(lambda connection: delete_book(connection, book_id))
        self._held.forget(book_id)

    async def links(self) -> list[LorebookLink]:
        """Those of one book together."""
        return await self._database.read(read_links)

    async def set_links(self, book_id: str, scopes: Sequence[Scope]) -> None:
        """These and no others."""
        await self._database.write(lambda connection: set_links(connection, book_id, cleaned(tuple(scopes))))

    async def linked_books(self, scopes: Sequence[Scope]) -> list[tuple[Lorebook, tuple[Scope, ...]]]:
        """Asked at every preview: where all is held, it costs one small query."""
        return await self._database.read(lambda connection: linked_books(connection, scopes, self._held))

    def _get_book(self, connection: Connection, book_id: str) -> Lorebook:
        book = find_book(connection, book_id, self._held)
        if book is None:
            raise NotFoundError(kind="lorebook", id=book_id)
        return book

    def _save_book(self, connection: Connection, book: Lorebook) -> Lorebook:
        return save_book(connection, book, find_book(connection, book.id, self._held))
