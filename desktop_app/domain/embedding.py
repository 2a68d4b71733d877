"""Numbers made of texts: what embedders give, and where they are kept.

Values and ports of recall by meaning. ``domain`` needs no numpy: rows are bytes, little-endian, row after row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class TextKind(StrEnum):
    """What a text is to the search; some models want to be told."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Vectors:
    """One row of ``dimension`` float32 for each text, little-endian, row after row, each of length 1 (0 for an empty text)."""

    dimension: int
    data: bytes

    def __len__(self) -> int:
        return len(self.data) // (4 * self.dimension) if self.dimension else 0


class Embedder(Protocol):
    """Makes vectors of texts by a server or a child process.

    ``identity`` tells it from every other whose vectors must not be compared with its own (provider, model, prefixes).
    ``local``: no text leaves this machine. A text marked *never send* goes to no other.
    """

    @property
    def identity(self) -> str:
        """Provider, address, model and prefixes in one text. Known before the first text is embedded."""
        ...

    @property
    def local(self) -> bool:
        """Whether texts stay on this machine."""
        ...

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """One row for each text, in their order. Raises ``ProviderError``; then nothing of it counts."""
        ...


@dataclass(frozen=True, slots=True)
class PassageVector:
    """The vector of a passage: characters ``start`` to ``end`` of one revision of a message or summary segment.

    ``data``: one row of float16, little-endian.
    """

    source_id: str
    revision: int
    start: int
    end: int
    data: bytes


class VectorStore(Protocol):
    """The vectors of messages and summary segments. Every method is one transaction.

    Whoever changes a message's text or marks it as deleted takes its vectors out in the same transaction; so does whoever
    takes a segment out. Excluded messages keep theirs.
    """

    async def vectors(self, embedder: str, chat_id: str) -> list[PassageVector]:
        """All of a chat by this embedder (its identity), by source and place."""
        ...

    async def save_vectors(self, embedder: str, chat_id: str, vectors: Sequence[PassageVector]) -> None:
        """Replaces those of the sources named.

        What is not of a source's current revision (of a segment: ``SummarySegment.revision``), or is of none that lives, or
        of a message that is still streaming, is left out; what is there of that source stays then.
        """
        ...

    async def embedders(self) -> dict[str, int]:
        """How many sources have vectors, by the identity of the embedder."""
        ...

    async def forget_embedder(self, embedder: str) -> None:
        """Takes out all vectors by this embedder."""
        ...


class EmbeddingCacheStore(Protocol):
    """Vectors by key (embedder and text), kept over restarts; the last used ``capacity`` of them. Every method is one transaction."""

    async def get_many(self, keys: Sequence[str]) -> dict[str, bytes]:
        """What is kept of these (float16 rows); it counts as used."""
        ...

    async def put_many(self, vectors: Mapping[str, bytes]) -> None:
        """Keeps these, in the place of what was not used for longest."""
        ...
