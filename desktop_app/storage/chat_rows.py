"""Reads and writes the rows of chats, folders and drafts. Used by the chat repository, inside its transactions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from desktop_app.domain.chat import Chat, ChatContext, Draft, Folder
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.message import ImagePart
from desktop_app.storage.codec import readable_json, to_json
from desktop_app.storage.picture_rows import drop_draft_pictures, set_pictures
from desktop_app.storage.sqlite_tree import read_tip
from desktop_app.storage.tables import characters, chat_characters, chats, drafts, folders, personas

_NOTHING_DECIDED = ChatContext()


def list_chats(connection: Connection, *, deleted: bool) -> list[Chat]:
    """Those outside the trash or those in it, pinned first, then the last changed first."""
    in_trash = chats.c.deleted_at.is_not(None)
    query = select(chats).where(in_trash if deleted else ~in_trash)
    rows = connection.execute(query.order_by(chats.c.pinned.desc(), chats.c.updated_at.desc(), chats.c.id.desc())).all()
    cast = _casts(connection)
    return [_chat_of(row, tuple(cast.get(row.id, ()))) for row in rows]


def get_chat(connection: Connection, chat_id: str) -> Chat:
    """One chat. Raises ``NotFoundError``."""
    row = connection.execute(select(chats).where(chats.c.id == chat_id)).first()
    if row is None:
        raise NotFoundError(kind="chat", id=chat_id)
    return _chat_of(row, tuple(_casts(connection, chat_id).get(chat_id, ())))


def add_chat(connection: Connection, chat: Chat) -> None:
    """A chat without messages. Raises ``NotFoundError`` where it names who is not there."""
    _check_persona(connection, chat)
    values = {"id": chat.id, "created_at": chat.created_at, "updated_at": chat.updated_at, **_changeable(chat)}
    connection.execute(insert(chats).values(values))
    _set_cast(connection, chat)


def update_chat(connection: Connection, chat: Chat) -> None:
    """All but the tip and the times of making and last change. Raises ``NotFoundError``."""
    read_tip(connection, chat.id)
    _check_persona(connection, chat)
    connection.execute(update(chats).where(chats.c.id == chat.id).values(_changeable(chat)))
    connection.execute(delete(chat_characters).where(chat_characters.c.chat_id == chat.id))
    _set_cast(connection, chat)


def read_folders(connection: Connection) -> list[Folder]:
    """Those that decide anything, by name."""
    found = [Folder(row.name, row.strategy, row.compress_every_n) for row in connection.execute(select(folders))]
    return sorted(found, key=lambda folder: (folder.name.casefold(), folder.name))


def save_folder(connection: Connection, folder: Folder) -> None:
    """Keeps what a folder decides, and nothing of one that decides nothing."""
    connection.execute(delete(folders).where(folders.c.name == folder.name))
    if folder != Folder(folder.name):
        values = {"strategy": folder.strategy, "compress_every_n": folder.compress_every_n}
        connection.execute(insert(folders).values(name=folder.name, **values))


def get_draft(connection: Connection, chat_id: str) -> Draft | None:
    """The draft of a chat. Raises ``NotFoundError``."""
    read_tip(connection, chat_id)
    row = connection.execute(select(drafts).where(drafts.c.chat_id == chat_id)).first()
    if row is None:
        return None
    pictures = readable_json(row.pictures, tuple[ImagePart, ...], f"pictures of the draft of chat {chat_id}") or ()
    return Draft(row.chat_id, row.message_id, row.text, row.strategy_once, row.reroll, pictures)


def save_draft(connection: Connection, draft: Draft, files: Mapping[str, bytes]) -> None:
    """In the place of what was there; a blank one is none. ``files``: bytes that may be new. Raises ``NotFoundError``."""
    read_tip(connection, draft.chat_id)
    before = remove_draft(connection, draft.chat_id)
    if draft.pictures or (before == draft.message_id and not draft.is_blank):
        set_pictures(connection, draft.message_id, draft.pictures, files.values())
    if before is not None and (before != draft.message_id or draft.is_blank):
        drop_draft_pictures(connection, before)
    if draft.is_blank:
        return
    values = {
        "chat_id": draft.chat_id,
        "message_id": draft.message_id,
        "text": draft.text,
        "strategy_once": draft.strategy_once,
        "reroll": draft.reroll,
        "pictures": to_json(draft.pictures) if draft.pictures else None,
    }
    connection.execute(insert(drafts).values(values))


def remove_draft(connection: Connection, chat_id: str) -> str | None:
    """The chat has no draft any more. Returns the id that its message would have had; its pictures are the caller's matter."""
    query = select(drafts.c.message_id).where(drafts.c.chat_id == chat_id)
    message_id = connection.execute(query).scalar_one_or_none()
    if message_id is not None:
        connection.execute(delete(drafts).where(drafts.c.chat_id == chat_id))
    return message_id


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
        context=readable_json(row.context, ChatContext, f"context of chat {row.id}") or _NOTHING_DECIDED,
    )


def _changeable(chat: Chat) -> dict[str, object]:
    return {
        "title": chat.title,
        "folder": chat.folder,
        "pinned": chat.pinned,
        "deleted_at": chat.deleted_at,
        "persona_id": chat.persona_id,
        "connection_id": chat.connection_id,
        "strategy": chat.strategy,
        "context": None if chat.context == _NOTHING_DECIDED else to_json(chat.context),
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
