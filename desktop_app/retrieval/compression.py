"""The pipeline: when a chat has grown by so many messages, what is new becomes blocks in a store.

Others compress everything again at every turn, or summarise only the last windows. This takes only what is new, and its
blocks together stand for all that was taken.
"""

from __future__ import annotations

import asyncio

from desktop_app.retrieval.async_stores import AsyncStoreProtocol
from desktop_app.retrieval.heuristic import HeuristicStrategy
from desktop_app.retrieval.session import CompressedBlock, CompressionStrategy, Llm, Session
from desktop_app.retrieval.session_blocks import session_blocks
from desktop_app.retrieval.store import StoreProtocol


class Pipeline:
    """Compresses chats into ``store``, embedded by ``llm`` (with ``embedding_model``), ``compress_every_n`` messages at a time.

    Raises ``ValueError`` where that is less than 1.
    """

    def __init__(
        self,
        store: StoreProtocol | AsyncStoreProtocol,
        llm: Llm,
        strategy: CompressionStrategy | None = None,
        compress_every_n: int = 10,
        *,
        embedding_model: str = "",
    ) -> None:
        if compress_every_n < 1:
            raise ValueError("compress_every_n must be at least 1.")
        self._blocks = session_blocks(store)
        self._llm = llm
        self._strategy = strategy or HeuristicStrategy()
        self._every = compress_every_n
        self._model = embedding_model
        self._last_chat = ""
        self._lock = asyncio.Lock()

    def should_compress(self, count: int, chat_id: str | None = None) -> bool:
        """Whether a chat of ``count`` messages has enough new ones. Without ``chat_id``: the chat that was compressed last."""
        chat = self._last_chat if chat_id is None else chat_id
        return count - (self._blocks.known(chat) if chat else 0) >= self._every

    async def compress_and_store(self, session: Session) -> list[CompressedBlock]:
        """Compresses what is new, if it is enough, and returns the new blocks. Where anything fails, nothing is stored."""
        async with self._lock:  # two at once would both take the same messages
            self._last_chat = session.chat_id
            done = await self._blocks.compressed(session.chat_id, self._embed)
            new = session.messages[done:]
            if len(new) < self._every:
                return []
            made = await self._strategy.compress(Session(session.chat_id, new), self._llm)
            blocks = [block.moved(done) for block in made]
            if blocks:
                await self._blocks.append(session.chat_id, blocks, self._embed)
            return blocks

    async def _embed(self, texts: list[str]) -> list[list[float]]:
        return await self._llm.embed(texts, model=self._model)
