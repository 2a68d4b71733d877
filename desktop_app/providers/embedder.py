"""The embedder over any server: prefixes, batches, retries, texts that are too long, and what is checked of every answer.

Made by ``embedders`` with the way to ask one kind of server. A text that is longer than the model reads is embedded in
pieces, and its vector is their mean by length: nothing is cut off in silence.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeAlias

from desktop_app.domain.embedding import TextKind, Vectors
from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.embedding_order import EmbeddingOrder
from desktop_app.providers.embedding_rows import Row, little_endian, mean_row
from desktop_app.providers.errors import reasoned
from desktop_app.providers.retries import Retries, Sleep

Ask: TypeAlias = Callable[[Sequence[str]], Awaitable[list[Row]]]
"""One request: a row for each text. Raises ``ProviderError``."""

# Servers take 64 and more, but reading so many numbers holds up the window: 32 rows of 1,024 are 12 ms.
MOST_TEXTS = 32
MOST_BYTES = 48_000
# What is shorter than this and still too long cannot be helped by dividing it.
_SHORTEST_PIECE = 16
# A server that takes fewer texts at once, as DashScope does (10).
_FEWER = re.compile(r"batch|too many (inputs|texts)|(at most|maximum of) \d+ (inputs|texts)", re.IGNORECASE)
_ANY_WORD = "a"

_logger = logging.getLogger(__name__)


class ServerEmbedder:
    """One order, asked by ``ask``. ``sleep`` and ``chance`` (0 to 1) are there for tests."""

    def __init__(
        self,
        order: EmbeddingOrder,
        ask: Ask,
        *,
        sleep: Sleep = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._order = order
        self._ask = ask
        self._retries = Retries(sleep, chance)
        self._dimension = 0
        self._most_texts = MOST_TEXTS

    @property
    def identity(self) -> str:
        """See the port."""
        return self._order.identity

    @property
    def local(self) -> bool:
        """See the port."""
        return self._order.local

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """See the port. Blank texts are not sent; their rows are zeros."""
        prefix = self._order.prefix(kind)
        rows: dict[int, Row] = {}
        for places in self._batches(texts):
            made = await self._rows(prefix, [texts[place] for place in places])
            rows.update(zip(places, made, strict=True))
        if texts and not self._dimension:
            await self._rows(prefix, [_ANY_WORD])
        blank = bytes(4 * self._dimension)
        data = (little_endian(rows[place]) if place in rows else blank for place in range(len(texts)))
        return Vectors(self._dimension, b"".join(data))

    def _batches(self, texts: Sequence[str]) -> Iterator[list[int]]:
        """The places of the texts that go out together. What a server has refused as too many is not tried again."""
        batch: list[int] = []
        size = 0
        for place, text in enumerate(texts):
            if not text.strip():
                continue
            length = len(text.encode("utf-8", "replace"))
            if batch and (len(batch) >= self._most_texts or size + length > MOST_BYTES):
                yield batch
                batch, size = [], 0
            batch.append(place)
            size += length
        if batch:
            yield batch

    async def _rows(self, prefix: str, texts: Sequence[str]) -> list[Row]:
        try:
            rows = await self._retries.call(lambda: self._ask([prefix + text for text in texts]))
        except ProviderError as error:
            return await self._rows_of_less(prefix, texts, error)
        for row in rows:
            self._check_dimension(len(row))
        return rows

    async def _rows_of_less(self, prefix: str, texts: Sequence[str], error: ProviderError) -> list[Row]:
        """Asks for less at a time where that may help; else raises ``error``."""
        too_long = error.kind is ProviderErrorKind.CONTEXT_TOO_LONG
        if len(texts) > 1 and (
            too_long or (error.kind is ProviderErrorKind.BAD_REQUEST and _FEWER.search(error.detail))
        ):
            half = len(texts) // 2
            if not too_long:
                self._most_texts = min(self._most_texts, half)
            return [*await self._rows(prefix, texts[:half]), *await self._rows(prefix, texts[half:])]
        if not too_long or len(texts) > 1 or len(texts[0]) < 2 * _SHORTEST_PIECE:
            raise error
        pieces = halves(texts[0])
        _logger.info(
            "a text of %d characters is longer than the embedder reads: it is embedded in pieces", len(texts[0])
        )
        rows = [(await self._rows(prefix, [piece]))[0] for piece in pieces]
        return [await asyncio.to_thread(mean_row, rows, [len(piece) for piece in pieces])]

    def _check_dimension(self, found: int) -> None:
        if self._dimension and found != self._dimension:
            raise reasoned(ProviderErrorKind.EMBEDDING, "embedding.dimension", known=self._dimension, found=found)
        self._dimension = found


def halves(text: str) -> tuple[str, str]:
    """``text`` in two, at white space near its middle where there is some. Neither is blank."""
    text = text.strip()
    middle = len(text) // 2
    spaces = [
        found.start() for found in re.finditer(r"\s", text[: middle + middle // 2]) if found.start() > middle // 2
    ]
    cut = min(spaces, key=lambda place: abs(place - middle), default=middle)
    return text[:cut], text[cut:]
