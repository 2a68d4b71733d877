"""The services wired together over fakes: the whole program below the window, without files, network or Qt."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict, get_args

from desktop_app.domain.embedding import Embedder
from desktop_app.domain.message import Message
from desktop_app.domain.models import CatalogEntry
from desktop_app.domain.settings import Settings
from desktop_app.interchange.reader import read_any
from desktop_app.interchange.writers import Writers
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import WordRanker
from desktop_app.retrieval.retriever import ChatRetriever
from desktop_app.retrieval.sentence_scores import SentenceMaker
from desktop_app.retrieval.vector_ranker import VectorRanker
from desktop_app.services import events
from desktop_app.services.backup_service import BackupService
from desktop_app.services.card_text import CardTexts
from desktop_app.services.chat_memory import ChatMemoryService
from desktop_app.services.chat_service import ChatService
from desktop_app.services.context_service import ContextService
from desktop_app.services.drafts import Drafts
from desktop_app.services.embedder_trial import EmbedderTrials
from desktop_app.services.events import EventBus
from desktop_app.services.export_service import ExportService
from desktop_app.services.first_run import FirstRunService
from desktop_app.services.gallery_service import GalleryService
from desktop_app.services.group_service import GroupService
from desktop_app.services.import_service import ImportService
from desktop_app.services.knowledge import Sources
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService
from desktop_app.services.marks_service import MarksService
from desktop_app.services.meaning import Meaning
from desktop_app.services.memory_review import MemoryReviewService
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.model_service import ModelService
from desktop_app.services.picture_service import PictureService
from desktop_app.services.preset_service import PresetService
from desktop_app.services.proposal_service import ProposalService
from desktop_app.services.recall_service import RecallService, RecallSources
from desktop_app.services.replace_service import ReplaceService
from desktop_app.services.rounds import Rounds
from desktop_app.services.samples import Samples
from desktop_app.services.script_service import ScriptService
from desktop_app.services.search_service import SearchService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.speaking_persona import SpeakingPersona
from desktop_app.services.strategy_service import StrategyService
from desktop_app.services.summary_service import SummaryMakers, SummaryService, SummarySources
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.turn_runner import TurnRunner
from tests.fakes.backups import FakeBackupStore
from tests.fakes.clock import FakeClock
from tests.fakes.discovery import FakeDiscovery
from tests.fakes.downloads import FakeDownloads
from tests.fakes.embedding_stores import FakeEmbeddingCacheStore, FakeVectorStore
from tests.fakes.knowledge import FakeCalibrationStore, FakeLoreRepository, FakeMemoryRepository
from tests.fakes.proposal_services import proposal_services
from tests.fakes.providers import FakeProviderRegistry, ScriptedProvider
from tests.fakes.replacing import replace_service
from tests.fakes.repositories import (
    FakeChatRepository,
    FakeLibraryRepository,
    FakeState,
    FakeTurnRepository,
    FakeVersionRepository,
)
from tests.fakes.searching import FakeMeaningSearch, FakeMessageSearch
from tests.fakes.stores import FakeSecretStore, FakeSettingsStore
from tests.fakes.summaries import FakeProposalRepository, FakeSummaryRepository
from tests.fakes.transfer import FakeFileRepository, FakeImportRepository, Transfers
from tests.fakes.transfer_services import transfer_services

CATALOG = (
    CatalogEntry("tiny", "Tiny 1B", "tiny.gguf", "https://hub.invalid/tiny.gguf", "MIT", ("en", "ru"), 700_000_000),
    CatalogEntry(
        "mid", "Mid 4B", "mid.gguf", "https://hub.invalid/mid.gguf", "Apache-2.0", ("en", "zh"), 2_500_000_000
    ),
)

# What a model is asked for summaries with.
PROMPTS = {
    "en": "Summarise in {language}, {lines} lines.",
    "ru": "Перескажи, {lines} строк.",
    "zh": "概括，{lines} 行。",
}

EVENTS: tuple[type[Any], ...] = get_args(events.Event)


@dataclass
class Program:
    """All services and the fakes below them; ``told`` are the events so far, ``bugs`` what reached the task registry."""

    chats: ChatService
    context: ContextService
    settings: SettingsService
    scripts: ScriptService
    replacing: ReplaceService
    presets: PresetService
    first_run: FirstRunService
    models: ModelService
    backups: BackupService
    library: LibraryService
    gallery: GalleryService
    groups: GroupService
    lore: LoreService
    memory: MemoryService
    proposals: ProposalService
    memory_review: MemoryReviewService
    marks: MarksService
    pictures: PictureService
    strategies: StrategyService
    imports: ImportService
    exports: ExportService
    search: SearchService
    chat_memory: ChatMemoryService
    embedders: EmbedderTrials
    summaries: SummaryService
    recall: RecallService | None
    bus: EventBus
    tasks: TaskRegistry
    provider: ScriptedProvider
    providers: FakeProviderRegistry
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
    state: FakeState
    settings_store: FakeSettingsStore
    secrets: FakeSecretStore
    discovery: FakeDiscovery
    backup_store: FakeBackupStore
    downloads: FakeDownloads
    clock: FakeClock
    told: list[Any] = field(default_factory=list[Any])
    bugs: list[BaseException] = field(default_factory=list[BaseException])

    def of_kind(self, kind: type[Any]) -> list[Any]:
        """The events of one kind, oldest first."""
        return [event for event in self.told if type(event) is kind]

    async def branch_texts(self, chat_id: str) -> list[str]:
        """The texts of the visible branch."""
        return [message.text for message in await self.branch_messages(chat_id)]

    async def branch_messages(self, chat_id: str) -> list[Message]:
        """The messages of the visible branch."""
        return await self.chats.tail(chat_id, 10_000)


def make_program(
    provider: ScriptedProvider | None = None,
    *,
    settings: Settings | None = None,
    save_every_seconds: float = 0.01,
    pace: Callable[[object], Any] = lambda repository: repository,
    model_folder: Path = Path("no", "such", "folder"),
    summarises: Callable[[float], Awaitable[None]] | None = None,
    recalls: Embedder | None = None,
    proposes: bool = False,
) -> Program:
    """A program at its start, with no chats; ``settings`` None: those of somebody whom the first-run page has asked.

    ``summarises``: summaries are kept up beside everything, and this waits so many seconds between two tries of a model.
    ``recalls``: chats are read for recall by this embedder as if it came with the program; else words alone rank.
    ``proposes``: memory entries are proposed as chats change (else only by ``look``).
    ``pace`` makes of the repositories of chats and turns what the services see of them. ``model_folder``: for downloads.
    """
    settings = settings or Settings(first_run_done=True)
    program = _wired(
        provider or ScriptedProvider(), settings, save_every_seconds, pace, model_folder, summarises, recalls, proposes
    )
    for kind in EVENTS:
        program.bus.subscribe(kind, program.told.append)
    return program


class _Stored(TypedDict):
    """What the services know of the repositories."""

    chats: Any
    turns: Any


class _World(TypedDict):
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


class _About(TypedDict):
    """What every service has around it."""

    clock: FakeClock
    bus: EventBus


def _wired(
    provider: ScriptedProvider,
    settings: Settings,
    every: float,
    pace: Callable[[object], Any],
    folder: Path,
    summarises: Callable[[float], Awaitable[None]] | None,
    recalls: Embedder | None,
    proposes: bool,
) -> Program:
    bus, new_id, bugs = EventBus(), _ids(), list[BaseException]()
    tasks = TaskRegistry(bugs.append)
    world = _world(provider, settings)
    chats, turns = pace(world["chat_repository"]), pace(world["turn_repository"])
    about = _About(clock=world["clock"], bus=bus)
    settings_service = SettingsService(
        world["settings_store"], world["secrets"], world["providers"], bus, world["discovery"]
    )
    drafts = Drafts(chats, new_id)
    lemmas = Lemmas()
    summaries = _summaries(world, about, chats, lemmas, settings_service, tasks, new_id, summarises)
    recall = _recall(recalls, world, about, chats, summaries, settings_service, tasks) if recalls else None
    stored = _Stored(chats=chats, turns=turns)
    context = _context(world, about, stored, lemmas, summaries, recall, settings_service, drafts, tasks)
    runner = TurnRunner(**stored, **about, context=context, tasks=tasks, new_id=new_id, save_every_seconds=every)
    memory = MemoryService(**about, memories=world["memory_repository"], new_id=new_id)
    chat_service = ChatService(
        **about,
        chats=chats,
        memory=memory,
        runner=runner,
        rounds=Rounds(runner, context),
        drafts=drafts,
        settings=settings_service,
        personas=SpeakingPersona(world["library_repository"], lambda: settings_service.settings.default_persona_id),
        new_id=new_id,
    )
    library = LibraryService(
        **about,
        library=world["library_repository"],
        files=world["file_repository"],
        versions=FakeVersionRepository(world["state"]),
        cards=CardTexts(reader=read_any, writers=Writers),
        memory=memory,
        new_id=new_id,
    )
    lore = LoreService(**about, lore=world["lore_repository"], new_id=new_id)
    backups = BackupService(world["backup_store"], bus, world["clock"], automatic=False)
    return Program(
        chats=chat_service,
        context=context,
        settings=settings_service,
        scripts=ScriptService(settings_service),
        presets=PresetService(settings_service),
        replacing=replace_service(world, chats, backups, bus, lemmas),
        models=_models(world["downloads"], settings_service, tasks, bus, folder),
        backups=backups,
        **transfer_services(world, chats, bus, backups, settings_service, new_id),
        first_run=FirstRunService(settings_service, chat_service, Samples(library, lore, chat_service)),
        library=library,
        gallery=GalleryService(library=library, lore=lore, chats=chats, files=world["file_repository"], new_id=new_id),
        groups=GroupService(
            **about,
            service=chat_service,
            chats=chats,
            library=world["library_repository"],
            settings=settings_service,
            new_id=new_id,
        ),
        lore=lore,
        memory=memory,
        **proposal_services(world, stored, memory, lemmas, settings_service, context, bus, tasks, new_id, proposes),
        marks=MarksService(chats, bus),
        pictures=PictureService(pictures=chats, drafts=drafts, context=context, bus=bus),
        search=SearchService(world["message_search"], world["meaning_search"], bus, tasks),
        strategies=StrategyService(
            chats=chats, chat_service=chat_service, drafts=drafts, settings=settings_service, bus=bus
        ),
        chat_memory=ChatMemoryService(chats=chats, chat_service=chat_service, settings=settings_service, bus=bus),
        embedders=EmbedderTrials(settings_service, world["providers"]),
        summaries=summaries,
        recall=recall,
        bus=bus,
        tasks=tasks,
        provider=provider,
        bugs=bugs,
        **world,
    )


def _context(
    world: _World,
    about: _About,
    stored: _Stored,
    lemmas: Lemmas,
    summaries: SummaryService,
    recall: RecallService | None,
    settings: SettingsService,
    drafts: Drafts,
    tasks: TaskRegistry,
) -> ContextService:
    knowledge = (world["library_repository"], world["lore_repository"], world["memory_repository"])
    return ContextService(
        **about,
        sources=Sources(stored["chats"], stored["turns"], *knowledge),
        calibrations=world["calibrations"],
        ranker=WordRanker(lemmas),
        summaries=summaries,
        recalls=recall,
        providers=world["providers"],
        settings=settings,
        drafts=drafts,
        tasks=tasks,
    )


def _recall(
    embedder: Embedder,
    world: _World,
    about: _About,
    chats: Any,
    summaries: SummaryService,
    settings: SettingsService,
    tasks: TaskRegistry,
) -> RecallService:
    lemmas = Lemmas()
    meaning = Meaning(
        ranker=VectorRanker(lemmas),
        kept=world["embeddings"],
        builtin=embedder,
        providers=world["providers"],
        settings=settings,
    )
    return RecallService(
        **about,
        sources=RecallSources(chats, world["vectors"]),
        retriever=ChatRetriever(lemmas),
        meaning=meaning,
        summaries=summaries,
        settings=settings,
        tasks=tasks,
        automatic=True,
    )


def _summaries(
    world: _World,
    about: _About,
    chats: FakeChatRepository,
    lemmas: Lemmas,
    settings: SettingsService,
    tasks: TaskRegistry,
    new_id: Callable[[], str],
    wait: Callable[[float], Awaitable[None]] | None,
) -> SummaryService:
    summaries, costs = world["summary_repository"], world["calibrations"]
    return SummaryService(
        **about,
        sources=SummarySources(chats, summaries, costs, world["lore_repository"], world["memory_repository"]),
        makers=SummaryMakers(SentenceMaker(lemmas), world["providers"], PROMPTS, lemmas),
        settings=settings,
        tasks=tasks,
        new_id=new_id,
        automatic=wait is not None,
        wait=wait or asyncio.sleep,
    )


def _world(provider: ScriptedProvider, settings: Settings) -> _World:
    state, transfers = FakeState(), Transfers()
    return _World(
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


def _models(
    downloads: FakeDownloads, settings: SettingsService, tasks: TaskRegistry, bus: EventBus, folder: Path
) -> ModelService:
    return ModelService(downloads=downloads, settings=settings, tasks=tasks, bus=bus, folder=folder, catalog=CATALOG)


def _ids() -> Callable[[], str]:
    """Ids that sort in the order they were made, like ULIDs."""
    numbers = itertools.count(1)
    return lambda: f"id{next(numbers):06d}"
