"""Nothing is embedded twice: vectors by the identity of their embedder and their text, the last used ones kept.

Called by whoever embeds. ``CachedLlm`` puts a cache before an llm, for the pipeline and the context builder.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Any, Protocol, TypeAlias

from desktop_app.retrieval.session import Llm
from desktop_app.retrieval.store import Vectors

# As many texts; at 512 dimensions about 4 MB as rows of numpy, 30 MB as lists.
CAPACITY = 2_048


class Cache(Protocol):
    """Anything that keeps vectors by key for a while: in memory, or a table."""

    def get(self, key: str) -> Vectors | None:
        """What is kept for a key."""
        ...

    def put(self, key: str, vectors: Vectors) -> None:
        """Keeps it, perhaps in the place of something else."""
        ...


class EmbeddingCache:
    """A ``Cache`` in memory of at most ``capacity`` keys; the one that was not used for longest goes. Safe to share by threads."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        if capacity < 1:
            raise ValueError("The capacity of a cache must be at least 1.")
        self._capacity = capacity
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Vectors | None:
        """See ``Cache``; it counts as used."""
        with self._lock:
            vectors = self._kept.get(key)
            if vectors is not None:
                self._kept.move_to_end(key)
            return vectors

    def put(self, key: str, vectors: Vectors) -> None:
        """See ``Cache``."""
        with self._lock:
            self._kept[key] = vectors
            self._kept.move_to_end(key)
            if len(self._kept) > self._capacity:
                self._kept.popitem(last=False)


def cache_key(embedder: str, text: str) -> str:
    """The key of a text's vector by this embedder (its identity: provider, model, version, dimension, prefixes)."""
    return f"{embedder}\x00{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


_Message: TypeAlias = "dict[str, Any]"


class CachedLlm:
    """An llm that embeds only what is not in the cache. ``identity`` tells its embedders apart beside the model's name."""

    def __init__(self, llm: Llm, cache: Cache | None = None, *, identity: str = "") -> None:
        self._llm = llm
        self._cache = cache if cache is not None else EmbeddingCache()
        self._identity = identity

    async def chat(self, messages: list[_Message], model: str = "", **options: Any) -> str:
        """Passed on."""
        return await self._llm.chat(messages, model=model, **options)

    async def embed(self, texts: list[str], model: str = "") -> list[list[float]]:
        """Each text at most once, and all that are missing in one call."""
        keys = [cache_key(f"{self._identity}\x00{model}", text) for text in texts]
        known: dict[str, list[float]] = {}
        for key in keys:
            vectors = self._cache.get(key)
            if vectors is not None:
                known[key] = list(vectors[0])
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            made = await self._llm.embed(list(missing.values()), model=model)
            for key, vector in zip(missing, made, strict=True):
                known[key] = vector
                self._cache.put(key, [vector])
        return [known[key] for key in keys]
