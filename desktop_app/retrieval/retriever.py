"""Holds the texts of chats and finds in them: the program's ``Retriever``.

Called by the recall service in worker threads. Texts are read before the lock is taken, so that nobody who asks waits for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from desktop_app.domain.embedding import PassageVector, Vectors
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.recalling import RecallFound, RecallQuestion, TextPassage
from desktop_app.language.lemmas import Lemmas
from desktop_app.retrieval.chat_index import ChatIndex, read
from desktop_app.retrieval.chat_search import EVEN, Along, along, search
from desktop_app.retrieval.chunks import small_passages
from desktop_app.retrieval.crowding import outstanding
from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.fusion import OF_MESSAGES, RELEVANT, as_share

# Of an embedder of which nothing is known; the chat's own texts soon say it better.
_USUAL = Background(0.2, 0.12)


# Among so many passages what stands out is what is meant; among so many as often as not by chance.
_FEW, _MANY = 100, 1_000


@dataclass(slots=True)
class _Kept:
    index: ChatIndex
    lock: Lock = field(default_factory=Lock)
    branch: tuple[RecallQuestion, int, Along] | None = None


class ChatRetriever:
    """Fulfils ``Retriever``. ``backgrounds``: of the embedders that were measured, by identity."""

    def __init__(self, lemmas: Lemmas, backgrounds: dict[str, Background] | None = None) -> None:
        self._lemmas = lemmas
        self._backgrounds = backgrounds or {}
        self._lock = Lock()
        self._chats: dict[str, _Kept] = {}

    def hold(self, chat_id: str, texts: Sequence[RankedText], *, gone: Sequence[str] = ()) -> None:
        """Read outside the lock."""
        made = [read(text, self._lemmas) for text in texts]
        kept = self._kept(chat_id)
        with kept.lock:
            kept.index.hold(made, gone)

    def held(self, chat_id: str) -> dict[str, int]:
        """By id."""
        kept = self._kept(chat_id)
        with kept.lock:
            return {id_: held.text.revision for id_, held in kept.index.texts.items()}

    def forget(self, chat_id: str) -> None:
        """Whoever searches in it just now still has it."""
        with self._lock:
            self._chats.pop(chat_id, None)

    def take(self, chat_id: str, embedder: str, vectors: Sequence[PassageVector]) -> None:
        """Those by another embedder go."""
        kept = self._kept(chat_id)
        with kept.lock:
            kept.index.take(embedder, vectors, self._backgrounds.get(embedder, _USUAL))

    def unread(self, chat_id: str, embedder: str) -> list[TextPassage]:
        """All of them, where the vectors are by another embedder."""
        kept = self._kept(chat_id)
        with kept.lock:
            if kept.index.embedder != embedder:
                kept.index.take(embedder, (), self._backgrounds.get(embedder, _USUAL))
            return kept.index.unread()

    def passages(self, texts: Sequence[RankedText]) -> list[TextPassage]:
        """As they are cut when they are held."""
        pieces = (piece for text in texts for piece in small_passages(text.id, text.text, revision=text.revision))
        return [TextPassage(piece.source, piece.revision, piece.start, piece.end, piece.text) for piece in pieces]

    def settle(self, chat_id: str) -> None:
        """The crowds."""
        kept = self._kept(chat_id)
        with kept.lock:
            kept.index.settle()

    def search(self, chat_id: str, question: RecallQuestion) -> RecallFound:
        """Words and meaning."""
        kept = self._kept(chat_id)
        with kept.lock:
            known = kept.branch
            if (
                known is None
                or known[1] != kept.index.changes
                or known[0].order is not question.order
                or known[0].besides is not question.besides
                or known[0].allowed is not question.allowed
            ):
                known = kept.branch = (question, kept.index.changes, along(kept.index, question))
            return search(kept.index, question, known[2], self._lemmas)

    def nearest(
        self, embedder: str, query: Vectors, vectors: Sequence[PassageVector], most: int
    ) -> list[tuple[PassageVector, float]]:
        """By meaning alone, with the threshold of recall; among very many, where some always stand out by chance, a higher one."""
        if not vectors or not len(query):
            return []
        rows = np.frombuffer(b"".join(vector.data for vector in vectors), "<f2").reshape(len(vectors), -1)
        if rows.shape[1] != query.dimension:
            return []
        asked = np.frombuffer(query.data, "<f4")[: query.dimension]
        scores = outstanding(rows.astype(np.float32), asked, self._backgrounds.get(embedder), _USUAL)
        least = _least(len(rows))
        best: dict[str, tuple[PassageVector, float]] = {}
        for place in np.argsort(-scores, kind="stable"):
            at = int(place)
            if len(best) == most or scores[at] < least:
                break
            vector = vectors[at]
            best.setdefault(vector.source_id, (vector, as_share(float(scores[at]), OF_MESSAGES)))
        return list(best.values())

    def _kept(self, chat_id: str) -> _Kept:
        with self._lock:
            if chat_id not in self._chats:
                self._chats[chat_id] = _Kept(ChatIndex(_USUAL))
            return self._chats[chat_id]


def _least(passages: int) -> float:
    share = math.log(max(passages, _FEW) / _FEW) / math.log(_MANY / _FEW)
    return RELEVANT + (EVEN - RELEVANT) * min(1.0, share)
