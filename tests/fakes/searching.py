"""Search in memory, over the same ``FakeState`` as the repositories: looks through all there is."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.searching import SearchHit, SearchQuestion
from desktop_app.language.search_words import SoughtPart, found_spans, question_parts
from tests.fakes.state import FakeState

DAY = 86_400_000


class FakeMessageSearch:
    """Fulfils ``MessageSearch``. Messages whose ids are in ``late`` wait to be indexed; the newest are taken first.

    ``fail_with``: what the next question raises.
    """

    def __init__(self, state: FakeState, late: list[str] | None = None) -> None:
        self._state = state
        self.late: list[str] = [] if late is None else late
        self.fail_with: Exception | None = None

    async def find(self, question: SearchQuestion, limit: int, before: int | None = None) -> list[SearchHit]:
        """The newest first."""
        self._state.enter()
        error, self.fail_with = self.fail_with, None
        if error is not None:
            raise error
        parts = tuple(part for part in question_parts(question.text) if part.words)
        found = self._found(question, parts) if parts else iter(())
        older = (hit for hit in found if before is None or hit.cursor < before)
        return [hit for hit, _ in zip(older, range(max(0, limit)), strict=False)]

    async def waiting(self) -> int:
        """So many are left."""
        self._state.enter()
        return len(self.late)

    async def index_older(self, at_most: int) -> int:
        """Takes some."""
        self._state.enter()
        del self.late[max(0, len(self.late) - at_most) :]
        return len(self.late)

    async def tidy(self) -> bool:
        """In memory all is tidy."""
        self._state.enter()
        return False

    def _found(self, question: SearchQuestion, parts: tuple[SoughtPart, ...]) -> Iterator[SearchHit]:
        told = [(revisions[-1], number) for number, revisions in enumerate(self._state.messages.values(), start=1)]
        by_day = sorted(told, key=lambda each: (max(0, each[0].created_at // DAY), each[1]))
        for cursor, (message, _) in reversed(list(enumerate(by_day, start=1))):
            spans = found_spans(message.text, parts)
            if spans is not None and self._fits(message, question):
                yield SearchHit(
                    message.chat_id,
                    message.id,
                    message.revision,
                    message.text,
                    spans,
                    message.speaker.name,
                    message.role,
                    message.created_at,
                    cursor,
                )

    def _fits(self, message: Message, question: SearchQuestion) -> bool:
        chat = self._state.chats[message.chat_id]
        return (
            message.id not in self.late
            and message.state is not MessageState.STREAMING
            and not message.flags.deleted
            and chat.deleted_at is None
            and question.chat_id in ("", chat.id)
            and question.character_id in ("", message.speaker.id, *chat.character_ids)
            and question.role in (None, message.role)
            and (question.since is None or message.created_at >= question.since)
            and (question.until is None or message.created_at < question.until)
            and (question.all_variants or self._is_chosen(message))
        )

    def _is_chosen(self, message: Message) -> bool:
        """By its parent; a beginning is where the visible branch has it."""
        if message.parent_id is not None:
            return self._state.chosen.get(message.parent_id) == message.id
        row = self._state.message(self._state.chats[message.chat_id].tip_id or message.id)
        while row.parent_id is not None:
            row = self._state.message(row.parent_id)
        return row.id == message.id


class FakeMeaningSearch:
    """Fulfils ``MeaningSearch`` by what a test says is near: ids of messages by the text that is asked for, nearest first.

    ``fail_with``: what the next question raises. ``asked``: the questions so far.
    """

    def __init__(self, state: FakeState, near: dict[str, list[str]] | None = None) -> None:
        self._state = state
        self.nearest: dict[str, list[str]] = {} if near is None else near
        self.fail_with: Exception | None = None
        self.asked: list[str] = []

    async def near(self, text: str, question: SearchQuestion, limit: int) -> list[SearchHit]:
        """The nearest first."""
        self.asked.append(text)
        error, self.fail_with = self.fail_with, None
        if error is not None:
            raise error
        return [self._hit(message_id) for message_id in self.nearest.get(text, [])][:limit]

    def _hit(self, message_id: str) -> SearchHit:
        message = self._state.message(message_id)
        speaker = message.speaker.name
        at = message.created_at
        return SearchHit(
            message.chat_id, message.id, message.revision, message.text, (), speaker, message.role, at, 0, 0.9
        )
