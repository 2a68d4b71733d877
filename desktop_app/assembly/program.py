"""The program below its window, put together step by step of the parts beside this file.

Called by ``app`` and the commands. Every service gets by its constructor what it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.adapters import SystemClock
from desktop_app.assembly.engine import make_engine
from desktop_app.assembly.ground import Ground, make_ground
from desktop_app.assembly.kept import from_the_chat, make_kept
from desktop_app.assembly.models import make_models
from desktop_app.assembly.transfers import make_backups, make_replacing, make_transfers
from desktop_app.domain.errors import AppError
from desktop_app.domain.ports import ProviderRegistry, SecretStore
from desktop_app.services.backup_service import BackupService
from desktop_app.services.bulk_deleting import BulkDeleting
from desktop_app.services.chat_memory import ChatMemoryService
from desktop_app.services.chat_service import ChatService
from desktop_app.services.context_service import ContextService
from desktop_app.services.embedder_trial import EmbedderTrials
from desktop_app.services.events import EventBus
from desktop_app.services.export_service import ExportService
from desktop_app.services.first_run import FirstRunService
from desktop_app.services.gallery_service import GalleryService
from desktop_app.services.group_service import GroupService
from desktop_app.services.identity import new_id
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
from desktop_app.services.recall_reader import RecallReader
from desktop_app.services.replace_service import ReplaceService
from desktop_app.services.samples import Samples
from desktop_app.services.script_service import ScriptService
from desktop_app.services.search_service import SearchService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.strategy_service import StrategyService
from desktop_app.services.summary_service import SummaryService
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.text_check_service import TextCheckService
from desktop_app.services.trash_service import TrashService
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths


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
    return _assembled(make_ground(paths, storage, clock, TaskRegistry(on_error), writable=writable), recovered)


def _assembled(ground: Ground, recovered: tuple[str, ...]) -> App:
    storage, settings, bus = ground.storage, ground.settings, ground.bus
    engine = make_engine(ground)
    backups = make_backups(ground)
    kept = make_kept(ground, engine.context, BulkDeleting(backups, bus, ground.clock))
    chats = kept.chats
    proposals, review = from_the_chat(ground, kept.memory, engine.context)
    imports, exports = make_transfers(ground, backups)
    return App(
        paths=ground.paths,
        bus=bus,
        tasks=ground.tasks,
        settings=settings,
        scripts=ScriptService(settings),
        replacing=make_replacing(ground, backups),
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
        trash=TrashService(storage.trash, storage.chats, backups, bus, ground.tasks),
        texts=TextCheckService(storage.texts, storage.chats, backups, bus, ground.tasks),
        imports=imports,
        exports=exports,
        storage=storage,
        providers=ground.providers,
        secrets=ground.secrets,
        recovered=recovered,
    )
