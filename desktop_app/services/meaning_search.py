"""Finding messages of all chats by meaning, for people: the program's ``MeaningSearch``, over the stored vectors.

Called by the search service. One chat after the other is looked through, so that no more than one is in memory; what is not
read yet is not found.
"""

from __future__ import annotations

import asyncio

from desktop_app.domain.chat import Chat
from desktop_app.domain.embedding import Embedder, PassageVector, TextKind, Vectors, VectorStore
from desktop_app.domain.message import Message
from desktop_app.domain.ports import ChatRepository
from desktop_app.domain.recalling import Retriever
from desktop_app.domain.searching import SearchHit, SearchQuestion
from desktop_app.services.meaning import Meaning

# Of a chat so many times more messages than are wanted are looked at: filters may leave out most of them.
_SPARE = 10

# Beside the nearest message one whose score is less than this share of its own is not worth reading.
_BESIDE_THE_NEAREST = 0.6


class StoredMeaning:
    """Fulfils ``MeaningSearch``. Chats and messages come from ``chats``, in which deleted ones are known."""

    def __init__(self, *, chats: ChatRepository, vectors: VectorStore, retriever: Retriever, meaning: Meaning) -> None:
        self._chats = chats
        self._vectors = vectors
        self._retriever = retriever
        self._meaning = meaning

    async def near(self, text: str, question: SearchQuestion, limit: int) -> list[SearchHit]:
        """See ``MeaningSearch``. Raises ``ProviderError`` where the embedder does not answer."""
        embedder = self._meaning.embedder
        if embedder is None or not text.strip() or limit < 1:
            return []
        query = await self._meaning.vectors(embedder, [text], TextKind.QUERY)
        hits: list[SearchHit] = []
        for chat in await self._chats.list_chats():
            if _is_asked(chat, question):
                hits += await self._in_chat(chat, embedder, query, question, limit)
                hits = sorted(hits, key=lambda hit: (-hit.score, hit.message_id))[:limit]
        return [hit for hit in hits if hit.score >= _BESIDE_THE_NEAREST * hits[0].score]

    async def _in_chat(
        self, chat: Chat, embedder: Embedder, query: Vectors, question: SearchQuestion, limit: int
    ) -> list[SearchHit]:
        stored = await self._vectors.vectors(embedder.identity, chat.id)
        near = await asyncio.to_thread(self._retriever.nearest, embedder.identity, query, stored, _SPARE * limit)
        messages = await self._chats.messages([vector.source_id for vector, _ in near])
        branch = set[str]()
        if near and not question.all_variants:
            branch = {row.id for row in await self._chats.branch(chat.id)}
        found = [
            _hit(message, score)
            for vector, score in near
            if (message := messages.get(vector.source_id)) is not None
            and _is_current(message, vector)
            and _lets_in(message, question)
            and (question.all_variants or message.id in branch)
        ]
        return found[:limit]


def _is_asked(chat: Chat, question: SearchQuestion) -> bool:
    if question.chat_id and chat.id != question.chat_id:
        return False
    if question.character_id and question.character_id not in chat.character_ids:
        return False
    return chat.context.recall_enabled is not False


def _is_current(message: Message, vector: PassageVector) -> bool:
    return message.revision == vector.revision and not message.flags.deleted


def _lets_in(message: Message, question: SearchQuestion) -> bool:
    return (
        (question.role is None or message.role is question.role)
        and (question.since is None or message.created_at >= question.since)
        and (question.until is None or message.created_at < question.until)
    )


def _hit(message: Message, score: float) -> SearchHit:
    return SearchHit(
        chat_id=message.chat_id,
        message_id=message.id,
        revision=message.revision,
        text=message.text,
        spans=(),
        speaker_name=message.speaker.name,
        role=message.role,
        created_at=message.created_at,
        cursor=0,
        score=round(score, 4),
    )
