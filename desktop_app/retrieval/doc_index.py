"""Documents by what their chunks point at: the search that all stores share. Holds numbers and metadata, no texts.

Called by ``InMemStore`` and ``SqliteStore``, whose locks it relies on. The chunks of a document lie side by side in the
matrix, so a filter is one look at a document and one slice of a mask.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np

from desktop_app.retrieval.documents import Document, Postings
from desktop_app.retrieval.matrix import Mask, Matrix, Rows
from desktop_app.retrieval.where import CHUNK_INDEX, DOC_ID, Condition, Metadata


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found, with its cosine (not clamped)."""

    doc_id: str
    chunk_index: int
    cosine: float


class DocIndex:
    """All documents of a store. ``Matrix`` says what is found, this says whose it is."""

    def __init__(self) -> None:
        self._matrix = Matrix(_no_rows(0))
        self._documents: dict[str, Document] = {}
        self._postings = Postings()
        # By place: the first positions in rising order, and whose they are. What was removed stays until ``_compact``.
        self._firsts: list[int] = []
        self._owners: list[str] = []

    @property
    def chunks(self) -> int:
        """How many there are."""
        return len(self._matrix)

    @property
    def nbytes(self) -> int:
        """What the numbers take."""
        return self._matrix.nbytes

    def document(self, doc_id: str) -> Document | None:
        """One document, if it is there."""
        return self._documents.get(doc_id)

    def dimension_without(self, doc_id: str) -> int | None:
        """The dimension that the other documents have; ``None`` where there are none."""
        own = self._documents.get(doc_id)
        return self._matrix.dimension if self.chunks > (own.count if own else 0) else None

    def put(self, doc_id: str, metadata: tuple[Metadata, ...], rows: Rows) -> None:
        """Adds or replaces a document. ``rows``: unit rows, at least one, of the dimension of the others."""
        self.drop(doc_id)
        if not self.chunks:
            self._matrix = Matrix(_no_rows(rows.shape[1]))
            self._firsts, self._owners = [], []
        first = self._matrix.append(rows)
        self._documents[doc_id] = document = Document(doc_id, first, len(rows), metadata)
        self._postings.add(document)
        self._firsts.append(first)
        self._owners.append(doc_id)

    def fill(self, documents: Iterable[tuple[str, tuple[Metadata, ...], int]], rows: Rows) -> None:
        """Takes in many documents at once: their ids, their metadata, and how many of ``rows`` each has. Empty until then."""
        self._matrix = Matrix(rows)
        first = 0
        for doc_id, metadata, count in documents:
            self._documents[doc_id] = Document(doc_id, first, count, metadata)
            self._firsts.append(first)
            self._owners.append(doc_id)
            first += count

    def drop(self, doc_id: str) -> None:
        """Takes a document out, if it is there."""
        document = self._documents.pop(doc_id, None)
        if document is None:
            return
        self._postings.remove(document)
        self._matrix.remove(document.first, document.count)
        if self._matrix.is_sparse:
            self._compact()

    def rows_of(self, doc_id: str) -> Rows:
        """The rows of a document that is there."""
        document = self._documents[doc_id]
        return self._matrix.rows(np.arange(document.first, document.first + document.count))

    def search(self, query: Rows, k: int, wanted: Sequence[Condition]) -> list[Hit]:
        """The ``k`` chunks nearest to a unit query of which all conditions hold, best first, equal ones in order of adding.

        Raises ``ValueError`` where the query has another dimension than the documents.
        """
        if not self.chunks:
            return []
        if len(query) != self._matrix.dimension:
            raise ValueError(f"The query has {len(query)} numbers, the documents have {self._matrix.dimension}.")
        positions, cosines = self._matrix.search(query, k, self._mask(wanted) if wanted else None)
        return [self._hit(int(at), float(cosine)) for at, cosine in zip(positions, cosines, strict=True)]

    def _hit(self, position: int, cosine: float) -> Hit:
        place = bisect_right(self._firsts, position) - 1
        return Hit(self._owners[place], position - self._firsts[place], cosine)

    def _mask(self, wanted: Sequence[Condition]) -> Mask:
        mask = np.zeros(self._matrix.size, np.bool_)
        of_index = [condition for condition in wanted if condition.key == CHUNK_INDEX]
        of_metadata = [condition for condition in wanted if condition.key not in {DOC_ID, CHUNK_INDEX}]
        for document in self._candidates(wanted, of_metadata):
            first = document.first
            # One value counts for all chunks, or each has its own.
            mask[first : first + document.count] = [_all_hold(of_metadata, known) for known in document.metadata]
            for condition in of_index:
                mask[first : first + document.count] &= [condition.holds(at) for at in range(document.count)]
        return mask

    def _candidates(self, wanted: Sequence[Condition], of_metadata: Sequence[Condition]) -> Iterable[Document]:
        """The documents that the narrowest condition leaves; of ids, all of them count here."""
        named = [set(filter(_is_text, condition.values)) for condition in wanted if condition.key == DOC_ID]
        if named:
            ids = named[0].intersection(*named[1:])
            return [self._documents[doc_id] for doc_id in ids if doc_id in self._documents]
        every = self._documents.values()
        passing = [self._postings.passing(condition, every) for condition in of_metadata]
        return [self._documents[doc_id] for doc_id in min(passing, key=len)] if passing else every

    def _compact(self) -> None:
        self._matrix.compact()
        first = 0
        for doc_id, document in self._documents.items():  # as ``put`` added them: in the order of their rows
            self._documents[doc_id] = Document(doc_id, first, document.count, document.metadata)
            first += document.count
        self._owners = list(self._documents)
        self._firsts = [document.first for document in self._documents.values()]


def _is_text(value: Any) -> TypeGuard[str]:
    return isinstance(value, str)


def _all_hold(wanted: Sequence[Condition], known: Metadata) -> bool:
    return all(condition.holds(known.get(condition.key)) for condition in wanted)


def _no_rows(dimension: int) -> Rows:
    return np.empty((0, dimension), np.float32)
