"""A character as the JSON text of its card, and back: what the library's page *JSON* shows and takes.

Written and read by the same writers and readers as files, so that what the text has beyond what is understood stays. Both
block, and are called in a thread.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from desktop_app.domain.character import Character
from desktop_app.domain.errors import InterchangeError
from desktop_app.domain.exporting import CardFormat, CardMaterial, FileWriters
from desktop_app.domain.importing import FileReader, ImportedCard

FILE = "card.json"
NEWEST = 3
FORMS: Mapping[int, CardFormat] = {2: CardFormat.JSON_V2, NEWEST: CardFormat.JSON}
"""The versions of the specification, and the files that are written of them."""


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

    async def write(self, character: Character, version: int = NEWEST) -> str:
        """The card as version 2 or 3 of the specification, indented."""
        return await asyncio.to_thread(self._write, character, version)

    async def read(self, text: str, character: Character, version: int = NEWEST) -> Character:
        """``character`` as the text says; its id and what this program noted of it stay. Raises ``InterchangeError``.

        ``version``: as which the text was written. What version 2 has no room for stays as it is in ``character``.
        """
        read = await asyncio.to_thread(self._read, text, character, version)
        return replace(read, id=character.id, created_at=character.created_at, updated_at=character.updated_at)

    def _write(self, character: Character, version: int) -> str:
        return self._writers().card(CardMaterial(character), FORMS[version]).data.decode("utf-8")

    def _read(self, text: str, character: Character, version: int) -> Character:
        read = self._only_card(text)
        left_out = self._left_out(character, version)
        if not left_out:
            return read
        whole = json.loads(self._write(read, NEWEST))
        data = whole["data"]
        whole["data"] = data | {name: item for name, item in left_out.items() if not data.get(name)}
        return self._only_card(json.dumps(whole, ensure_ascii=False))

    def _left_out(self, character: Character, version: int) -> dict[str, Any]:
        """What the card has and this version of it does not show."""
        if version == NEWEST:
            return {}
        shown = json.loads(self._write(character, version))["data"]
        whole = json.loads(self._write(character, NEWEST))["data"]
        return {name: item for name, item in whole.items() if item and name not in shown}

    def _only_card(self, text: str) -> Character:
        result = self._reader(text.encode("utf-8", "replace"), FILE)
        cards = [content for content in result.contents if isinstance(content, ImportedCard)]
        if len(cards) != 1:
            raise NotACardError
        if cards[0].book is not None:
            raise BookInCardError
        return cards[0].character
