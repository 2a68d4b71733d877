"""What a store of chunks can do, and how what it is given is read. Called by whoever writes or uses a store.

Every store here takes the same and answers the same; one suite of tests runs over all of them (``tests/contract``).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from desktop_app.retrieval.doc_index import DocIndex
from desktop_app.retrieval.matrix import Rows, unit_rows
from desktop_app.retrieval.where import Metadata, conditions

# Of one chunk, or of each of many: any sequence of numbers, numpy's too.
Vector: TypeAlias = "Sequence[float] | Rows"
Vectors: TypeAlias = "Sequence[Sequence[float]] | Rows"

# Lists of numbers are read in parts of so many rows: reading is one call, and other threads wait for its end.
_ROWS_AT_A_TIME = 256


@runtime_checkable
class StoreProtocol(Protocol):
    """Chunks of documents that are found by their embeddings. Wrong input raises ``ValueError`` (or ``TypeError``) and changes nothing."""

    def add(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """Adds a document, or replaces the one of this id, at once. ``metadata``: of all its chunks, or a list with that of each."""
        ...

    def query(
        self,
        embedding: Vector,
        top_k: int = 5,
        where: Metadata | None = None,
        score_threshold: float | None = None,
    ) -> list[dict[str, Any]]:
        """The nearest chunks, best first: ``document``, ``score`` (cosine, 0 to 1) and ``metadata`` (with ``doc_id``, ``chunk_index``).

        ``where``: all conditions must hold, each a value or ``{"$in": [...]}``; a missing key matches nothing.
        ``score_threshold``: the least score that counts.
        """
        ...

    def delete(self, doc_id: str) -> None:
        """Takes a document out; nothing happens where there is none."""
        ...

    def count(self) -> int:
        """How many chunks there are."""
        ...


@runtime_checkable
class GrowingStore(StoreProtocol, Protocol):
    """A store whose documents can be read and grow without being embedded again. All stores here are such."""

    def extend(
        self,
        doc_id: str,
        chunks: Sequence[str],
        embeddings: Vectors,
        metadata: Metadata | Sequence[Metadata] | None = None,
    ) -> None:
        """Adds chunks behind those that a document has; without it, as ``add``."""
        ...

    def get(self, doc_id: str) -> list[dict[str, Any]]:
        """``document`` and ``metadata`` of each chunk of a document, in order; none where there is no such document."""
        ...


@dataclass(frozen=True, slots=True)
class Given:
    """What was given to ``add``, read and found right: ``rows`` of length 1, ``metadata`` of all chunks or of each."""

    texts: tuple[str, ...]
    rows: Rows
    metadata: tuple[Metadata, ...]


def read(doc_id: str, chunks: Sequence[str], embeddings: Vectors, metadata: object) -> Given:
    """Raises ``ValueError`` where anything does not fit together."""
    if not isinstance(cast("object", doc_id), str) or not doc_id:
        raise ValueError(f"The id of a document must be a text, not {doc_id!r}.")
    if isinstance(chunks, str) or not all(isinstance(cast("object", chunk), str) for chunk in chunks):
        raise ValueError("The chunks of a document must be a list of texts.")
    texts = tuple(chunks)
    if len(texts) != len(embeddings):
        raise ValueError(f"{len(texts)} chunks cannot have {len(embeddings)} embeddings: each needs its own.")
    return Given(texts, read_rows(embeddings), read_metadata(metadata, len(texts)))


def read_rows(embeddings: Vectors) -> Rows:
    """Embeddings as rows of length 1 (or 0)."""
    parts: list[Rows] = []
    for start in range(0, len(embeddings), _ROWS_AT_A_TIME):
        part = _numbers(embeddings[start : start + _ROWS_AT_A_TIME])
        if part.ndim != 2 or not part.shape[1]:
            raise ValueError(f"Embeddings must be a list of lists of numbers, not of the shape {part.shape}.")
        if parts and part.shape[1] != parts[0].shape[1]:
            raise ValueError("All embeddings must have the same number of numbers.")
        parts.append(unit_rows(part))
    return np.concatenate(parts) if parts else np.empty((0, 0), np.float32)


def read_query(embedding: Vector) -> Rows:
    """An embedding as a row of length 1 (or 0)."""
    row = _numbers(embedding)
    if row.ndim != 1 or not len(row):
        raise ValueError(f"The embedding of a query must be a list of numbers, not of the shape {row.shape}.")
    return unit_rows(row[np.newaxis])[0]


def read_metadata(metadata: object, chunks: int) -> tuple[Metadata, ...]:
    """A copy as JSON would keep it, so that it is the same in memory and in a file: of all chunks, or of each."""
    if isinstance(metadata, list | tuple):
        of_each = cast("Sequence[object]", metadata)
        if len(of_each) != chunks:
            raise ValueError(f"{chunks} chunks cannot have {len(of_each)} metadata: give one for all, or one for each.")
        return tuple(_metadata(one) for one in of_each) or ({},)
    return (_metadata({} if metadata is None else metadata),)


def check_dimension(index: DocIndex, doc_id: str, rows: Rows, *, grows: bool = False) -> None:
    """Raises ``ValueError`` where the embeddings do not go with those of the store."""
    document = index.document(doc_id)
    known = index.rows_of(doc_id).shape[1] if grows and document is not None else index.dimension_without(doc_id)
    if known is not None and len(rows) and known != rows.shape[1]:
        raise ValueError(f"The embeddings have {rows.shape[1]} numbers, the others in this store have {known}.")


def grown(index: DocIndex, doc_id: str, texts: tuple[str, ...], more: Given) -> Given:
    """What a document with these texts becomes when it gets more of them."""
    document = index.document(doc_id)
    if document is None:
        return more
    known = (*_of_each(document.metadata, document.count), *_of_each(more.metadata, len(more.texts)))
    return Given((*texts, *more.texts), np.concatenate((index.rows_of(doc_id), more.rows)), known)


def found(
    index: DocIndex, embedding: Vector, top_k: int, where: Metadata | None, score_threshold: float | None
) -> list[tuple[str, int, dict[str, Any]]]:
    """What a query finds: the document, the index of the chunk in it, and the answer without its text."""
    wanted = conditions(where)
    if top_k < 0:
        raise ValueError(f"top_k must not be negative, and is {top_k}.")
    query = read_query(embedding)
    answers: list[tuple[str, int, dict[str, Any]]] = []
    for hit in index.search(query, top_k, wanted):
        score = min(1.0, max(0.0, hit.cosine))
        if score_threshold is not None and score < score_threshold:
            break  # those behind it are no better
        answer = {"document": "", "score": score, "metadata": known_of(index, hit.doc_id, hit.chunk_index)}
        answers.append((hit.doc_id, hit.chunk_index, answer))
    return answers


def known_of(index: DocIndex, doc_id: str, chunk_index: int) -> dict[str, Any]:
    """The metadata of a chunk, which the caller may change as he likes."""
    document = index.document(doc_id)
    return copy.deepcopy(document.known_of(chunk_index)) if document is not None else {}


def _numbers(values: Vector | Vectors) -> NDArray[np.float64]:
    try:
        numbers = np.asarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError("Embeddings must be numbers, and all must have the same number of them.") from error
    if not np.isfinite(numbers).all():
        raise ValueError("An embedding has a number that is none (NaN) or endless.")
    return numbers


def _of_each(metadata: tuple[Metadata, ...], chunks: int) -> tuple[Metadata, ...]:
    return metadata if len(metadata) == chunks else metadata * chunks


def _metadata(given: object) -> Metadata:
    if not isinstance(given, Mapping):
        raise TypeError(f"Metadata must be a dictionary, not {type(given).__name__}.")
    try:
        return cast("Metadata", json.loads(json.dumps(given)))
    except (TypeError, ValueError) as error:
        raise ValueError(f"Metadata must be what JSON can keep: {error}.") from error
