"""Takes chats out of the trash for good: messages, turns, plans, vectors, summaries, proposals, search. Fulfils ``Trash``.

A slice at a time, each in a transaction: others write in between, and whoever is killed goes on later. A chat that is half
gone is still in the trash.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table, delete, func, select

from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.transfer import ObjectKind
from desktop_app.storage.batches import in_batches
from desktop_app.storage.database import Database
from desktop_app.storage.lore_rows import remove_links
from desktop_app.storage.picture_rows import set_pictures
from desktop_app.storage.plan_texts import drop_unused_texts
from desktop_app.storage.sqlite_derived import drop_vectors, text_changed
from desktop_app.storage.sqlite_search import reindexing
from desktop_app.storage.tables import (
    chat_characters,
    chats,
    drafts,
    imports,
    memory_proposals,
    message_revisions,
    messages,
    passage_vectors,
    proposal_readings,
    search_waiting,
    summary_segments,
    summary_sentences,
    summary_sources,
    turns,
)

# Messages of a transaction: it holds the writer for some tenths of a second.
SLICE = 300

# What speaks of its chat by ``chat_id`` and of nothing else, in the order in which it can go.
_OF_A_CHAT: tuple[Table, ...] = (
    turns,
    summary_sentences,
    summary_segments,
    passage_vectors,
    memory_proposals,
    proposal_readings,
    chat_characters,
)


class SqlTrash:
    """Fulfils ``Trash``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remove_some(self, chat_id: str) -> int:
        """The deepest messages first, so that no answer is ever without its question."""
        return await self._database.write(lambda connection: _remove_some(connection, chat_id))

    async def tidy(self) -> None:
        """Looks through the plans of all turns that are left."""
        await self._database.write(drop_unused_texts)


def _remove_some(connection: Connection, chat_id: str) -> int:
    in_trash = select(chats.c.id).where(chats.c.id == chat_id, chats.c.deleted_at.is_not(None))
    if connection.execute(in_trash).first() is None:
        return -1
    own = messages.c.chat_id == chat_id
    some = select(messages.c.id, messages.c.seq).where(own).order_by(messages.c.depth.desc(), messages.c.seq.desc())
    rows = connection.execute(some.limit(SLICE)).all()
    _remove_messages(connection, [row.id for row in rows], [row.seq for row in rows])
    left = connection.execute(select(func.count()).select_from(messages).where(own)).scalar_one()
    if not left:
        _remove_chat(connection, chat_id)
    return left


def _remove_messages(connection: Connection, ids: Sequence[str], numbers: Sequence[int]) -> None:
    for some in in_batches(ids):
        connection.execute(delete(turns).where(turns.c.message_id.in_(some)))
    for message_id in ids:
        with reindexing(connection, message_id):
            connection.execute(delete(message_revisions).where(message_revisions.c.message_id == message_id))
            connection.execute(delete(messages).where(messages.c.id == message_id))
        text_changed(connection, message_id)
        set_pictures(connection, message_id, (), ())
    for some in in_batches(numbers):
        connection.execute(delete(search_waiting).where(search_waiting.c.seq.in_(some)))


def _remove_chat(connection: Connection, chat_id: str) -> None:
    draft = connection.execute(select(drafts.c.message_id).where(drafts.c.chat_id == chat_id)).scalar()
    if draft is not None:
        set_pictures(connection, draft, (), ())
        connection.execute(delete(drafts).where(drafts.c.chat_id == chat_id))
    of_chat = select(summary_sentences.c.seq).where(summary_sentences.c.chat_id == chat_id)
    connection.execute(delete(summary_sources).where(summary_sources.c.sentence_seq.in_(of_chat)))
    segments = select(summary_segments.c.id).where(summary_segments.c.chat_id == chat_id)
    drop_vectors(connection, list(connection.execute(segments).scalars()))
    for table in _OF_A_CHAT:
        connection.execute(delete(table).where(table.c.chat_id == chat_id))
    remove_links(connection, Scope(ScopeKind.CHAT, chat_id))
    connection.execute(delete(imports).where(imports.c.kind == ObjectKind.CHAT.value, imports.c.object_id == chat_id))
    connection.execute(delete(chats).where(chats.c.id == chat_id))
