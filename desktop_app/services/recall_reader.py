"""The background of recall: which chats wait to be read, how far the reading is, and what became of it.

Owned by the recall service; the window asks it (``status``, ``rebuild``, ``cancel``). One task reads one chat after the other.
"""

from __future__ import annotations

import asyncio
import logging

from desktop_app.domain.embedding import Embedder, VectorStore
from desktop_app.domain.errors import AppError
from desktop_app.domain.ports import ChatRepository, Clock
from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatChanged,
    CountsChanged,
    EventBus,
    MessageAdded,
    MessageChanged,
    RecallProgressed,
    RecallState,
    SettingsChanged,
    SummaryChanged,
    TurnFinished,
)
from desktop_app.services.meaning import Meaning
from desktop_app.services.recall_reading import EmbedderChangedError, RecallReading
from desktop_app.services.tasks import TaskRegistry

TASK = "read for recall"
"""What the task is called."""

# After an embedder did not answer it is left alone for so long.
LEFT_ALONE_MS = 30_000

# Between two chats the window and whoever else writes have their turn.
PAUSE_SECONDS = 0.01

# The window is painted and the first chat open before the others are read.
FIRST_SECONDS = 3.0

_log = logging.getLogger(__name__)


class RecallReader:
    """See the module. Nothing is read in the background before ``keep_read``, and where not ``automatic`` nothing at all."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        vectors: VectorStore,
        meaning: Meaning,
        reading: RecallReading,
        bus: EventBus,
        tasks: TaskRegistry,
        clock: Clock,
        automatic: bool,
    ) -> None:
        self._chats = chats
        self._vectors = vectors
        self._meaning = meaning
        self._reading = reading
        self._bus = bus
        self._tasks = tasks
        self._clock = clock
        self._automatic = automatic
        self._waiting: dict[str, None] = {}
        self._all = False
        self._begun = False
        self._stopped = False
        self._failure: tuple[str, AppError, int] | None = None
        self._known = _identity(meaning.embedder)
        self._before = self._now = (0, 0)
        self._told = self.status()
        bus.subscribe(MessageAdded, lambda event: self.want(event.chat_id))
        bus.subscribe(MessageChanged, lambda event: self.want(event.chat_id))
        bus.subscribe(BranchChanged, lambda event: self.want(event.chat_id))
        bus.subscribe(TurnFinished, lambda event: self.want(event.turn.chat_id))
        bus.subscribe(SummaryChanged, lambda event: self.want(event.chat_id))
        bus.subscribe(ChatAdded, lambda event: self.want(event.chat.id))
        bus.subscribe(ChatChanged, lambda event: self.want(event.chat.id))
        bus.subscribe(SettingsChanged, lambda _event: self._on_settings_changed())

    def status(self) -> RecallProgressed:
        """What is the case now."""
        embedder = self._meaning.embedder
        done, total = self._before[0] + self._now[0], self._before[1] + self._now[1]
        if embedder is None:
            return RecallProgressed(RecallState.OFF)
        if self._failure is not None and self._failure[0] == embedder.identity:
            return RecallProgressed(RecallState.FAILED, done, total, self._failure[1])
        if self._stopped:
            return RecallProgressed(RecallState.WORDS_ONLY, done, total)
        return RecallProgressed(RecallState.READING if total > done else RecallState.READY, done, total)

    def rebuild(self) -> None:
        """Begins to read what no vector of the present embedder is there for; nothing where that is under way."""
        self._begun, self._stopped = True, False
        self._failure = None
        self.want_all()

    def cancel(self) -> None:
        """Ends the reading; what came of it is kept."""
        self._stopped = True
        self._tasks.cancel(TASK)
        self._tell()

    def want(self, chat_id: str) -> None:
        """Something of a chat may have no vectors."""
        self._waiting.pop(chat_id, None)
        self._waiting[chat_id] = None
        self._begin()

    def want_all(self) -> None:
        """All chats are to be looked through."""
        self._all = True
        self._begin()

    async def keep_read(self, *, first: float = FIRST_SECONDS) -> None:
        """For the window: after it is open all chats are looked through once, and from then on whatever changes."""
        await asyncio.sleep(first)
        self._begun = True
        self.want_all()

    def answers(self, embedder: Embedder) -> bool:
        """Whether it is worth asking again."""
        if self._failure is None or self._failure[0] != embedder.identity:
            return True
        return self._clock.now() - self._failure[2] >= LEFT_ALONE_MS

    def failed(self, embedder: Embedder, error: AppError) -> None:
        """Whoever asked it says that it does not answer."""
        _log.warning("The embedder %s does not answer: %s", embedder.identity, error)
        self._failure = embedder.identity, error, self._clock.now()
        self._tell()

    def _begin(self) -> None:
        embedder = self._meaning.embedder
        if not self._automatic or not self._begun or self._stopped or embedder is None or not self.answers(embedder):
            return
        if not self._tasks.running(TASK):
            self._tasks.launch(TASK, self._read())

    async def _read(self) -> None:
        """Reads until nothing waits. The chat that was wanted last comes first: it is the one that is looked at."""
        while (embedder := self._meaning.embedder) is not None and (self._waiting or self._all):
            if not self._waiting:
                await self._read_all(embedder)
                continue
            chat_id = next(reversed(self._waiting))
            del self._waiting[chat_id]
            if not await self._read_one(chat_id, embedder):
                return
            await asyncio.sleep(PAUSE_SECONDS)
        self._before = self._now = (0, 0)
        self._tell()

    async def _read_all(self, embedder: Embedder) -> None:
        """Looks through all chats; then what other embedders made is of no use any more."""
        self._all = False
        for chat in await self._chats.list_chats():
            if self._meaning.embedder is None or not await self._read_one(chat.id, embedder):
                return
            if self._waiting:  # somebody said something: that comes first, and the rest after it
                await self._read_waiting(embedder)
            await asyncio.sleep(PAUSE_SECONDS)
        if _identity(self._meaning.embedder) == embedder.identity:
            for other in await self._vectors.embedders():
                if other != embedder.identity:
                    await self._vectors.forget_embedder(other)

    async def _read_waiting(self, embedder: Embedder) -> None:
        while self._waiting:
            chat_id = next(reversed(self._waiting))
            del self._waiting[chat_id]
            if not await self._read_one(chat_id, embedder):
                return

    async def _read_one(self, chat_id: str, embedder: Embedder) -> bool:
        """False where reading on makes no sense."""
        try:
            read = await self._reading.read(chat_id, embedder, self._on_progress, self._tasks.step_aside)
        except EmbedderChangedError:
            self._all = True
            return True
        except AppError as error:
            self._waiting[chat_id] = None
            self.failed(embedder, error)
            return False
        finally:
            self._before = self._before[0] + self._now[0], self._before[1] + self._now[1]
            self._now = (0, 0)
        if self._failure is not None and read:
            self._failure = None
        if read:
            self._bus.publish(CountsChanged(chat_id))
        return True

    def _on_progress(self, total: int, done: int) -> None:
        self._now = done, total
        self._tell()

    def _tell(self) -> None:
        """Tells what is the case, where it is another."""
        now = self.status()
        if now != self._told:
            self._told = now
            self._bus.publish(now)

    def _on_settings_changed(self) -> None:
        embedder = self._meaning.embedder
        if _identity(embedder) == self._known:
            return
        self._known = _identity(embedder)
        self._failure = None
        self._before = self._now = (0, 0)
        if embedder is not None:
            self._told = RecallProgressed(RecallState.WORDS_ONLY)
            self._bus.publish(self._told)
        self._stopped = False
        self._tell()
        self.want_all()


def _identity(embedder: Embedder | None) -> str:
    return "" if embedder is None else embedder.identity
