"""The sample character that comes with the program, in each of its languages. For the first-run page.

A card of ``resources/samples`` becomes a character of the library, with an id of its own, so that it is there once
however often it is asked for; what the person has changed in it since stays.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from desktop_app import assets
from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.services.chat_service import ChatService
from desktop_app.services.library_service import LibraryService

LANGUAGES = ("en", "ru", "zh")
SAMPLE = "mira"

# What a ``Character`` and a Character Card V2 do not share, by name or by kind of value.
_NOT_OF_THE_CARD = frozenset({"id", "extensions", "created_at", "updated_at"})


class Samples:
    """Puts the sample into the library and begins a chat with it."""

    def __init__(self, library: LibraryService, chats: ChatService) -> None:
        self._library = library
        self._chats = chats

    async def start_chat(self, language: str) -> Chat:
        """A new chat that begins with the sample's greeting, in English where ``language`` is not spoken.

        Raises ``StorageError``.
        """
        card = read_sample(language if language in LANGUAGES else "en")
        try:
            character = await self._library.get_character(card.id)
        except NotFoundError:
            character = await self._library.save_character(card)
        return await self._chats.start_chat(character)


def read_sample(language: str) -> Character:
    """The sample in one of ``LANGUAGES``."""
    name = f"{SAMPLE}-{language}"
    card: dict[str, Any] = json.loads(assets.read_text(f"samples/{name}.json"))["data"]
    shared = [field.name for field in fields(Character) if field.name not in _NOT_OF_THE_CARD]
    values = {field: card[field] for field in shared if field in card}
    return Character(id=f"sample-{name}", **{field: _frozen(value) for field, value in values.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(str, value)) if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - JSON
