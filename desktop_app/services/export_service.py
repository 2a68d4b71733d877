"""Takes things out: characters, lorebooks, chats, or everything. Called by the export dialog and ``talespan export``.

Reads whole objects, has them written by the writers in a thread, and saves a file at once or not at all. Private things
(keys, settings, places of files, what a portrait tells of its photographer) are in no format.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.exporting import (
    BookFormat,
    CardFormat,
    CardMaterial,
    ChatFormat,
    ChatMaterial,
    FileWriters,
    Written,
)
from desktop_app.domain.import_notes import Note
from desktop_app.domain.importing import Archived
from desktop_app.domain.lore import Lorebook, LorebookLink, Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.pictures import pictures_of
from desktop_app.domain.transfer import PORTRAIT, ChatTree, FileRepository, LibraryObject
from desktop_app.services.import_run import Library, Watch

# A name of a file, without its end.
LONGEST_NAME = 100
# The end of the name of the folder in which what belongs to a file lies.
FILES = " files"
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))})

Save = Callable[[Path, bytes], None]


@dataclass(frozen=True, slots=True)
class Export:
    """Files that are made and not saved yet, each with the name that it should have; ``notes``: what is not in them.

    ``folder``: what the folder beside the first one is called, in which the files ``beside`` lie, by name.
    """

    files: tuple[tuple[str, bytes], ...]
    notes: tuple[Note, ...] = ()
    folder: str = ""
    beside: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


class ExportService:
    """``writers`` are made when they are first needed; ``save`` writes a file at once or not at all, and makes its folder; ``user_name``: the person's."""

    def __init__(
        self,
        *,
        writers: Callable[[], FileWriters],
        library: Library,
        files: FileRepository,
        save: Save,
        user_name: Callable[[], str],
    ) -> None:
        self._writers = writers
        self._library = library
        self._files = files
        self._save = save
        self._user_name = user_name

    async def character(self, character_id: str, form: CardFormat) -> Export:
        """A card with the lorebook that is linked to the character. Raises ``NotFoundError``."""
        character = await self._library.characters.get_character(character_id)
        linked = await self._linked(Scope(ScopeKind.CHARACTER, character_id))
        files = {uri: file.data for uri, file in (await self._files.files(character_id)).items()}
        material = CardMaterial(
            character, linked[0] if linked else None, files.get(PORTRAIT, b""), files, max(0, len(linked) - 1)
        )
        return _export(character.name, [await asyncio.to_thread(self._writers().card, material, form)])

    async def lorebook(self, book_id: str, form: BookFormat) -> Export:
        """One lorebook. Raises ``NotFoundError``."""
        book = await self._library.lore.get_book(book_id)
        return _export(book.name, [await asyncio.to_thread(self._writers().lorebook, book, form)])

    async def chat(self, chat_id: str, form: ChatFormat) -> Export:
        """One chat; an archive has who speaks in it, their lorebooks and memory entries too. Raises ``NotFoundError``."""
        tree = await self._tree(chat_id)
        if form is ChatFormat.ARCHIVE:
            objects = [*await self._around([tree.chat]), await self._with_pictures(tree)]
            return _export(tree.chat.title, await asyncio.to_thread(self._writers().archive, objects))
        names = await self._names(tree.chat)
        persona = await self._persona_name(tree.chat)
        is_text = form is ChatFormat.TEXT  # which only says where one is
        pictures = dict[str, bytes]() if is_text else await self._pictures(tree)
        folder = file_name(tree.chat.title, FILES)
        material = ChatMaterial(tree, persona or self._user_name(), names, pictures, folder)
        written = await asyncio.to_thread(self._writers().chat, material, form)
        made = _export(tree.chat.title, [written])
        return replace(made, folder=folder, beside=written.beside) if written.beside else made

    async def everything(self, watch: Watch | None = None) -> Export:
        """All chats (not those in the trash), characters, personas, lorebooks and memory entries as an archive.

        Raises ``InterruptedError`` where it was cancelled.
        """
        watch = watch or Watch()
        chats = await self._library.chats.list_chats()
        objects = await self._everything_else()
        for number, chat in enumerate(chats):
            watch.tell(number, len(chats) + 1)
            if watch.cancelled:
                raise InterruptedError
            objects.append(await self._with_pictures(await self._tree(chat.id)))
        written = await asyncio.to_thread(self._writers().archive, objects)
        watch.tell(1, 1)
        return _export("Talespan", written)

    async def save(self, export: Export, target: Path) -> list[Path]:
        """Writes the files into the folder ``target``, or the first one to this path and further ones beside it.

        Returns where they are; of a folder beside them the folder. Raises ``StorageError``; a file that was there is then as it was.
        """
        return await asyncio.to_thread(self._save_all, export, target)

    def _save_all(self, export: Export, target: Path) -> list[Path]:
        saved: list[Path] = []
        folder = (target if target.is_dir() else target.parent) / export.folder
        for name, data in export.beside.items():  # before the text that speaks of them
            self._save(folder / name, data)
        for number, (name, data) in enumerate(export.files):
            if target.is_dir():
                path = target / name
            else:
                path = target if not number else target.with_name(f"{target.stem}-{number + 1}{target.suffix}")
            self._save(path, data)
            saved.append(path)
        return [*saved, folder] if export.beside else saved

    async def _tree(self, chat_id: str) -> ChatTree:
        tree = await self._library.imports.tree(chat_id)
        summaries = self._library.summaries
        if summaries is None:
            return tree
        return replace(tree, segments=tuple(await summaries.segments(chat_id)))

    async def _with_pictures(self, tree: ChatTree) -> Archived:
        return Archived(tree, files=await self._pictures(tree))

    async def _pictures(self, tree: ChatTree) -> Mapping[str, bytes]:
        digests = {picture.digest for message in tree.messages for picture in pictures_of(message.parts)}
        return await self._library.chats.pictures(digests) if digests else {}

    async def _names(self, chat: Chat) -> tuple[str, ...]:
        known = {character.id: character.name for character in await self._library.characters.characters()}
        return tuple(known[one] for one in chat.character_ids if one in known)

    async def _persona_name(self, chat: Chat) -> str:
        try:
            return (await self._library.characters.get_persona(chat.persona_id)).name if chat.persona_id else ""
        except NotFoundError:
            return ""

    async def _linked(self, scope: Scope) -> list[Lorebook]:
        """The lorebooks of a scope by name, also those that are switched off."""
        ids = {link.book_id for link in await self._library.lore.links() if link.scope == scope}
        return [book for book in await self._library.lore.books() if book.id in ids]

    async def _around(self, chats: Iterable[Chat]) -> list[Archived]:
        """Who speaks in these chats, with what belongs to them."""
        scopes = {
            scope
            for chat in chats
            for scope in (
                Scope(ScopeKind.CHAT, chat.id),
                *(Scope(ScopeKind.CHARACTER, one) for one in chat.character_ids),
                *([Scope(ScopeKind.PERSONA, chat.persona_id)] if chat.persona_id else []),
                *([Scope(ScopeKind.FOLDER, chat.folder)] if chat.folder else []),
            )
        }
        owners = {scope.id for scope in scopes}
        links = await self._library.lore.links()
        books = {link.book_id for link in links if link.scope in scopes}
        library = self._library.characters
        people = [one for one in (*await library.characters(), *await library.personas()) if one.id in owners]
        found: list[LibraryObject] = [book for book in await self._library.lore.books() if book.id in books]
        found += [*people, *await self._library.memories.entries(sorted(scopes, key=str))]
        return [await self._archived(one, links) for one in found]

    async def _everything_else(self) -> list[Archived]:
        library, links = self._library, await self._library.lore.links()
        found: tuple[LibraryObject, ...] = (
            *await library.lore.books(),
            *await library.characters.characters(),
            *await library.characters.personas(),
            *await library.memories.entries(),
        )
        return [await self._archived(one, links) for one in found]

    async def _archived(self, value: LibraryObject, links: Iterable[LorebookLink]) -> Archived:
        if isinstance(value, Lorebook):
            return Archived(value, tuple(link.scope for link in links if link.book_id == value.id))
        if isinstance(value, MemoryEntry):
            return Archived(value)
        files = await self._files.files(value.id)
        return Archived(value, files={uri: file.data for uri, file in files.items()})


def file_name(name: str, suffix: str) -> str:
    """A name that every system takes, whatever a card is called."""
    plain = _FORBIDDEN.sub(" ", unicodedata.normalize("NFC", name)).strip(" .")
    plain = " ".join(plain.split())[:LONGEST_NAME].rstrip(" .") or "Talespan"
    if plain.partition(".")[0].strip().casefold() in _DEVICES:
        plain = f"_{plain}"
    return f"{plain}{suffix}"


def _export(name: str, written: list[Written]) -> Export:
    files = tuple(
        (file_name(name if not number else f"{name} {number + 1}", one.suffix), one.data)
        for number, one in enumerate(written)
    )
    return Export(files, tuple(note for one in written for note in one.notes))
