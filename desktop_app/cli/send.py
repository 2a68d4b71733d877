"""``talespan send``: one message, its answer printed as it comes, both stored like any turn of the window."""

from __future__ import annotations

import argparse
import asyncio
import sys

from desktop_app.app import App, opened
from desktop_app.cli.chats import find_chat
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError, EmptyMessageError, NotFoundError
from desktop_app.domain.message import Role
from desktop_app.services.events import DeltaReceived, MessageAdded, NoticeRaised, TurnFinished
from desktop_app.services.turn_order import same_name


async def send(arguments: argparse.Namespace) -> int:
    """Sends ``text``. 0 when the answer is whole, 1 when it is not (the sentence is on stderr, what came is stored)."""
    text = await asyncio.to_thread(sys.stdin.read) if arguments.text == "-" else arguments.text
    if not text.strip():
        raise EmptyMessageError  # before a chat is made for it
    async with opened(arguments, writes=True) as app:
        connection_id = _connection_id(app, arguments.connection)
        known = await find_chat(app, arguments)
        speaker_id = await _speaker_id(app, known, arguments.speaker)
        chat = known or await app.chats.new_chat(arguments.chat or "")
        if connection_id is not None:
            await app.chats.set_connection(chat.id, connection_id)
        return await _print_answer(app, chat, text, speaker_id)


def _connection_id(app: App, wanted: str | None) -> str | None:
    if wanted is None:
        return None
    for profile in app.settings.settings.all_connections:
        if wanted in (profile.id, profile.name):
            return profile.id
    raise NotFoundError(kind="connection", id=wanted)


async def _speaker_id(app: App, chat: Chat | None, name: str | None) -> str | None:
    """The character of the chat that is to answer. Raises ``NotFoundError`` before anything is made, changed or sent."""
    if name is None:
        return None
    for member in (await app.groups.state(chat.id)).members if chat is not None else ():
        if same_name(name, member.name) or name == member.id:
            return member.id
    raise NotFoundError(kind="character", id=name)


async def _print_answer(app: App, chat: Chat, text: str, speaker_id: str | None) -> int:
    errors: list[AppError] = []
    spoken = 0

    def begin(event: MessageAdded) -> None:
        """In a group each answer begins with who gives it, on a line of its own."""
        nonlocal spoken
        if chat.is_group and event.message.role is Role.ASSISTANT:
            print(end=f"\n{event.message.speaker.name}: " if spoken else f"{event.message.speaker.name}: ", flush=True)
            spoken += 1

    app.bus.subscribe(MessageAdded, begin)
    app.bus.subscribe(DeltaReceived, lambda event: print(event.text, end="", flush=True))
    app.bus.subscribe(TurnFinished, lambda event: errors.append(event.error) if event.error else None)
    app.bus.subscribe(NoticeRaised, lambda event: print(f"talespan: {event.error}", file=sys.stderr))
    await app.chats.send(chat.id, text, speaker_id)
    print(flush=True)
    for error in errors:
        print(f"talespan: {error}", file=sys.stderr)
    return 1 if errors else 0
