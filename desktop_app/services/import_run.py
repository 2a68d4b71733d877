"""One import under way: file by file, object by object, each stored in one transaction. Made by the import service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError, InterchangeError
from desktop_app.domain.importing import (
    Archived,
    ImportedCard,
    ImportedChat,
    ImportedPersona,
    ImportedPreset,
    ImportedScripts,
    ImportResult,
)
from desktop_app.domain.importing import Imported as Content
from desktop_app.domain.knowledge_ports import LoreRepository, MemoryRepository
from desktop_app.domain.lore import Lorebook, LorebookLink, Scope, ScopeKind
from desktop_app.domain.message import Part
from desktop_app.domain.ports import ChatRepository, LibraryRepository
from desktop_app.domain.summary import SummaryRepository
from desktop_app.domain.transfer import Added, ChatTree, ImportBatch, ImportRepository, LibraryObject, ObjectKind
from desktop_app.services.import_build import Maker, Shelf, archived_batch, book_batch, card_batch, persona_batch
from desktop_app.services.import_files import read_picture
from desktop_app.services.import_identity import kind_of
from desktop_app.services.import_plan import (
    Choice,
    Imported,
    ImportOutcome,
    ImportPreview,
    Known,
    Outcome,
    PreviewFile,
    PreviewItem,
)
from desktop_app.services.import_settings import KeptInSettings
from desktop_app.services.import_trees import Cast, copied, grown_by, merged, tree_of, with_greeting

# Chats come after those who speak in them, and characters after the books that they are linked to.
_ORDER = (
    ObjectKind.LOREBOOK,
    ObjectKind.CHARACTER,
    ObjectKind.PERSONA,
    ObjectKind.MEMORY,
    ObjectKind.SCRIPTS,
    ObjectKind.PRESET,
    ObjectKind.CHAT,
)
_DONE = {Choice.ADD: Outcome.ADDED, Choice.UPDATE: Outcome.UPDATED, Choice.COPY: Outcome.COPIED}

_log = logging.getLogger(__name__)


class Watch:
    """How far a plan or an import is, and whether to go on. ``on_share`` hears 0 to 1 on the loop's thread.

    ``go_on`` may be asked from any thread.
    """

    def __init__(self, on_share: Callable[[float], None] = lambda _share: None) -> None:
        self._on_share = on_share
        self.cancelled = False

    def cancel(self) -> None:
        """Stops before the next object; one that is half stored is not stored."""
        self.cancelled = True

    def go_on(self, _share: float = 0.0) -> bool:
        """False once it was cancelled."""
        return not self.cancelled

    def tell(self, done: float, total: int) -> None:
        """So many of so many."""
        self._on_share(min(1.0, done / total) if total else 1.0)


@dataclass(frozen=True, slots=True)
class Library:
    """The repositories that an import looks into."""

    imports: ImportRepository
    characters: LibraryRepository
    lore: LoreRepository
    memories: MemoryRepository
    chats: ChatRepository
    summaries: SummaryRepository | None = None


@dataclass(frozen=True, slots=True)
class Door:
    """What a run needs of the service: the library, a file's contents once more, ids and times, and whom to tell.

    ``keep`` takes scripts and presets, which are no objects of the library; None: all of them were there.
    """

    library: Library
    read: Callable[[PreviewFile], ImportResult]
    maker: Callable[[str], Maker]
    tell: Callable[[ImportBatch, Sequence[Added]], None]
    greet: Callable[[Character, str], tuple[Part, ...]]
    keep: Callable[[ImportedScripts | ImportedPreset], Awaitable[KeptInSettings | None]]


class ImportRun:
    """Carries out what was chosen in a preview. ``wanted``: the items that are not skipped."""

    def __init__(
        self, door: Door, shelf: Shelf, preview: ImportPreview, choices: Mapping[str, Choice], watch: Watch
    ) -> None:
        self._door = door
        self._shelf = shelf
        self._preview = preview
        self._choices = {item.key: choices.get(item.key, item.choice) for item in preview.items}
        self._watch = watch
        self._done: dict[str, Imported] = {}
        self._added: list[Added] = []
        self._settings: list[KeptInSettings] = []
        self.wanted = [item for item in preview.items if self._choices[item.key] is not Choice.SKIP]

    async def carry_out(self) -> ImportOutcome:
        """All of it, or as far as it came when the person cancelled."""
        steps = self._steps()
        for number, (file, kind) in enumerate(steps):
            self._watch.tell(number, len(steps))
            if self._watch.cancelled:
                break
            await self._file(file, kind)
        self._watch.tell(1, 1)
        items = tuple(self._done.get(item.key, self._untouched(item)) for item in self._preview.items)
        return ImportOutcome(self._preview, items, tuple(self._added), self._watch.cancelled, tuple(self._settings))

    def _steps(self) -> list[tuple[PreviewFile, ObjectKind]]:
        """Files, once for each kind of object in them, in the order in which one needs the other."""
        return [
            (file, kind)
            for kind in _ORDER
            for file in self._preview.files
            if any(item.kind is kind and self._choices[item.key] is not Choice.SKIP for item in file.items)
        ]

    def _untouched(self, item: PreviewItem) -> Imported:
        skipped = self._choices[item.key] is Choice.SKIP
        same = skipped and item.known is Known.SAME
        outcome = Outcome.UNCHANGED if same else Outcome.SKIPPED if skipped else Outcome.STOPPED
        return Imported(item, outcome, item.existing_id)

    async def _file(self, file: PreviewFile, kind: ObjectKind) -> None:
        wanted = [item for item in file.items if item.kind is kind and self._choices[item.key] is not Choice.SKIP]
        try:
            result = await asyncio.to_thread(self._door.read, file)
        except InterchangeError as error:
            self._done |= {item.key: Imported(item, Outcome.FAILED, error=error) for item in wanted}
            return
        for item in wanted:
            if self._watch.cancelled:
                return
            try:
                self._done[item.key] = await self._object(file, item, result.contents[item.place])
            except InterruptedError:
                return
            except AppError as error:
                _log.warning("An object could not be imported: %s", type(error).__name__)
                self._done[item.key] = Imported(item, Outcome.FAILED, error=error)

    async def _object(self, file: PreviewFile, item: PreviewItem, content: Content) -> Imported:
        choice = self._choices[item.key]
        if isinstance(content, ImportedScripts | ImportedPreset):
            kept = await self._door.keep(content)
            self._settings += [] if kept is None else [kept]
            return Imported(item, Outcome.UNCHANGED if kept is None else Outcome.ADDED)
        make = self._door.maker(file.source.name)
        twin = self._shelf.record_of(item.kind, item.identity) if item.known is Known.NEW else None
        if twin is not None and twin.digest == item.digest and choice is Choice.ADD:
            return Imported(item, Outcome.UNCHANGED, twin.object_id)  # twice among the files
        if kind_of(content) is ObjectKind.CHAT:
            return await self._chat(file, item, content, choice, make)
        batch = await asyncio.to_thread(self._batch, file, item, content, choice, make)
        first = next(iter((*batch.characters, *batch.personas, *batch.books, *batch.memories)), None)
        await self._store(batch)
        object_id = first.id if first is not None else item.existing_id
        if item.kind is ObjectKind.CHARACTER and file.source.owner:
            self._shelf.owners[file.source.owner] = object_id
        return Imported(item, _DONE[choice] if first is not None else Outcome.UNCHANGED, object_id)

    def _batch(
        self, file: PreviewFile, item: PreviewItem, content: Content, choice: Choice, make: Maker
    ) -> ImportBatch:
        match content:
            case ImportedCard():
                return card_batch(content, item, choice, self._shelf, make)
            case ImportedPersona():
                picture = read_picture(file.source.avatars, content.picture_name)
                return persona_batch(content, picture, item, choice, self._shelf, make)
            case Lorebook():
                return book_batch(content, item, choice, self._shelf, make)
            case Archived():
                return archived_batch(content, choice, self._shelf, make)
            case ImportedChat() | ImportedScripts() | ImportedPreset():
                raise TypeError(content)

    async def _chat(
        self, file: PreviewFile, item: PreviewItem, content: Content, choice: Choice, make: Maker
    ) -> Imported:
        there: ChatTree | None = None
        if choice is Choice.UPDATE and item.existing_id in self._shelf.objects:
            there = await self._door.library.imports.tree(item.existing_id)
        batch = await asyncio.to_thread(self._chat_batch, file, item, content, there, choice, make)
        if batch is None:
            return Imported(item, Outcome.UNCHANGED, item.existing_id)
        before = there.chat if there is not None else None
        known = {message.id for message in there.messages} if there is not None else set[str]()
        (tree,) = batch.chats
        new = tuple(dict.fromkeys(message.id for message in tree.messages if message.id not in known))
        revised = any(message.id in known for message in tree.messages)
        await self._store(batch, chat=None if revised else (before, new))
        await self._add_segments(tree)
        return Imported(
            item, _DONE[choice] if before is not None or choice is not Choice.UPDATE else Outcome.ADDED, tree.chat.id
        )

    def _chat_batch(
        self,
        file: PreviewFile,
        item: PreviewItem,
        content: Content,
        there: ChatTree | None,
        choice: Choice,
        make: Maker,
    ) -> ImportBatch | None:
        if isinstance(content, Archived) and isinstance(content.value, ChatTree):
            made = self._archived_chat(content.value, there, choice, make)
            return None if made is None else replace(made, pictures=content.files)
        if not isinstance(content, ImportedChat):
            raise TypeError(content)
        characters = self._speakers(file, content)
        cast = Cast(characters, self._shelf.named(ObjectKind.PERSONA, content.user_name))
        record = make.record
        if there is not None:
            grown = grown_by(there, content, cast, make.new_id, make.now)
            if grown is None:
                return None
            kept = record(ObjectKind.CHAT, there.chat.id, item.identity, item.digest)
            return ImportBatch(chats=(grown,), records=(kept,), pictures=content.pictures)
        content = self._greeted(content, next(iter(characters.values()), ""))
        tree = tree_of(content, cast, tuple(characters.values()), make.new_id, make.now)
        scope = Scope(ScopeKind.CHAT, tree.chat.id)
        book_id = self._shelf.named(ObjectKind.LOREBOOK, content.book_name)
        return ImportBatch(
            chats=(tree,),
            memories=tuple(
                replace(entry, id=make.new_id(), scope=scope, created_at=make.now, updated_at=make.now)
                for entry in content.memories
            ),
            links=() if book_id is None else (LorebookLink(book_id, scope),),
            records=(record(ObjectKind.CHAT, tree.chat.id, item.identity, item.digest),),
            pictures=content.pictures,
        )

    def _greeted(self, chat: ImportedChat, character_id: str) -> ImportedChat:
        """With the greeting that the file leaves to the card, where the library has the card."""
        there = self._shelf.objects.get(character_id)
        if chat.greeting is None or not isinstance(there, Character):
            return chat
        greetings = (there.first_mes, *there.alternate_greetings)
        text = greetings[chat.greeting] if chat.greeting < len(greetings) else there.first_mes
        if not text.strip():
            return chat
        parts = self._door.greet(replace(there, first_mes=text), chat.user_name)
        return with_greeting(chat, parts, there.name)

    def _archived_chat(self, tree: ChatTree, there: ChatTree | None, choice: Choice, make: Maker) -> ImportBatch | None:
        if choice is Choice.COPY:
            tree = copied(tree, make.new_id)
        if there is not None:
            grown = merged(there, tree, make.now)
            return None if grown is None else ImportBatch(chats=(grown,))
        chat = tree.chat
        known = tuple(one for one in chat.character_ids if one in self._shelf.objects)
        persona = chat.persona_id if chat.persona_id in self._shelf.objects else None
        return ImportBatch(chats=(replace(tree, chat=replace(chat, character_ids=known, persona_id=persona)),))

    def _speakers(self, file: PreviewFile, chat: ImportedChat) -> dict[str, str]:
        """The characters of a chat by folded name: the one whose folder it lay in, else those of these names."""
        found: dict[str, str] = {}
        if (owner := self._shelf.owners.get(file.source.owner)) is not None:
            found[next(iter(chat.character_names), "").casefold()] = owner
        for name in chat.character_names:
            if name.casefold() not in found and (known := self._shelf.named(ObjectKind.CHARACTER, name)) is not None:
                found[name.casefold()] = known
        return found

    async def _store(
        self, batch: ImportBatch, *, chat: tuple[Chat | None, tuple[str, ...]] | None = (None, ())
    ) -> None:
        """Stores it and remembers what undo needs. ``chat``: the head from before and the new messages; None: no undo."""
        before = {one.id: self._shelf.objects.get(one.id) for one in _objects(batch)}
        await self._door.library.imports.store(batch, self._watch.go_on)
        added: list[Added] = []
        for one in _objects(batch):
            old = before[one.id]
            after = await self._as_stored(one)
            self._shelf.objects[one.id] = after
            added.append(Added(kind_of(one), one.id, after, None if isinstance(old, Chat) else old))
        for tree in batch.chats:
            after = await self._door.library.chats.get_chat(tree.chat.id)
            self._shelf.objects[tree.chat.id] = after
            if chat is not None:
                added.append(Added(ObjectKind.CHAT, tree.chat.id, after, chat[0], chat[1] if chat[0] else ()))
        self._shelf.records |= {(record.kind, record.object_id): record for record in batch.records}
        self._added += added
        self._door.tell(batch, added)

    async def _as_stored(self, one: LibraryObject) -> LibraryObject:
        library = self._door.library
        match kind_of(one):
            case ObjectKind.LOREBOOK:
                return await library.lore.get_book(one.id)
            case ObjectKind.MEMORY:
                return await library.memories.get_entry(one.id)
            case ObjectKind.CHARACTER:
                return await library.characters.get_character(one.id)
            case _:
                return await library.characters.get_persona(one.id)

    async def _add_segments(self, tree: ChatTree) -> None:
        summaries = self._door.library.summaries
        if summaries is None or not tree.segments:
            return
        known = {segment.id for segment in await summaries.segments(tree.chat.id)}
        await summaries.add_segments([segment for segment in tree.segments if segment.id not in known])


def _objects(batch: ImportBatch) -> tuple[LibraryObject, ...]:
    return (*batch.characters, *batch.personas, *batch.books, *batch.memories)
