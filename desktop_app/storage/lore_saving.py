"""Saves a lorebook by what changed: of a thousand entries, one edited is one row written. Used by the lore repository."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from desktop_app.domain.errors import StorageError
from desktop_app.domain.lore import Lorebook, LorebookEntry
from desktop_app.storage.batches import in_batches
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import to_json
from desktop_app.storage.tables import lorebook_entries, lorebooks

_OF_BOOK = lorebook_entries.c.book_id == bindparam("of_book")
_OF_ENTRY = (_OF_BOOK, lorebook_entries.c.id == bindparam("of_entry"))
_REWRITE = update(lorebook_entries).where(*_OF_ENTRY)
_MOVE = update(lorebook_entries).where(*_OF_ENTRY).values(position=bindparam("position"))


def save_book(connection: Connection, book: Lorebook, stored: Lorebook | None) -> Lorebook:
    """Writes what ``book`` says otherwise than ``stored``, which is the whole book as it is in the database.

    Returns it as it is stored from now on. Raises ``StorageError`` where two entries have one id.
    """
    _refuse_twins(book)
    made = cleaned(book) if stored is None else _next_revision(book, stored)
    if made is stored:
        return made
    _write_head(connection, made, new=stored is None)
    _write_entries(connection, made, stored.entries if stored is not None else ())
    return made


def _refuse_twins(book: Lorebook) -> None:
    if len({entry.id for entry in book.entries}) != len(book.entries):
        raise StorageError(detail=f"Two entries of the lorebook {book.name} have the same id.")


def _next_revision(book: Lorebook, stored: Lorebook) -> Lorebook:
    """``stored`` itself where the two differ in nothing but revisions and times."""
    known = {entry.id: entry for entry in stored.entries}
    entries = tuple(_next_entry(entry, known.get(entry.id)) for entry in book.entries)
    head = cleaned(replace(book, entries=()))
    same = {"revision": stored.revision, "created_at": stored.created_at, "updated_at": stored.updated_at}
    if replace(head, entries=entries, **same) == stored:
        return stored
    return replace(head, entries=entries, revision=stored.revision + 1, created_at=stored.created_at)


def _next_entry(entry: LorebookEntry, stored: LorebookEntry | None) -> LorebookEntry:
    if stored is None:
        return cleaned(entry)
    if _says_the_same(entry, stored):  # looked at first: what is stored is clean, and cleaning is what takes long
        return stored
    entry = cleaned(entry)
    return stored if _says_the_same(entry, stored) else replace(entry, revision=stored.revision + 1)


def _says_the_same(entry: LorebookEntry, stored: LorebookEntry) -> bool:
    return entry is stored or replace(entry, revision=stored.revision) == stored


def _write_head(connection: Connection, book: Lorebook, *, new: bool) -> None:
    values = {
        "name": book.name,
        "enabled": book.enabled,
        "revision": book.revision,
        "book": to_json(replace(book, entries=())),
    }
    if new:
        connection.execute(insert(lorebooks).values(id=book.id, **values))
    else:
        connection.execute(update(lorebooks).where(lorebooks.c.id == book.id).values(values))


def _write_entries(connection: Connection, book: Lorebook, stored: Sequence[LorebookEntry]) -> None:
    """A row that could not be read is in no ``stored``: it is not removed, but gives way to an entry with its id."""
    positions = _positions(connection, book.id)
    unchanged = set(map(id, stored))
    added: list[dict[str, object]] = []
    changed: list[dict[str, object]] = []
    moved: list[dict[str, object]] = []
    for position, entry in enumerate(book.entries):
        where: dict[str, object] = {"of_book": book.id, "of_entry": entry.id, "position": position}
        if entry.id not in positions:
            added.append({"book_id": book.id, "id": entry.id, "position": position, **_entry_columns(entry)})
        elif id(entry) not in unchanged:
            changed.append({**where, **_entry_columns(entry)})
        elif positions[entry.id] != position:
            moved.append(where)
    kept = {entry.id for entry in book.entries}
    _delete_entries(connection, book.id, [entry.id for entry in stored if entry.id not in kept])
    for statement, rows in ((insert(lorebook_entries), added), (_REWRITE, changed), (_MOVE, moved)):
        if rows:
            connection.execute(statement, rows)


def _entry_columns(entry: LorebookEntry) -> dict[str, object]:
    return {"revision": entry.revision, "entry": to_json(entry)}


def _positions(connection: Connection, book_id: str) -> dict[str, int]:
    query = select(lorebook_entries.c.id, lorebook_entries.c.position).where(lorebook_entries.c.book_id == book_id)
    return {row.id: row.position for row in connection.execute(query)}


def _delete_entries(connection: Connection, book_id: str, entry_ids: Iterable[str]) -> None:
    for some in in_batches(entry_ids):
        gone = lorebook_entries.c.id.in_(some)
        connection.execute(delete(lorebook_entries).where(lorebook_entries.c.book_id == book_id, gone))
