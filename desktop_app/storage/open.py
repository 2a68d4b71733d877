"""Opens all that is kept in the database. The composition root calls it once, after it took the lock on the data folder."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from desktop_app.domain.backup import Restored
from desktop_app.domain.embedding import EmbeddingCacheStore, VectorStore
from desktop_app.domain.knowledge_ports import CalibrationStore, LoreRepository, MemoryRepository
from desktop_app.domain.ports import ChatRepository, Clock, LibraryRepository, TurnRepository
from desktop_app.domain.replacing import TextRepository
from desktop_app.domain.searching import MessageSearch
from desktop_app.domain.summary import ProposalRepository, SummaryRepository
from desktop_app.domain.text_check import TextCheck
from desktop_app.domain.transfer import FileRepository, ImportRepository
from desktop_app.domain.trash import Trash
from desktop_app.domain.versions import VersionRepository
from desktop_app.storage.calibration_store import SqlCalibrationStore
from desktop_app.storage.chat_repository import SqlChatRepository
from desktop_app.storage.database import Database
from desktop_app.storage.embedding_cache_store import SqlEmbeddingCacheStore
from desktop_app.storage.file_repository import SqlFileRepository
from desktop_app.storage.import_repository import SqlImportRepository
from desktop_app.storage.library_repository import SqlLibraryRepository
from desktop_app.storage.lore_repository import SqlLoreRepository
from desktop_app.storage.memory_repository import SqlMemoryRepository
from desktop_app.storage.message_search import SqlMessageSearch
from desktop_app.storage.paths import Paths
from desktop_app.storage.proposal_repository import SqlProposalRepository
from desktop_app.storage.restore import finish_restore, staged_file
from desktop_app.storage.session_cache import (
    CachedChatRepository,
    CachedImportRepository,
    CachedTextRepository,
    CachedTrash,
    CachedTurnRepository,
    SessionCache,
)
from desktop_app.storage.summary_repository import SqlSummaryRepository
from desktop_app.storage.text_check import SqlTextCheck
from desktop_app.storage.text_repository import SqlTextRepository
from desktop_app.storage.trash import SqlTrash
from desktop_app.storage.turn_repository import SqlTurnRepository
from desktop_app.storage.vector_store import SqlVectorStore
from desktop_app.storage.version_repository import SqlVersionRepository


@dataclass(frozen=True, slots=True)
class Storage:
    """The open database and its repositories; ``cache`` is what they hold in memory, if they do."""

    database: Database
    chats: ChatRepository
    turns: TurnRepository
    library: LibraryRepository
    lore: LoreRepository
    memory: MemoryRepository
    calibrations: CalibrationStore
    search: MessageSearch
    vectors: VectorStore
    embeddings: EmbeddingCacheStore
    summaries: SummaryRepository
    proposals: ProposalRepository
    imports: ImportRepository
    files: FileRepository
    texts: TextCheck
    trash: Trash
    versions: VersionRepository
    replacing: TextRepository
    cache: SessionCache | None = None
    restored: Restored | None = None
    """The restore that this opening has carried out."""

    def cached(self) -> Storage:
        """The same with recently used chats held in memory. Only where no other process can write."""
        cache = SessionCache()
        chats, turns = CachedChatRepository(self.chats, cache), CachedTurnRepository(self.turns, cache)
        imports = CachedImportRepository(self.imports, cache)
        replacing = CachedTextRepository(self.replacing, cache)
        trash = CachedTrash(self.trash, cache)
        return replace(self, chats=chats, turns=turns, imports=imports, replacing=replacing, trash=trash, cache=cache)

    async def close(self) -> None:
        """Waits for all writes and closes. A second call does nothing."""
        await self.database.close()


async def open_storage(paths: Paths, clock: Clock, *, writable: bool = True) -> Storage:
    """Opens, makes, upgrades or restores the database of ``paths``, whose folders must exist. Raises ``StorageError``.

    ``writable`` needs the lock on the data folder (``DataFolderLock``). Without it nothing is made or changed, and every
    write raises ``DatabaseInUseError``: for commands that look on while the window is open.
    """
    waiting = writable and staged_file(paths).exists()
    restored = await asyncio.to_thread(finish_restore, paths, clock.now()) if waiting else None
    database = await Database.open(paths, clock.now(), writable=writable)
    return Storage(
        database,
        SqlChatRepository(database, clock),
        SqlTurnRepository(database, clock),
        SqlLibraryRepository(database, clock),
        SqlLoreRepository(database),
        SqlMemoryRepository(database),
        SqlCalibrationStore(database),
        SqlMessageSearch(database),
        SqlVectorStore(database),
        SqlEmbeddingCacheStore(database),
        SqlSummaryRepository(database, clock),
        SqlProposalRepository(database),
        SqlImportRepository(database),
        SqlFileRepository(database),
        SqlTextCheck(database),
        SqlTrash(database),
        SqlVersionRepository(database),
        SqlTextRepository(database, clock),
        restored=restored,
    )
