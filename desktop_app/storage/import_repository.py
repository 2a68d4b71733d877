"""What was imported, and whole objects in one transaction each way: ``ImportRepository`` for the services."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from desktop_app.domain.backup import Progress
from desktop_app.domain.lore import LorebookLink
from desktop_app.domain.transfer import Added, ChatTree, ImportBatch, ImportRecord, ObjectKind
from desktop_app.storage.clean import cleaned
from desktop_app.storage.database import Database
from desktop_app.storage.file_rows import add_blob, add_files, forget_blobs
from desktop_app.storage.held_books import HeldBooks
from desktop_app.storage.import_undo import take_out
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.library_repository import store_character, store_persona
from desktop_app.storage.lore_rows import find_book
from desktop_app.storage.lore_saving import save_book
from desktop_app.storage.memory_repository import store_entry
from desktop_app.storage.tables import (
    characters,
    chats,
    imports,
    lorebook_links,
    lorebooks,
    memory_entries,
    personas,
)
from desktop_app.storage.tree_rows import read_tree
from desktop_app.storage.tree_saving import store_tree
from desktop_app.storage.version_rows import keep_version

_KINDS = KnownWords(ObjectKind)

_OBJECTS = {
    ObjectKind.CHARACTER: characters,
    ObjectKind.PERSONA: personas,
    ObjectKind.LOREBOOK: lorebooks,
    ObjectKind.MEMORY: memory_entries,
    ObjectKind.CHAT: chats,
}


class SqlImportRepository:
    """Fulfils ``ImportRepository``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def records(self) -> list[ImportRecord]:
        """Of objects that are still there."""
        return await self._database.read(_records)

    async def store(self, batch: ImportBatch, progress: Progress | None = None) -> None:
        """Safe against a power cut when it returns."""
        await self._database.write(lambda connection: _store(connection, batch, progress), durable=True)

    async def tree(self, chat_id: str) -> ChatTree:
        """Read in one state of the data."""
        return await self._database.read(lambda connection: read_tree(connection, chat_id))

    async def take_out(self, added: Sequence[Added], now: int) -> tuple[Added, ...]:
        """All of it at once."""
        return await self._database.write(lambda connection: take_out(connection, added, now), durable=True)


class _Steps:
    """Asks ``progress`` whether to go on, by the share of the batch's messages that are stored."""

    def __init__(self, batch: ImportBatch, progress: Progress | None) -> None:
        self._total = max(1, sum(len(tree.current()) for tree in batch.chats))
        self._progress = progress
        self._done = 0

    def __call__(self, rows: int) -> None:
        self._done += rows
        if self._progress is not None and not self._progress(min(1.0, self._done / self._total)):
            raise InterruptedError


def _store(connection: Connection, batch: ImportBatch, progress: Progress | None) -> None:
    step = _Steps(batch, progress)
    step(0)
    for version in batch.versions:
        keep_version(connection, cleaned(version), getattr(version, "updated_at", 0))
    for character in batch.characters:
        store_character(connection, cleaned(character))
    for persona in batch.personas:
        store_persona(connection, cleaned(persona))
    for book in batch.books:
        save_book(connection, book, find_book(connection, book.id, HeldBooks(limit=0)))
    for entry in batch.memories:
        store_entry(connection, cleaned(entry))
    pictures = [add_blob(connection, data) for data in batch.pictures.values()]
    for tree in batch.chats:
        store_tree(connection, cleaned(tree), step)
    forget_blobs(connection, pictures)  # those that no message speaks of
    for link in batch.links:
        _store_link(connection, link)
    for owner_id, files in batch.files.items():
        add_files(connection, owner_id, files)
    for record in batch.records:
        _store_record(connection, cleaned(record))


def _store_link(connection: Connection, link: LorebookLink) -> None:
    columns = lorebook_links.c
    values = {"book_id": link.book_id, "scope_kind": link.scope.kind.value, "scope_id": link.scope.id}
    same = (columns.book_id == link.book_id, columns.scope_kind == link.scope.kind.value)
    if connection.execute(select(columns.book_id).where(*same, columns.scope_id == link.scope.id)).first() is None:
        connection.execute(insert(lorebook_links).values(values))


def _store_record(connection: Connection, record: ImportRecord) -> None:
    same = (imports.c.kind == record.kind.value, imports.c.object_id == record.object_id)
    connection.execute(delete(imports).where(*same))
    values = {
        "kind": record.kind.value,
        "object_id": record.object_id,
        "identity": record.identity,
        "digest": record.digest,
        "file_name": record.file_name,
        "imported_at": record.imported_at,
    }
    connection.execute(insert(imports).values(values))


def _records(connection: Connection) -> list[ImportRecord]:
    there = {kind: set(connection.execute(select(table.c.id)).scalars()) for kind, table in _OBJECTS.items()}
    found = [
        ImportRecord(_KINDS[row.kind], row.object_id, row.identity, row.digest, row.file_name, row.imported_at)
        for row in connection.execute(select(imports).order_by(imports.c.imported_at, imports.c.object_id))
    ]
    return [record for record in found if record.object_id in there[record.kind]]
