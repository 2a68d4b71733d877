"""Earlier states of characters, personas, lorebooks and memory entries as rows. Used by the repositories that change them.

What is kept is kept in the transaction of the change: there is no change without its version, and no version without.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.transfer import LibraryObject, ObjectKind
from desktop_app.domain.versions import LibraryVersion, is_apart, too_many
from desktop_app.storage.codec import readable_json, to_json
from desktop_app.storage.known_words import KnownWords
from desktop_app.storage.tables import library_versions

_KINDS = KnownWords(ObjectKind)

_CLASSES: dict[ObjectKind, type[Any]] = {
    ObjectKind.CHARACTER: Character,
    ObjectKind.PERSONA: Persona,
    ObjectKind.LOREBOOK: Lorebook,
    ObjectKind.MEMORY: MemoryEntry,
}


def keep_version(connection: Connection, value: LibraryObject, kept_at: int, *, typed: bool = False) -> None:
    """Behind the versions that there are, unless it is one of them; of too many, some go.

    ``typed``: it is what was typed a moment ago, and no version of its own where the last one is just as young.
    """
    kind, body = kind_of(value).value, to_json(value)
    columns = library_versions.c
    mine = (columns.kind == kind, columns.object_id == value.id)
    size = func.length(columns.body).label("size")
    query = select(columns.version, columns.created_at, size, (columns.body == body).label("same"))
    rows = connection.execute(query.where(*mine).order_by(columns.version)).all()
    if any(row.same for row in rows) or (typed and rows and not is_apart(rows[-1].created_at, kept_at)):
        return
    number = rows[-1].version + 1 if rows else 1
    values = {"kind": kind, "object_id": value.id, "version": number, "created_at": kept_at, "body": body}
    connection.execute(insert(library_versions).values(values))
    gone = too_many([*((row.version, row.created_at, row.size) for row in rows), (number, kept_at, len(body))])
    if gone:
        connection.execute(delete(library_versions).where(*mine, columns.version.in_(sorted(gone))))


def read_versions(connection: Connection, kind: ObjectKind, object_id: str) -> list[LibraryVersion]:
    """The newest first; a damaged one is logged and left out."""
    columns = library_versions.c
    query = select(library_versions).where(columns.kind == kind.value, columns.object_id == object_id)
    rows = connection.execute(query.order_by(columns.version.desc()))
    return [version for row in rows if (version := _version_of(row)) is not None]


def kind_of(value: LibraryObject) -> ObjectKind:
    """What a value is."""
    return next(kind for kind, made in _CLASSES.items() if isinstance(value, made))


def _version_of(row: Row[*tuple[Any, ...]]) -> LibraryVersion | None:
    kind = _KINDS[row.kind]
    value = readable_json(row.body, _CLASSES[kind], f"version {row.version} of {row.kind} {row.object_id}")
    return None if value is None else LibraryVersion(kind, row.object_id, row.version, row.created_at, value)
