"""Brings in what people have elsewhere: first a preview of what would come, then the import itself, which can be taken back.

Called by the import window and ``talespan import``. Files are read and compared in worker threads; every object is stored
in one transaction, on its own: one bad file costs no other. Nothing is ever written before the preview was answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from desktop_app.domain.backup import BEFORE_IMPORT
from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import InterchangeError
from desktop_app.domain.importing import (
    FileReader,
    ImportResult,
)
from desktop_app.domain.message import Part
from desktop_app.domain.ports import Clock
from desktop_app.domain.transfer import (
    Added,
    ImportBatch,
    ObjectKind,
)
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatChanged,
    ChatRemoved,
    EventBus,
    LibraryChanged,
    LibraryKind,
)
from desktop_app.services.greeting import greeting
from desktop_app.services.import_beside import PicturesBeside
from desktop_app.services.import_build import Maker, Shelf
from desktop_app.services.import_describe import describe
from desktop_app.services.import_files import Source, digest_of, find_sources, read_source
from desktop_app.services.import_plan import (
    Choice,
    ImportOutcome,
    ImportPreview,
    PreviewFile,
    UndoOutcome,
)
from desktop_app.services.import_run import Door, ImportRun, Library, Watch
from desktop_app.services.import_settings import SettingsKeeper

_LIBRARY = {
    ObjectKind.CHARACTER: LibraryKind.CHARACTER,
    ObjectKind.PERSONA: LibraryKind.PERSONA,
    ObjectKind.LOREBOOK: LibraryKind.LOREBOOK,
    ObjectKind.MEMORY: LibraryKind.MEMORY,
}


class FileChangedError(InterchangeError):
    """Between the preview and the import somebody wrote it."""

    code = "import.changed"
    template = "The file {file} was changed since it was looked at. Import it again."


class ImportService:
    """The one door through which foreign files come in. One run at a time."""

    def __init__(
        self,
        *,
        reader: FileReader,
        library: Library,
        backups: BackupService,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
        settings: SettingsKeeper,
    ) -> None:
        self._reader = reader
        self._settings = settings
        self._library = library
        self._backups = backups
        self._bus = bus
        self._clock = clock
        self._new_id = new_id
        self._running = asyncio.Lock()
        self._beside: dict[Path, PicturesBeside] = {}

    async def plan(
        self, paths: Sequence[Path], watch: Watch | None = None, *, kinds: Mapping[str, str] | None = None
    ) -> ImportPreview:
        """What these files and folders would bring. Writes nothing; bad files are told in the preview.

        ``kinds``: the person's answers by file name where two kinds fit. A cancelled watch ends it with what was seen so far.
        """
        watch = watch or Watch()
        try:
            found = await asyncio.to_thread(find_sources, paths, watch.go_on)
        except InterruptedError:
            return ImportPreview()
        answers = kinds or {}
        sources = [replace(source, kind=answers.get(source.name, source.kind)) for source in found.sources]
        return replace(await self._plan(sources, watch), more=found.more)

    async def plan_pasted(self, data: bytes, name: str, *, kind: str = "") -> ImportPreview:
        """The same for something that has no file: the clipboard's bytes."""
        return await self._plan([Source(name, data=data, kind=kind)], Watch())

    async def plan_again(self, preview: ImportPreview, kinds: Mapping[str, str]) -> ImportPreview:
        """Reads the files of a preview again with the person's answers by file name."""
        sources = [replace(f.source, kind=kinds.get(f.source.name, f.source.kind)) for f in preview.files]
        return replace(await self._plan(sources, Watch()), more=preview.more)

    async def run(
        self, preview: ImportPreview, choices: Mapping[str, Choice] | None = None, watch: Watch | None = None
    ) -> ImportOutcome:
        """Stores what was chosen (by the items' keys; without a word: what is proposed), each object in one transaction.

        A backup is made first where the library has anything. Raises ``StorageError`` where that fails: then nothing was
        changed. What fails later is told with its item.
        """
        watch = watch or Watch()
        async with self._running:
            door = Door(self._library, self._read, self._maker, self._tell, self._greet, self._settings.keep)
            run = ImportRun(door, await self._shelf(), preview, choices or {}, watch)
            if run.wanted:
                await self._backups.back_up_before(BEFORE_IMPORT, watch.go_on)
            return await run.carry_out()

    async def undo(self, outcome: ImportOutcome) -> UndoOutcome:
        """Takes an import back in one step. What was changed since, or is in use, stays and is told."""
        async with self._running:
            kept = await self._library.imports.take_out(outcome.added, self._clock.now())
            out = [await self._settings.take_out(one) for one in reversed(outcome.settings)]
        gone = [item for item in outcome.added if item not in kept]
        for kind, told in _LIBRARY.items():
            ids = tuple(item.id for item in gone if item.kind is kind)
            if ids:
                self._bus.publish(LibraryChanged(told, ids))
        for item in gone:
            if item.kind is ObjectKind.CHAT:
                self._bus.publish(ChatRemoved(item.id) if item.before is None else BranchChanged(item.id))
        return UndoOutcome(len(gone) + sum(out), kept, len(out) - sum(out))

    async def _plan(self, sources: Sequence[Source], watch: Watch) -> ImportPreview:
        shelf = await self._shelf()
        self._beside.clear()  # what lies there may be other files than the last time
        files: list[PreviewFile] = []
        for number, source in enumerate(sources):
            if watch.cancelled:
                break
            watch.tell(number, len(sources))
            files.append(await asyncio.to_thread(self._look, source, number, shelf))
        watch.tell(1, 1)
        return ImportPreview(tuple(files))

    def _look(self, source: Source, number: int, shelf: Shelf) -> PreviewFile:
        try:
            data = read_source(source)
            result = self._read_from(source, data)
        except InterchangeError as error:
            return PreviewFile(source, error=error)
        items = describe(result.contents, number, shelf)
        return PreviewFile(source, digest_of(data), result.report, items=items)

    async def _shelf(self) -> Shelf:
        """What the library has now."""
        library = self._library
        shelf = Shelf()
        for one in (
            *await library.characters.characters(),
            *await library.characters.personas(),
            *await library.lore.books(),
            *await library.memories.entries(),
            *await library.chats.list_chats(),
        ):
            shelf.objects[one.id] = one
        for record in await library.imports.records():
            if record.object_id in shelf.objects:
                shelf.records[record.kind, record.object_id] = record
                if record.kind is ObjectKind.CHARACTER:
                    shelf.owners[Path(record.file_name).stem] = record.object_id
        return shelf

    def _read(self, file: PreviewFile) -> ImportResult:
        """The contents of a file of the preview once more. Blocks. Raises ``InterchangeError``."""
        data = read_source(file.source)
        if digest_of(data) != file.digest:
            raise FileChangedError(file=file.source.name)
        return self._read_from(file.source, data)

    def _read_from(self, source: Source, data: bytes) -> ImportResult:
        folder = source.pictures
        if folder is None:
            return self._reader(data, source.name, source.kind)
        beside = self._beside.setdefault(folder, PicturesBeside(folder))
        return self._reader(data, source.name, source.kind, beside.find)

    def _maker(self, file_name: str) -> Maker:
        """Gives ids and times."""
        return Maker(self._new_id, self._clock.now(), file_name)

    def _greet(self, character: Character, user_name: str) -> tuple[Part, ...]:
        """What a card's first message says here and now."""
        now, minutes = self._clock.now(), self._clock.local_minutes()
        return greeting(character, "", "", user_name=user_name or "You", now=now, local_minutes=minutes).parts

    def _tell(self, batch: ImportBatch, added: Sequence[Added]) -> None:
        """Publishes what was stored."""
        for kind, items in (
            (LibraryKind.CHARACTER, batch.characters),
            (LibraryKind.PERSONA, batch.personas),
            (LibraryKind.LOREBOOK, batch.books),
            (LibraryKind.MEMORY, batch.memories),
        ):
            if items:
                self._bus.publish(LibraryChanged(kind, tuple(item.id for item in items)))
        for item in added:
            if isinstance(item.after, Chat):
                new = item.before is None
                self._bus.publish(ChatAdded(item.after) if new else BranchChanged(item.id))
                if not new:
                    self._bus.publish(ChatChanged(item.after))
