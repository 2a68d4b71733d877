"""Chats, message trees and drafts in the database: ``ChatRepository`` for the services.

Every method is one unit of work in a database thread. Publishes nothing: the services do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from desktop_app.domain.chat import BranchRow, Chat, Draft
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import Message, MessageFlags, MessageState
from desktop_app.domain.ports import Clock
from desktop_app.storage.clean import cleaned
from desktop_app.storage.codec import flags_to_bits
from desktop_app.storage.database import Database
from desktop_app.storage.message_removal import remove_blank_message
from desktop_app.storage.message_rows import read_message, read_messages, read_revisions
from desktop_app.storage.sqlite_messages import add_revision, append_message
from desktop_app.storage.sqlite_tree import (
    bottom,
    branch_rows,
    choose_path,
    read_node,
    read_tip,
    set_tip,
    siblings,
    tail_ids,
)
from desktop_app.storage.tables import characters, chat_characters, chats, drafts, messages, personas


class SqlChatRepository:
    """Fulfils ``ChatRepository``. ``clock`` tells when a chat was changed last."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list_chats(self, *, deleted: bool = False) -> list[Chat]:
        """Pinned first, then the last changed first."""
        return await self._database.read(lambda connection: _list_chats(connection, deleted))

    async def get_chat(self, chat_id: str) -> Chat:
        """One chat, also one in the trash."""
        return await self._database.read(lambda connection: _get_chat(connection, chat_id))

    async def add_chat(self, chat: Chat) -> None:
        """A chat has no tip before its first message."""
        await self._database.write(lambda connection: _add_chat(connection, cleaned(chat)))

    async def update_chat(self, chat: Chat) -> None:
        """All but the tip and the times of making and last change."""
        await self._database.write(lambda connection: _update_chat(connection, cleaned(chat)))

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """The visible branch from root to tip."""
        return await self._database.read(lambda connection: branch_rows(connection, chat_id))

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        """The end of the visible branch; the cost does not grow with the chat."""
        return await self._database.read(lambda connection: _tail(connection, chat_id, limit))

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """Those there are, in their current revisions."""
        return await self._database.read(lambda connection: read_messages(connection, ids))

    async def get_message(self, message_id: str) -> Message:
        """One message in its current revision."""
        return await self._database.read(lambda connection: read_message(connection, message_id))

    async def revisions(self, message_id: str) -> list[Message]:
        """The oldest first."""
        return await self._database.read(lambda connection: read_revisions(connection, message_id))

    async def variants(self, message_id: str) -> list[str]:
        """The message and its siblings in order of creation."""
        return await self._database.read(lambda connection: siblings(connection, read_node(connection, message_id)))

    async def append(self, message: Message, *, drop_draft: bool = False) -> None:
        """Safe against a power cut, unless the message is only beginning to stream."""
        durable = message.state is not MessageState.STREAMING
        await self._database.write(
            lambda connection: self._append(connection, cleaned(message), drop_draft), durable=durable
        )

    async def revise(self, message: Message) -> Message:
        """Parts and state become the next revision."""
        return await self._database.write(lambda connection: self._revise(connection, cleaned(message)), durable=True)

    async def set_flags(self, message_ids: Sequence[str], flags: MessageFlags) -> None:
        """All of them or none."""
        await self._database.write(lambda connection: _set_flags(connection, message_ids, flags))

    async def choose(self, message_id: str) -> str:
        """Up to the root and down to the old tip."""
        return await self._database.write(lambda connection: _choose(connection, message_id))

    async def remove_message(self, message_id: str) -> None:
        """Takes out a failed try."""
        await self._database.write(lambda connection: remove_blank_message(connection, message_id))

    async def get_draft(self, chat_id: str) -> Draft | None:
        """What was typed last."""
        return await self._database.read(lambda connection: _get_draft(connection, chat_id))

    async def save_draft(self, draft: Draft) -> None:
        """An empty text removes the draft."""
        await self._database.write(lambda connection: _save_draft(connection, cleaned(draft)))

    def _append(self, connection: Connection, message: Message, drop_draft: bool) -> None:
        append_message(connection, message, self._clock.now())
        if drop_draft:
            connection.execute(delete(drafts).where(drafts.c.chat_id == message.chat_id))

    def _revise(self, connection: Connection, message: Message) -> Message:
        current = read_message(connection, message.id)
        revised = replace(current, parts=message.parts, state=message.state, revision=current.revision + 1)
        add_revision(connection, revised, self._clock.now())
        return revised


def _list_chats(connection: Connection, deleted: bool) -> list[Chat]:
    in_trash = chats.c.deleted_at.is_not(None)
    query = select(chats).where(in_trash if deleted else ~in_trash)
    rows = connection.execute(query.order_by(chats.c.pinned.desc(), chats.c.updated_at.desc(), chats.c.id.desc())).all()
    cast = _casts(connection)
    return [_chat_of(row, tuple(cast.get(row.id, ()))) for row in rows]


def _get_chat(connection: Connection, chat_id: str) -> Chat:
    row = connection.execute(select(chats).where(chats.c.id == chat_id)).first()
    if row is None:
        raise NotFoundError(kind="chat", id=chat_id)
    return _chat_of(row, tuple(_casts(connection, chat_id).get(chat_id, ())))


def _casts(connection: Connection, chat_id: str | None = None) -> dict[str, list[str]]:
    """The characters of one chat, or of all."""
    query = select(chat_characters.c.chat_id, chat_characters.c.character_id)
    if chat_id is not None:
        query = query.where(chat_characters.c.chat_id == chat_id)
    found: dict[str, list[str]] = {}
    for owner_id, character_id in connection.execute(query.order_by(chat_characters.c.position)):
        found.setdefault(owner_id, []).append(character_id)
    return found


def _chat_of(row: Row[*tuple[Any, ...]], character_ids: tuple[str, ...]) -> Chat:
    return Chat(
        id=row.id,
        title=row.title,
        folder=row.folder,
        pinned=row.pinned,
        created_at=row.created_at,
        updated_at=row.updated_at,
        deleted_at=row.deleted_at,
        tip_id=row.tip_id,
        character_ids=character_ids,
        persona_id=row.persona_id,
        connection_id=row.connection_id,
        strategy=row.strategy,
    )


def _add_chat(connection: Connection, chat: Chat) -> None:
    _check_persona(connection, chat)
    values = {"id": chat.id, "created_at": chat.created_at, "updated_at": chat.updated_at, **_changeable(chat)}
    connection.execute(insert(chats).values(values))
    _set_cast(connection, chat)


def _update_chat(connection: Connection, chat: Chat) -> None:
    read_tip(connection, chat.id)
    _check_persona(connection, chat)
    connection.execute(update(chats).where(chats.c.id == chat.id).values(_changeable(chat)))
    connection.execute(delete(chat_characters).where(chat_characters.c.chat_id == chat.id))
    _set_cast(connection, chat)


def _changeable(chat: Chat) -> dict[str, object]:
    return {
        "title": chat.title,
        "folder": chat.folder,
        "pinned": chat.pinned,
        "deleted_at": chat.deleted_at,
        "persona_id": chat.persona_id,
        "connection_id": chat.connection_id,
        "strategy": chat.strategy,
    }


def _check_persona(connection: Connection, chat: Chat) -> None:
    known = select(personas.c.id).where(personas.c.id == chat.persona_id)
    if chat.persona_id is not None and connection.execute(known).first() is None:
        raise NotFoundError(kind="persona", id=chat.persona_id)


def _set_cast(connection: Connection, chat: Chat) -> None:
    for position, character_id in enumerate(chat.character_ids):
        if connection.execute(select(characters.c.id).where(characters.c.id == character_id)).first() is None:
            raise NotFoundError(kind="character", id=character_id)
        values = {"chat_id": chat.id, "position": position, "character_id": character_id}
        connection.execute(insert(chat_characters).values(values))


def _tail(connection: Connection, chat_id: str, limit: int) -> list[Message]:
    tip_id = read_tip(connection, chat_id)
    if tip_id is None:
        return []
    return list(read_messages(connection, tail_ids(connection, tip_id, limit)).values())


def _set_flags(connection: Connection, message_ids: Sequence[str], flags: MessageFlags) -> None:
    for message_id in message_ids:
        change = update(messages).where(messages.c.id == message_id).values(flags=flags_to_bits(flags))
        if not connection.execute(change).rowcount:
            raise NotFoundError(kind="message", id=message_id)


def _choose(connection: Connection, message_id: str) -> str:
    node = read_node(connection, message_id)
    choose_path(connection, message_id, read_tip(connection, node.chat_id))
    tip_id = bottom(connection, message_id)
    set_tip(connection, node.chat_id, tip_id)
    return tip_id


def _get_draft(connection: Connection, chat_id: str) -> Draft | None:
    read_tip(connection, chat_id)
    row = connection.execute(select(drafts).where(drafts.c.chat_id == chat_id)).first()
    return None if row is None else Draft(chat_id=row.chat_id, message_id=row.message_id, text=row.text)


def _save_draft(connection: Connection, draft: Draft) -> None:
    read_tip(connection, draft.chat_id)
    connection.execute(delete(drafts).where(drafts.c.chat_id == draft.chat_id))
    if draft.text:
        values = {"chat_id": draft.chat_id, "message_id": draft.message_id, "text": draft.text}
        connection.execute(insert(drafts).values(values))
