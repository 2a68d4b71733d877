"""What changes much at once: imports, exports, find and replace, and the backups made before them. A part of ``open_app``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.adapters import file_writers, read_foreign
from desktop_app.assembly.ground import Ground
from desktop_app.domain.ports import Clock
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus
from desktop_app.services.export_service import ExportService
from desktop_app.services.identity import new_id
from desktop_app.services.import_run import Library as TransferLibrary
from desktop_app.services.import_service import ImportService
from desktop_app.services.import_settings import SettingsKeeper
from desktop_app.services.preset_service import PresetService
from desktop_app.services.replace_service import ReplaceService, Texts
from desktop_app.services.script_service import ScriptService
from desktop_app.storage.backup_store import FileBackupStore
from desktop_app.storage.files import atomic_write_in_folder
from desktop_app.storage.paths import Paths

if TYPE_CHECKING:
    from desktop_app.services.rescue_service import RescueService


def make_backups(ground: Ground) -> BackupService:
    """The backups: by hand, daily, and before what cannot be taken back one by one."""
    restored = ground.storage.restored
    store = FileBackupStore(ground.paths, ground.clock)
    return BackupService(store, ground.bus, ground.clock, automatic=ground.writable and not restored, restored=restored)


def make_transfers(ground: Ground, backups: BackupService) -> tuple[ImportService, ExportService]:
    """What comes in and what goes out; ``backups`` makes one before anything comes in."""
    storage, bus, clock, settings = ground.storage, ground.bus, ground.clock, ground.settings
    stored = TransferLibrary(
        storage.imports, storage.library, storage.lore, storage.memory, storage.chats, storage.summaries
    )
    imports = ImportService(
        reader=read_foreign,
        library=stored,
        backups=backups,
        bus=bus,
        clock=clock,
        new_id=new_id,
        settings=SettingsKeeper(ScriptService(settings), PresetService(settings)),
    )
    exports = ExportService(
        writers=file_writers,
        library=stored,
        files=storage.files,
        save=atomic_write_in_folder,
        user_name=lambda: settings.settings.user_name,
    )
    return imports, exports


def make_rescue(paths: Paths, clock: Clock) -> RescueService:
    """What can be done about a damaged database, before there is an open one."""
    from desktop_app.services.rescue_service import RescueService
    from desktop_app.storage.rescue.rescue import FileRescueStore

    backups = BackupService(FileBackupStore(paths, clock), EventBus(), clock, automatic=False)
    return RescueService(FileRescueStore(paths), backups, paths.data)


def make_replacing(ground: Ground, backups: BackupService) -> ReplaceService:
    """Find and replace over all texts; ``backups`` makes one before anything changes."""
    storage = ground.storage
    texts = Texts(storage.chats, storage.summaries, storage.lore, storage.memory, storage.library, storage.replacing)
    return ReplaceService(texts, backups, ground.bus, ground.lemmas)
