"""Reads whole chats: every message in every revision, which way the branches go, and the turns. For the import repository."""

from __future__ import annotations

from sqlalchemy import Connection, select

from desktop_app.domain.transfer import ChatTree
from desktop_app.storage.chat_rows import get_chat
from desktop_app.storage.message_rows import read_all
from desktop_app.storage.tables import messages
from desktop_app.storage.turn_rows import read_turns


def read_tree(connection: Connection, chat_id: str) -> ChatTree:
    """All of a chat but the segments of its summary. Raises ``NotFoundError``."""
    chat = get_chat(connection, chat_id)
    query = select(messages.c.id, messages.c.chosen_child_id).where(messages.c.chat_id == chat_id)
    chosen = {message_id: child_id for message_id, child_id in connection.execute(query) if child_id is not None}
    return ChatTree(chat, tuple(read_all(connection, chat_id)), chosen, tuple(read_turns(connection, chat_id)))
