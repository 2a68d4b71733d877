"""Finding the chat that a command means; shared by ``send`` and ``plan``."""

from __future__ import annotations

import argparse

from desktop_app.app import App
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError


async def find_chat(app: App, arguments: argparse.Namespace) -> Chat | None:
    """The chat named by ``--chat`` or ``--chat-id``, without them the last changed one; None where no chat fits.

    Raises ``NotFoundError`` for an unknown id: then nothing is made.
    """
    if arguments.chat_id is not None:
        return await app.chats.get_chat(arguments.chat_id)
    chats = sorted(await app.chats.list_chats(), key=lambda chat: chat.updated_at, reverse=True)
    if arguments.chat is None:
        return chats[0] if chats else None
    return next((chat for chat in chats if chat.title == arguments.chat), None)


async def known_chat(app: App, arguments: argparse.Namespace) -> Chat:
    """The same, for commands that make no chat. Raises ``NotFoundError`` where none fits."""
    chat = await find_chat(app, arguments)
    if chat is None:
        raise NotFoundError(kind="chat", id=arguments.chat or "")
    return chat
