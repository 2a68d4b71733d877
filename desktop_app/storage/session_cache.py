"""Opens recently used chats from memory: the repositories of chats and turns, with the tails of chats held beside them.

Cache-aside. The composition root puts these around the repositories of a database that nobody else can write to; whoever
uses them notices nothing but speed. The database is always the truth: a change is made there first, then in what is held,
and a change whose end is not known makes its chat be read again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from desktop_app.domain.backup import Progress
from desktop_app.domain.chat import BranchRow, Chat, Draft, Folder
from desktop_app.domain.generation import Activated, Turn
from desktop_app.domain.message import FlagsPatch, Message, MessageFlags
from desktop_app.domain.ports import ChatRepository, TurnRepository
from desktop_app.domain.replacing import TextBatch, TextRepository
from desktop_app.domain.transfer import Added, ChatTree, ImportBatch, ImportRecord, ImportRepository, ObjectKind
from desktop_app.domain.trash import Trash
from desktop_app.storage.chat_tails import ChatTails
from desktop_app.storage.clean import cleaned

T = TypeVar("T")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CacheFigures:
    """What the cache did so far. ``limit`` and ``bytes`` in bytes; ``broken``: it failed once and has been left aside since."""

    limit: int
    bytes: int
    chats: int
    hits: int
    misses: int
    evictions: int
    broken: bool


class SessionCache:
    """The tails of one program's chats, kept true over reads and changes that overlap. Whatever it does, it never raises."""

    def __init__(self, tails: ChatTails | None = None) -> None:
        self._tails = tails or ChatTails()
        self._broken = False
        self._hits = 0
        self._misses = 0
        self._begun = 0  # changes so far
        self._ended = 0
        self._unsure: dict[str, int] = {}  # chats with a change that nobody waits for any more, and its number

    @property
    def figures(self) -> CacheFigures:
        """As they are now."""
        held = self._tails.cache
        return CacheFigures(
            limit=held.limit,
            bytes=held.bytes,
            chats=len(held),
            hits=self._hits,
            misses=self._misses,
            evictions=held.evictions,
            broken=self._broken,
        )

    async def read(self, chat_id: str, limit: int, load: Callable[[], Awaitable[list[Message]]]) -> list[Message]:
        """The last ``limit`` messages of a chat's visible branch: from memory, else by ``load``."""
        if chat_id not in self._unsure:
            found = self._safely(lambda: self._tails.find(chat_id, limit)) if limit > 0 else None
            if found is not None:
                self._hits += 1
                return found
        self._misses += 1
        ended = self._ended
        messages = await load()
        # A change that ended meanwhile may have been too late for this reading, and too early for what it is held as.
        if limit > 0 and ended == self._ended and chat_id not in self._unsure:
            self._safely(lambda: self._tails.keep(chat_id, limit, messages))
        return messages

    async def change(self, chat_ids: Collection[str], work: Awaitable[T], then: Callable[[ChatTails, T], None]) -> T:
        """Carries ``work`` out, and its meaning for what is held of these chats by ``then``."""
        self._begun += 1
        number = self._begun
        try:
            result = await work
        except asyncio.CancelledError:  # the database carries it out all the same, some time before the next change
            self._unsure |= dict.fromkeys(chat_ids, number)
            self._forget(chat_ids)
            raise
        except Exception:
            self._forget(chat_ids)
            raise
        self._ended += 1
        self._unsure = {chat_id: begun for chat_id, begun in self._unsure.items() if begun > number}
        self._safely(lambda: then(self._tails, result))
        return result

    def _forget(self, chat_ids: Collection[str]) -> None:
        self._ended += 1
        for chat_id in chat_ids:
            self._safely(partial(self._tails.forget, chat_id))

    def _safely(self, work: Callable[[], T]) -> T | None:
        """Does it, until it fails for the first time: from then on nothing that is held can be believed."""
        if self._broken:
            return None
        try:
            return work()
        except Exception:  # noqa: BLE001 - no fault of a cache may keep a chat from opening
            _log.exception("The session cache failed; chats are read from the database from now on.")
            self._broken = True
            return None


class CachedChatRepository:
    """Fulfils ``ChatRepository`` over another one."""

    def __init__(self, chats: ChatRepository, cache: SessionCache) -> None:
        self._chats = chats
        self._cache = cache

    async def list_chats(self, *, deleted: bool = False) -> list[Chat]:
        """From the database."""
        return await self._chats.list_chats(deleted=deleted)

    async def get_chat(self, chat_id: str) -> Chat:
        """From the database."""
        return await self._chats.get_chat(chat_id)

    async def add_chat(self, chat: Chat) -> None:
        """Nothing is held of a chat before it is read."""
        await self._chats.add_chat(chat)

    async def update_chat(self, chat: Chat) -> None:
        """Changes no message."""
        await self._chats.update_chat(chat)

    async def folders(self) -> list[Folder]:
        """From the database."""
        return await self._chats.folders()

    async def save_folder(self, folder: Folder) -> None:
        """Changes no message."""
        await self._chats.save_folder(folder)

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """From the database."""
        return await self._chats.branch(chat_id)

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        """From memory where it is held."""
        return await self._cache.read(chat_id, limit, lambda: self._chats.tail(chat_id, limit))

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """From the database."""
        return await self._chats.messages(ids)

    async def get_message(self, message_id: str) -> Message:
        """From the database."""
        return await self._chats.get_message(message_id)

    async def revisions(self, message_id: str) -> list[Message]:
        """From the database."""
        return await self._chats.revisions(message_id)

    async def variants(self, message_id: str) -> list[str]:
        """From the database."""
        return await self._chats.variants(message_id)

    async def append(self, message: Message, *, drop_draft: bool = False) -> None:
        """The next opening of the chat finds it in memory."""
        work = self._chats.append(message, drop_draft=drop_draft)
        await self._cache.change([message.chat_id], work, lambda tails, _: tails.append(_as_stored(message)))

    async def revise(self, message: Message) -> Message:
        """The new revision takes the place of the old one."""
        work = self._chats.revise(message)
        return await self._cache.change([message.chat_id], work, lambda tails, revised: tails.revise(revised))

    async def set_flags(self, message_ids: Sequence[str], flags: MessageFlags) -> None:
        """In memory too."""
        known = await self._chats.messages(message_ids)
        chat_ids = {message.chat_id for message in known.values()}

        def then(tails: ChatTails, _: None) -> None:
            for chat_id in chat_ids:
                tails.set_flags(chat_id, message_ids, flags)

        await self._cache.change(chat_ids, self._chats.set_flags(message_ids, flags), then)

    async def change_flags(self, chat_id: str, changes: Mapping[str, FlagsPatch]) -> dict[str, MessageFlags]:
        """In memory too."""
        work = self._chats.change_flags(chat_id, changes)
        return await self._cache.change([chat_id], work, lambda tails, _: tails.change_flags(chat_id, changes))

    async def choose(self, message_id: str) -> str:
        """Another branch is visible: it must be read."""
        chat_id = (await self._chats.get_message(message_id)).chat_id
        return await self._cache.change(
            [chat_id], self._chats.choose(message_id), lambda tails, _: tails.forget(chat_id)
        )

    async def remove_message(self, message_id: str) -> None:
        """Another branch is visible: it must be read."""
        chat_id = (await self._chats.get_message(message_id)).chat_id
        work = self._chats.remove_message(message_id)
        await self._cache.change([chat_id], work, lambda tails, _: tails.forget(chat_id))

    async def get_draft(self, chat_id: str) -> Draft | None:
        """From the database."""
        return await self._chats.get_draft(chat_id)

    async def save_draft(self, draft: Draft, files: Mapping[str, bytes] | None = None) -> None:
        """Changes no message."""
        await self._chats.save_draft(draft, files)

    async def pictures(self, digests: Iterable[str]) -> dict[str, bytes]:
        """Not held: the window has a cache of its own."""
        return await self._chats.pictures(digests)


class CachedTurnRepository:
    """Fulfils ``TurnRepository`` over another one; ``cache`` is that of the chats."""

    def __init__(self, turns: TurnRepository, cache: SessionCache) -> None:
        self._turns = turns
        self._cache = cache

    async def open_turn(self, turn: Turn, message: Message) -> None:
        """The answer is the new tip."""
        work = self._turns.open_turn(turn, message)
        await self._cache.change([message.chat_id], work, lambda tails, _: tails.append(_as_stored(message)))

    async def replan(self, turn: Turn) -> None:
        """Changes no message."""
        await self._turns.replan(turn)

    async def save_partial(self, message: Message) -> None:
        """The text so far, in memory too."""
        stored, work = cleaned(message), self._turns.save_partial(message)
        await self._cache.change([message.chat_id], work, lambda tails, _: tails.rewrite(stored, only_streaming=True))

    async def finish_turn(self, turn: Turn, message: Message) -> None:
        """The next opening of the chat finds the final answer in memory."""
        stored, work = cleaned(message), self._turns.finish_turn(turn, message)
        await self._cache.change([message.chat_id], work, lambda tails, _: tails.rewrite(stored, only_streaming=False))

    async def turn_of(self, message_id: str) -> Turn | None:
        """From the database."""
        return await self._turns.turn_of(message_id)

    async def activations(self, chat_id: str) -> list[tuple[str, tuple[Activated, ...]]]:
        """From the database."""
        return await self._turns.activations(chat_id)

    async def last_turn(self, chat_id: str) -> Turn | None:
        """From the database."""
        return await self._turns.last_turn(chat_id)

    async def recover(self) -> list[str]:
        """Before anything is held."""
        return await self._cache.change([], self._turns.recover(), lambda tails, _: tails.clear())


class CachedImportRepository:
    """Fulfils ``ImportRepository`` over another one; ``cache`` is that of the chats."""

    def __init__(self, imports: ImportRepository, cache: SessionCache) -> None:
        self._imports = imports
        self._cache = cache

    async def records(self) -> list[ImportRecord]:
        """From the database."""
        return await self._imports.records()

    async def store(self, batch: ImportBatch, progress: Progress | None = None) -> None:
        """The chats among it must be read."""
        chat_ids = [tree.chat.id for tree in batch.chats]
        await self._change(chat_ids, self._imports.store(batch, progress))

    async def tree(self, chat_id: str) -> ChatTree:
        """From the database."""
        return await self._imports.tree(chat_id)

    async def take_out(self, added: Sequence[Added], now: int) -> tuple[Added, ...]:
        """The chats among it must be read."""
        chat_ids = [item.id for item in added if item.kind is ObjectKind.CHAT]
        return await self._change(chat_ids, self._imports.take_out(added, now))

    async def _change(self, chat_ids: Sequence[str], work: Awaitable[T]) -> T:
        def forget(tails: ChatTails, _: T) -> None:
            for chat_id in chat_ids:
                tails.forget(chat_id)

        return await self._cache.change(chat_ids, work, forget)


class CachedTextRepository:
    """Fulfils ``TextRepository`` over another one; ``cache`` is that of the chats."""

    def __init__(self, texts: TextRepository, cache: SessionCache) -> None:
        self._texts = texts
        self._cache = cache

    async def change(self, batch: TextBatch, progress: Progress | None = None) -> TextBatch:
        """The chat must be read."""
        work = self._texts.change(batch, progress)
        return await self._cache.change([batch.chat_id], work, lambda tails, _: tails.forget(batch.chat_id))


class CachedTrash:
    """Fulfils ``Trash`` over another one; ``cache`` is that of the chats."""

    def __init__(self, trash: Trash, cache: SessionCache) -> None:
        self._trash = trash
        self._cache = cache

    async def remove_some(self, chat_id: str) -> int:
        """Nothing of the chat is held any more."""
        work = self._trash.remove_some(chat_id)
        return await self._cache.change([chat_id], work, lambda tails, _: tails.forget(chat_id))

    async def tidy(self) -> None:
        """Changes no message."""
        await self._trash.tidy()


def _as_stored(message: Message) -> Message:
    """A message as the database gives it back after it was appended."""
    stored = cleaned(message)
    return stored if stored.revision == 1 else replace(stored, revision=1)
