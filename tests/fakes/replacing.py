"""Find and replace in memory, over the same ``FakeState`` as the other repositories."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from desktop_app.domain.backup import Progress
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.message import Message
from desktop_app.domain.replacing import ChangedMeanwhileError, TextBatch
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus
from desktop_app.services.replace_service import ReplaceService, Texts
from tests.fakes.knowledge import FakeLoreRepository, FakeMemoryRepository
from tests.fakes.repositories import FakeChatRepository
from tests.fakes.state import FakeState
from tests.fakes.summaries import FakeSummaryRepository


def replace_service(
    world: Mapping[str, Any], chats: Any, backups: BackupService, bus: EventBus, lemmas: Lemmas
) -> ReplaceService:
    """The service over fakes. ``world``: the repositories by their names in ``Program``."""
    texts = Texts(
        chats,
        world["summary_repository"],
        world["lore_repository"],
        world["memory_repository"],
        world["library_repository"],
        FakeTextRepository(world["state"]),
    )
    return ReplaceService(texts, backups, bus, lemmas)


class FakeTextRepository:
    """Fulfils ``TextRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def change(self, batch: TextBatch, progress: Progress | None = None) -> TextBatch:
        """All or nothing: the state is copied first."""
        self._state.enter()
        before = {field.name: copy.deepcopy(getattr(self._state, field.name)) for field in fields(FakeState)}
        try:
            return await self._change(batch, progress)
        except BaseException:
            for name, value in before.items():
                setattr(self._state, name, value)
            raise

    async def _change(self, batch: TextBatch, progress: Progress | None) -> TextBatch:
        state, now = self._state, self._state.clock.now()
        sentences = {each.id: each for segment in state.segments for each in segment.sentences}
        old_sentences = tuple(self._made_of(sentences[each.id], batch, 2) for each in batch.sentences)
        messages = list[Message]()
        for number, made in enumerate(batch.messages):
            if progress is not None and not progress(number / len(batch.messages)):
                raise InterruptedError
            stored = state.message(made.id)
            _check(stored.revision == made.revision, made.speaker.name or made.role.value)
            revised = await FakeChatRepository(state).revise(replace(stored, parts=made.parts))
            messages.append(replace(stored, revision=revised.revision))
        for sentence in batch.sentences:
            await FakeSummaryRepository(state).revise_sentence(sentence)
            state.segments = [
                replace(
                    segment,
                    sentences=tuple(
                        replace(each, sources=self._made_of(sentence, batch, 1).sources)
                        if each.id == sentence.id
                        else each
                        for each in segment.sentences
                    ),
                )
                for segment in state.segments
            ]
        books, memories = [state.books[book.id] for book in batch.books], list(batch.memories)
        for book, stored_book in zip(batch.books, books, strict=True):
            _check(book.revision == stored_book.revision, book.name)
            await FakeLoreRepository(state).save_book(replace(book, updated_at=now))
        old_memories = [state.memories[entry.id] for entry in memories]
        for entry, stored_entry in zip(memories, old_memories, strict=True):
            _check(entry.revision == stored_entry.revision, entry.title or entry.content)
            await FakeMemoryRepository(state).save_entry(replace(entry, updated_at=now))
        characters = [state.characters[one.id] for one in batch.characters]
        for character, stored_card in zip(batch.characters, characters, strict=True):
            _check(character.updated_at == stored_card.updated_at, character.name)
            state.characters[character.id] = replace(character, updated_at=now)
        return TextBatch(
            batch.chat_id,
            tuple(messages),
            old_sentences,
            tuple(replace(book, revision=state.books[book.id].revision) for book in books),
            tuple(replace(entry, revision=state.memories[entry.id].revision) for entry in old_memories),
            tuple(replace(one, updated_at=now) for one in characters),
        )

    @staticmethod
    def _made_of(sentence: SummarySentence, batch: TextBatch, later: int) -> SummarySentence:
        revisions = {message.id: message.revision + later for message in batch.messages}
        return replace(
            sentence,
            sources=tuple(
                replace(span, revision=revisions.get(span.message_id, span.revision)) for span in sentence.sources
            ),
        )


def _check(same: bool, name: str) -> None:
    if not same:
        raise ChangedMeanwhileError(name=name)
