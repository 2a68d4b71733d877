"""A new chat that goes on where a long one stands: the same people, settings and knowledge, a summary first, the last exchange.

Called by ``SummaryService``. Nothing of the old chat changes. The summary is an ordinary message, which the person can read and
change like any other; it is always in context, so that it counts under every strategy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop_app.context.prompt_words import words_of
from desktop_app.domain.chat import BranchRow, Chat
from desktop_app.domain.errors import AppError
from desktop_app.domain.knowledge_ports import LoreRepository, MemoryRepository
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import Message, MessageFlags, MessageKind, MessageState, Role, TextPart
from desktop_app.domain.ports import ChatRepository, Clock
from desktop_app.language.writing import prompt_language
from desktop_app.services.events import ChatAdded, EventBus, LibraryChanged, LibraryKind, MessageAdded
from desktop_app.services.summary_branch import is_told

# The summary may take this share of the new chat's window, within these bounds. In tokens.
_SHARE = 8
_LEAST, _MOST = 200, 1_500

_NUMBERED = re.compile(r"^(.*?) · (\d{1,4})$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What belongs to a chat beside its messages."""

    lore: LoreRepository
    memories: MemoryRepository


class HandOver:
    """Makes the new chat."""

    def __init__(
        self, chats: ChatRepository, knowledge: Knowledge, bus: EventBus, clock: Clock, new_id: Callable[[], str]
    ) -> None:
        self._chats = chats
        self._knowledge = knowledge
        self._bus = bus
        self._clock = clock
        self._new_id = new_id

    async def go_on(self, old: Chat, summary: Sequence[str], last: Sequence[Message]) -> Chat:
        """The new chat with a summary of these sentences, and these messages again. Where it fails there is no new chat."""
        now = self._clock.now()
        chat = replace(
            old,
            id=self._new_id(),
            title=next_title(old.title),
            pinned=False,
            created_at=now,
            updated_at=now,
            deleted_at=None,
            tip_id=None,
        )
        await self._chats.add_chat(chat)
        try:
            messages = await self._write(chat, summary, last)
            changed = await self._knowledge_of(old.id, chat.id)
        except AppError:
            await self._chats.update_chat(replace(chat, deleted_at=self._clock.now()))
            raise
        self._bus.publish(ChatAdded(await self._chats.get_chat(chat.id)))
        for message in messages:
            self._bus.publish(MessageAdded(chat.id, message))
        for event in changed:
            self._bus.publish(event)
        return await self._chats.get_chat(chat.id)

    async def _write(self, chat: Chat, summary: Sequence[str], last: Sequence[Message]) -> list[Message]:
        messages: list[Message] = []
        if summary:
            language = prompt_language([*summary, *(message.text for message in last)])
            text = "\n".join((words_of(language).summary_heading, *summary))
            messages.append(
                Message(
                    id=self._new_id(),
                    chat_id=chat.id,
                    parent_id=None,
                    role=Role.SYSTEM,
                    parts=(TextPart(text),),
                    kind=MessageKind.NARRATOR,
                    flags=MessageFlags(always_in_context=True),
                    created_at=self._clock.now(),
                )
            )
        for message in last:
            parts = tuple(part for part in message.parts if isinstance(part, TextPart))
            again = Message(
                id=self._new_id(),
                chat_id=chat.id,
                parent_id=messages[-1].id if messages else None,
                role=message.role,
                parts=parts,
                speaker=message.speaker,
                kind=message.kind,
                created_at=self._clock.now(),
            )
            messages.append(again)
        for message in messages:
            await self._chats.append(message)
        return messages

    async def _knowledge_of(self, old_id: str, new_id: str) -> list[LibraryChanged]:
        """The chat's lorebooks count in the new one too; its memory entries are copied."""
        old, new = Scope(ScopeKind.CHAT, old_id), Scope(ScopeKind.CHAT, new_id)
        links = await self._knowledge.lore.links()
        books = tuple(link.book_id for link in links if link.scope == old)
        for book_id in books:
            scopes = [link.scope for link in links if link.book_id == book_id]
            await self._knowledge.lore.set_links(book_id, [*scopes, new])
        copies: list[str] = []
        for entry in await self._knowledge.memories.entries([old]):
            copy = replace(entry, id=self._new_id(), scope=new, sources=(), supersedes="", revision=1)
            copies.append((await self._knowledge.memories.save_entry(copy)).id)
        changed = [LibraryChanged(LibraryKind.LOREBOOK, books)] if books else []
        return [*changed, LibraryChanged(LibraryKind.MEMORY, tuple(copies))] if copies else changed


def room_for_summary(context_limit: int) -> int:
    """Tokens of the summary that a new chat begins with."""
    return max(_LEAST, min(_MOST, context_limit // _SHARE))


def last_exchange(rows: Sequence[BranchRow]) -> list[BranchRow]:
    """What was said last: the person's last message with its answer, or what else stands at the end."""
    told = [row for row in rows if is_told(row) and row.state is MessageState.COMPLETE and row.length]
    asked = next((place for place in range(len(told) - 1, -1, -1) if told[place].role is Role.USER), len(told) - 1)
    return told[max(asked, len(told) - 2, 0) :]


def next_title(title: str) -> str:
    """After "Sea" comes "Sea · 2", then "Sea · 3"; a chat without a title has none."""
    numbered = _NUMBERED.match(title)
    if numbered is not None:
        return f"{numbered[1]} · {int(numbered[2]) + 1}"
    return f"{title} · 2" if title else ""
