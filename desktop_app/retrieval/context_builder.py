"""Search and quote, for other programs: what is found in a store goes into the system message, and the chat follows.

Thin on purpose: it counts no tokens and leaves nothing out. The window's own engine is ``desktop_app.context``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.retrieval.async_stores import AsyncStoreProtocol, as_async
from desktop_app.retrieval.session import ChatMessage, Llm
from desktop_app.retrieval.session_blocks import KIND, SESSION, document_of
from desktop_app.retrieval.store import StoreProtocol
from desktop_app.retrieval.where import DOC_ID

_BETWEEN = "\n---\n"
_HEADS = {
    "en": ("From the documents:", "Earlier in this conversation:"),
    "ru": ("Из документов:", "Ранее в этом разговоре:"),
    "zh": ("来自文档：", "本次对话的早前内容："),
}


@dataclass(frozen=True, slots=True)
class ContextInput:
    """What is searched for and where: with the names that the field has for it.

    ``query`` empty: the user's message. ``include_rag``: documents, those of ``doc_ids`` or all; ``include_session``: the
    compressed blocks of ``chat_id``. ``language`` is that of the headings: en, ru or zh.
    """

    query: str = ""
    chat_id: str = ""
    system_prompt: str = ""
    doc_ids: Sequence[str] | None = None
    score_threshold: float | None = None
    embedding_model: str = ""
    top_k_rag: int = 5
    top_k_session: int = 3
    include_rag: bool = True
    include_session: bool = True
    language: str = "en"


class ContextBuilder:
    """Asks ``store`` what ``llm`` embeds."""

    def __init__(self, store: StoreProtocol | AsyncStoreProtocol, llm: Llm) -> None:
        self._store = as_async(store)
        self._llm = llm

    async def build_messages(
        self, inp: ContextInput, history: Sequence[ChatMessage] | None = None, user_message: str | None = None
    ) -> list[dict[str, Any]]:
        """The system message (the prompt, found chunks, found blocks of the chat), ``history`` as it is, the user's message.

        No system message where there is nothing to put into it.
        """
        query = inp.query.strip() or (user_message or "").strip()
        parts = [inp.system_prompt]
        if query:
            (vector,) = await self._llm.embed([query], model=inp.embedding_model)
            documents, session = _HEADS.get(inp.language, _HEADS["en"])
            parts.append(_quoted(documents, await self._documents(vector, inp)))
            parts.append(_quoted(session, await self._blocks(vector, inp)))
        system = "\n\n".join(part for part in parts if part)
        return [
            *([{"role": "system", "content": system}] if system else []),
            *(dict(message) for message in history or ()),
            *([{"role": "user", "content": user_message}] if user_message else []),
        ]

    async def _documents(self, vector: list[float], inp: ContextInput) -> list[dict[str, Any]]:
        """Never the blocks of chats: more is asked for until there is enough beside them."""
        where = None if inp.doc_ids is None else {DOC_ID: {"$in": list(inp.doc_ids)}}
        asked = inp.top_k_rag if inp.include_rag else 0
        while asked:
            hits = await self._store.query(vector, asked, where, inp.score_threshold)
            others = [hit for hit in hits if hit["metadata"].get(KIND) != SESSION]
            if len(others) >= inp.top_k_rag or len(hits) < asked:
                return others[: inp.top_k_rag]
            asked *= 4
        return []

    async def _blocks(self, vector: list[float], inp: ContextInput) -> list[dict[str, Any]]:
        if not (inp.chat_id and inp.include_session):
            return []
        where = {DOC_ID: document_of(inp.chat_id)}
        return await self._store.query(vector, inp.top_k_session, where, inp.score_threshold)


def _quoted(head: str, hits: list[dict[str, Any]]) -> str:
    return f"{head}\n{_BETWEEN.join(hit['document'] for hit in hits)}" if hits else ""
