"""Reads and writes the rows of lorebooks, their entries and links. Used by the repositories of lore and library.

Everything happens inside the transaction of the caller. What is damaged on the disk is logged and left out, and no later
saving of its book removes it: a failed read never becomes a write (reliability page, D12).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, tuple_

from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, LorebookEntry, LorebookLink, Scope, ScopeKind
from desktop_app.storage.codec import readable_json
from desktop_app.storage.held_books import HeldBooks
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.tables import lorebook_entries, lorebook_links, lorebooks

_SCOPES = KnownWords(ScopeKind)


def read_books(connection: Connection, held: HeldBooks) -> list[Lorebook]:
    """All of them by name."""
    heads = connection.execute(select(lorebooks.c.id, lorebooks.c.revision)).all()
    found = [_held_or_read(connection, row.id, row.revision, held) for row in heads]
    return sorted(found, key=_name_of)


def find_book(connection: Connection, book_id: str, held: HeldBooks) -> Lorebook | None:
    """One book with its entries, if there is one."""
    revision = connection.execute(select(lorebooks.c.revision).where(lorebooks.c.id == book_id)).scalar_one_or_none()
    return None if revision is None else _held_or_read(connection, book_id, revision, held)


def delete_book(connection: Connection, book_id: str) -> None:
    """With its entries and links. Raises ``NotFoundError``."""
    connection.execute(delete(lorebook_entries).where(lorebook_entries.c.book_id == book_id))
    connection.execute(delete(lorebook_links).where(lorebook_links.c.book_id == book_id))
    if not connection.execute(delete(lorebooks).where(lorebooks.c.id == book_id)).rowcount:
        raise NotFoundError(kind="lorebook", id=book_id)


def read_links(connection: Connection) -> list[LorebookLink]:
    """All of them, those of one book together."""
    columns = (lorebook_links.c.book_id, lorebook_links.c.scope_kind, lorebook_links.c.scope_id)
    rows = connection.execute(select(*columns).order_by(*columns))
    return [LorebookLink(book_id, Scope(_SCOPES[kind], scope_id)) for book_id, kind, scope_id in rows]


def set_links(connection: Connection, book_id: str, scopes: Iterable[Scope]) -> None:
    """These and no others. Raises ``NotFoundError``."""
    if connection.execute(select(lorebooks.c.id).where(lorebooks.c.id == book_id)).first() is None:
        raise NotFoundError(kind="lorebook", id=book_id)
    connection.execute(delete(lorebook_links).where(lorebook_links.c.book_id == book_id))
    rows = [
        {"book_id": book_id, "scope_kind": scope.kind.value, "scope_id": scope.id} for scope in dict.fromkeys(scopes)
    ]
    if rows:
        connection.execute(insert(lorebook_links), rows)


def remove_links(connection: Connection, scope: Scope) -> None:
    """No lorebook counts in this scope any more."""
    of_scope = (lorebook_links.c.scope_kind == scope.kind.value, lorebook_links.c.scope_id == scope.id)
    connection.execute(delete(lorebook_links).where(*of_scope))


def linked_books(
    connection: Connection, scopes: Sequence[Scope], held: HeldBooks
) -> list[tuple[Lorebook, tuple[Scope, ...]]]:
    """The enabled books of these scopes, each once with those it counts in, in the order of the scopes, then by name."""
    places = {scope: place for place, scope in enumerate(dict.fromkeys(scopes))}
    if not places:
        return []
    found: dict[str, tuple[Lorebook, list[Scope]]] = {}
    for row in _links_of(connection, places):
        if row.id not in found:
            found[row.id] = (_held_or_read(connection, row.id, row.revision, held), [])
        found[row.id][1].append(Scope(_SCOPES[row.scope_kind], row.scope_id))
    linked = [(book, tuple(sorted(met, key=places.__getitem__))) for book, met in found.values()]
    return sorted(linked, key=lambda each: (places[each[1][0]], _name_of(each[0])))


def _links_of(connection: Connection, scopes: Iterable[Scope]) -> Sequence[Row[*tuple[Any, ...]]]:
    wanted = [(scope.kind.value, scope.id) for scope in scopes]
    columns = (lorebooks.c.id, lorebooks.c.revision, lorebook_links.c.scope_kind, lorebook_links.c.scope_id)
    query = select(*columns).join(lorebook_links, lorebook_links.c.book_id == lorebooks.c.id).where(lorebooks.c.enabled)
    met = tuple_(lorebook_links.c.scope_kind, lorebook_links.c.scope_id).in_(wanted)
    return connection.execute(query.where(met)).all()


def _held_or_read(connection: Connection, book_id: str, revision: int, held: HeldBooks) -> Lorebook:
    book = held.find(book_id, revision)
    if book is None:
        book = _read(connection, book_id)
        held.keep(book)
    return book


def _read(connection: Connection, book_id: str) -> Lorebook:
    row = connection.execute(select(lorebooks).where(lorebooks.c.id == book_id)).one()
    book = readable_json(row.book, Lorebook, f"lorebook {book_id}")
    if book is None:
        book = Lorebook(book_id, row.name, enabled=row.enabled, revision=row.revision)
    query = select(lorebook_entries.c.id, lorebook_entries.c.entry).where(lorebook_entries.c.book_id == book_id)
    rows = connection.execute(query.order_by(lorebook_entries.c.position))
    entries = (readable_json(entry, LorebookEntry, f"lorebook entry {entry_id}") for entry_id, entry in rows)
    return replace(book, entries=tuple(entry for entry in entries if entry is not None))


def _name_of(book: Lorebook) -> tuple[str, str]:
    """In Python, since SQLite folds the case of ASCII only."""
    return book.name.casefold(), book.id
