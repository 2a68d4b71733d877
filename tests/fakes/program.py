"""The services wired together over fakes: the whole program below the window, without files, network or Qt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from desktop_app.domain.embedding import Embedder
from desktop_app.domain.message import Message
from desktop_app.domain.models import CatalogEntry
from desktop_app.domain.settings import Settings
from desktop_app.services import events
from desktop_app.services.backup_service import BackupService
from desktop_app.services.chat_memory import ChatMemoryService
from desktop_app.services.chat_service import ChatService
from desktop_app.services.context_service import ContextService
from desktop_app.services.embedder_trial import EmbedderTrials
from desktop_app.services.events import EventBus
from desktop_app.services.export_service import ExportService
from desktop_app.services.first_run import FirstRunService
from desktop_app.services.gallery_service import GalleryService
from desktop_app.services.group_service import GroupService
from desktop_app.services.import_service import ImportService
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService
from desktop_app.services.marks_service import MarksService
from desktop_app.services.memory_review import MemoryReviewService
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.model_service import ModelService
from desktop_app.services.picture_service import PictureService
from desktop_app.services.preset_service import PresetService
from desktop_app.services.proposal_service import ProposalService
from desktop_app.services.recall_service import RecallService
from desktop_app.services.replace_service import ReplaceService
from desktop_app.services.samples import Samples
from desktop_app.services.script_service import ScriptService
from desktop_app.services.search_service import SearchService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.strategy_service import StrategyService
from desktop_app.services.summary_service import SummaryService
from desktop_app.services.tasks import TaskRegistry
from tests.fakes.backups import FakeBackupStore
from tests.fakes.clock import FakeClock
from tests.fakes.discovery import FakeDiscovery
from tests.fakes.downloads import FakeDownloads
from tests.fakes.embedding_stores import FakeEmbeddingCacheStore, FakeVectorStore
from tests.fakes.engine_services import EngineServices, engine_services
from tests.fakes.ground import Ground, make_ground
from tests.fakes.kept_services import KeptServices, kept_services
from tests.fakes.knowledge import FakeCalibrationStore, FakeLoreRepository, FakeMemoryRepository
from tests.fakes.proposal_services import proposal_services
from tests.fakes.providers import FakeProviderRegistry, ScriptedProvider
from tests.fakes.replacing import replace_service
from tests.fakes.repositories import FakeChatRepository, FakeLibraryRepository, FakeState, FakeTurnRepository
from tests.fakes.searching import FakeMeaningSearch, FakeMessageSearch
from tests.fakes.stores import FakeSecretStore, FakeSettingsStore
from tests.fakes.summaries import FakeProposalRepository, FakeSummaryRepository
from tests.fakes.transfer import FakeFileRepository, FakeImportRepository
from tests.fakes.transfer_services import transfer_services

CATALOG = (
    CatalogEntry("tiny", "Tiny 1B", "tiny.gguf", "https://hub.invalid/tiny.gguf", "MIT", ("en", "ru"), 700_000_000),
    CatalogEntry(
        "mid", "Mid 4B", "mid.gguf", "https://hub.invalid/mid.gguf", "Apache-2.0", ("en", "zh"), 2_500_000_000
    ),
)

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
    bugs = list[BaseException]()
    settings = settings or Settings(first_run_done=True)
    ground = make_ground(provider or ScriptedProvider(), settings, pace, TaskRegistry(bugs.append))
    engine = engine_services(ground, summarises, recalls)
    kept = kept_services(ground, engine["context"], save_every_seconds)
    program = _wired(ground, engine, kept, bugs, model_folder, proposes)
    for kind in EVENTS:
        program.bus.subscribe(kind, program.told.append)
    return program


def _wired(
    ground: Ground,
    engine: EngineServices,
    kept: KeptServices,
    bugs: list[BaseException],
    folder: Path,
    proposes: bool,
) -> Program:
    world, chats, bus = ground.world, ground.stored["chats"], ground.about["bus"]
    settings, drafts, tasks, new_id = ground.settings, ground.drafts, ground.tasks, ground.new_id
    memory, library, lore = kept["memory"], kept["library"], kept["lore"]
    lemmas, chat_service = ground.lemmas, kept["chats"]
    backups = BackupService(world["backup_store"], bus, world["clock"], automatic=False)
    return Program(
        **engine,
        **kept,
        settings=settings,
        scripts=ScriptService(settings),
        presets=PresetService(settings),
        replacing=replace_service(world, chats, backups, bus, lemmas),
        models=_models(world["downloads"], settings, tasks, bus, folder),
        backups=backups,
        **transfer_services(world, chats, bus, backups, settings, new_id),
        first_run=FirstRunService(settings, chat_service, Samples(library, lore, chat_service)),
        gallery=GalleryService(library=library, lore=lore, chats=chats, files=world["file_repository"], new_id=new_id),
        groups=GroupService(
            **ground.about,
            service=chat_service,
            chats=chats,
            library=world["library_repository"],
            settings=settings,
            new_id=new_id,
        ),
        **proposal_services(
            world, ground.stored, memory, lemmas, settings, engine["context"], bus, tasks, new_id, proposes
        ),
        marks=MarksService(chats, bus),
        pictures=PictureService(pictures=chats, drafts=drafts, context=engine["context"], bus=bus),
        search=SearchService(world["message_search"], world["meaning_search"], bus, tasks),
        strategies=StrategyService(chats=chats, chat_service=chat_service, drafts=drafts, settings=settings, bus=bus),
        chat_memory=ChatMemoryService(chats=chats, chat_service=chat_service, settings=settings, bus=bus),
        embedders=EmbedderTrials(settings, world["providers"]),
        bus=bus,
        tasks=tasks,
        provider=world["providers"].default,
        bugs=bugs,
        **world,
    )


def _models(
    downloads: FakeDownloads, settings: SettingsService, tasks: TaskRegistry, bus: EventBus, folder: Path
) -> ModelService:
    return ModelService(downloads=downloads, settings=settings, tasks=tasks, bus=bus, folder=folder, catalog=CATALOG)
