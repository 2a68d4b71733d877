"""The sample character that comes with the program, with its lorebook, in each of its languages. For the first-run page.

A card of ``resources/samples`` becomes a character and a lorebook of the library, with ids of their own, so that they are
there once however often they are asked for; what the person has changed in them since stays.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from desktop_app import assets
from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook, LorebookEntry, Scope, ScopeKind
from desktop_app.services.chat_service import ChatService
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService

LANGUAGES = ("en", "ru", "zh")
SAMPLE = "mira"

# What a ``Character`` and a Character Card V2 do not share, by name or by kind of value.
_NOT_OF_THE_CARD = frozenset({"id", "extensions", "created_at", "updated_at"})


class Samples:
    """Puts the sample into the library and begins a chat with it."""

    def __init__(self, library: LibraryService, lore: LoreService, chats: ChatService) -> None:
        self._library = library
        self._lore = lore
        self._chats = chats

    async def start_chat(self, language: str) -> Chat:
        """A new chat that begins with the sample's greeting, in English where ``language`` is not spoken.

        Raises ``StorageError``.
        """
        spoken = language if language in LANGUAGES else "en"
        card = read_sample(spoken)
        try:
            character = await self._library.get_character(card.id)
        except NotFoundError:
            character = await self._library.save_character(card)
            book = await self._lore.save_book(read_sample_book(spoken))
            await self._lore.set_scopes(book.id, (Scope(ScopeKind.CHARACTER, character.id),))
        return await self._chats.start_chat(character)


def read_sample(language: str) -> Character:
    """The sample in one of ``LANGUAGES``."""
    name = f"{SAMPLE}-{language}"
    card = _card(name)
    shared = [field.name for field in fields(Character) if field.name not in _NOT_OF_THE_CARD]
    values = {field: card[field] for field in shared if field in card}
    return Character(id=f"sample-{name}", **{field: _frozen(value) for field, value in values.items()})


def read_sample_book(language: str) -> Lorebook:
    """What the sample's world is like, in one of ``LANGUAGES``: one entry that is always there, and some with keys."""
    name = f"{SAMPLE}-{language}"
    book: dict[str, Any] = _card(name)["character_book"]
    entries = tuple(
        LorebookEntry(
            id=f"sample-{name}-{number}",
            name=entry["name"],
            keys=tuple(entry["keys"]),
            content=entry["content"],
            constant=entry["constant"],
            insertion_order=entry["insertion_order"],
        )
        for number, entry in enumerate(book["entries"], 1)
    )
    return Lorebook(id=f"sample-{name}-book", name=book["name"], entries=entries)


def _card(name: str) -> dict[str, Any]:
    card: dict[str, Any] = json.loads(assets.read_text(f"samples/{name}.json"))["data"]
    return card


def _frozen(value: Any) -> Any:
    return tuple(map(str, value)) if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - JSON
