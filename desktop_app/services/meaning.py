"""Vectors of texts by whichever embedder the person chose, and nothing embedded twice: kept in memory, then in the database.

Used by whoever ranks or recalls. Says what the embedder is; where recall is off there is none. Chats that are kept from
embedding are the business of those who ask.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence

from desktop_app.domain.embedding import Embedder, EmbeddingCacheStore, TextKind, Vectors
from desktop_app.domain.ports import ProviderRegistry
from desktop_app.domain.recalling import MeaningRanker
from desktop_app.services.settings_service import SettingsService

# As many texts go to the embedder at once: what a stop, or a question in between, waits for.
AT_ONCE = 32


class Meaning:
    """See the module. ``builtin``: the embedder that comes with the program."""

    def __init__(
        self,
        *,
        ranker: MeaningRanker,
        kept: EmbeddingCacheStore,
        builtin: Embedder,
        providers: ProviderRegistry,
        settings: SettingsService,
    ) -> None:
        self.ranker = ranker
        self._kept = kept
        self.builtin = builtin
        self._providers = providers
        self._settings = settings
        self._answered: set[str] = set()

    @property
    def embedder(self) -> Embedder | None:
        """Who embeds; nobody where the person wants no recall."""
        wanted = self._settings.settings.recall
        if not wanted.enabled:
            return None
        profiles = self._settings.settings.all_connections
        profile = next((known for known in profiles if known.id == wanted.embedder_connection_id), None)
        if profile is None:
            return self.builtin
        return self._providers.embedder(profile, wanted.embedder_model, wanted.query_prefix, wanted.passage_prefix)

    def is_quick(self, embedder: Embedder) -> bool:
        """Whether a few texts may be waited for between two keys: it works here, and is no longer being loaded."""
        return embedder is self.builtin and embedder.identity in self._answered

    async def unread(self, embedder: Embedder, texts: Sequence[str], kind: TextKind) -> int:
        """Of how many of these texts the vectors are not at hand."""
        return len(await asyncio.to_thread(self.ranker.unread, embedder.identity, texts, kind))

    async def read(self, embedder: Embedder, texts: Sequence[str], kind: TextKind) -> None:
        """Makes the vectors of texts be at hand. Raises ``ProviderError``; what was read before stays."""
        missing = await asyncio.to_thread(self.ranker.unread, embedder.identity, texts, kind)
        for start in range(0, len(missing), AT_ONCE):
            some = missing[start : start + AT_ONCE]
            vectors = await self._made(embedder, some, kind, keep=kind is TextKind.PASSAGE)
            await asyncio.to_thread(self.ranker.take, embedder.identity, some, kind, vectors)

    async def vectors(self, embedder: Embedder, texts: Sequence[str], kind: TextKind) -> Vectors:
        """The vectors of a few texts. Raises ``ProviderError``."""
        await self.read(embedder, texts, kind)
        known = await asyncio.to_thread(self.ranker.vectors, embedder.identity, texts, kind)
        return known if known is not None else await self._made(embedder, texts, kind, keep=False)

    async def packed(self, embedder: Embedder, texts: Sequence[str]) -> list[bytes]:
        """The rows of passages in float16, for the store of vectors; they need not be at hand. Raises ``ProviderError``."""
        vectors = await self._made(embedder, texts, TextKind.PASSAGE, keep=True)
        return await asyncio.to_thread(self.ranker.packed, vectors)

    async def _made(self, embedder: Embedder, texts: Sequence[str], kind: TextKind, *, keep: bool) -> Vectors:
        """From the database, and what is not there from the embedder; questions are not kept there: each key makes another."""
        if not keep:
            return await self._embedded(embedder, texts, kind)
        keys = [_key(embedder, kind, text) for text in texts]
        found = await self._kept.get_many(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            made = await self._embedded(embedder, list(missing.values()), kind)
            rows = await asyncio.to_thread(self.ranker.packed, made)
            new = dict(zip(missing, rows, strict=True))
            await self._kept.put_many(new)
            found |= new
        return await asyncio.to_thread(self.ranker.unpacked, [found[key] for key in keys])

    async def _embedded(self, embedder: Embedder, texts: Sequence[str], kind: TextKind) -> Vectors:
        made = await embedder.embed(texts, kind)
        self._answered.add(embedder.identity)
        return made


def _key(embedder: Embedder, kind: TextKind, text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{embedder.identity}\x00{kind}\x00{digest}"
