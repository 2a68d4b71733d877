"""The program below its window, put together step by step: what all stand on, the engine, what a person keeps, the rest.

Called by ``app``, and by nobody else. Every service gets by its constructor what it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app import assets
from desktop_app.adapters import (
    LateSegmentMaker,
    SystemClock,
    file_writers,
    load_recall,
    make_providers,
    read_foreign,
    read_prompts,
    recall_identity,
)
from desktop_app.domain.errors import AppError
from desktop_app.domain.ports import ProviderRegistry, SecretStore
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import WordRanker
from desktop_app.language.sameness import Sameness
from desktop_app.providers.discovery import LoopbackDiscovery
from desktop_app.providers.downloads import HttpModelDownloads
from desktop_app.providers.transport import Transport
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
from desktop_app.services.identity import new_id
from desktop_app.services.import_run import Library as TransferLibrary
from desktop_app.services.import_service import ImportService
from desktop_app.services.knowledge import Sources
from desktop_app.services.late_recall import LateLibrary
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService
from desktop_app.services.marks_service import MarksService
from desktop_app.services.meaning import Meaning
from desktop_app.services.meaning_search import StoredMeaning
from desktop_app.services.memory_review import MemoryReviewService
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.model_catalog import CATALOG, read_catalog
from desktop_app.services.model_service import ModelService
from desktop_app.services.picture_service import PictureService
from desktop_app.services.preset_service import PresetService, keeper
from desktop_app.services.proposal_service import ProposalService
from desktop_app.services.recall_reader import RecallReader
from desktop_app.services.recall_service import RecallService, RecallSources
from desktop_app.services.replace_service import ReplaceService, Texts
from desktop_app.services.rounds import Rounds
from desktop_app.services.samples import Samples
from desktop_app.services.script_service import ScriptService
from desktop_app.services.search_service import SearchService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.speaking_persona import SpeakingPersona
from desktop_app.services.strategy_service import StrategyService
from desktop_app.services.summary_service import SummaryMakers, SummaryService, SummarySources
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.text_check_service import TextCheckService
from desktop_app.services.trash_service import TrashService
from desktop_app.services.turn_runner import TurnRunner
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.files import atomic_write
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore
from desktop_app.storage.settings_store import JsonSettingsStore


@dataclass(frozen=True, slots=True)
class App:
    """The running program below its window."""

    paths: Paths
    bus: EventBus
    tasks: TaskRegistry
    settings: SettingsService
    scripts: ScriptService
    replacing: ReplaceService
    presets: PresetService
    chats: ChatService
    first_run: FirstRunService
    context: ContextService
    models: ModelService
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
    search: SearchService
    chat_memory: ChatMemoryService
    imports: ImportService
    exports: ExportService
    embedders: EmbedderTrials
    summaries: SummaryService
    recall: RecallReader
    backups: BackupService
    texts: TextCheckService
    trash: TrashService
    storage: Storage
    providers: ProviderRegistry
    secrets: SecretStore
    recovered: tuple[str, ...]
    """The messages that a crash had left half written, as found at this start."""

    async def close(self) -> None:
        """Takes the program down: turns, tasks, clients and models, database. What came of an answer is stored first."""
        await self.chats.stop_all()
        await self.tasks.close()
        await self.providers.aclose()
        await self.storage.close()


@dataclass(frozen=True, slots=True)
class _Ground:
    """What all services stand on."""

    paths: Paths
    writable: bool
    clock: SystemClock
    bus: EventBus
    tasks: TaskRegistry
    storage: Storage
    secrets: SecretStore
    transport: Transport
    providers: ProviderRegistry
    settings: SettingsService
    drafts: Drafts
    lemmas: Lemmas


@dataclass(frozen=True, slots=True)
class _Engine:
    """What decides on a prompt, and what is found and told for it."""

    summaries: SummaryService
    recall: RecallService
    near: StoredMeaning
    context: ContextService


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a person makes and keeps."""

    memory: MemoryService
    chats: ChatService
    library: LibraryService
    lore: LoreService


async def open_app(paths: Paths, *, on_error: Callable[[BaseException], None], writable: bool) -> App:
    """Builds the program over an open database. Raises ``StorageError``; then nothing is left open.

    ``writable`` needs the lock on the data folder. Without it nothing is changed, and a half-written message is left to
    the program that writes it.
    """
    clock = SystemClock()
    storage = await open_storage(paths, clock, writable=writable)
    if writable:
        storage = storage.cached()
    try:
        recovered = tuple(await storage.turns.recover()) if writable else ()
    except AppError:
        await storage.close()
        raise
    return _assembled(_ground(paths, storage, clock, TaskRegistry(on_error), writable=writable), recovered)


def _ground(paths: Paths, storage: Storage, clock: SystemClock, tasks: TaskRegistry, *, writable: bool) -> _Ground:
    bus, secrets, transport = EventBus(), KeyringSecretStore(paths), Transport()
    providers = make_providers(secrets, transport)
    return _Ground(
        paths=paths,
        writable=writable,
        clock=clock,
        bus=bus,
        tasks=tasks,
        storage=storage,
        secrets=secrets,
        transport=transport,
        providers=providers,
        settings=SettingsService(JsonSettingsStore(paths), secrets, providers, bus, LoopbackDiscovery(transport)),
        drafts=Drafts(storage.chats, new_id),
        lemmas=Lemmas(),
    )


def _engine(ground: _Ground) -> _Engine:
    storage = ground.storage
    summaries = _summaries(ground)
    late = LateLibrary(lambda: load_recall(ground.lemmas), recall_identity())
    meaning = Meaning(
        ranker=late.ranker,
        kept=storage.embeddings,
        builtin=late.embedder,
        providers=ground.providers,
        settings=ground.settings,
    )
    recall = _recall(ground, late, meaning, summaries)
    near = StoredMeaning(chats=storage.chats, vectors=storage.vectors, retriever=late.retriever, meaning=meaning)
    return _Engine(summaries, recall, near, _context(ground, summaries, recall))


def _summaries(ground: _Ground) -> SummaryService:
    storage = ground.storage
    return SummaryService(
        sources=SummarySources(storage.chats, storage.summaries, storage.calibrations, storage.lore, storage.memory),
        makers=SummaryMakers(LateSegmentMaker(ground.lemmas), ground.providers, read_prompts(), ground.lemmas),
        settings=ground.settings,
        bus=ground.bus,
        tasks=ground.tasks,
        clock=ground.clock,
        new_id=new_id,
        automatic=ground.writable,
    )


def _recall(ground: _Ground, late: LateLibrary, meaning: Meaning, summaries: SummaryService) -> RecallService:
    return RecallService(
        sources=RecallSources(ground.storage.chats, ground.storage.vectors),
        retriever=late.retriever,
        meaning=meaning,
        summaries=summaries,
        settings=ground.settings,
        bus=ground.bus,
        tasks=ground.tasks,
        clock=ground.clock,
        automatic=ground.writable,
    )


def _context(ground: _Ground, summaries: SummaryService, recall: RecallService) -> ContextService:
    storage = ground.storage
    return ContextService(
        sources=Sources(storage.chats, storage.turns, storage.library, storage.lore, storage.memory),
        calibrations=storage.calibrations,
        ranker=WordRanker(ground.lemmas),
        summaries=summaries,
        recalls=recall,
        providers=ground.providers,
        settings=ground.settings,
        drafts=ground.drafts,
        clock=ground.clock,
        bus=ground.bus,
        tasks=ground.tasks,
    )


def _kept(ground: _Ground, context: ContextService) -> _Kept:
    storage, bus, clock = ground.storage, ground.bus, ground.clock
    runner = TurnRunner(
        chats=storage.chats,
        turns=storage.turns,
        context=context,
        tasks=ground.tasks,
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    memory = MemoryService(memories=storage.memory, bus=bus, clock=clock, new_id=new_id)
    chats = ChatService(
        chats=storage.chats,
        memory=memory,
        runner=runner,
        rounds=Rounds(runner, context),
        drafts=ground.drafts,
        settings=ground.settings,
        personas=SpeakingPersona(storage.library, lambda: ground.settings.settings.default_persona_id),
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    library = LibraryService(
        library=storage.library,
        files=storage.files,
        versions=storage.versions,
        cards=CardTexts(reader=read_foreign, writers=file_writers),
        memory=memory,
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    return _Kept(memory, chats, library, LoreService(lore=storage.lore, bus=bus, clock=clock, new_id=new_id))


def _from_the_chat(
    ground: _Ground, memory: MemoryService, context: ContextService
) -> tuple[ProposalService, MemoryReviewService]:
    """What is proposed to be remembered, and what is to be said of what is."""
    storage, sameness = ground.storage, Sameness(ground.lemmas)
    proposals = ProposalService(
        chats=storage.chats,
        proposals=storage.proposals,
        memory=memory,
        sameness=sameness,
        settings=ground.settings,
        bus=ground.bus,
        tasks=ground.tasks,
        clock=ground.clock,
        new_id=new_id,
        automatic=ground.writable,
    )
    review = MemoryReviewService(
        memory=memory,
        chats=storage.chats,
        turns=storage.turns,
        sameness=sameness,
        count_text=context.count_text,
        clock=ground.clock,
    )
    return proposals, review


def _assembled(ground: _Ground, recovered: tuple[str, ...]) -> App:
    storage, settings, bus = ground.storage, ground.settings, ground.bus
    engine = _engine(ground)
    kept = _kept(ground, engine.context)
    chats = kept.chats
    proposals, review = _from_the_chat(ground, kept.memory, engine.context)
    imports, exports, backups = _transfers(ground)
    return App(
        paths=ground.paths,
        bus=bus,
        tasks=ground.tasks,
        settings=settings,
        scripts=ScriptService(settings),
        replacing=_replacing(ground, backups),
        presets=PresetService(settings),
        chats=chats,
        first_run=FirstRunService(settings, chats, Samples(kept.library, kept.lore, chats)),
        context=engine.context,
        models=make_models(ground.paths, settings, ground.tasks, bus, ground.transport),
        library=kept.library,
        gallery=GalleryService(
            library=kept.library, lore=kept.lore, chats=storage.chats, files=storage.files, new_id=new_id
        ),
        groups=GroupService(
            service=chats,
            chats=storage.chats,
            library=storage.library,
            settings=settings,
            bus=bus,
            clock=ground.clock,
            new_id=new_id,
        ),
        lore=kept.lore,
        memory=kept.memory,
        proposals=proposals,
        memory_review=review,
        marks=MarksService(storage.chats, bus),
        pictures=PictureService(pictures=storage.chats, drafts=ground.drafts, context=engine.context, bus=bus),
        search=SearchService(storage.search, engine.near, bus, ground.tasks),
        strategies=StrategyService(
            chats=storage.chats, chat_service=chats, drafts=ground.drafts, settings=settings, bus=bus
        ),
        chat_memory=ChatMemoryService(chats=storage.chats, chat_service=chats, settings=settings, bus=bus),
        embedders=EmbedderTrials(settings, ground.providers),
        summaries=engine.summaries,
        recall=engine.recall.reader,
        backups=backups,
        trash=TrashService(storage.trash, storage.chats, backups, ground.tasks),
        texts=TextCheckService(storage.texts, storage.chats, backups, bus, ground.tasks),
        imports=imports,
        exports=exports,
        storage=storage,
        providers=ground.providers,
        secrets=ground.secrets,
        recovered=recovered,
    )


def _transfers(ground: _Ground) -> tuple[ImportService, ExportService, BackupService]:
    """What comes in, what goes out, and the backups, one of which is made before anything comes in."""
    storage, bus, clock, settings = ground.storage, ground.bus, ground.clock, ground.settings
    stored = TransferLibrary(
        storage.imports, storage.library, storage.lore, storage.memory, storage.chats, storage.summaries
    )
    automatic = ground.writable and not storage.restored
    backups = BackupService(FileBackupStore(ground.paths, clock), bus, clock, automatic=automatic)
    imports = ImportService(
        reader=read_foreign,
        library=stored,
        backups=backups,
        bus=bus,
        clock=clock,
        new_id=new_id,
        keep_scripts=keeper(ScriptService(settings), PresetService(settings)),
    )
    exports = ExportService(
        writers=file_writers,
        library=stored,
        files=storage.files,
        save=atomic_write,
        user_name=lambda: settings.settings.user_name,
    )
    return imports, exports, backups


def _replacing(ground: _Ground, backups: BackupService) -> ReplaceService:
    storage = ground.storage
    texts = Texts(storage.chats, storage.summaries, storage.lore, storage.memory, storage.library, storage.replacing)
    return ReplaceService(texts, backups, ground.bus, ground.lemmas)


def make_models(
    paths: Paths, settings: SettingsService, tasks: TaskRegistry, bus: EventBus, transport: Transport
) -> ModelService:
    """The model files of this person, and the list of those that can be got."""
    return ModelService(
        downloads=HttpModelDownloads(transport),
        settings=settings,
        tasks=tasks,
        bus=bus,
        folder=paths.models,
        catalog=read_catalog(assets.read_text(CATALOG)),
    )
