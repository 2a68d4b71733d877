"""The one search core: rows of numbers, and which of them point most nearly where a query points.

Called by the stores, by ``open_recall`` and by the ``FusedRanker``. Knows nothing of texts or files. One thread of BLAS is
quickest (lab.md): ``__main__`` sets ``OPENBLAS_NUM_THREADS`` before numpy is imported.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]
Positions: TypeAlias = NDArray[np.intp]

_Number = TypeVar("_Number", np.float32, np.bool_)

# Up to so many rows all are compared exactly; above, signs make a shortlist first (lab.md: 11.2 → 1.7 ms at 100,000).
EXACT_UP_TO = 50_000

# The shortlist that is compared exactly: this share of the rows, but at least so many (lab.md: recall 1.000).
_SHORTLIST_SHARE = 100
_SHORTEST_LIST = 1_000

# Rows that a mask leaves are gathered where they are at most this share of all: copying a row costs as much as comparing
# four, or twenty signs.
_GATHERED_OF_EXACT = 4
_GATHERED_OF_SIGNS = 20

# So many rows give the mean round which signs are taken; and so many rows' signs are compared at a time, in the cache.
_MEAN_OF = 50_000
_BLOCK = 32_768

_FIRST_ROOM = 64
_WORD = 64
_FARTHEST = np.iinfo(np.uint16).max


class Matrix:
    """Rows of one dimension, of length 1 (or 0). Positions are given once and stay; only ``compact`` moves them.

    Not safe for several threads at once; whoever owns it has the lock.
    """

    def __init__(self, rows: Rows) -> None:
        """``rows``: what is in it from the beginning (not copied), or no rows of the dimension it shall have."""
        self.dimension = rows.shape[1]
        self._room: Rows = rows
        self._alive: Mask = np.ones(len(rows), np.bool_)
        self._size = len(rows)
        self._gone = 0
        self._signs: _Signs | None = None

    def __len__(self) -> int:
        return self._size - self._gone

    @property
    def size(self) -> int:
        """How many positions were given: the length of a mask."""
        return self._size

    @property
    def is_sparse(self) -> bool:
        """Whether more than half of the positions are empty, so that ``compact`` is worth its time."""
        return 2 * self._gone > self._size

    @property
    def nbytes(self) -> int:
        """What the rows and their signs take."""
        return self._room.nbytes + (self._signs.nbytes if self._signs else 0)

    def append(self, rows: Rows) -> int:
        """Adds rows behind the last (made by ``unit_rows``) and returns the position of the first."""
        first, self._size = self._size, self._size + len(rows)
        if self._size > len(self._room):
            room = max(self._size, 2 * len(self._room) if self._room.size else _FIRST_ROOM)
            self._room = _grown(self._room[:first], room)
            self._alive = _grown(self._alive[:first], room)
        self._room[first : self._size] = rows
        self._alive[first : self._size] = True
        return first

    def remove(self, first: int, count: int) -> None:
        """Empties ``count`` positions that were given and not emptied before."""
        self._alive[first : first + count] = False
        self._gone += count

    def compact(self) -> Positions:
        """Moves the rows together in their order. Returns where each was before."""
        kept = np.flatnonzero(self._alive[: self._size])
        self._room = self._room[kept]
        self._alive = np.ones(len(kept), np.bool_)
        self._size, self._gone, self._signs = len(kept), 0, None
        return kept

    def rows(self, positions: Positions) -> Rows:
        """A copy of these rows."""
        return self._room[positions]

    def similarities(self, query: Rows) -> Rows:
        """The cosine of every position with a unit query, what was removed included."""
        return self._room[: self._size] @ query

    def search(self, query: Rows, k: int, allowed: Mask | None = None) -> tuple[Positions, Rows]:
        """The ``k`` nearest positions, best first, and their cosines with the unit ``query``; equal ones by position.

        ``allowed`` (of length ``size``): only these. Above ``EXACT_UP_TO`` rows the choice is by signs, the cosines exact.
        """
        mask = self._mask(allowed)
        exact = self._size <= EXACT_UP_TO
        count = self._size if mask is None else int(np.count_nonzero(mask))
        if k < 1 or not count:
            return np.empty(0, np.intp), np.empty(0, np.float32)
        if mask is not None and count * (_GATHERED_OF_EXACT if exact else _GATHERED_OF_SIGNS) <= self._size:
            return self._best_of(np.flatnonzero(mask), query, k)
        if not exact:
            return self._best_of(self._shortlist(query, max(k, count // _SHORTLIST_SHARE), mask), query, k)
        scores = self.similarities(query)
        if mask is None:
            best = best_places(scores, k)
            return best, scores[best]
        positions = np.flatnonzero(mask)
        best = positions[best_places(scores[positions], k)]
        return best, scores[best]

    def _mask(self, allowed: Mask | None) -> Mask | None:
        """What may be found, or ``None`` for all."""
        if not self._gone:
            return allowed
        alive = self._alive[: self._size]
        return alive if allowed is None else alive & allowed

    def _best_of(self, positions: Positions, query: Rows, k: int) -> tuple[Positions, Rows]:
        scores = self._room[positions] @ query
        best = best_places(scores, k)
        return positions[best], scores[best]

    def _shortlist(self, query: Rows, count: int, mask: Mask | None) -> Positions:
        rows = self._room[: self._size]
        if self._signs is None or self._signs.is_outgrown(self._size):
            self._signs = _Signs(rows)
        self._signs.follow(rows)
        distances = self._signs.distances(query)
        if mask is not None:
            distances[~mask] = _FARTHEST
        return _nearest(distances, max(_SHORTEST_LIST, count))


class _Signs:
    """One bit for each number of each row: whether it is above the mean. A column of words for every 64 dimensions."""

    def __init__(self, rows: Rows) -> None:
        self._mean: Rows = rows[:_MEAN_OF].mean(axis=0)
        self._made_of = len(rows)
        self._size = 0
        self._columns = np.empty((-(-rows.shape[1] // _WORD), len(rows)), np.uint64)

    @property
    def nbytes(self) -> int:
        """What the bits take."""
        return self._columns.nbytes

    def is_outgrown(self, size: int) -> bool:
        """Whether the rows are twice as many as those that gave the mean."""
        return size > 2 * self._made_of

    def follow(self, rows: Rows) -> None:
        """Takes in what was appended since the last time."""
        if len(rows) > self._columns.shape[1]:
            columns = np.empty((len(self._columns), len(rows) + len(rows) // 8), np.uint64)
            columns[:, : self._size] = self._columns[:, : self._size]
            self._columns = columns
        for start in range(self._size, len(rows), _BLOCK):
            block = rows[start : start + _BLOCK]
            self._columns[:, start : start + len(block)] = self._words(block).T
        self._size = len(rows)

    def distances(self, query: Rows) -> NDArray[np.uint16]:
        """In how many bits each row differs from the query."""
        found = np.empty(self._size, np.uint16)
        wanted = self._words(query[np.newaxis])[0]
        differing = np.empty(_BLOCK, np.uint64)
        bits = np.empty(_BLOCK, np.uint8)
        for start in range(0, self._size, _BLOCK):
            sums = found[start : start + _BLOCK]
            length = len(sums)
            sums[:] = 0
            for column, word in zip(self._columns, wanted, strict=True):
                np.bitwise_xor(column[start : start + length], word, out=differing[:length])
                np.bitwise_count(differing[:length], out=bits[:length])
                np.add(sums, bits[:length], out=sums)
        return found

    def _words(self, rows: Rows) -> NDArray[np.uint64]:
        padding = -rows.shape[1] % _WORD
        return np.packbits(np.pad(rows > self._mean, ((0, 0), (0, padding))), axis=1).view(np.uint64)


def unit_rows(rows: NDArray[np.float64] | Rows) -> Rows:
    """The same directions with length 1, in double precision on the way; rows of nothing but zeros stay so."""
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    # So that the squares of very large and very small numbers stay finite.
    wide = rows / np.where(largest > 0, largest, 1.0).astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))[:, np.newaxis]
    wide /= np.where(lengths > 0, lengths, 1.0)
    return wide.astype(np.float32)


def best_places(scores: Rows, k: int) -> Positions:
    """The places of the ``k`` largest, largest first; equal ones in their order."""
    if k < len(scores):
        edge = np.argpartition(scores, len(scores) - k)[len(scores) - k]
        places = (scores >= scores[edge]).nonzero()[0]  # the edge's equals too: the first of them counts
    else:
        places = np.arange(len(scores))
    return places[(-scores[places]).argsort(kind="stable")][:k]


def _nearest(distances: NDArray[np.uint16], count: int) -> Positions:
    """The places of the ``count`` smallest distances, and of those that share the last one unless they are very many."""
    cut = int(np.searchsorted(np.cumsum(np.bincount(distances)), count))
    cut = min(cut, _FARTHEST - 1)
    places = np.flatnonzero(distances <= cut)
    if len(places) <= 4 * count:
        return places
    nearer = distances[places] < cut
    tied = places[~nearer][: count - int(np.count_nonzero(nearer))]
    return np.sort(np.concatenate((places[nearer], tied)))


def _grown(values: NDArray[_Number], room: int) -> NDArray[_Number]:
    grown = np.empty((room, *values.shape[1:]), values.dtype)
    grown[: len(values)] = values
    return grown
