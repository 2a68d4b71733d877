"""Imports and files in memory, over the same ``FakeState`` as the other repositories."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from desktop_app.domain.backup import Progress
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.transfer import (
    PORTRAIT,
    Added,
    ChatTree,
    ImportBatch,
    ImportRecord,
    LibraryObject,
    ObjectKind,
    StoredFile,
)
from desktop_app.storage.clean import cleaned
from desktop_app.storage.file_rows import media_type_of
from desktop_app.storage.version_rows import kind_of
from tests.fakes.knowledge import FakeLoreRepository, FakeMemoryRepository
from tests.fakes.state import FakeState

_ORDER = (ObjectKind.CHAT, ObjectKind.MEMORY, ObjectKind.LOREBOOK, ObjectKind.CHARACTER, ObjectKind.PERSONA)


@dataclass
class Transfers:
    """What the two repositories hold beside the state."""

    files: dict[str, dict[str, StoredFile]] = field(default_factory=dict[str, dict[str, StoredFile]])
    records: dict[tuple[ObjectKind, str], ImportRecord] = field(
        default_factory=dict[tuple[ObjectKind, str], ImportRecord]
    )
    versions: list[LibraryObject] = field(default_factory=list[LibraryObject])


class FakeFileRepository:
    """Fulfils ``FileRepository``."""

    def __init__(self, state: FakeState, transfers: Transfers) -> None:
        self._state = state
        self._transfers = transfers

    async def files(self, owner_id: str) -> dict[str, StoredFile]:
        """By address."""
        self._state.enter()
        return dict(self._transfers.files.get(owner_id, {}))

    async def portrait(self, owner_id: str) -> StoredFile | None:
        """The one under ``PORTRAIT``."""
        return (await self.files(owner_id)).get(PORTRAIT)

    async def set_files(self, owner_id: str, files: Mapping[str, bytes]) -> None:
        """These and no others."""
        self._state.enter()
        self._transfers.files[owner_id] = {uri: _stored(data) for uri, data in files.items()}


class FakeImportRepository:
    """Fulfils ``ImportRepository``. ``fail_store``: what the next batch fails with."""

    def __init__(self, state: FakeState, transfers: Transfers) -> None:
        self._state = state
        self.transfers = transfers
        self.fail_store: Exception | None = None

    async def records(self) -> list[ImportRecord]:
        """Of objects that are still there."""
        self._state.enter()
        return [record for record in self.transfers.records.values() if record.object_id in self._shelf(record.kind)]

    async def store(self, batch: ImportBatch, progress: Progress | None = None) -> None:
        """All of it, or nothing."""
        self._state.enter()
        if (error := self.fail_store) is not None:
            self.fail_store = None
            raise error
        before = copy.deepcopy((self._state.chats, self._state.messages, self._state.chosen, self._state.turns))
        library = [dict(self._shelf(kind)) for kind in _ORDER]
        try:
            await self._store(batch, progress)
        except BaseException:
            self._state.chats, self._state.messages, self._state.chosen, self._state.turns = before
            for kind, shelf in zip(_ORDER[1:], library[1:], strict=True):
                self._shelf(kind).clear()
                self._shelf(kind).update(shelf)
            raise

    async def tree(self, chat_id: str) -> ChatTree:
        """A whole chat."""
        self._state.enter()
        chat, state = self._state.chat(chat_id), self._state
        histories = [history for history in state.messages.values() if history[-1].chat_id == chat_id]
        messages = tuple(replace(message, flags=history[-1].flags) for history in histories for message in history)
        ids = {message.id for message in messages}
        chosen = {parent: child for parent, child in state.chosen.items() if parent in ids}
        turns = tuple(turn for turn in state.turns.values() if turn.chat_id == chat_id)
        return ChatTree(chat, messages, chosen, turns)

    async def take_out(self, added: Sequence[Added], now: int) -> tuple[Added, ...]:
        """All of it at once."""
        self._state.enter()
        gone: set[str] = set()
        kept: list[Added] = []
        for item in sorted(added, key=lambda item: _ORDER.index(item.kind)):
            there = self._shelf(item.kind).get(item.id)
            if there == item.after and not self._is_used(item, gone):
                self._take_back(item, now)
                gone.add(item.id)
            else:
                kept.append(item)
        return tuple(item for item in added if item in kept)

    async def _store(self, batch: ImportBatch, progress: Progress | None) -> None:
        self._ask(progress, 0.0)
        state, batch = self._state, cleaned(batch)
        self.transfers.versions += [one for one in batch.versions if one not in self.transfers.versions]
        for one in batch.versions:
            state.keep_version(kind_of(one), one, getattr(one, "updated_at", 0))
        state.characters |= {one.id: one for one in batch.characters}
        state.personas |= {one.id: one for one in batch.personas}
        for book in batch.books:
            await FakeLoreRepository(state).save_book(book)
        for entry in batch.memories:
            await FakeMemoryRepository(state).save_entry(entry)
        state.files |= batch.pictures
        for tree in batch.chats:
            self._store_tree(tree)
            self._ask(progress, 1.0)
        state.links |= set(batch.links)
        for owner_id, files in batch.files.items():
            stored = {uri: _stored(data) for uri, data in files.items()}
            self.transfers.files[owner_id] = {**self.transfers.files.get(owner_id, {}), **stored}
        self.transfers.records |= {(record.kind, record.object_id): record for record in batch.records}

    def _store_tree(self, tree: ChatTree) -> None:
        state, chat = self._state, tree.chat
        if chat.id not in state.chats:
            self._check(chat)
            state.chats[chat.id] = replace(chat, tip_id=None)
        fresh: set[str] = set()
        for message_id, revisions in groupby(tree.messages, key=lambda message: message.id):
            known = state.messages.get(message_id)
            for message in revisions:
                if known is None:
                    if message.parent_id is not None:
                        state.message(message.parent_id)
                    fresh.add(message_id)
                    state.messages.setdefault(message_id, []).append(message)
                elif message.revision > known[-1].revision:
                    known.append(replace(message, flags=known[-1].flags))
        state.chosen |= {parent: child for parent, child in tree.chosen.items() if child in fresh}
        state.turns |= {turn.id: turn for turn in tree.turns if turn.id not in state.turns}
        if chat.tip_id is not None:
            state.choose_path(chat.tip_id)
            state.set_tip(chat.id, chat.tip_id)
        there = state.chats[chat.id]
        state.chats[chat.id] = replace(there, updated_at=max(there.updated_at, chat.updated_at))

    def _check(self, chat: Chat) -> None:
        for character_id in chat.character_ids:
            if character_id not in self._state.characters:
                raise NotFoundError(kind="character", id=character_id)

    def _is_used(self, item: Added, gone: set[str]) -> bool:
        if item.before is not None or item.kind not in {ObjectKind.CHARACTER, ObjectKind.PERSONA}:
            return False
        using = (chat for chat in self._state.chats.values() if item.id in (*chat.character_ids, chat.persona_id))
        return any(chat.id not in gone for chat in using)

    def _take_back(self, item: Added, now: int) -> None:
        self.transfers.records.pop((item.kind, item.id), None)
        state = self._state
        if isinstance(item.before, Chat):
            for message_id in item.message_ids:
                del state.messages[message_id]
            state.chosen = {
                parent: child for parent, child in state.chosen.items() if not {parent, child} & {*item.message_ids}
            }
            state.chats[item.id] = item.before
        elif item.before is not None:
            self._shelf(item.kind)[item.id] = item.before
        elif item.kind is ObjectKind.CHAT:
            state.chats[item.id] = replace(state.chats[item.id], deleted_at=now)
        else:
            self._remove(item)

    def _remove(self, item: Added) -> None:
        del self._shelf(item.kind)[item.id]
        self.transfers.files.pop(item.id, None)
        state = self._state
        if item.kind is ObjectKind.LOREBOOK:
            state.links = {link for link in state.links if link.book_id != item.id}
        if item.kind in {ObjectKind.CHARACTER, ObjectKind.PERSONA}:
            state.unlink(Scope(ScopeKind(item.kind.value), item.id))
            for chat in state.chats.values():
                cast = tuple(one for one in chat.character_ids if one != item.id)
                persona = None if chat.persona_id == item.id else chat.persona_id
                state.chats[chat.id] = replace(chat, character_ids=cast, persona_id=persona)

    def _shelf(self, kind: ObjectKind) -> dict[str, Any]:
        state = self._state
        return {
            ObjectKind.CHARACTER: state.characters,
            ObjectKind.PERSONA: state.personas,
            ObjectKind.LOREBOOK: state.books,
            ObjectKind.MEMORY: state.memories,
            ObjectKind.CHAT: state.chats,
        }[kind]

    @staticmethod
    def _ask(progress: Progress | None, share: float) -> None:
        if progress is not None and not progress(share):
            raise InterruptedError


def _stored(data: bytes) -> StoredFile:
    return StoredFile(hashlib.sha256(data).hexdigest(), media_type_of(data), data)
