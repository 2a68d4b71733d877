"""Recall: what of old texts has to do with what is said now. Values, and the ports that ``retrieval`` fulfils.

Rows of numbers are bytes here as in ``embedding``. Texts are known by their id and revision (``RankedText``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_app.domain.embedding import PassageVector, TextKind, Vectors
from desktop_app.domain.knowledge_ports import RankedText, Score


@dataclass(frozen=True, slots=True)
class TextPassage:
    """Characters ``start`` to ``end`` of one revision of a text: what one vector is made of."""

    source_id: str
    revision: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """Something that is asked about. ``weight`` (0 to 1): how much a match of it counts beside one of the whole input.

    ``beside``: it is not of the input; what matches it comes behind all that has to do with the input.
    """

    text: str
    weight: float = 1.0
    beside: bool = False


@dataclass(frozen=True, slots=True)
class RecallQuestion:
    """What is looked for, and where.

    ``order``: id and revision of the texts that are each other's neighbours, in order of time (a branch); ``besides``: of others.
    A text that is held in another revision is not found. ``allowed``: the ids of those that may be among the hits. ``measured``: the ids of texts whose scores are wanted.
    ``most`` passages of about ``tokens`` tokens each.
    ``vectors``: of the queries, row after row; ``None``: only words find.
    """

    queries: tuple[RecallQuery, ...]
    order: tuple[tuple[str, int], ...]
    allowed: frozenset[str]
    besides: tuple[tuple[str, int], ...] = ()
    vectors: Vectors | None = None
    measured: tuple[str, ...] = ()
    most: int = 48
    tokens: int = 200


@dataclass(frozen=True, slots=True)
class RecallHit:
    """A passage that was found: characters ``start`` to ``end`` of the text ``source_id`` in ``revision``."""

    source_id: str
    revision: int
    start: int
    end: int
    text: str
    score: Score


@dataclass(frozen=True, slots=True)
class RecallFound:
    """What was found: passages, the best first (never one twice), and the scores of the texts to be measured, by their ids."""

    hits: tuple[RecallHit, ...] = ()
    texts: tuple[tuple[str, Score], ...] = ()


class Retriever(Protocol):
    """Holds the texts of chats with their words and vectors, and finds in them. Every method blocks: call it in a thread.

    Safe to use from several threads. What it answers depends on what it holds, not on the order in which that came.
    ``chat_id`` is only a name for what is searched together.
    """

    def hold(self, chat_id: str, texts: Sequence[RankedText], *, gone: Sequence[str] = ()) -> None:
        """Takes in texts (another revision takes the place of the first), and lets go those of the ids ``gone``."""
        ...

    def held(self, chat_id: str) -> dict[str, int]:
        """The revisions of what is held, by id."""
        ...

    def forget(self, chat_id: str) -> None:
        """Lets a chat go with all that is known of it."""
        ...

    def take(self, chat_id: str, embedder: str, vectors: Sequence[PassageVector]) -> None:
        """Takes in vectors by this embedder; those by any other are let go. What fits no passage that is held is passed over."""
        ...

    def unread(self, chat_id: str, embedder: str) -> list[TextPassage]:
        """The passages of all texts that have one without a vector by this embedder, by text in the order in which they came."""
        ...

    def passages(self, texts: Sequence[RankedText]) -> list[TextPassage]:
        """The passages of texts that nobody holds, for their vectors."""
        ...

    def settle(self, chat_id: str) -> None:
        """Brings up to date what is known of all vectors together. Worth calling after ``take``, when nobody waits."""
        ...

    def search(self, chat_id: str, question: RecallQuestion) -> RecallFound:
        """What of a chat has to do with the question."""
        ...

    def nearest(
        self, embedder: str, query: Vectors, vectors: Sequence[PassageVector], most: int
    ) -> list[tuple[PassageVector, float]]:
        """The best passage of each of at most ``most`` texts that have to do with a query, with a score; the best first.

        ``vectors``: those of a chat by ``embedder``, with which the background is told. The score (0 to 1, the same measure
        in all chats) is what stands out of it; what does not stand out is left out.
        """
        ...


class MeaningRanker(Protocol):
    """Ranks texts by words and by vectors that it is given before. Safe to use from several threads; ``rank`` blocks."""

    def unread(self, embedder: str, texts: Sequence[str], kind: TextKind) -> list[str]:
        """Those texts, each once, of which it has no vector by this embedder."""
        ...

    def holds(self, embedder: str, texts: Sequence[RankedText]) -> bool:
        """Whether these very texts were ranked lately, so that their vectors need not be looked for one by one."""
        ...

    def take(self, embedder: str, texts: Sequence[str], kind: TextKind, vectors: Vectors) -> None:
        """Keeps the vectors of these texts, in the place of what was not used for longest."""
        ...

    def vectors(self, embedder: str, texts: Sequence[str], kind: TextKind) -> Vectors | None:
        """The vectors of texts, or ``None`` where one is missing."""
        ...

    def packed(self, vectors: Vectors) -> list[bytes]:
        """Each row in float16, as it is kept."""
        ...

    def unpacked(self, rows: Sequence[bytes]) -> Vectors:
        """The rows as they were before, within what float16 can tell."""
        ...

    def rank(self, embedder: str, queries: Sequence[str], texts: Sequence[RankedText]) -> dict[str, Score] | None:
        """As ``Ranker.rank`` does, by words and meaning; ``None`` where a vector is missing."""
        ...
