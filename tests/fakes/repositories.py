"""Repositories in memory that behave like the real ones: ``tests/contract/test_repositories.py`` runs over both.

Make one ``FakeState`` and give it to all three. A test may look into the state, and may set ``fail_next`` to an error that
the next call of any method raises before it changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import BranchRow, Chat, Draft, Folder
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.generation import Activated, FinishReason, Turn
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.message import FlagsPatch, Message, MessageFlags, MessageState
from desktop_app.domain.transfer import ObjectKind
from desktop_app.domain.versions import LibraryVersion
from desktop_app.storage.clean import cleaned
from tests.fakes.state import FakeState, is_blank


class FakeChatRepository:
    """Fulfils ``ChatRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def list_chats(self, *, deleted: bool = False) -> list[Chat]:
        """Pinned first, then the last changed."""
        self._state.enter()
        chats = [chat for chat in self._state.chats.values() if (chat.deleted_at is not None) == deleted]
        return sorted(chats, key=lambda chat: (chat.pinned, chat.updated_at, chat.id), reverse=True)

    async def get_chat(self, chat_id: str) -> Chat:
        """Also from the trash."""
        self._state.enter()
        return self._state.chat(chat_id)

    async def add_chat(self, chat: Chat) -> None:
        """A chat has no tip before its first message."""
        self._state.enter()
        chat = cleaned(chat)
        if chat.id in self._state.chats:
            raise StorageError(detail=f"There is a chat with the id {chat.id} already.")
        self._check_references(chat)
        self._state.chats[chat.id] = replace(chat, tip_id=None)

    async def update_chat(self, chat: Chat) -> None:
        """Neither the tip nor the times of making and last change."""
        self._state.enter()
        chat = cleaned(chat)
        old = self._state.chat(chat.id)
        self._check_references(chat)
        self._state.chats[chat.id] = replace(
            chat, tip_id=old.tip_id, created_at=old.created_at, updated_at=old.updated_at
        )

    async def folders(self) -> list[Folder]:
        """By name."""
        self._state.enter()
        return sorted(self._state.folders.values(), key=lambda folder: (folder.name.casefold(), folder.name))

    async def save_folder(self, folder: Folder) -> None:
        """Only where it decides anything."""
        self._state.enter()
        folder = cleaned(folder)
        self._state.folders.pop(folder.name, None)
        if folder != Folder(folder.name):
            self._state.folders[folder.name] = folder

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """From the root to the tip."""
        self._state.enter()
        path = list(self._state.path(self._state.chat(chat_id).tip_id))
        return [self._branch_row(message) for message in reversed(path)]

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        """The end of the branch."""
        self._state.enter()
        path = list(self._state.path(self._state.chat(chat_id).tip_id))
        return path[: max(limit, 0)][::-1]

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """Those there are."""
        self._state.enter()
        return {key: self._state.messages[key][-1] for key in ids if key in self._state.messages}

    async def get_message(self, message_id: str) -> Message:
        """The current revision."""
        self._state.enter()
        return self._state.message(message_id)

    async def revisions(self, message_id: str) -> list[Message]:
        """The oldest first."""
        self._state.enter()
        self._state.message(message_id)
        return list(self._state.messages[message_id])

    async def variants(self, message_id: str) -> list[str]:
        """In order of creation."""
        self._state.enter()
        return self._state.siblings(self._state.message(message_id))

    async def append(self, message: Message, *, drop_draft: bool = False) -> None:
        """The new tip."""
        self._state.enter()
        self._state.append(cleaned(message))
        if drop_draft:
            self._state.drafts.pop(message.chat_id, None)

    async def revise(self, message: Message) -> Message:
        """The next revision."""
        self._state.enter()
        current = self._state.message(message.id)
        revised = replace(
            current,
            parts=cleaned(message.parts),
            state=message.state,
            revision=len(self._state.messages[message.id]) + 1,
        )
        self._state.messages[message.id].append(revised)
        self._state.changed(message.id)
        self._state.touch(current.chat_id)
        return revised

    async def set_flags(self, message_ids: Sequence[str], flags: MessageFlags) -> None:
        """All of them or none."""
        self._state.enter()
        for message_id in message_ids:
            self._state.message(message_id)
        for message_id in message_ids:
            self._state.mark(message_id, flags)

    async def change_flags(self, chat_id: str, changes: Mapping[str, FlagsPatch]) -> dict[str, MessageFlags]:
        """All of them or none."""
        self._state.enter()
        for message_id in changes:
            if self._state.message(message_id).chat_id != chat_id:
                raise NotFoundError(kind="message", id=message_id)
        before = {message_id: self._state.message(message_id).flags for message_id in changes}
        after = {message_id: patch.applied_to(before[message_id]) for message_id, patch in changes.items()}
        for message_id, flags in after.items():
            self._state.mark(message_id, flags)
        return {message_id: flags for message_id, flags in before.items() if flags != after[message_id]}

    async def choose(self, message_id: str) -> str:
        """Down to the old tip."""
        self._state.enter()
        message = self._state.message(message_id)
        self._state.choose_path(message_id)
        tip_id = self._state.bottom(message_id)
        self._state.set_tip(message.chat_id, tip_id)
        return tip_id

    async def remove_message(self, message_id: str) -> None:
        """A failed try."""
        self._state.enter()
        self._state.remove(message_id)

    async def get_draft(self, chat_id: str) -> Draft | None:
        """What was typed last."""
        self._state.enter()
        self._state.chat(chat_id)
        return self._state.drafts.get(chat_id)

    async def save_draft(self, draft: Draft, files: Mapping[str, bytes] | None = None) -> None:
        """A blank one is none."""
        self._state.enter()
        self._state.chat(draft.chat_id)
        if draft.is_blank:
            self._state.drafts.pop(draft.chat_id, None)
        else:
            self._state.files |= files or {}
            self._state.drafts[draft.chat_id] = cleaned(draft)

    async def pictures(self, digests: Iterable[str]) -> dict[str, bytes]:
        """Those of which a message or a draft speaks."""
        self._state.enter()
        spoken_of = self._state.spoken_of()
        files = self._state.files
        return {digest: files[digest] for digest in digests if digest in files and digest in spoken_of}

    def _check_references(self, chat: Chat) -> None:
        for character_id in chat.character_ids:
            if character_id not in self._state.characters:
                raise NotFoundError(kind="character", id=character_id)
        if chat.persona_id is not None and chat.persona_id not in self._state.personas:
            raise NotFoundError(kind="persona", id=chat.persona_id)

    def _branch_row(self, message: Message) -> BranchRow:
        siblings = self._state.siblings(message)
        return BranchRow(
            id=message.id,
            revision=message.revision,
            role=message.role,
            kind=message.kind,
            state=message.state,
            speaker_name=message.speaker.name,
            length=len(message.text),
            flags=message.flags,
            variant=siblings.index(message.id) + 1,
            variants=len(siblings),
        )


class FakeTurnRepository:
    """Fulfils ``TurnRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def open_turn(self, turn: Turn, message: Message) -> None:
        """The turn and its answer."""
        self._state.enter()
        if turn.id in self._state.turns:
            raise StorageError(detail=f"There is a turn with the id {turn.id} already.")
        self._state.append(cleaned(message))
        self._state.turns[turn.id] = cleaned(turn)

    async def replan(self, turn: Turn) -> None:
        """Another plan."""
        self._state.enter()
        if turn.id not in self._state.turns:
            raise NotFoundError(kind="turn", id=turn.id)
        again = cleaned(turn)
        self._state.turns[turn.id] = replace(self._state.turns[turn.id], plan=again.plan, activated=again.activated)

    async def save_partial(self, message: Message) -> None:
        """Never over a final text."""
        self._state.enter()
        self._state.message(message.id)
        self._write(message, only_streaming=True)

    async def finish_turn(self, turn: Turn, message: Message) -> None:
        """How it ended."""
        self._state.enter()
        if turn.id not in self._state.turns:
            raise NotFoundError(kind="turn", id=turn.id)
        self._state.message(message.id)
        self._write(message, only_streaming=False)
        self._state.changed(message.id)
        self._state.touch(message.chat_id)
        opened = self._state.turns[turn.id]
        self._state.turns[turn.id] = replace(
            cleaned(turn),
            chat_id=opened.chat_id,
            message_id=opened.message_id,
            connection_id=opened.connection_id,
            connection_name=opened.connection_name,
            settings=opened.settings,
            plan=opened.plan,
            activated=opened.activated,
            reroll=opened.reroll,
        )

    async def turn_of(self, message_id: str) -> Turn | None:
        """The newest one that made this message."""
        self._state.enter()
        return next((turn for turn in reversed(self._state.turns.values()) if turn.message_id == message_id), None)

    async def activations(self, chat_id: str) -> list[tuple[str, tuple[Activated, ...]]]:
        """Of the branch, the oldest first."""
        self._state.enter()
        branch = reversed([message.id for message in self._state.path(self._state.chat(chat_id).tip_id)])
        return [
            (message_id, turn.activated)
            for message_id in branch
            for turn in self._state.turns.values()
            if turn.message_id == message_id and turn.activated
        ]

    async def last_turn(self, chat_id: str) -> Turn | None:
        """The lowest in the branch."""
        self._state.enter()
        for message in self._state.path(self._state.chat(chat_id).tip_id):
            for turn in reversed(self._state.turns.values()):
                if turn.message_id == message.id and turn.plan is not None:
                    return turn
        return None

    async def recover(self) -> list[str]:
        """After a crash."""
        self._state.enter()
        kept: list[str] = []
        for message_id, revisions in list(self._state.messages.items()):
            if not any(revision.state is MessageState.STREAMING for revision in revisions):
                continue
            self._state.messages[message_id] = [_interrupted(revision) for revision in revisions]
            if all(is_blank(revision) for revision in revisions) and not self._state.children(message_id):
                self._state.remove(message_id)
            else:
                kept.append(message_id)
        for key, turn in self._state.turns.items():
            if turn.finish_reason is None:
                self._state.turns[key] = replace(turn, finish_reason=FinishReason.INTERRUPTED)
        return kept

    def _write(self, message: Message, *, only_streaming: bool) -> None:
        revisions = self._state.messages[message.id]
        if not only_streaming and message.revision > len(revisions):
            raise NotFoundError(kind="message", id=message.id)
        for place, stored in enumerate(revisions):
            if stored.revision != message.revision:
                continue
            if only_streaming and stored.state is MessageState.STREAMING:
                revisions[place] = replace(stored, parts=cleaned(message.parts))
            elif not only_streaming:
                revisions[place] = replace(stored, parts=cleaned(message.parts), state=message.state)


class FakeLibraryRepository:
    """Fulfils ``LibraryRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def characters(self) -> list[Character]:
        """By name."""
        self._state.enter()
        return sorted(self._state.characters.values(), key=lambda item: (item.name.casefold(), item.id))

    async def get_character(self, character_id: str) -> Character:
        """One of them."""
        self._state.enter()
        if character_id not in self._state.characters:
            raise NotFoundError(kind="character", id=character_id)
        return self._state.characters[character_id]

    async def save_character(self, character: Character, *, typed: bool = False) -> None:
        """Adds or replaces, and keeps what was there before."""
        self._state.enter()
        made, before = cleaned(character), self._state.characters.get(character.id)
        if before is not None and replace(before, updated_at=made.updated_at) != made:
            self._state.keep_version(ObjectKind.CHARACTER, before, self._state.clock.now(), typed=typed)
        self._state.characters[character.id] = made

    async def personas(self) -> list[Persona]:
        """By name."""
        self._state.enter()
        return sorted(self._state.personas.values(), key=lambda item: (item.name.casefold(), item.id))

    async def get_persona(self, persona_id: str) -> Persona:
        """One of them."""
        self._state.enter()
        if persona_id not in self._state.personas:
            raise NotFoundError(kind="persona", id=persona_id)
        return self._state.personas[persona_id]

    async def save_persona(self, persona: Persona, *, typed: bool = False) -> None:
        """Adds or replaces, and keeps what was there before."""
        self._state.enter()
        made, before = cleaned(persona), self._state.personas.get(persona.id)
        if before is not None and before != made:
            self._state.keep_version(ObjectKind.PERSONA, before, self._state.clock.now(), typed=typed)
        self._state.personas[persona.id] = made

    async def delete_character(self, character_id: str) -> None:
        """Chats name it no more."""
        self._state.enter()
        if character_id not in self._state.characters:
            raise NotFoundError(kind="character", id=character_id)
        del self._state.characters[character_id]
        for key, chat in self._state.chats.items():
            cast = tuple(each for each in chat.character_ids if each != character_id)
            self._state.chats[key] = replace(chat, character_ids=cast)
        self._state.unlink(Scope(ScopeKind.CHARACTER, character_id))
        self._state.forget_waiting(Scope(ScopeKind.CHARACTER, character_id))

    async def delete_persona(self, persona_id: str) -> None:
        """Chats that used it have none."""
        self._state.enter()
        if persona_id not in self._state.personas:
            raise NotFoundError(kind="persona", id=persona_id)
        del self._state.personas[persona_id]
        for key, chat in self._state.chats.items():
            if chat.persona_id == persona_id:
                self._state.chats[key] = replace(chat, persona_id=None)
        self._state.unlink(Scope(ScopeKind.PERSONA, persona_id))
        self._state.forget_waiting(Scope(ScopeKind.PERSONA, persona_id))


class FakeVersionRepository:
    """Fulfils ``VersionRepository``."""

    def __init__(self, state: FakeState) -> None:
        self._state = state

    async def versions(self, kind: ObjectKind, object_id: str) -> list[LibraryVersion]:
        """The newest first."""
        self._state.enter()
        mine = [version for version in self._state.versions if (version.kind, version.object_id) == (kind, object_id)]
        return mine[::-1]


def _interrupted(revision: Message) -> Message:
    if revision.state is not MessageState.STREAMING:
        return revision
    return replace(revision, state=MessageState.INTERRUPTED)
