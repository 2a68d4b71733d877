"""The services of imports and exports over fakes, with the real readers and writers. Made by ``make_program``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from desktop_app.interchange.reader import read_any
from desktop_app.interchange.writers import Writers
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import EventBus
from desktop_app.services.export_service import ExportService
from desktop_app.services.import_run import Library
from desktop_app.services.import_service import ImportService
from desktop_app.services.import_settings import SettingsKeeper
from desktop_app.services.preset_service import PresetService
from desktop_app.services.script_service import ScriptService
from desktop_app.services.settings_service import SettingsService
from desktop_app.storage.files import atomic_write_in_folder


class TransferServices(TypedDict):
    """By the names that ``Program`` has for them."""

    imports: ImportService
    exports: ExportService


def transfer_services(
    world: Mapping[str, Any],
    chats: Any,
    bus: EventBus,
    backups: BackupService,
    settings: SettingsService,
    new_id: Callable[[], str],
) -> TransferServices:
    """``world``: the repositories by their names in ``Program``; ``chats`` as the services see them."""
    library = Library(
        world["import_repository"],
        world["library_repository"],
        world["lore_repository"],
        world["memory_repository"],
        chats,
        world["summary_repository"],
    )
    return TransferServices(
        imports=ImportService(
            reader=read_any,
            library=library,
            backups=backups,
            bus=bus,
            clock=world["clock"],
            new_id=new_id,
            settings=SettingsKeeper(ScriptService(settings), PresetService(settings)),
        ),
        exports=ExportService(
            writers=Writers,
            library=library,
            files=world["file_repository"],
            save=atomic_write_in_folder,
            user_name=lambda: settings.settings.user_name,
        ),
    )
