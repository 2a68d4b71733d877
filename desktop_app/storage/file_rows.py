"""The files of characters, personas and messages as rows: each content once, however many speak of it. Used by the repositories."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, delete, insert, select

from desktop_app.domain.transfer import StoredFile
from desktop_app.storage.batches import in_batches
from desktop_app.storage.tables import blobs, character_files, message_files

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
)
_UNKNOWN = "application/octet-stream"


def read_files(connection: Connection, owner_id: str) -> dict[str, StoredFile]:
    """By address."""
    query = select(character_files.c.uri, blobs).join(blobs, blobs.c.digest == character_files.c.digest)
    rows = connection.execute(query.where(character_files.c.character_id == owner_id))
    return {row.uri: StoredFile(row.digest, row.media_type, row.data) for row in rows}


def add_files(connection: Connection, owner_id: str, files: Mapping[str, bytes]) -> None:
    """In the place of those with the same addresses."""
    for uri, data in files.items():
        digest = add_blob(connection, data)
        same = (character_files.c.character_id == owner_id, character_files.c.uri == uri)
        connection.execute(delete(character_files).where(*same))
        connection.execute(insert(character_files).values(character_id=owner_id, uri=uri, digest=digest))


def remove_files(connection: Connection, owner_id: str) -> None:
    """All of one owner, and their bytes where nobody else speaks of them."""
    query = select(character_files.c.digest).where(character_files.c.character_id == owner_id)
    had = list(connection.execute(query).scalars())
    connection.execute(delete(character_files).where(character_files.c.character_id == owner_id))
    forget_blobs(connection, had)


def add_blob(connection: Connection, data: bytes) -> str:
    """Keeps the bytes, once; returns their digest. Whoever speaks of them must say so in the same transaction."""
    digest = hashlib.sha256(data).hexdigest()
    if connection.execute(select(blobs.c.digest).where(blobs.c.digest == digest)).first() is None:
        connection.execute(insert(blobs).values(digest=digest, media_type=media_type_of(data), data=data))
    return digest


def forget_blobs(connection: Connection, digests: Iterable[str]) -> None:
    """Removes those of these bytes of which no character, no persona, no message and no draft speaks."""
    of_people, of_messages = select(character_files.c.digest), select(message_files.c.digest)
    for some in in_batches(list(digests)):
        unused = (blobs.c.digest.in_(some), blobs.c.digest.not_in(of_people), blobs.c.digest.not_in(of_messages))
        connection.execute(delete(blobs).where(*unused))


def media_type_of(data: bytes) -> str:
    """By its first bytes."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), _UNKNOWN)
