"""Chats, message trees and drafts in the database: ``ChatRepository`` for the services.

Every method is one unit of work in a database thread. Publishes nothing: the services do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from desktop_app.domain.chat import BranchRow, Chat, Draft, Folder
from desktop_app.domain.message import FlagsPatch, Message, MessageFlags, MessageState
from desktop_app.domain.pictures import pictures_of
from desktop_app.domain.ports import Clock
from desktop_app.storage.chat_rows import (
    add_chat,
    get_chat,
    get_draft,
    list_chats,
    read_folders,
    remove_draft,
    save_draft,
    save_folder,
    update_chat,
)
from desktop_app.storage.clean import cleaned
from desktop_app.storage.database import Database
from desktop_app.storage.message_flags import change_flags, set_flags
from desktop_app.storage.message_removal import remove_blank_message
from desktop_app.storage.message_rows import read_message, read_messages, read_revisions
from desktop_app.storage.picture_rows import drop_draft_pictures, read_pictures, set_pictures
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


class SqlChatRepository:
    """Fulfils ``ChatRepository``. ``clock`` tells when a chat was changed last."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list_chats(self, *, deleted: bool = False) -> list[Chat]:
        """Pinned first, then the last changed first."""
        return await self._database.read(lambda connection: list_chats(connection, deleted=deleted))

    async def get_chat(self, chat_id: str) -> Chat:
        """One chat, also one in the trash."""
        return await self._database.read(lambda connection: get_chat(connection, chat_id))

    async def add_chat(self, chat: Chat) -> None:
        """A chat has no tip before its first message."""
        await self._database.write(lambda connection: add_chat(connection, cleaned(chat)))

    async def update_chat(self, chat: Chat) -> None:
        """All but the tip and the times of making and last change."""
        await self._database.write(lambda connection: update_chat(connection, cleaned(chat)))

    async def folders(self) -> list[Folder]:
        """By name."""
        return await self._database.read(read_folders)

    async def save_folder(self, folder: Folder) -> None:
        """One that decides nothing is forgotten."""
        await self._database.write(lambda connection: save_folder(connection, cleaned(folder)))

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
        await self._database.write(lambda connection: set_flags(connection, message_ids, flags))

    async def change_flags(self, chat_id: str, changes: Mapping[str, FlagsPatch]) -> dict[str, MessageFlags]:
        """All of them or none."""
        return await self._database.write(lambda connection: change_flags(connection, chat_id, changes))

    async def choose(self, message_id: str) -> str:
        """Up to the root and down to the old tip."""
        return await self._database.write(lambda connection: _choose(connection, message_id))

    async def remove_message(self, message_id: str) -> None:
        """Takes out a failed try."""
        await self._database.write(lambda connection: remove_blank_message(connection, message_id))

    async def get_draft(self, chat_id: str) -> Draft | None:
        """What was typed last."""
        return await self._database.read(lambda connection: get_draft(connection, chat_id))

    async def save_draft(self, draft: Draft, files: Mapping[str, bytes] | None = None) -> None:
        """A blank draft is removed."""
        await self._database.write(lambda connection: save_draft(connection, cleaned(draft), files or {}))

    async def pictures(self, digests: Iterable[str]) -> dict[str, bytes]:
        """The bytes by digest."""
        return await self._database.read(lambda connection: read_pictures(connection, digests))

    def _append(self, connection: Connection, message: Message, drop_draft: bool) -> None:
        append_message(connection, message, self._clock.now())
        if drop_draft and (draft_id := remove_draft(connection, message.chat_id)) is not None:
            drop_draft_pictures(connection, draft_id)
            set_pictures(connection, message.id, pictures_of(message.parts), ())

    def _revise(self, connection: Connection, message: Message) -> Message:
        current = read_message(connection, message.id)
        revised = replace(current, parts=message.parts, state=message.state, revision=current.revision + 1)
        add_revision(connection, revised, self._clock.now())
        return revised


def _tail(connection: Connection, chat_id: str, limit: int) -> list[Message]:
    tip_id = read_tip(connection, chat_id)
    if tip_id is None:
        return []
    return list(read_messages(connection, tail_ids(connection, tip_id, limit)).values())


def _choose(connection: Connection, message_id: str) -> str:
    node = read_node(connection, message_id)
    choose_path(connection, message_id, read_tip(connection, node.chat_id))
    tip_id = bottom(connection, message_id)
    set_tip(connection, node.chat_id, tip_id)
    return tip_id
