"""Characters and personas: who the model plays, and who the person is. Called by the editors and the commands.

Every change is stored first and then told as ``LibraryChanged``; what was before it is kept as a version.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from desktop_app.domain.character import CardAsset, Character, Persona
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.ports import Clock, LibraryRepository
from desktop_app.domain.transfer import PORTRAIT, FileRepository, ObjectKind, StoredFile
from desktop_app.domain.versions import LibraryVersion, VersionRepository
from desktop_app.services.card_assets import check_room
from desktop_app.services.card_text import CardTexts
from desktop_app.services.events import EventBus, LibraryChanged, LibraryKind
from desktop_app.services.memory_service import MemoryService


class LibraryService:
    """The one door through which characters and personas change. ``cards``: characters as texts, and back."""

    def __init__(
        self,
        *,
        library: LibraryRepository,
        files: FileRepository,
        versions: VersionRepository,
        cards: CardTexts,
        memory: MemoryService,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
    ) -> None:
        self._library = library
        self._files = files
        self._versions = versions
        self.cards = cards
        self._changing_files = asyncio.Lock()
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

    async def save_character(self, character: Character, *, typed: bool = False) -> Character:
        """Adds or replaces, and returns it as stored: one without an id gets one. Where nothing differs, nothing is done.

        ``typed``: a moment of writing, which is no version of its own.
        """
        now = self._clock.now()
        before = await self._find_character(character.id)
        if before is not None and replace(before, updated_at=character.updated_at) == character:
            return before
        made = {} if character.created_at else {"created_at": now}
        stored = replace(character, id=character.id or self._new_id(), updated_at=now, **made)
        await self._library.save_character(stored, typed=typed)
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

    async def save_persona(self, persona: Persona, *, typed: bool = False) -> Persona:
        """Adds or replaces, and returns it as stored: one without an id gets one. ``typed`` as with characters."""
        stored = replace(persona, id=persona.id or self._new_id())
        if await self._find_persona(stored.id) == stored:
            return stored
        await self._library.save_persona(stored, typed=typed)
        self._tell(LibraryKind.PERSONA, stored.id)
        return stored

    async def delete_persona(self, persona_id: str) -> None:
        """Takes a persona out. The chats that used it stay, with the person's own name."""
        await self._library.delete_persona(persona_id)
        self._tell(LibraryKind.PERSONA, persona_id)

    async def versions(self, value: Character | Persona) -> list[LibraryVersion]:
        """The earlier states of a character or persona, the newest first."""
        kind = ObjectKind.CHARACTER if isinstance(value, Character) else ObjectKind.PERSONA
        return await self._versions.versions(kind, value.id)

    async def files(self, owner_id: str) -> dict[str, StoredFile]:
        """The pictures and other files of a character or persona by address; ``PORTRAIT`` is its picture."""
        return await self._files.files(owner_id)

    async def portrait(self, owner_id: str) -> bytes:
        """The picture of a character or persona; empty where it has none."""
        found = await self._files.portrait(owner_id)
        return b"" if found is None else found.data

    async def set_portrait(self, owner: Character | Persona, picture: bytes) -> bytes:
        """Gives it another picture, or none (empty). Returns the one before, to put it back."""
        return await self.set_file(owner, PORTRAIT, picture)

    async def set_file(self, owner: Character | Persona, uri: str, data: bytes) -> bytes:
        """Keeps a file under its address in the card, or drops it (empty). Returns the one before."""
        async with self._changing_files:
            files = {address: file.data for address, file in (await self._files.files(owner.id)).items()}
            before = files.pop(uri, b"")
            if before == data:
                return before
            await self._files.set_files(owner.id, {**files, uri: data} if data else files)
        self._tell(LibraryKind.CHARACTER if isinstance(owner, Character) else LibraryKind.PERSONA, owner.id)
        return before

    async def set_assets(
        self, character_id: str, assets: Sequence[CardAsset], files: Mapping[str, bytes] | None = None
    ) -> Character:
        """The card speaks of these files from now on; ``files`` are the bytes of the new ones, by address.

        What was taken out of the card is kept for as long as an earlier version of it speaks of it. Raises
        ``TooManyAssetsError``, where files are added and there is no room for them.
        """
        async with self._changing_files:
            stored = await self._library.get_character(character_id)
            had = {uri: file.data for uri, file in (await self._files.files(character_id)).items()}
            kept = {**had, **(files or {})}
            if files:
                check_room(assets, {uri: len(data) for uri, data in kept.items()})
                await self._files.set_files(character_id, kept)
            saved = await self.save_character(replace(stored, assets=tuple(assets)))
            spoken = {PORTRAIT, *_addresses(saved)}
            for version in await self.versions(saved):
                spoken |= _addresses(version.value)
            if not kept.keys() <= spoken:
                await self._files.set_files(character_id, {uri: kept[uri] for uri in kept if uri in spoken})
        self._tell(LibraryKind.CHARACTER, character_id)
        return saved

    async def _find_character(self, character_id: str) -> Character | None:
        try:
            return await self._library.get_character(character_id) if character_id else None
        except NotFoundError:
            return None

    async def _find_persona(self, persona_id: str) -> Persona | None:
        try:
            return await self._library.get_persona(persona_id)
        except NotFoundError:
            return None

    def _tell(self, kind: LibraryKind, item_id: str) -> None:
        self._bus.publish(LibraryChanged(kind, (item_id,)))


def _addresses(value: object) -> set[str]:
    return {asset.uri for asset in value.assets} if isinstance(value, Character) else set()
