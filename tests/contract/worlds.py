"""The worlds that the repository contract runs in: in memory, in a real database, and with the session cache before that."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from desktop_app.domain.chat import Chat
from desktop_app.domain.embedding import EmbeddingCacheStore, VectorStore
from desktop_app.domain.generation import GenerationSettings, StoredPlan, Turn
from desktop_app.domain.knowledge_ports import CalibrationStore, LoreRepository, MemoryRepository
from desktop_app.domain.message import Message, MessageState, Part, Role, TextPart
from desktop_app.domain.ports import ChatRepository, LibraryRepository, TurnRepository
from desktop_app.domain.searching import MessageSearch
from desktop_app.domain.summary import ProposalRepository, SummaryRepository
from desktop_app.storage.chat_tails import ChatTails
from desktop_app.storage.embedding_cache_store import SqlEmbeddingCacheStore
from desktop_app.storage.held_books import HeldBooks
from desktop_app.storage.lore_repository import SqlLoreRepository
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.session_cache import CachedChatRepository, CachedTurnRepository, SessionCache
from tests.fakes.clock import FakeClock
from tests.fakes.embedding_stores import FakeEmbeddingCacheStore, FakeVectorStore
from tests.fakes.knowledge import FakeCalibrationStore, FakeLoreRepository, FakeMemoryRepository
from tests.fakes.repositories import FakeChatRepository, FakeLibraryRepository, FakeState, FakeTurnRepository
from tests.fakes.searching import FakeMessageSearch
from tests.fakes.summaries import FakeProposalRepository, FakeSummaryRepository

T = TypeVar("T")

# So few, that a test can fill the cache.
EMBEDDINGS = 4


@dataclass(frozen=True, slots=True)
class Derived:
    """The stores of what is made of messages. ``embeddings`` keeps ``EMBEDDINGS`` vectors."""

    vectors: VectorStore
    embeddings: EmbeddingCacheStore
    summaries: SummaryRepository
    proposals: ProposalRepository
    search: MessageSearch


class World:
    """Repositories over one set of data, the clock they look at, and a loop to call them in."""

    def __init__(
        self,
        runner: asyncio.Runner,
        clock: FakeClock,
        chats: ChatRepository,
        turns: TurnRepository,
        library: LibraryRepository,
        lore: LoreRepository,
        memory: MemoryRepository,
        calibrations: CalibrationStore,
        derived: Derived,
        storage: Storage | None = None,
    ) -> None:
        self.clock = clock
        self.chats = chats
        self.turns = turns
        self.library = library
        self.lore = lore
        self.memory = memory
        self.calibrations = calibrations
        self.vectors = derived.vectors
        self.embeddings = derived.embeddings
        self.summaries = derived.summaries
        self.proposals = derived.proposals
        self.search = derived.search
        self._runner = runner
        self.storage = storage

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What a call returns."""
        return self._runner.run(work)

    def close(self) -> None:
        """Closes database and loop."""
        if self.storage is not None:
            self.run(self.storage.close())
        self._runner.close()


def fake_world() -> World:
    """All in memory."""
    clock = FakeClock()
    state = FakeState(clock)
    return World(
        asyncio.Runner(),
        clock,
        FakeChatRepository(state),
        FakeTurnRepository(state),
        FakeLibraryRepository(state),
        FakeLoreRepository(state),
        FakeMemoryRepository(state),
        FakeCalibrationStore(state),
        Derived(
            FakeVectorStore(state),
            FakeEmbeddingCacheStore(state, EMBEDDINGS),
            FakeSummaryRepository(state),
            FakeProposalRepository(state),
            FakeMessageSearch(state),
        ),
    )


def real_world(folder: Path) -> World:
    """A database below ``folder``; one that is there already is opened. Nothing is held in memory."""
    clock = FakeClock()
    runner = asyncio.Runner()
    storage = runner.run(open_storage(paths_below(folder), clock))
    return World(
        runner,
        clock,
        storage.chats,
        storage.turns,
        storage.library,
        SqlLoreRepository(storage.database, HeldBooks(limit=0)),
        storage.memory,
        storage.calibrations,
        Derived(
            storage.vectors,
            SqlEmbeddingCacheStore(storage.database, EMBEDDINGS),
            storage.summaries,
            storage.proposals,
            storage.search,
        ),
        storage,
    )


def cached_world(folder: Path, tails: ChatTails | None = None) -> World:
    """A real world whose tails and books are held in memory; ``tails``: by these."""
    real = real_world(folder)
    assert real.storage is not None
    real.lore = real.storage.lore
    cache = SessionCache(tails)
    real.chats, real.turns = CachedChatRepository(real.chats, cache), CachedTurnRepository(real.turns, cache)
    return real


def paths_below(folder: Path) -> Paths:
    """The folders of a test, made."""
    paths = Paths.find(environ={"TALESPAN_HOME": str(folder)})
    paths.create()
    return paths


def empty_database(folder: Path) -> Path:
    """A folder with a fresh database to be copied: making one takes a hundred times as long as copying it."""
    world = real_world(folder)
    world.close()
    return folder


def copied_world(template: Path, folder: Path, make: Callable[[Path], World] = real_world) -> World:
    """A world on the disk, made by ``make``, that starts as ``template``."""
    shutil.copytree(template, folder)
    return make(folder)


def text_message(
    message_id: str,
    parent_id: str | None = None,
    text: str = "Hello.",
    *,
    chat_id: str = "chat",
    role: Role = Role.USER,
    state: MessageState = MessageState.COMPLETE,
    parts: tuple[Part, ...] | None = None,
) -> Message:
    """A message with one text, or with ``parts``."""
    return Message(
        message_id, chat_id, parent_id, role, (TextPart(text),) if parts is None else parts, state=state, created_at=1
    )


def add_chat(world: World, chat_id: str = "chat") -> None:
    """An empty chat."""
    world.run(world.chats.add_chat(Chat(chat_id, "A chat")))


def append(world: World, *messages: Message) -> None:
    """Messages, one after the other."""
    for message in messages:
        world.run(world.chats.append(message))


def branch_ids(world: World, chat_id: str = "chat") -> list[str]:
    """The visible branch."""
    return [row.id for row in world.run(world.chats.branch(chat_id))]


def a_turn(turn_id: str = "turn", message_id: str = "answer", plan: StoredPlan | None = None) -> Turn:
    """A turn that was just opened."""
    return Turn(turn_id, "chat", message_id, "builtin", "Built-in", "smollm2", GenerationSettings(), plan)


def an_answer(parent_id: str | None = None, message_id: str = "answer", text: str = "") -> Message:
    """An answer that is streaming."""
    return text_message(message_id, parent_id, text, role=Role.ASSISTANT, state=MessageState.STREAMING)
