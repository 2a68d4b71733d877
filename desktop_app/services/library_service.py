"""Characters and personas: who the model plays, and who the person is. Called by the editors and the commands.

Every change is stored first and then told as ``LibraryChanged``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.ports import Clock, LibraryRepository
from desktop_app.services.events import EventBus, LibraryChanged, LibraryKind
from desktop_app.services.memory_service import MemoryService


class LibraryService:
    """The one door through which characters and personas change."""

    def __init__(
        self,
        *,
        library: LibraryRepository,
        memory: MemoryService,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
    ) -> None:
        self._library = library
        self._memory = memory
        self._bus = bus
        self._clock = clock
        self._new_id = new_id

    async def characters(self) -> list[Character]:
        """All of them by name."""
        return await self._library.characters()

    async def get_character(self, character_id: str) -> Character:
        """One character. Raises ``NotFoundError``."""
        return await self._library.get_character(character_id)

    async def save_character(self, character: Character) -> Character:
        """Adds or replaces, and returns it as stored: one without an id gets one."""
        now = self._clock.now()
        made = {} if character.created_at else {"created_at": now}
        stored = replace(character, id=character.id or self._new_id(), updated_at=now, **made)
        await self._library.save_character(stored)
        self._tell(LibraryKind.CHARACTER, stored.id)
        return stored

    async def delete_character(self, character_id: str, *, with_memory: bool = False) -> tuple[MemoryEntry, ...]:
        """Takes a character out. Its chats stay, with nobody who speaks in them.

        ``with_memory``: its memory entries go too. Returns them: ``MemoryService.put_back`` takes that back.
        """
        await self._library.delete_character(character_id)
        self._tell(LibraryKind.CHARACTER, character_id)
        return await self._memory.delete_all(Scope(ScopeKind.CHARACTER, character_id)) if with_memory else ()

    async def personas(self) -> list[Persona]:
        """All of them by name."""
        return await self._library.personas()

    async def get_persona(self, persona_id: str) -> Persona:
        """One persona. Raises ``NotFoundError``."""
        return await self._library.get_persona(persona_id)

    async def save_persona(self, persona: Persona) -> Persona:
        """Adds or replaces, and returns it as stored: one without an id gets one."""
        stored = replace(persona, id=persona.id or self._new_id())
        await self._library.save_persona(stored)
        self._tell(LibraryKind.PERSONA, stored.id)
        return stored

    async def delete_persona(self, persona_id: str) -> None:
        """Takes a persona out. The chats that used it stay, with the person's own name."""
        await self._library.delete_persona(persona_id)
        self._tell(LibraryKind.PERSONA, persona_id)

    def _tell(self, kind: LibraryKind, item_id: str) -> None:
        self._bus.publish(LibraryChanged(kind, (item_id,)))
