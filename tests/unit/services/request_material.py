"""What tests of requests share: a connection, a book, a long chat, and a repository that counts who asks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desktop_app.context.request import ContextRequest
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.lore import Lorebook, Scope
from desktop_app.domain.message import Message, Role, TextPart
from desktop_app.domain.settings import Settings
from tests.fakes.program import Program

STRATEGIES = ("truncate", "summarize", "vector-recall", "manual")


class Counted:
    """A repository that counts how often it is asked."""

    def __init__(self, repository: object, asked: list[str]) -> None:
        self._repository = repository
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        self._asked.append(name)
        return getattr(self._repository, name)


def remote(limit: int = 2000, **changes: Any) -> Settings:
    """Somebody whose only server is far away."""
    profile = ConnectionProfile("s", "Server", base_url="https://model.example/v1", context_limit=limit, **changes)
    return Settings(connections=(profile,), default_connection_id="s", first_run_done=True)


async def book(program: Program, name: str, *scopes: Scope, **entries: str) -> Lorebook:
    """A book that counts there; its entries by key."""
    made = await program.lore.new_book(name)
    for key, content in entries.items():
        entry = replace(program.lore.new_entry(), name=key, keys=(key,), content=content)
        made = await program.lore.save_entry(made.id, entry)
    await program.lore.set_scopes(made.id, scopes)
    return made


async def long_chat(program: Program, count: int) -> tuple[str, list[str]]:
    """A chat of so many facts, and the ids of its messages."""
    chat = await program.chats.new_chat("Long")
    ids: list[str] = []
    for number in range(count):
        role = Role.ASSISTANT if number % 2 else Role.USER
        text = TextPart(f"Fact {number} is known. And more about it.")
        await program.chat_repository.append(Message(f"m{number:05}", chat.id, ids[-1] if ids else None, role, (text,)))
        ids.append(f"m{number:05}")
    return chat.id, ids


async def request(program: Program, chat_id: str, text: str = "hello") -> ContextRequest:
    """What a plan would be made of if ``text`` were sent."""
    return await program.context.request(chat_id, text)
