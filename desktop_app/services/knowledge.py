"""What is stored beside the messages of a chat and goes into its requests: who speaks, books, memories, earlier turns.

Owned by the context service. Read once, and again when an event tells that it may be another.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.context.plan_store import load
from desktop_app.context.render import message_hash
from desktop_app.context.request import LastPrompt, LinkedBook, PastTurn
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat, Folder
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import ConnectionProfile, StoredPlan, Turn
from desktop_app.domain.knowledge_ports import LoreRepository, MemoryRepository
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.ports import ChatRepository, LibraryRepository, TurnRepository
from desktop_app.services.branch_memory import sources_of_chat
from desktop_app.services.events import (
    BranchChanged,
    ChatChanged,
    ChatPurged,
    EventBus,
    LibraryChanged,
    MessageAdded,
    MessageChanged,
    SettingsChanged,
    StrategyChanged,
    TurnFinished,
    TurnStarted,
)
from desktop_app.services.per_chat import PerChat
from desktop_app.services.speaking_persona import BoundBy, SpeakingPersona


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a chat has around it.

    ``bound_by``: why the person is this persona. ``memories``: all whose scope is met. ``born_here``: the messages of this chat that its own memories were made of.
    """

    chat: Chat
    character: Character | None
    persona: Persona | None
    bound_by: BoundBy | None
    folders: tuple[Folder, ...]
    books: tuple[LinkedBook, ...]
    memories: tuple[MemoryEntry, ...]
    born_here: frozenset[str] = frozenset()
    members: tuple[Character, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """What the turns of the visible branch left: what they activated, and the last prompt, with where it went."""

    turns: tuple[PastTurn, ...] = ()
    last_prompt: LastPrompt | None = None
    connection_id: str = ""
    model: str = ""

    def last_prompt_on(self, connection: ConnectionProfile) -> LastPrompt:
        """What a prompt cache behind this connection may hold: nothing where the last prompt went elsewhere."""
        same = (self.connection_id, self.model) == (connection.id, connection.model)
        return self.last_prompt if same and self.last_prompt is not None else LastPrompt()


@dataclass(frozen=True, slots=True)
class Sources:
    """The repositories that are read."""

    chats: ChatRepository
    turns: TurnRepository
    library: LibraryRepository
    lore: LoreRepository
    memories: MemoryRepository


class Knowledge:
    """Reads and keeps, until an event tells of a change."""

    def __init__(self, sources: Sources, bus: EventBus, personas: SpeakingPersona) -> None:
        self._sources = sources
        self._personas = personas
        self._surroundings = PerChat(self._read_surroundings)
        self._past = PerChat(self._read_past)
        bus.subscribe(ChatChanged, lambda event: self._surroundings.forget(event.chat.id))
        bus.subscribe(LibraryChanged, lambda _: self._surroundings.forget_all())
        bus.subscribe(StrategyChanged, lambda _: self._surroundings.forget_all())
        bus.subscribe(SettingsChanged, lambda _: self._surroundings.forget_all())
        bus.subscribe(MessageAdded, lambda event: self._past.forget(event.chat_id))
        bus.subscribe(MessageChanged, lambda event: self._past.forget(event.chat_id))
        bus.subscribe(BranchChanged, lambda event: self._past.forget(event.chat_id))
        bus.subscribe(TurnStarted, lambda event: self._past.forget(event.turn.chat_id))
        bus.subscribe(TurnFinished, lambda event: self._past.forget(event.turn.chat_id))
        bus.subscribe(ChatPurged, self._on_chat_purged)

    async def surroundings(self, chat_id: str) -> Surroundings:
        """What the chat has around it now. Raises ``NotFoundError`` for an unknown chat."""
        return await self._surroundings.get(chat_id)

    async def past(self, chat_id: str) -> Past:
        """What its turns left."""
        return await self._past.get(chat_id)

    def known_chats(self) -> list[str]:
        """The chats that were asked about lately."""
        return self._surroundings.known()

    def _on_chat_purged(self, event: ChatPurged) -> None:
        self._surroundings.drop(event.chat_id)
        self._past.drop(event.chat_id)

    async def _read_surroundings(self, chat_id: str) -> Surroundings:
        sources = self._sources
        chat = await sources.chats.get_chat(chat_id)
        members, speaking = await self._members(chat), await self._personas.of(chat)
        persona = None if speaking is None else speaking.persona
        scopes = scopes_of(replace(chat, persona_id=None if persona is None else persona.id))
        books = await sources.lore.linked_books(scopes)
        memories = tuple(await sources.memories.entries(scopes))
        return Surroundings(
            chat=chat,
            character=members[0] if members else None,
            members=members,
            persona=persona,
            bound_by=None if speaking is None else speaking.bound_by,
            folders=tuple(await sources.chats.folders()),
            books=tuple(LinkedBook(book, through) for book, through in books),
            memories=memories,
            born_here=await sources_of_chat(memories, chat.id, sources.chats),
        )

    async def _members(self, chat: Chat) -> tuple[Character, ...]:
        """Those of the chat's characters that the library has."""
        found: list[Character] = []
        for character_id in chat.character_ids:
            with suppress(NotFoundError):
                found.append(await self._sources.library.get_character(character_id))
        return tuple(found)

    async def _read_past(self, chat_id: str) -> Past:
        activations = await self._sources.turns.activations(chat_id)
        turns = tuple(PastTurn(message_id, activated) for message_id, activated in activations)
        last = await self._sources.turns.last_turn(chat_id)
        if last is None or last.plan is None:
            return Past(turns)
        return await asyncio.to_thread(_past, turns, last, last.plan)


def scopes_of(chat: Chat) -> tuple[Scope, ...]:
    """All scopes that a chat is in, in order of precedence; of personas only its own."""
    persona = (Scope(ScopeKind.PERSONA, chat.persona_id),) if chat.persona_id else ()
    folder = (Scope(ScopeKind.FOLDER, chat.folder),) if chat.folder else ()
    characters = (Scope(ScopeKind.CHARACTER, character_id) for character_id in chat.character_ids)
    return (Scope(ScopeKind.CHAT, chat.id), *persona, *characters, *folder, Scope())


def _past(turns: tuple[PastTurn, ...], last: Turn, stored: StoredPlan) -> Past:
    plan = load(stored)
    # The turn's own model may be what the server says it is; the plan has what was asked for.
    return Past(turns, _last_prompt(plan), last.connection_id, plan.model)


def _last_prompt(plan: ContextPlan) -> LastPrompt:
    # What is always in context says nothing of where the history was cut.
    history = (block for block in plan.blocks if block.kind is BlockKind.HISTORY and not block.protected)
    kept = (block.origin_id for block in history if block.rendered)
    return LastPrompt(tuple(message_hash(message) for message in plan.messages), next(kept, ""))
