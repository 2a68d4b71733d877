"""A character as the JSON text of its card, and back: what the library's page *JSON* shows and takes.

Written and read by the same writers and readers as files, so that what the text has beyond what is understood stays. Both
block, and are called in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from desktop_app.domain.character import Character
from desktop_app.domain.errors import InterchangeError
from desktop_app.domain.exporting import CardFormat, CardMaterial, FileWriters
from desktop_app.domain.importing import FileReader, ImportedCard

FILE = "card.json"


class NotACardError(InterchangeError):
    """The text is JSON, and no character is in it."""

    code = "card-text.no-card"
    template = "There is no character in this text. A card has at least a name or a text, in “data” or outside of it."


class BookInCardError(InterchangeError):
    """A lorebook is in the text, which a character does not take over."""

    code = "card-text.book"
    template = "A lorebook is written on the page Lorebooks, not here: take “character_book” out of the text."


class CardTexts:
    """``writers`` are made when they are first needed."""

    def __init__(self, *, reader: FileReader, writers: Callable[[], FileWriters]) -> None:
        self._reader = reader
        self._writers = writers

    async def write(self, character: Character) -> str:
        """The card as version 3 of the specification, indented."""
        written = await asyncio.to_thread(lambda: self._writers().card(CardMaterial(character), CardFormat.JSON))
        return written.data.decode("utf-8")

    async def read(self, text: str, character: Character) -> Character:
        """``character`` as the text says; its id and what this program noted of it stay. Raises ``InterchangeError``."""
        result = await asyncio.to_thread(self._reader, text.encode("utf-8", "replace"), FILE)
        cards = [content for content in result.contents if isinstance(content, ImportedCard)]
        if len(cards) != 1:
            raise NotACardError
        if cards[0].book is not None:
            raise BookInCardError
        kept = {"id": character.id, "created_at": character.created_at, "updated_at": character.updated_at}
        return replace(cards[0].character, **kept)
