"""Search for people over all chats: by words at once, by meaning where recall is on; and the index kept whole behind it.

Called by the search window and ``talespan search``. Messages are indexed where they are stored; what came in bulk, or was
there before the index, is taken up here, a slice at a time. Holds no text between two calls.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from desktop_app.domain.errors import AppError
from desktop_app.domain.searching import MeaningSearch, MessageSearch, SearchHit, SearchQuestion
from desktop_app.language.search_words import question_parts
from desktop_app.services.events import BranchChanged, ChatAdded, ChatChanged, EventBus, OlderIndexed
from desktop_app.services.tasks import TaskRegistry

TASK = "index older messages"
"""What the task is called that carries out ``keep_indexed``."""

PAGE = 30
"""Hits of a page."""

NEAR = 20
"""Hits by meaning."""

# A slice holds the database's writer for some hundredths of a second; between two, whoever else writes has its turn.
SLICE = 50
PAUSE_SECONDS = 0.02

# The window is painted and the first chat open before older messages are taken up.
FIRST_SECONDS = 3.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SearchPage:
    """Some of what was found by words, the newest first.

    ``more``: the cursor of the next page, None where this is the last. ``waiting``: so many messages are not in the index
    yet. ``passed_over``: parts of the question that cannot be looked up (a sign alone), as the search read them.
    """

    hits: tuple[SearchHit, ...] = ()
    more: int | None = None
    waiting: int = 0
    passed_over: tuple[str, ...] = ()


class SearchService:
    """The one door to search. ``meaning`` may be None: then nothing is found by meaning."""

    def __init__(self, index: MessageSearch, meaning: MeaningSearch | None, bus: EventBus, tasks: TaskRegistry) -> None:
        self._index = index
        self._meaning = meaning
        self._bus = bus
        self._tasks = tasks

    async def search(self, question: SearchQuestion, limit: int = PAGE, before: int | None = None) -> SearchPage:
        """A page of what was found by words, older than the cursor ``before``. Raises ``StorageError``."""
        passed_over = tuple(part.text for part in question_parts(question.text) if not part.words)
        hits = await self._index.find(question, limit, before)
        more = hits[-1].cursor if hits and len(hits) == limit else None
        return SearchPage(tuple(hits), more, await self._index.waiting(), passed_over)

    async def by_meaning(
        self, question: SearchQuestion, without: Collection[str] = (), limit: int = NEAR
    ) -> tuple[SearchHit, ...]:
        """What is near in meaning, the nearest first; not the messages ``without``, which were found by words.

        Raises ``AppError`` where whoever makes the vectors fails.
        """
        text = question.text.replace('"', " ").strip()
        if self._meaning is None or not text:
            return ()
        found = await self._meaning.near(text, question, limit + len(without))
        return tuple(hit for hit in found if hit.message_id not in without)[:limit]

    async def keep_indexed(self, *, first: float = FIRST_SECONDS, pause: float = PAUSE_SECONDS) -> None:
        """Takes up what waits, now and whenever chats come in, until it is cancelled. ``first``, ``pause``: seconds.

        A failure ends it until something comes in again: what is there stays searchable.
        """
        wake = asyncio.Event()
        ends = self._wake_on_changes(wake)
        try:
            await asyncio.sleep(first)
            while True:
                wake.clear()
                try:
                    await self._take_up(pause)
                except AppError as error:
                    _log.warning("Older messages could not be indexed for search: %s", error)
                await wake.wait()
        finally:
            for end in ends:
                end()

    async def _take_up(self, pause: float) -> None:
        # Asked to index even where nothing waits: an index of older rules is made anew by that, and then all of it does.
        left = await self._index.waiting() or await self._index.index_older(SLICE)
        while left:
            left = await self._index.index_older(SLICE)
            self._bus.publish(OlderIndexed(left))
            await asyncio.sleep(pause)
            await self._tasks.step_aside()
        untidy = True
        while untidy:
            await self._tasks.step_aside()
            untidy = await self._index.tidy()
            await asyncio.sleep(pause)

    def _wake_on_changes(self, wake: asyncio.Event) -> list[Callable[[], None]]:
        bus = self._bus
        return [
            bus.subscribe(ChatAdded, lambda _event: wake.set()),
            bus.subscribe(ChatChanged, lambda _event: wake.set()),
            bus.subscribe(BranchChanged, lambda _event: wake.set()),
        ]
