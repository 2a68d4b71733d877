"""The texts of one chat, cut into small passages, with their words and vectors. What is searched by ``chat_search``.

Owned by ``retriever``, which has the lock. A passage has its place for as long as it is held; texts that go leave empty places
behind, until half of them are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.knowledge_ports import RankedText
from desktop_app.domain.recalling import TextPassage
from desktop_app.language.content_words import Term, content_words
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.word_index import WordIndex
from desktop_app.retrieval.chunks import small_passages
from desktop_app.retrieval.crowding import SAMPLE, background_of, crowds, name_hash, taken_off
from desktop_app.retrieval.embedders import Background
from desktop_app.retrieval.matrix import Matrix, Positions, Rows

_NONE = -1
_FIRST_ROOM = 256


@dataclass(frozen=True, slots=True)
class Read:
    """A text that was read outside the lock: its passages and their terms."""

    text: RankedText
    spans: tuple[tuple[int, int], ...]
    terms: tuple[Sequence[Term], ...]
    hashes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A text that is held: its passages have the places from ``first`` to ``end``."""

    text: RankedText
    spans: tuple[tuple[int, int], ...]
    first: int

    @property
    def end(self) -> int:
        """The place behind its last passage."""
        return self.first + len(self.spans)


def read(text: RankedText, lemmas: Lemmas) -> Read:
    """Cuts a text and finds its words: what takes time."""
    pieces = small_passages(text.id, text.text, revision=text.revision)
    terms = tuple(content_words(piece.text, lemmas) for piece in pieces)
    hashes = tuple(name_hash(f"{text.id} {text.revision} {piece.start}") for piece in pieces)
    return Read(text, tuple((piece.start, piece.end) for piece in pieces), terms, hashes)


class ChatIndex:
    """See the module. ``crowding`` is by row; ``rows`` says the row of a passage at a place, -1 where it has none."""

    def __init__(self, background: Background) -> None:
        self.texts: dict[str, Held] = {}
        self.words = WordIndex()
        self.matrix: Matrix | None = None
        self.embedder: str = ""
        self.crowding: Rows = np.empty(0, np.float32)
        self.background = background
        self.changes = 0
        self._known = background
        self._rows: Positions = np.full(_FIRST_ROOM, _NONE, np.intp)
        self._size = 0
        self._gone = 0
        self._hashes = np.zeros(_FIRST_ROOM, np.uint64)
        self._crowds: Rows = np.empty(0, np.float32)
        self._sample: Positions = np.empty(0, np.intp)

    @property
    def rows(self) -> Positions:
        """The row of the passage at each place."""
        return self._rows[: self._size]

    def hold(self, texts: Iterable[Read], gone: Iterable[str]) -> None:
        """Takes in texts and lets others go."""
        self.changes += 1
        for id_ in gone:
            self._remove(id_)
        for text in texts:
            self._remove(text.text.id)
            self._add(text)
        if 2 * self._gone > self._size:
            self._compact()

    def take(self, embedder: str, vectors: Sequence[PassageVector], background: Background) -> None:
        """Rows of passages that are held. By another embedder: all that were there before are let go."""
        self.changes += 1
        if embedder != self.embedder:
            self.embedder, self.matrix, self._known = embedder, None, background
            self._rows[:] = _NONE
            self.crowding = self._crowds = np.empty(0, np.float32)
            self._sample, self.background = np.empty(0, np.intp), background
        places: list[int] = []
        data: list[bytes] = []
        for vector in vectors:
            place = self._place_of(vector)
            if place is not None and self._rows[place] == _NONE:
                places.append(place)
                data.append(vector.data)
        if not places:
            return
        rows = np.frombuffer(b"".join(data), "<f2").reshape(len(places), -1).astype(np.float32)
        if self.matrix is None:
            self.matrix = Matrix(np.empty((0, rows.shape[1]), np.float32))
        first = self.matrix.append(rows)
        self._rows[places] = np.arange(first, first + len(places))
        # Of those that came since the crowd was looked at nothing is known: they are as crowded as is usual.
        self.crowding = np.concatenate((self.crowding, np.zeros(len(places), np.float32)))
        self._crowds = np.concatenate((self._crowds, np.full(len(places), np.nan, np.float32)))

    def unread(self) -> list[TextPassage]:
        """All passages of the texts of which one has no row."""
        missing = self.rows == _NONE
        return [
            TextPassage(id_, held.text.revision, start, end, held.text.text[start:end])
            for id_, held in self.texts.items()
            if missing[held.first : held.end].any()
            for start, end in held.spans
        ]

    def settle(self) -> None:
        """Looks at the crowds of what came since the last time; of all, where others stand for all by now."""
        if self.matrix is None:
            return
        places = np.flatnonzero(self.rows >= 0)
        by_hash = np.argsort(self._hashes[places], kind="stable")
        rows = self.rows[places]
        sample = rows[by_hash[:SAMPLE]]
        if not np.array_equal(sample, self._sample):
            self._sample = sample
            self._crowds[:] = np.nan
        unknown = rows[np.isnan(self._crowds[rows])]
        self._crowds[unknown] = crowds(self.matrix.rows(unknown), self.matrix.rows(sample))
        self.crowding[rows] = taken_off(self._crowds[rows])
        self.background = background_of(self.matrix.rows(sample), self._known)

    def _place_of(self, vector: PassageVector) -> int | None:
        held = self.texts.get(vector.source_id)
        if held is None or held.text.revision != vector.revision:
            return None
        span = (vector.start, vector.end)
        return held.first + held.spans.index(span) if span in held.spans else None

    def _add(self, text: Read) -> None:
        first, count = self._size, len(text.spans)
        self._size += count
        if self._size > len(self._rows):
            room = np.full(max(self._size, 2 * len(self._rows)), _NONE, np.intp)
            room[:first] = self._rows[:first]
            self._rows = room
            hashes = np.zeros(len(room), np.uint64)
            hashes[:first] = self._hashes[:first]
            self._hashes = hashes
        self._rows[first : self._size] = _NONE
        self._hashes[first : self._size] = text.hashes
        self.texts[text.text.id] = Held(text.text, text.spans, first)
        for place, terms in enumerate(text.terms, first):
            self.words.add((str(place), 1), terms)

    def _remove(self, id_: str) -> None:
        held = self.texts.pop(id_, None)
        if held is None:
            return
        for place in range(held.first, held.end):
            self.words.remove((str(place), 1))
            if self._rows[place] != _NONE and self.matrix is not None:
                self.matrix.remove(int(self._rows[place]), 1)
            self._rows[place] = _NONE
        self._gone += len(held.spans)

    def _compact(self) -> None:
        """Moves the passages together; the words have to be read again."""
        before = self._rows
        texts, self.texts, self.words = list(self.texts.values()), {}, WordIndex()
        self._size = self._gone = 0
        self._rows = np.full(_FIRST_ROOM, _NONE, np.intp)
        self._hashes = np.zeros(_FIRST_ROOM, np.uint64)
        lemmas = Lemmas()
        old: list[int] = []
        for held in texts:
            self._add(read(held.text, lemmas))
            old.extend(range(held.first, held.end))
        rows = before[np.array(old, np.intp)]
        if self.matrix is not None:
            kept = self.matrix.compact()
            where = np.full(int(max(kept.max(initial=0), rows.max(initial=0))) + 1, _NONE, np.intp)
            where[kept] = np.arange(len(kept))
            self.crowding, self._crowds = self.crowding[kept], self._crowds[kept]
            self._sample = np.empty(0, np.intp)
            rows = np.where(rows == _NONE, _NONE, where[rows])
        self._rows[: self._size] = rows
