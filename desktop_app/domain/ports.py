"""What the services need from the world. Adapters implement these; tests bring fakes; the contract suites run over both."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop_app.domain.backup import Backup, BackupContents, Progress
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import BranchRow, Chat, Draft, Folder
from desktop_app.domain.embedding import Embedder
from desktop_app.domain.errors import ProviderError, SettingsError
from desktop_app.domain.generation import (
    Activated,
    ChatMessage,
    ChatRequest,
    ConnectionProfile,
    ModelInfo,
    StreamEvent,
    Turn,
)
from desktop_app.domain.message import FlagsPatch, Message, MessageFlags
from desktop_app.domain.models import DownloadOrder, DownloadProgress, FoundServer
from desktop_app.domain.pictures import PictureSight, PictureStore
from desktop_app.domain.settings import SecretPlace, Settings


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> int:
        """Unix time in milliseconds, UTC."""
        ...

    def local_minutes(self) -> int:
        """Minutes since 1970-01-01 00:00 on the person's own clock (time zone applied)."""
        ...


class ChatRepository(PictureStore, Protocol):
    """Chats, their message trees and drafts. Every method is one transaction; unknown ids raise ``NotFoundError``."""

    async def list_chats(self, *, deleted: bool = False) -> list[Chat]:
        """All chats outside the trash (or in it), pinned first, then the last changed first."""
        ...

    async def get_chat(self, chat_id: str) -> Chat:
        """One chat, also one in the trash."""
        ...

    async def add_chat(self, chat: Chat) -> None:
        """A new chat."""
        ...

    async def update_chat(self, chat: Chat) -> None:
        """Title, folder, pin, trash, persona, connection, strategy, context and characters; never the tip."""
        ...

    async def folders(self) -> list[Folder]:
        """The folders that decide anything, by name."""
        ...

    async def save_folder(self, folder: Folder) -> None:
        """Adds or replaces what a folder decides; one that decides nothing is forgotten."""
        ...

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """The visible branch from root to tip, marked-as-deleted messages included."""
        ...

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        """The last ``limit`` messages of the visible branch, oldest first, marked-as-deleted ones included."""
        ...

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """Messages by id in their current revision; unknown ids are left out."""
        ...

    async def get_message(self, message_id: str) -> Message:
        """One message in its current revision."""
        ...

    async def revisions(self, message_id: str) -> list[Message]:
        """All revisions of a message, oldest first."""
        ...

    async def variants(self, message_id: str) -> list[str]:
        """The ids of a message and its siblings in order of creation."""
        ...

    async def append(self, message: Message, *, drop_draft: bool = False) -> None:
        """Adds a message below its parent, chooses it there and makes it the chat's tip. ``drop_draft``: in the same transaction."""
        ...

    async def revise(self, message: Message) -> Message:
        """Stores ``message.parts`` and ``state`` as the next revision and returns it; earlier ones stay."""
        ...

    async def set_flags(self, message_ids: Sequence[str], flags: MessageFlags) -> None:
        """Sets the flags of these messages; the text and its revision stay."""
        ...

    async def change_flags(self, chat_id: str, changes: Mapping[str, FlagsPatch]) -> dict[str, MessageFlags]:
        """Changes flags of messages of one chat, by their ids, all at once; their other flags stay as they are by then.

        Returns the flags from before of those that changed, in the order of ``changes``.
        """
        ...

    async def choose(self, message_id: str) -> str:
        """Makes the branch go through this message and down to where it was left. Returns the new tip's id."""
        ...

    async def remove_message(self, message_id: str) -> None:
        """Takes a childless, empty message out again: a failed try must leave no blank variant.

        The sibling before it, else the one after it, else the parent, is chosen; its turn goes with it. Raises
        ``StorageError`` where it has children or a text.
        """
        ...

    async def get_draft(self, chat_id: str) -> Draft | None:
        """The draft of a chat."""
        ...

    async def save_draft(self, draft: Draft, files: Mapping[str, bytes] | None = None) -> None:
        """Stores a draft; a blank one is removed. ``files``: the bytes of pictures that are new in it, by digest."""
        ...


class TurnRepository(Protocol):
    """Turns and the streamed message of each. Every method is one transaction."""

    async def open_turn(self, turn: Turn, message: Message) -> None:
        """Stores the turn with its plan, and its (empty, streaming) answer: appended and chosen like any message."""
        ...

    async def replan(self, turn: Turn) -> None:
        """Another plan for an open turn, and what it activated: the server refused the first as too long, less is sent."""
        ...

    async def save_partial(self, message: Message) -> None:
        """The streaming message's parts so far, in its current revision (quick, may be lost by a power cut)."""
        ...

    async def finish_turn(self, turn: Turn, message: Message) -> None:
        """The final message (its revision stays) and how the turn ended, safe against a power cut."""
        ...

    async def turn_of(self, message_id: str) -> Turn | None:
        """The turn that made a message, with its plan."""
        ...

    async def activations(self, chat_id: str) -> list[tuple[str, tuple[Activated, ...]]]:
        """What the turns of the visible branch activated, by the id of the message each made, oldest first; empty ones left out."""
        ...

    async def last_turn(self, chat_id: str) -> Turn | None:
        """The newest turn of the visible branch that has a plan, with its plan."""
        ...

    async def recover(self) -> list[str]:
        """At start: marks messages left streaming by a crash as interrupted, and removes empty ones without children.

        Returns the ids of those kept.
        """
        ...


class LibraryRepository(Protocol):
    """Characters and personas."""

    async def characters(self) -> list[Character]:
        """All characters by name."""
        ...

    async def get_character(self, character_id: str) -> Character:
        """One character."""
        ...

    async def save_character(self, character: Character, *, typed: bool = False) -> None:
        """Adds or replaces a character; another one before it is kept as a version. ``typed``: see ``versions.is_apart``."""
        ...

    async def personas(self) -> list[Persona]:
        """All personas by name."""
        ...

    async def get_persona(self, persona_id: str) -> Persona:
        """One persona."""
        ...

    async def save_persona(self, persona: Persona, *, typed: bool = False) -> None:
        """Adds or replaces a persona; another one before it is kept as a version. ``typed``: see ``versions.is_apart``."""
        ...

    async def delete_character(self, character_id: str) -> None:
        """Takes a character out; its chats stay and name it no more, its links to lorebooks go."""
        ...

    async def delete_persona(self, persona_id: str) -> None:
        """Takes a persona out; chats that used it have none."""
        ...


class BackupStore(Protocol):
    """Backups of the database. Methods block, some for seconds a gigabyte: call them in a thread. They raise ``StorageError``.

    A ``progress`` that says no ends the work without a result and without a trace: ``InterruptedError`` is raised.
    """

    def back_up(self, reason: str, progress: Progress) -> Backup:
        """A checked copy of the data as they are at this moment; others may go on writing."""
        ...

    def backups(self) -> list[Backup]:
        """All complete backups, the newest first."""
        ...

    def present(self) -> BackupContents | None:
        """What is in the database now, or None where there is none that can be read."""
        ...

    def contents(self, file: Path) -> BackupContents:
        """What is in a backup. Raises ``BackupUnusableError``, and ``NotFoundError`` where there is no such file."""
        ...

    def stage(self, file: Path, progress: Progress) -> BackupContents:
        """Lays a checked copy of a backup ready: it takes the place of the database when that is opened the next time."""
        ...

    def withdraw(self) -> None:
        """Takes back what ``stage`` laid ready. Quick."""
        ...

    def waiting(self) -> bool:
        """Whether a backup lies ready. Quick."""
        ...

    def changed_since(self, moment: int) -> bool:
        """Whether the database was written to after ``moment`` (Unix milliseconds)."""
        ...

    def prune(self, now: int) -> list[Backup]:
        """Removes what no tier keeps (7 daily, 4 weekly, 6 monthly), and what is too much; returns it. Never one by hand."""
        ...


class SettingsStore(Protocol):
    """The settings file."""

    def load(self) -> tuple[Settings, SettingsError | None]:
        """The settings and a notice, where a broken file was put aside and defaults are used."""
        ...

    def save(self, settings: Settings) -> None:
        """Writes all of it at once, or nothing."""
        ...


class SecretStore(Protocol):
    """API keys. Methods may block on a prompt of the system: call them in a thread. They raise ``SecretError``."""

    def available(self, place: SecretPlace) -> bool:
        """Whether secrets can be kept there on this machine."""
        ...

    def get(self, name: str) -> str | None:
        """A secret, from wherever it is kept."""
        ...

    def set(self, name: str, value: str, place: SecretPlace) -> None:
        """Keeps a secret in ``place`` and nowhere else."""
        ...

    def delete(self, name: str) -> None:
        """Forgets a secret everywhere."""
        ...


@dataclass(frozen=True, slots=True)
class TokenCount:
    """A number of tokens, and whether it is the tokenizer's own word or an estimate (shown with ≈)."""

    tokens: int
    exact: bool


class TokenCounter(Protocol):
    """Counts synchronously, from memory or by a tokenizer that is at hand; never asks the network."""

    @property
    def name(self) -> str:
        """The tokenizer's name, as the plan shows it."""
        ...

    def count(self, text: str) -> TokenCount:
        """The tokens of ``text``. What only a server knows is estimated now and queued for ``settle``."""
        ...

    async def settle(self) -> bool:
        """Counts the queue by the server. True where any count changed, so that a plan is worth building again."""
        ...


@dataclass(frozen=True, slots=True)
class ConnectionReport:
    """What *test connection* found: ``ok``, a sentence, the models, and what is wrong as an error that ``ui`` can translate."""

    ok: bool
    sentence: str
    models: tuple[ModelInfo, ...] = ()
    error: ProviderError | None = None


class ChatProvider(PictureSight, Protocol):
    """One connection to a model."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        """The answer as events; the last one is always ``StreamFinished`` or ``StreamFailed``, nothing known is raised.

        Closing the iterator or cancelling the task closes the connection at once.
        """
        ...

    async def models(self) -> list[ModelInfo]:
        """The models of the server. Raises ``ProviderError``."""
        ...

    async def check(self) -> ConnectionReport:
        """Whether the connection works, and if not, what is wrong; never raises a known error."""
        ...

    @property
    def awake(self) -> bool:
        """Whether asking it to count costs no start-up: a local model that is not loaded yet sleeps."""
        ...

    async def count_prompt(self, messages: Sequence[ChatMessage]) -> int | None:
        """The tokens of a whole rendered prompt by the server's own template and tokenizer, or None where it cannot say."""
        ...

    def counter(self) -> TokenCounter:
        """The counter for this connection's model."""
        ...


class ProviderRegistry(Protocol):
    """Makes and keeps providers by connection profile."""

    def provider(self, connection: ConnectionProfile) -> ChatProvider:
        """The provider for a profile; the same as long as the profile is the same."""
        ...

    def embedder(
        self, connection: ConnectionProfile, model: str, query_prefix: str = "", passage_prefix: str = ""
    ) -> Embedder:
        """What makes vectors by ``model`` of this connection (of the built-in kind: a GGUF file). Cheap, asks nobody.

        The same as long as all of it is the same. What stands before a text is part of its identity; a key never is.
        """
        ...

    async def embedding_models(self, connection: ConnectionProfile) -> list[ModelInfo]:
        """The models that make vectors, as far as the server or their names tell; empty where neither does. Raises ``ProviderError``."""
        ...

    def forget(self, connection_id: str) -> None:
        """Drops what is remembered for a connection (its key above all); the next ``provider`` begins anew."""
        ...

    async def aclose(self) -> None:
        """Closes clients and ends child processes."""
        ...


class ServerDiscovery(Protocol):
    """Looks for model servers on this machine, and nowhere else."""

    async def find(self) -> list[FoundServer]:
        """Those that answer within a few seconds, known by what they say; never raises a known error."""
        ...


class ModelDownloads(Protocol):
    """Gets model files. A download that ends early, however it ends, goes on where it was when it is ordered again."""

    async def size(self, order: DownloadOrder) -> int:
        """The size of the file in bytes as the server says it, 0 where it does not. Raises ``ProviderError``."""
        ...

    def download(self, order: DownloadOrder) -> AsyncGenerator[DownloadProgress, None]:
        """Progress now and then, and the end when the file is there: whole, compared and known to be a model that can chat.

        Raises ``ProviderError`` or ``DownloadError``. Closing the iterator or cancelling the task keeps what has come.
        """
        ...
