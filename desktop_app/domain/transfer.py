"""Whole objects on their way in and out of the database: what an import stores at once, what an archive holds. Values and ports.

Used by the import and export services; the repositories are in ``storage``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from desktop_app.domain.backup import Progress
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import Turn
from desktop_app.domain.lore import Lorebook, LorebookLink
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import Message
from desktop_app.domain.summary import SummarySegment

# The address of the picture that a card came in; a character's or persona's portrait is kept under it.
PORTRAIT = "ccdefault:"


class ObjectKind(StrEnum):
    """What can come in and go out on its own."""

    CHARACTER = "character"
    PERSONA = "persona"
    LOREBOOK = "lorebook"
    MEMORY = "memory"
    CHAT = "chat"
    SCRIPTS = "scripts"
    PRESET = "preset"


LibraryObject: TypeAlias = Character | Persona | Lorebook | MemoryEntry


@dataclass(frozen=True, slots=True)
class ChatTree:
    """A whole chat. ``messages``: every revision of every message, parents first, those of one message together and in order.

    ``chosen``: the child that the branch goes, or last went, through, by the id of its parent. ``turns``: oldest first.
    """

    chat: Chat
    messages: tuple[Message, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    turns: tuple[Turn, ...] = ()
    segments: tuple[SummarySegment, ...] = ()

    def current(self) -> dict[str, Message]:
        """Every message in its newest revision, by id, in order of creation."""
        return {message.id: message for message in self.messages}

    def branch(self) -> list[Message]:
        """The visible branch from its root to the tip."""
        known, path = self.current(), list[Message]()
        at = self.chat.tip_id
        while at is not None and at in known and len(path) < len(known):
            path.append(known[at])
            at = known[at].parent_id
        return path[::-1]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A picture or other file of an object. ``digest``: SHA-256 (hex) of ``data``."""

    digest: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """That an object was imported. ``identity``: what makes it the same object; ``digest``: of its content as it came.

    ``imported_at`` in Unix milliseconds, UTC.
    """

    kind: ObjectKind
    object_id: str
    identity: str
    digest: str
    file_name: str = ""
    imported_at: int = 0


@dataclass(frozen=True, slots=True)
class ImportBatch:
    """All that is stored in one transaction.

    Objects are added, or take the place of those with their ids. ``links`` are added to those that there are. ``chats``: of
    a chat that is there only messages and revisions that it has not are added, and ``chat.tip_id`` is its new tip.
    ``files``: by owner and address, in the place of the owner's files with these addresses. ``versions``: earlier or other
    states of objects, kept beside them. ``pictures``: the bytes of the pictures in ``chats``, by digest.
    """

    characters: tuple[Character, ...] = ()
    personas: tuple[Persona, ...] = ()
    books: tuple[Lorebook, ...] = ()
    memories: tuple[MemoryEntry, ...] = ()
    chats: tuple[ChatTree, ...] = ()
    links: tuple[LorebookLink, ...] = ()
    files: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict[str, Mapping[str, bytes]])
    records: tuple[ImportRecord, ...] = ()
    versions: tuple[LibraryObject, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True, slots=True)
class Added:
    """An object that an import stored: as it was then, and as it was before (None: it was not there).

    For a chat ``after`` and ``before`` are its head, and ``message_ids`` are the messages that were added.
    """

    kind: ObjectKind
    id: str
    after: LibraryObject | Chat
    before: LibraryObject | Chat | None = None
    message_ids: tuple[str, ...] = ()


class ImportRepository(Protocol):
    """What was imported, and whole objects in one transaction each way. Unknown ids raise ``NotFoundError``."""

    async def records(self) -> list[ImportRecord]:
        """All there are of objects that are still there; of chats also those in the trash."""
        ...

    async def store(self, batch: ImportBatch, progress: Progress | None = None) -> None:
        """All of it, or nothing: one transaction.

        ``progress`` is asked in the writer's thread; where it says no, nothing is stored and ``InterruptedError`` is raised.
        """
        ...

    async def tree(self, chat_id: str) -> ChatTree:
        """A whole chat, without its summary segments."""
        ...

    async def take_out(self, added: Sequence[Added], now: int) -> tuple[Added, ...]:
        """Undoes an import in one transaction; returns what was changed since and stays.

        What was added goes (a chat to the trash, with ``now`` in Unix milliseconds), what was replaced is as it was before.
        """
        ...


class FileRepository(Protocol):
    """The files of characters and personas."""

    async def files(self, owner_id: str) -> dict[str, StoredFile]:
        """By their addresses in the card; ``PORTRAIT`` is the picture itself."""
        ...

    async def portrait(self, owner_id: str) -> StoredFile | None:
        """The picture of a character or persona, if there is one."""
        ...

    async def set_files(self, owner_id: str, files: Mapping[str, bytes]) -> None:
        """The owner has exactly these files; bytes that nobody speaks of any more are forgotten."""
        ...
