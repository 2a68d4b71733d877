"""The fakes below the services, and what every service gets of them. A part of ``program``."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict

from desktop_app.domain.settings import Settings
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import EventBus
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry
from tests.fakes.backups import FakeBackupStore
from tests.fakes.clock import FakeClock
from tests.fakes.discovery import FakeDiscovery
from tests.fakes.downloads import FakeDownloads
from tests.fakes.embedding_stores import FakeEmbeddingCacheStore, FakeVectorStore
from tests.fakes.knowledge import FakeCalibrationStore, FakeLoreRepository, FakeMemoryRepository
from tests.fakes.providers import FakeProviderRegistry, ScriptedProvider
from tests.fakes.repositories import FakeChatRepository, FakeLibraryRepository, FakeState, FakeTurnRepository
from tests.fakes.searching import FakeMeaningSearch, FakeMessageSearch
from tests.fakes.stores import FakeSecretStore, FakeSettingsStore
from tests.fakes.summaries import FakeProposalRepository, FakeSummaryRepository
from tests.fakes.transfer import FakeFileRepository, FakeImportRepository, Transfers


class Stored(TypedDict):
    """What the services know of the repositories."""

    chats: Any
    turns: Any


class World(TypedDict):
    """The fakes below the services, by the names that ``Program`` has for them."""

    state: FakeState
    chat_repository: FakeChatRepository
    turn_repository: FakeTurnRepository
    library_repository: FakeLibraryRepository
    lore_repository: FakeLoreRepository
    memory_repository: FakeMemoryRepository
    summary_repository: FakeSummaryRepository
    proposal_repository: FakeProposalRepository
    import_repository: FakeImportRepository
    file_repository: FakeFileRepository
    calibrations: FakeCalibrationStore
    vectors: FakeVectorStore
    embeddings: FakeEmbeddingCacheStore
    message_search: FakeMessageSearch
    meaning_search: FakeMeaningSearch
    settings_store: FakeSettingsStore
    secrets: FakeSecretStore
    providers: FakeProviderRegistry
    discovery: FakeDiscovery
    backup_store: FakeBackupStore
    downloads: FakeDownloads
    clock: FakeClock


class About(TypedDict):
    """What every service has around it."""

    clock: FakeClock
    bus: EventBus


@dataclass(frozen=True, slots=True)
class Ground:
    """The fakes and the services that all others get; ``stored``: the repositories as the services see them."""

    world: World
    about: About
    stored: Stored
    tasks: TaskRegistry
    settings: SettingsService
    drafts: Drafts
    lemmas: Lemmas
    new_id: Callable[[], str]


def make_ground(
    provider: ScriptedProvider, settings: Settings, pace: Callable[[object], Any], tasks: TaskRegistry
) -> Ground:
    """``pace`` makes of the repositories of chats and turns what the services see of them."""
    world, bus, new_id = _world(provider, settings), EventBus(), _ids()
    stored = Stored(chats=pace(world["chat_repository"]), turns=pace(world["turn_repository"]))
    return Ground(
        world=world,
        about=About(clock=world["clock"], bus=bus),
        stored=stored,
        tasks=tasks,
        settings=SettingsService(
            world["settings_store"], world["secrets"], world["providers"], bus, world["discovery"]
        ),
        drafts=Drafts(stored["chats"], new_id),
        lemmas=Lemmas(),
        new_id=new_id,
    )


def _world(provider: ScriptedProvider, settings: Settings) -> World:
    state, transfers = FakeState(), Transfers()
    return World(
        state=state,
        import_repository=FakeImportRepository(state, transfers),
        file_repository=FakeFileRepository(state, transfers),
        chat_repository=FakeChatRepository(state),
        turn_repository=FakeTurnRepository(state),
        library_repository=FakeLibraryRepository(state),
        lore_repository=FakeLoreRepository(state),
        memory_repository=FakeMemoryRepository(state),
        summary_repository=FakeSummaryRepository(state),
        proposal_repository=FakeProposalRepository(state),
        calibrations=FakeCalibrationStore(state),
        vectors=FakeVectorStore(state),
        embeddings=FakeEmbeddingCacheStore(state),
        message_search=FakeMessageSearch(state),
        meaning_search=FakeMeaningSearch(state),
        settings_store=FakeSettingsStore(settings),
        secrets=FakeSecretStore(),
        providers=FakeProviderRegistry(provider),
        discovery=FakeDiscovery(),
        backup_store=FakeBackupStore(),
        downloads=FakeDownloads(),
        clock=FakeClock(),
    )


def _ids() -> Callable[[], str]:
    """Ids that sort in the order they were made, like ULIDs."""
    numbers = itertools.count(1)
    return lambda: f"id{next(numbers):06d}"
