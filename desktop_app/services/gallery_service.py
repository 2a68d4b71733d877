"""What the gallery of characters shows and does: cards with their use, favourites, copies. Called by the window's gallery.

Characters themselves change through ``LibraryService``, chats through ``ChatService``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.transfer import FileRepository, StoredFile
from desktop_app.services.character_query import QueryPart, Searchable, body_folded, folded, rank
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService

FAVOURITE = "fav"
"""The extension that says so, ``true`` or ``false``; the same as SillyTavern's."""


class GalleryOrder(StrEnum):
    """What comes first."""

    RECENT = "recent"
    NAME = "name"
    MOST_USED = "most-used"


@dataclass(frozen=True, slots=True)
class Usage:
    """The chats with a character: how many there are, and when the last of them changed (Unix milliseconds, 0: never)."""

    chats: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class GalleryCard:
    """A character as the gallery shows it; ``added`` in Unix milliseconds."""

    id: str
    name: str
    searchable: Searchable
    tags: tuple[str, ...] = ()
    author: str = ""
    is_favourite: bool = False
    added: int = 0
    usage: Usage = Usage()


class GalleryService:
    """Reads for the gallery, and what is done in it that is neither an edit nor a chat."""

    def __init__(
        self,
        *,
        library: LibraryService,
        lore: LoreService,
        chats: ChatRepository,
        files: FileRepository,
        new_id: Callable[[], str],
    ) -> None:
        self._library = library
        self._lore = lore
        self._chats = chats
        self._files = files
        self._new_id = new_id

    async def cards(self) -> list[GalleryCard]:
        """Every character, in no order; how each is used is not told yet."""
        characters = await self._library.characters()
        return await asyncio.to_thread(lambda: [card_of(character) for character in characters])

    async def card(self, character_id: str) -> GalleryCard:
        """One character. Raises ``NotFoundError``."""
        return card_of(await self._library.get_character(character_id))

    async def chats(self) -> dict[str, list[Chat]]:
        """The chats outside the trash by the ids of their characters, the last changed first."""
        found: dict[str, list[Chat]] = {}
        for chat in sorted(await self._chats.list_chats(), key=lambda chat: (-chat.updated_at, chat.id)):
            for character_id in chat.character_ids:
                found.setdefault(character_id, []).append(chat)
        return found

    async def portrait(self, owner_id: str) -> StoredFile | None:
        """The picture of a character or persona, if it has one."""
        return await self._files.portrait(owner_id)

    async def set_favourite(self, character_id: str, favourite: bool) -> None:
        """Marks a character as a favourite, or not. Raises ``NotFoundError``."""
        character = await self._library.get_character(character_id)
        if is_favourite(character) != favourite:
            extensions = {**character.extensions, FAVOURITE: json.dumps(favourite)}
            await self._library.save_character(replace(character, extensions=extensions))

    async def duplicate(self, character_id: str, name: str) -> Character:
        """A second one under ``name``, with the same pictures and lorebooks and no chats. Raises ``NotFoundError``."""
        character = await self._library.get_character(character_id)
        files = await self._files.files(character_id)
        extensions = {key: value for key, value in character.extensions.items() if key != FAVOURITE}
        copy = replace(character, id=self._new_id(), name=name, created_at=0, extensions=extensions)
        if files:  # before it is told that there is somebody whose picture can be shown
            await self._files.set_files(copy.id, {uri: file.data for uri, file in files.items()})
        stored = await self._library.save_character(copy)
        await self._link(Scope(ScopeKind.CHARACTER, character_id), Scope(ScopeKind.CHARACTER, copy.id))
        return stored

    async def _link(self, like: Scope, scope: Scope) -> None:
        """Every lorebook that counts in ``like`` counts in ``scope`` too."""
        for book in await self._lore.books():
            scopes = await self._lore.scopes_of(book.id)
            if like in scopes:
                await self._lore.set_scopes(book.id, (*scopes, scope))


def is_favourite(character: Character) -> bool:
    """Whether it is marked; programs write it as a truth or as a word."""
    return character.extensions.get(FAVOURITE) in ("true", '"true"')


def card_of(character: Character) -> GalleryCard:
    """What the gallery needs of a character; folds its texts, so not for the window's thread where there are many."""
    head = "\n".join((character.name, character.nickname, character.creator, *character.tags))
    body = "\n".join((character.description, character.personality, character.scenario, character.creator_notes))
    return GalleryCard(
        id=character.id,
        name=character.name,
        tags=character.tags,
        author=character.creator,
        is_favourite=is_favourite(character),
        added=character.created_at,
        searchable=Searchable(
            folded(head), tuple(map(folded, character.tags)), folded(character.creator), body_folded(body)
        ),
    )


def usage_of(chats: Mapping[str, Sequence[Chat]]) -> dict[str, Usage]:
    """How each character is used, of what ``GalleryService.chats`` gave."""
    return {owner: Usage(len(some), max(chat.updated_at for chat in some)) for owner, some in chats.items() if some}


def found_cards(
    cards: Iterable[GalleryCard], parts: tuple[QueryPart, ...], order: GalleryOrder, *, only_favourites: bool = False
) -> list[GalleryCard]:
    """Those that the query means, in order; where only a long text has what is sought, a card comes after the others."""
    found: list[tuple[int, tuple[object, ...], GalleryCard]] = []
    key = _KEYS[order]
    for card in cards:
        if only_favourites and not card.is_favourite:
            continue
        place = rank(parts, card.searchable)
        if place is not None:
            found.append((place, key(card), card))
    found.sort(key=lambda one: one[:2])
    return [card for _, _, card in found]


def _by_name(card: GalleryCard) -> tuple[object, ...]:
    return (card.searchable.head.partition("\n")[0], card.id)


def _by_use(card: GalleryCard) -> tuple[object, ...]:
    """One that was only just made comes where it would if it had been used then."""
    return (-max(card.usage.last, card.added), *_by_name(card))


def _by_chats(card: GalleryCard) -> tuple[object, ...]:
    return (-card.usage.chats, *_by_use(card))


_KEYS: dict[GalleryOrder, Callable[[GalleryCard], tuple[object, ...]]] = {
    GalleryOrder.RECENT: _by_use,
    GalleryOrder.NAME: _by_name,
    GalleryOrder.MOST_USED: _by_chats,
}
