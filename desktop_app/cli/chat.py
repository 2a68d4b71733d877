"""``talespan chat list`` and ``talespan chat show``: reading, also while the window is open."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from desktop_app.app import App, opened
from desktop_app.domain.chat import Chat
from desktop_app.domain.message import Message


async def list_chats(arguments: argparse.Namespace) -> int:
    """Prints the chats: id, last change, title."""
    async with opened(arguments, writes=False) as app:
        chats = await app.chats.list_chats()
    if arguments.json:
        print(json.dumps([asdict(chat) for chat in chats], ensure_ascii=False, indent=2))
        return 0
    for chat in chats:
        print(f"{chat.id}  {_when(chat.updated_at)}  {chat.title or '(no title)'}")
    return 0


async def show_chat(arguments: argparse.Namespace) -> int:
    """Prints the visible branch of a chat."""
    async with opened(arguments, writes=False) as app:
        chat = await app.chats.get_chat(arguments.id)
        messages = await _messages(app, chat, arguments.last)
    if arguments.json:
        shown = {"chat": asdict(chat), "messages": [_as_json(message) for message in messages]}
        print(json.dumps(shown, ensure_ascii=False, indent=2))
        return 0
    for message in messages:
        if not message.flags.deleted:
            print(f"{message.speaker.name or message.role} · {_when(message.created_at)}\n{message.text}\n")
    return 0


async def _messages(app: App, chat: Chat, last: int | None) -> list[Message]:
    if last is not None:
        return await app.chats.tail(chat.id, last)
    rows = await app.chats.branch(chat.id)
    found = await app.chats.messages([row.id for row in rows])
    return [found[row.id] for row in rows]


def _as_json(message: Message) -> dict[str, Any]:
    shown = asdict(message)
    shown["parts"] = [{"type": type(part).__name__, **asdict(part)} for part in message.parts]
    return shown | {"text": message.text, "checksum": message.checksum}


def _when(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone()
    return moment.strftime("%Y-%m-%d %H:%M") if milliseconds else "(no date)"
