"""Embedders for tests: what they make is a pure function of the words, so that texts that share words are near each other."""

from __future__ import annotations

import asyncio
import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_app.domain.embedding import TextKind, Vectors
from desktop_app.domain.errors import ProviderError
from tests.fakes.embedding_replies import word_row


def unit_word_row(text: str, dimension: int) -> list[float]:
    """The row of a text's words, of length 1, or 0 for a text without words."""
    row = word_row(text, dimension)
    length = math.hypot(*row)
    return [value / length for value in row] if length else row


@dataclass
class WordEmbedder:
    """Embeds by words. ``failure`` set: raises it. ``hold`` set: waits until it is released. ``asked``: each call."""

    identity: str = "words"
    local: bool = True
    dimension: int = 16
    failure: ProviderError | None = None
    hold: asyncio.Event | None = None
    asked: list[tuple[tuple[str, ...], TextKind]] = field(default_factory=list[tuple[tuple[str, ...], TextKind]])

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """One row for each text."""
        self.asked.append((tuple(texts), kind))
        if self.hold is not None:
            await self.hold.wait()
        if self.failure is not None:
            raise self.failure
        rows = array("f", [value for text in texts for value in unit_word_row(text, self.dimension)])
        return Vectors(self.dimension, rows.tobytes())
