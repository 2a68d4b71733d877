"""Documents, and which have a value in their metadata, so that a filter looks at those that may pass and not at all.

Called by ``DocIndex``. Kept only for keys that somebody asked for; read once for such a key, and up to date from then on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from desktop_app.retrieval.where import CHUNK_INDEX, DOC_ID, Condition, Metadata


@dataclass(frozen=True, slots=True)
class Document:
    """Where the chunks of a document lie, and what is known of them: of all the same, or of each its own."""

    doc_id: str
    first: int
    count: int
    metadata: tuple[Metadata, ...]

    def known_of(self, chunk_index: int) -> dict[str, Any]:
        """The metadata of a chunk as a store shows it."""
        own = self.metadata[chunk_index if len(self.metadata) > 1 else 0]
        return {**own, DOC_ID: self.doc_id, CHUNK_INDEX: chunk_index}


class Postings:
    """The ids of documents by key and value; lists and other values that cannot be looked up stand together under ``None``."""

    def __init__(self) -> None:
        self._keys: dict[str, dict[Hashable, set[str]]] = {}

    def passing(self, condition: Condition, documents: Iterable[Document]) -> set[str]:
        """The documents of which a condition may hold. ``documents``: all there are."""
        if condition.key not in self._keys:
            self._keys[condition.key] = {}
            for document in documents:
                self._enter(condition.key, document)
        by_value = self._keys[condition.key]
        wanted = {_place(value) for value in condition.values}
        return set[str]().union(*(by_value.get(place, ()) for place in wanted))

    def add(self, document: Document) -> None:
        """A document came."""
        for key in self._keys:
            self._enter(key, document)

    def remove(self, document: Document) -> None:
        """A document went."""
        for key, by_value in self._keys.items():
            for place in _places(key, document):
                by_value[place].discard(document.doc_id)

    def _enter(self, key: str, document: Document) -> None:
        for place in _places(key, document):
            self._keys[key].setdefault(place, set()).add(document.doc_id)


def _places(key: str, document: Document) -> set[Hashable]:
    values = (known.get(key) for known in document.metadata)
    return {_place(value) for value in values if value is not None}


def _place(value: Any) -> Hashable:
    return value if isinstance(value, str | int | float) else None
