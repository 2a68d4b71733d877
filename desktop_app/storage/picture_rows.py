"""Which message speaks of which picture, as rows. Used by the repositories of chats and imports, inside their transactions.

A draft has the id of the message that it will be, so its pictures are that message's from the beginning. Bytes that are not
there (a damaged archive) leave a message without its picture, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from desktop_app.domain.message import ImagePart, Part
from desktop_app.storage.batches import in_batches
from desktop_app.storage.file_rows import add_blob, forget_blobs
from desktop_app.storage.tables import blobs, message_files, messages


def read_pictures(connection: Connection, digests: Iterable[str]) -> dict[str, bytes]:
    """The bytes by digest; what is not there is left out."""
    found: dict[str, bytes] = {}
    for some in in_batches(list(dict.fromkeys(digests))):
        rows = connection.execute(select(blobs.c.digest, blobs.c.data).where(blobs.c.digest.in_(some)))
        found |= {row.digest: row.data for row in rows}
    return found


def keep_pictures(connection: Connection, message_id: str, parts: Iterable[Part]) -> None:
    """A message speaks of these pictures too; those of its earlier revisions stay."""
    wanted = {part.digest for part in parts if isinstance(part, ImagePart)}
    if not wanted:
        return  # nearly always
    there = set(connection.execute(select(blobs.c.digest).where(blobs.c.digest.in_(wanted))).scalars())
    for digest in sorted(there - _spoken_of(connection, message_id)):
        connection.execute(insert(message_files).values(message_id=message_id, digest=digest))


def set_pictures(
    connection: Connection, message_id: str, pictures: Iterable[ImagePart], files: Iterable[bytes]
) -> None:
    """A message or draft speaks of exactly these; bytes that nobody speaks of any more go. ``files``: bytes that may be new."""
    for data in files:
        add_blob(connection, data)
    before = _spoken_of(connection, message_id)
    wanted = {picture.digest for picture in pictures}
    keep_pictures(connection, message_id, (ImagePart(digest, "") for digest in wanted - before))
    gone = before - wanted
    if gone:
        same = message_files.c.message_id == message_id
        connection.execute(delete(message_files).where(same, message_files.c.digest.in_(gone)))
        forget_blobs(connection, gone)


def drop_draft_pictures(connection: Connection, message_id: str) -> None:
    """The draft that had this id is none any more; where a message has it, the pictures are the message's."""
    if connection.execute(select(messages.c.id).where(messages.c.id == message_id)).first() is None:
        set_pictures(connection, message_id, (), ())


def _spoken_of(connection: Connection, message_id: str) -> set[str]:
    query = select(message_files.c.digest).where(message_files.c.message_id == message_id)
    return set(connection.execute(query).scalars())
