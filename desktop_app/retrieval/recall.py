"""Recall for other programs: a list of texts, a question, and the positions of those that answer it, by the program's own rules.

``open_recall`` is all that is needed; ``talespan recall`` measures with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.language.content_words import content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import pieces_of
from desktop_app.language.word_index import WordIndex
from desktop_app.retrieval.chunks import passages
from desktop_app.retrieval.crowding import SAMPLE, crowds, taken_off
from desktop_app.retrieval.embedders import BuiltInEmbedder, Embedder, TextKind
from desktop_app.retrieval.fusion import OF_ENTRIES, OF_MESSAGES, fused, with_neighbours
from desktop_app.retrieval.matrix import EXACT_UP_TO, Matrix, Rows, best_places
from desktop_app.retrieval.word_scores import coverage

# Of more than ``EXACT_UP_TO`` passages so many of the nearest are told from the rest.
_NEAREST = 2_000


class Way(StrEnum):
    """By what texts are ranked."""

    WORDS = "words"
    MEANING = "meaning"
    FUSED = "fused"


class Recall:
    """Texts that were read once and can be asked about. Blocks: call it in a thread.

    ``ordered``: neighbours in the list are neighbours in time, as in a chat, and lend each other of their scores.
    """

    def __init__(self, texts: Sequence[str], *, ordered: bool, embedder: Embedder, lemmas: Lemmas) -> None:
        self._ordered = ordered
        self._embedder = embedder
        self._lemmas = lemmas
        self._count = len(texts)
        self._words = WordIndex()
        self._words.hold(tuple(RankedText(str(at), 1, text) for at, text in enumerate(texts)), lemmas)
        pieces = [passage for at, text in enumerate(texts) for passage in passages(str(at), text)]
        self._owners = np.array([int(piece.source) for piece in pieces], np.intp)
        rows = embedder.encode([piece.text for piece in pieces], TextKind.PASSAGE)
        self._matrix = Matrix(rows)
        self._crowding = taken_off(crowds(rows, rows[:: -(-len(rows) // SAMPLE) or 1]))

    def search(self, query: str, k: int) -> list[int]:
        """The positions of the ``k`` texts that have most to do with a question, best first."""
        return self.ranked(query, k, Way.FUSED)

    def ranked(self, query: str, k: int, way: Way) -> list[int]:
        """The same by words or by meaning alone (the bare cosine); equal ones in their order."""
        if k < 1 or not self._count:
            return []
        pieces = pieces_of(query)
        rows = self._embedder.encode(pieces, TextKind.QUERY) if way is not Way.WORDS else None
        best = np.full(self._count, -np.inf, np.float32)
        for at, piece in enumerate(pieces):
            np.maximum(best, self._scores(piece, None if rows is None else rows[at], way), out=best)
        if way is Way.FUSED and self._ordered:
            best = with_neighbours(best)
        return best_places(best, k).tolist()

    def _scores(self, piece: str, query: Rows | None, way: Way) -> Rows:
        if way is Way.MEANING:
            covered = np.zeros(self._count, np.float32)
        else:  # texts are added once, in their order: each has the place of its number
            covered = coverage(self._words, tuple(dict.fromkeys(content_words(piece, self._lemmas))))
        if query is None:
            return covered
        if way is Way.MEANING:
            return self._cosines(query, np.zeros_like(self._crowding))
        cosines = self._cosines(query, self._crowding)
        return fused(cosines, covered, OF_MESSAGES if self._ordered else OF_ENTRIES, self._embedder.background)

    def _cosines(self, query: Rows, taken: Rows) -> Rows:
        """Of each text that of its passage which is nearest, when ``taken`` is off."""
        cosines = np.full(self._count, self._embedder.background.mean, np.float32)  # of a text that says nothing
        if self._matrix.size <= EXACT_UP_TO:
            cosines[self._owners] = -1.0
            np.maximum.at(cosines, self._owners, self._matrix.similarities(query) - taken)
        else:  # of very many the nearest: the others say as little as any
            nearest, near = self._matrix.search(query, _NEAREST)
            np.maximum.at(cosines, self._owners[nearest], near - taken[nearest])
        return cosines


def open_recall(texts: Sequence[str], ordered: bool, embedder: Embedder | None = None) -> Recall:
    """Reads texts (about a thousand a second) with the embedder that comes with the program, or another."""
    return Recall(texts, ordered=ordered, embedder=embedder or BuiltInEmbedder(), lemmas=Lemmas())
