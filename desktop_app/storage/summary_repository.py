"""The summary segments of chats in the database: ``SummaryRepository`` for the services.

What a change of a message means for them happens in that change's own transaction (``sqlite_derived``).
"""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.ports import Clock
from desktop_app.domain.summary import OldSentence, SummarySegment
from desktop_app.storage.clean import cleaned
from desktop_app.storage.database import Database
from desktop_app.storage.summary_rows import read_history, read_segments
from desktop_app.storage.summary_saving import add_segments, remove_sentence, revise_sentence


class SqlSummaryRepository:
    """Fulfils ``SummaryRepository``. ``clock`` tells when a sentence was replaced."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def segments(self, chat_id: str) -> list[SummarySegment]:
        """In the order in which they were made."""
        return await self._database.read(lambda connection: read_segments(connection, chat_id))

    async def add_segments(self, segments: Sequence[SummarySegment], *, instead_of: Sequence[str] = ()) -> None:
        """What was overtaken by a change is left out, and what it should have replaced stays."""
        given, old_ids = cleaned(tuple(segments)), cleaned(tuple(instead_of))
        await self._database.write(lambda connection: add_segments(connection, given, old_ids, self._clock.now()))

    async def revise_sentence(self, sentence: SummarySentence) -> None:
        """Where only the lock changes, nothing is history."""
        given = cleaned(sentence)
        await self._database.write(lambda connection: revise_sentence(connection, given, self._clock.now()))

    async def remove_sentence(self, sentence_id: str) -> None:
        """It is history."""
        await self._database.write(lambda connection: remove_sentence(connection, sentence_id, self._clock.now()))

    async def history(self, chat_id: str, limit: int = 200) -> list[OldSentence]:
        """The newest first."""
        return await self._database.read(lambda connection: read_history(connection, chat_id, limit))
