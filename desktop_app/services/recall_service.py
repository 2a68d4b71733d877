"""Recall: what was said long ago and has to do with the current input. For requests, and for people who search by meaning.

Called by the context service and the search; the window asks how far it is and may begin or end the reading. Chats are read in
the background, one task for all; where a chat or the settings want no recall, nothing of it is embedded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from desktop_app.context.request import ContextRequest, RecallCandidate, Relevance
from desktop_app.domain.chat import Chat
from desktop_app.domain.embedding import Embedder, TextKind, Vectors, VectorStore
from desktop_app.domain.errors import AppError
from desktop_app.domain.ports import ChatRepository, Clock
from desktop_app.domain.recalling import RecallQuery, Retriever
from desktop_app.services.events import ChatChanged, ChatPurged, ChatRemoved, EventBus
from desktop_app.services.meaning import Meaning
from desktop_app.services.recall_asking import (
    Layout,
    Times,
    candidates_of,
    lane_room,
    layout_of,
    question_of,
    relevance_of,
)
from desktop_app.services.recall_others import OtherChats
from desktop_app.services.recall_questions import queries_of
from desktop_app.services.recall_reader import RecallReader
from desktop_app.services.recall_reading import EmbedderChangedError, RecallReading
from desktop_app.services.recall_shelf import FEW, RecallShelf
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.summary_service import SummaryService
from desktop_app.services.tasks import TaskRegistry, at_once

# The name of what may be pending.
RECALL = "recall"

# As long as Send waits for the vectors of what is asked; then words alone find.
SEND_SECONDS = 2.0

# So many texts may be embedded while a preview waits, by an embedder that is quick.
FEW_QUERIES = 24

# Runs work beside the caller: its name, and what makes it.
Later = Callable[[str, Callable[[], Coroutine[Any, Any, None]]], None]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited: ``seconds`` (``None``: to the end). With ``later`` not at all: what takes long is done beside it.

    ``until``: when that is over by the loop's clock, once it has begun; each of a request's waits takes of the same seconds.
    """

    seconds: float | None = SEND_SECONDS
    later: Later | None = None
    until: float | None = None

    def begun(self) -> Patience:
        """The same from now on, for one request."""
        if self.seconds is None or self.later is not None:
            return self
        return replace(self, until=asyncio.get_running_loop().time() + self.seconds)

    @property
    def left(self) -> float | None:
        """The seconds that may still be waited."""
        if self.until is None:
            return self.seconds
        return max(0.0, self.until - asyncio.get_running_loop().time())


# Whoever waits as Send does.
AS_SEND_DOES = Patience()


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found. ``relevance``: of the messages that may be in the window. ``pending``: more may come."""

    candidates: tuple[RecallCandidate, ...] = ()
    relevance: Mapping[str, Relevance] = field(default_factory=dict[str, Relevance])
    pending: bool = False


@dataclass(frozen=True, slots=True)
class RecallSources:
    """What is read, and where vectors are kept."""

    chats: ChatRepository
    vectors: VectorStore


class RecallService:
    """See the module. ``automatic``: chats are read in the background and what comes of it is stored."""

    def __init__(
        self,
        *,
        sources: RecallSources,
        retriever: Retriever,
        meaning: Meaning,
        summaries: SummaryService,
        settings: SettingsService,
        bus: EventBus,
        tasks: TaskRegistry,
        clock: Clock,
        automatic: bool,
    ) -> None:
        self.meaning = meaning
        self._retriever = retriever
        self._summaries = summaries
        self._settings = settings
        self._tasks = tasks
        self._clock = clock
        self._shelf = RecallShelf(sources.chats, sources.vectors, retriever)
        self._reading = RecallReading(
            chats=sources.chats,
            vectors=sources.vectors,
            retriever=retriever,
            meaning=meaning,
            shelf=self._shelf,
            writable=automatic,
        )
        self.reader = RecallReader(
            chats=sources.chats,
            vectors=sources.vectors,
            meaning=meaning,
            reading=self._reading,
            bus=bus,
            tasks=tasks,
            clock=clock,
            automatic=automatic,
        )
        self._others = OtherChats(sources.chats, bus)
        self._layouts: dict[str, tuple[object, object, int, Layout]] = {}
        bus.subscribe(ChatRemoved, lambda event: self._forget(event.chat_id))
        bus.subscribe(ChatPurged, lambda event: self._forget(event.chat_id))
        bus.subscribe(ChatChanged, self._on_chat_changed)

    def embedder_for(self, chat: Chat) -> Embedder | None:
        """Who embeds what this chat asks; nobody where it or the person wants no recall."""
        return None if chat.context.recall_enabled is False else self.meaning.embedder

    def answers(self, embedder: Embedder) -> bool:
        """Whether it is worth asking: not for a while after it did not answer."""
        return self.reader.answers(embedder)

    async def recall(self, request: ContextRequest, chat: Chat, patience: Patience, *, weighs: bool) -> Recalled:
        """What has to do with the request's input. ``weighs``: the relevance of messages is wanted too."""
        embedder = self.embedder_for(chat)
        queries = await asyncio.to_thread(queries_of, request)
        if embedder is None or not queries or not request.branch:
            return Recalled()
        if not await self._held(request, embedder, patience):
            return Recalled(pending=True)
        if patience.later is None and patience.seconds is None:
            await self._read_to_the_end(chat, embedder)
        vectors = await self.query_vectors(embedder, queries, patience)
        layout = await self._layout(request)
        room = lane_room(request)
        question = question_of(layout, queries, vectors, room, weighs=weighs)
        found = await asyncio.to_thread(self._retriever.search, chat.id, question)
        candidates = candidates_of(found, layout, self._times(request, chat.id))
        if self._settings.settings.recall.other_chats:
            candidates += await self._of_other_chats(request, chat, embedder, queries, vectors, patience)
        relevance = {id_: relevance_of(score) for id_, score in found.texts}
        whole = vectors is not None and self._reading.is_whole(chat.id, embedder)
        if not self._reading.is_whole(chat.id, embedder):
            self.reader.want(chat.id)
        return Recalled(candidates, relevance, pending=not whole and self.answers(embedder))

    async def query_vectors(
        self, embedder: Embedder, queries: tuple[RecallQuery, ...], patience: Patience
    ) -> Vectors | None:
        """The vectors of what is asked, or ``None`` where they take too long or cannot be made: then words find."""
        texts = [query.text for query in queries]
        if not await self.read(embedder, texts, TextKind.QUERY, patience, RECALL):
            return None
        try:
            return await self.meaning.vectors(embedder, texts, TextKind.QUERY)
        except AppError as error:
            self.reader.failed(embedder, error)
            return None

    async def read(self, embedder: Embedder, texts: list[str], kind: TextKind, patience: Patience, name: str) -> bool:
        """Whether the vectors of these texts are at hand, by now or after some patience."""
        unread = await self.meaning.unread(embedder, texts, kind)
        if not unread:
            return True
        if not self.answers(embedder):
            return False

        async def read() -> None:
            try:
                await self.meaning.read(embedder, texts, kind)
            except AppError as error:
                self.reader.failed(embedder, error)

        if patience.later is not None and not (self.meaning.is_quick(embedder) and unread <= FEW_QUERIES):
            patience.later(name, read)
            return False
        await self._within(read(), patience)
        return not await self.meaning.unread(embedder, texts, kind)

    async def _held(self, request: ContextRequest, embedder: Embedder, patience: Patience) -> bool:
        """Whether the branch's texts are held."""
        chat_id, branch = request.chat_id, request.branch
        missing = await asyncio.to_thread(self._shelf.missing, chat_id, branch)
        segments = await self._summaries.valid_segments(chat_id, branch)
        beside = patience.later is not None and missing > FEW
        pause = self._tasks.step_aside if beside else at_once

        async def hold() -> None:
            new = bool(segments) and self._shelf.segments(chat_id) is not segments
            await self._shelf.hold(chat_id, branch, segments, embedder, pause)
            if new:
                self.reader.want(chat_id)

        if patience.later is not None and beside:
            patience.later(RECALL, hold)
            return False
        return await self._within(hold(), patience)

    async def _read_to_the_end(self, chat: Chat, embedder: Embedder) -> None:
        if not self.answers(embedder):
            return
        try:
            await self._reading.read(chat.id, embedder, lambda _total, _done: None)
        except AppError as error:
            self.reader.failed(embedder, error)
        except EmbedderChangedError:
            return

    async def _within(self, work: Coroutine[Any, Any, None], patience: Patience) -> bool:
        """Waits for work that goes on beside it where that takes too long. False: it is not done."""
        if patience.later is not None or patience.seconds is None:
            await work
            return True
        task = self._tasks.launch("recall beside a request", work)
        done, _ = await asyncio.wait({task}, timeout=patience.left)
        return bool(done) and not task.cancelled() and task.exception() is None

    async def _layout(self, request: ContextRequest) -> Layout:
        segments = await self._summaries.valid_segments(request.chat_id, request.branch)
        known = self._layouts.get(request.chat_id)
        room = request.limit - request.reserve
        if known is not None and known[0] is request.branch and known[1] == segments and known[2] == room:
            return known[3]
        layout = await asyncio.to_thread(layout_of, request.branch, segments, room)
        self._layouts = {request.chat_id: (request.branch, segments, room, layout)}
        return layout

    async def _of_other_chats(
        self,
        request: ContextRequest,
        chat: Chat,
        embedder: Embedder,
        queries: tuple[RecallQuery, ...],
        vectors: Vectors | None,
        patience: Patience,
    ) -> tuple[RecallCandidate, ...]:
        found: tuple[RecallCandidate, ...] = ()
        for other in await self._others.beside(chat):
            rows, layout = await self._others.branch(other.id)
            missing = await asyncio.to_thread(self._shelf.missing, other.id, rows)
            if missing > FEW and patience.later is not None:
                patience.later(RECALL, partial(self._shelf.hold, other.id, rows, (), embedder, self._tasks.step_aside))
                continue
            await self._shelf.hold(other.id, rows, (), embedder)
            if patience.later is None and patience.seconds is None:
                await self._read_to_the_end(other, embedder)
            question = question_of(layout, queries, vectors, lane_room(request), weighs=False)
            hits = await asyncio.to_thread(self._retriever.search, other.id, question)
            found += candidates_of(hits, layout, self._times(request, other.id), chat_title=other.title or "…")
        return found

    def _times(self, request: ContextRequest, chat_id: str) -> Times:
        offset = self._clock.local_minutes() - self._clock.now() // 60_000
        return Times(self._shelf.told_at(chat_id), request.now_minutes, offset)

    def _forget(self, chat_id: str) -> None:
        self._shelf.forget(chat_id)
        self._reading.forget(chat_id)
        self._layouts.pop(chat_id, None)

    def _on_chat_changed(self, event: ChatChanged) -> None:
        if event.chat.context.recall_enabled is False:
            self._forget(event.chat.id)
