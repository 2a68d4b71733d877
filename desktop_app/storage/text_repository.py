"""Find and replace in the database: ``TextRepository``, one transaction for messages, summary, lore, memory and characters.

A message goes the way of an edit: a new revision, and whatever was made of the old one is stale at once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from desktop_app.domain.backup import Progress
from desktop_app.domain.character import Character
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry, SummarySentence
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.ports import Clock
from desktop_app.domain.replacing import ChangedMeanwhileError, TextBatch
from desktop_app.storage.batches import in_batches
from desktop_app.storage.clean import cleaned
from desktop_app.storage.database import Database
from desktop_app.storage.held_books import HeldBooks
from desktop_app.storage.library_repository import find_character, store_character
from desktop_app.storage.lore_rows import find_book
from desktop_app.storage.lore_saving import save_book
from desktop_app.storage.memory_repository import find_entry, store_entry
from desktop_app.storage.message_rows import read_messages
from desktop_app.storage.sqlite_messages import add_revision
from desktop_app.storage.summary_rows import find_sentence
from desktop_app.storage.summary_saving import revise_sentence
from desktop_app.storage.version_rows import keep_version

# Between so many messages the writer's thread lets the window breathe, for so many seconds, and asks whether to go on.
SLICE = 50
_BREATH = 0.0005


class SqlTextRepository:
    """Fulfils ``TextRepository``."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def change(self, batch: TextBatch, progress: Progress | None = None) -> TextBatch:
        """Safe against a power cut when it returns."""
        now = self._clock.now()
        # Thousands of things are looked through for what cannot be stored: in the writer's thread, not in the caller's.
        return await self._database.write(
            lambda connection: _change(connection, cleaned(batch), now, progress), durable=True
        )


def _change(connection: Connection, batch: TextBatch, now: int, progress: Progress | None) -> TextBatch:
    # The sentences are looked at first: changing their messages makes them stale.
    sentences = tuple(
        _made_of(_sentence_before(connection, sentence), batch.messages, later=2) for sentence in batch.sentences
    )
    messages = _change_messages(connection, batch.messages, now, progress)
    for sentence in batch.sentences:
        revise_sentence(connection, _made_of(sentence, batch.messages, later=1), now, with_sources=True)
    return TextBatch(
        batch.chat_id,
        messages,
        sentences,
        tuple(_change_book(connection, book, now) for book in batch.books),
        tuple(_change_memory(connection, entry, now) for entry in batch.memories),
        tuple(_change_character(connection, character, now) for character in batch.characters),
    )


def _change_messages(
    connection: Connection, messages: Sequence[Message], now: int, progress: Progress | None
) -> tuple[Message, ...]:
    before: list[Message] = []
    wanted = {message.id: message for message in messages}
    for some in in_batches(list(wanted)):
        current = read_messages(connection, list(some))
        for number, message_id in enumerate(some):
            if number % SLICE == 0:
                _step(progress, len(before) / max(1, len(messages)))
            before.append(_change_message(connection, wanted[message_id], current.get(message_id), now))
    return tuple(before)


def _step(progress: Progress | None, share: float) -> None:
    if progress is not None and not progress(share):
        raise InterruptedError
    time.sleep(_BREATH)


def _change_message(connection: Connection, made: Message, stored: Message | None, now: int) -> Message:
    if stored is None or stored.revision != made.revision or stored.state is MessageState.STREAMING:
        raise ChangedMeanwhileError(name=made.speaker.name or made.role.value)
    revised = replace(stored, parts=made.parts, revision=stored.revision + 1)
    add_revision(connection, revised, now)
    return replace(stored, revision=revised.revision)


def _sentence_before(connection: Connection, made: SummarySentence) -> SummarySentence:
    try:
        stored = find_sentence(connection, made.id).sentence
    except NotFoundError:
        stored = None
    if stored is None:
        raise ChangedMeanwhileError(name=made.text)
    return stored


def _made_of(sentence: SummarySentence, messages: Sequence[Message], *, later: int) -> SummarySentence:
    """The sentence, of its changed messages as they will be so many revisions later: what it tells is still so."""
    revisions = {message.id: message.revision + later for message in messages}
    sources = (replace(span, revision=revisions.get(span.message_id, span.revision)) for span in sentence.sources)
    return replace(sentence, sources=tuple(sources))


def _change_book(connection: Connection, made: Lorebook, now: int) -> Lorebook:
    stored = find_book(connection, made.id, HeldBooks(limit=0))
    if stored is None or stored.revision != made.revision:
        raise ChangedMeanwhileError(name=made.name)
    saved = save_book(connection, replace(made, updated_at=now), stored)
    return replace(stored, revision=saved.revision)


def _change_memory(connection: Connection, made: MemoryEntry, now: int) -> MemoryEntry:
    stored = find_entry(connection, made.id)
    if stored is None or stored.revision != made.revision:
        raise ChangedMeanwhileError(name=made.title or made.content)
    saved = store_entry(connection, replace(made, updated_at=now))
    return replace(stored, revision=saved.revision)


def _change_character(connection: Connection, made: Character, now: int) -> Character:
    stored = find_character(connection, made.id)
    if stored is None or stored.updated_at != made.updated_at:
        raise ChangedMeanwhileError(name=made.name)
    keep_version(connection, stored, now)
    store_character(connection, replace(made, updated_at=now))
    return replace(stored, updated_at=now)
