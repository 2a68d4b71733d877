"""What the database would hold, in memory, and how a message tree changes. The repositories in memory share one state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat, Draft, Folder
from desktop_app.domain.embedding import PassageVector
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.generation import Turn
from desktop_app.domain.lore import Lorebook, LorebookLink, Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import ImagePart, Message, MessageFlags, TextPart
from desktop_app.domain.ports import Clock
from desktop_app.domain.summary import OldSentence, Proposal, ProposalState, SummarySegment
from desktop_app.domain.transfer import LibraryObject, ObjectKind
from desktop_app.domain.versions import LibraryVersion, is_apart, too_many
from tests.fakes.clock import FakeClock


@dataclass(slots=True)
class FakeState:
    """What the database would hold.

    ``messages``: all revisions of each message, oldest first, in order of creation of the messages. ``chosen``: the child
    of a message that the branch goes, or last went, through. ``vectors``: by embedder, then by chat and source.
    ``embeddings``: by key, the last used last. ``sentence_numbers``: of those in use, in the order of writing.
    ``old_sentences``: by chat and number. ``readings``: by chat, then by message. ``files``: pictures by digest, see ``spoken_of``.
    """

    clock: Clock = field(default_factory=FakeClock)
    chats: dict[str, Chat] = field(default_factory=dict[str, Chat])
    messages: dict[str, list[Message]] = field(default_factory=dict[str, list[Message]])
    chosen: dict[str, str] = field(default_factory=dict[str, str])
    drafts: dict[str, Draft] = field(default_factory=dict[str, Draft])
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    turns: dict[str, Turn] = field(default_factory=dict[str, Turn])
    characters: dict[str, Character] = field(default_factory=dict[str, Character])
    personas: dict[str, Persona] = field(default_factory=dict[str, Persona])
    folders: dict[str, Folder] = field(default_factory=dict[str, Folder])
    books: dict[str, Lorebook] = field(default_factory=dict[str, Lorebook])
    links: set[LorebookLink] = field(default_factory=set[LorebookLink])
    memories: dict[str, MemoryEntry] = field(default_factory=dict[str, MemoryEntry])
    calibrations: dict[str, str] = field(default_factory=dict[str, str])
    vectors: dict[str, dict[tuple[str, str], list[PassageVector]]] = field(
        default_factory=dict[str, dict[tuple[str, str], list[PassageVector]]]
    )
    embeddings: dict[str, bytes] = field(default_factory=dict[str, bytes])
    segments: list[SummarySegment] = field(default_factory=list[SummarySegment])
    sentence_numbers: dict[str, int] = field(default_factory=dict[str, int])
    old_sentences: dict[tuple[str, int], OldSentence] = field(default_factory=dict[tuple[str, int], OldSentence])
    proposals: dict[str, Proposal] = field(default_factory=dict[str, Proposal])
    readings: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    versions: list[LibraryVersion] = field(default_factory=list[LibraryVersion])
    fail_next: Exception | None = None

    def enter(self) -> None:
        """Every method of every repository begins here."""
        error, self.fail_next = self.fail_next, None
        if error is not None:
            raise error

    def chat(self, chat_id: str) -> Chat:
        """A chat. Raises ``NotFoundError``."""
        if chat_id not in self.chats:
            raise NotFoundError(kind="chat", id=chat_id)
        return self.chats[chat_id]

    def message(self, message_id: str) -> Message:
        """A message in its current revision. Raises ``NotFoundError``."""
        if message_id not in self.messages:
            raise NotFoundError(kind="message", id=message_id)
        return self.messages[message_id][-1]

    def siblings(self, message: Message) -> list[str]:
        """The message and the others below the same parent, in order of creation."""
        return [
            revisions[-1].id
            for revisions in self.messages.values()
            if revisions[-1].chat_id == message.chat_id and revisions[-1].parent_id == message.parent_id
        ]

    def children(self, message_id: str) -> list[str]:
        """The messages below a message."""
        return [revisions[-1].id for revisions in self.messages.values() if revisions[-1].parent_id == message_id]

    def path(self, message_id: str | None) -> Iterator[Message]:
        """From a message up to its root."""
        while message_id is not None:
            message = self.messages[message_id][-1]
            yield message
            message_id = message.parent_id

    def spoken_of(self) -> set[str]:
        """The digests of the pictures in all revisions of all messages, and in the drafts."""
        said = (message.parts for history in self.messages.values() for message in history)
        drafted = (draft.pictures for draft in self.drafts.values())
        return {part.digest for parts in (*said, *drafted) for part in parts if isinstance(part, ImagePart)}

    def unlink(self, scope: Scope) -> None:
        """No lorebook counts in this scope any more."""
        self.links = {link for link in self.links if link.scope != scope}

    def keep_version(self, kind: ObjectKind, value: LibraryObject, kept_at: int, *, typed: bool = False) -> None:
        """Behind those of the same object; of too many, some go."""
        mine = [version for version in self.versions if (version.kind, version.object_id) == (kind, value.id)]
        if any(version.value == value for version in mine):
            return
        if typed and mine and not is_apart(mine[-1].kept_at, kept_at):
            return
        mine.append(LibraryVersion(kind, value.id, mine[-1].number + 1 if mine else 1, kept_at, value))
        gone = too_many([(version.number, version.kept_at, len(repr(version.value))) for version in mine])
        others = [version for version in self.versions if (version.kind, version.object_id) != (kind, value.id)]
        self.versions = [*others, *(version for version in mine if version.number not in gone)]

    def forget_waiting(self, scope: Scope) -> None:
        """Nothing is proposed any more for a scope that is gone."""
        self.proposals = {
            key: each
            for key, each in self.proposals.items()
            if each.state is not ProposalState.WAITING or each.entry.scope != scope
        }

    def touch(self, chat_id: str) -> None:
        """The chat was changed just now."""
        chat = self.chats[chat_id]
        self.chats[chat_id] = replace(chat, updated_at=max(chat.updated_at, self.clock.now()))

    def changed(self, message_id: str) -> None:
        """The message has another text, or none any more."""
        self.drop_vectors(message_id)
        self.mark_stale(message_id)

    def mark(self, message_id: str, flags: MessageFlags) -> None:
        """Other flags for a message."""
        revisions = self.messages[message_id]
        before = revisions[-1].flags
        self.messages[message_id] = [replace(revision, flags=flags) for revision in revisions]
        if flags.deleted:
            self.drop_vectors(message_id)
        if replace(before, always_in_context=flags.always_in_context) != flags:
            self.mark_stale(message_id)

    def mark_stale(self, message_id: str) -> None:
        """The sentences that have this message as a source."""
        for place, segment in enumerate(self.segments):
            touched = {
                each.id for each in segment.sentences if any(span.message_id == message_id for span in each.sources)
            }
            self.segments[place] = replace(segment, stale=segment.stale | touched)

    def drop_vectors(self, source_id: str) -> None:
        """Those of one message or segment."""
        for embedder, kept in self.vectors.items():
            self.vectors[embedder] = {place: rows for place, rows in kept.items() if place[1] != source_id}

    def append(self, message: Message) -> None:
        """Below its parent, chosen up to the root, and the tip."""
        self.chat(message.chat_id)
        if message.id in self.messages:
            raise StorageError(detail=f"There is a message with the id {message.id} already.")
        if message.parent_id is not None and self.message(message.parent_id).chat_id != message.chat_id:
            raise NotFoundError(kind="message", id=message.parent_id)
        self.messages[message.id] = [replace(message, revision=1)]
        self.choose_path(message.id)
        self.set_tip(message.chat_id, message.id)
        self.touch(message.chat_id)

    def choose_path(self, message_id: str) -> None:
        """The branch goes through this message."""
        for step in self.path(message_id):
            if step.parent_id is not None:
                self.chosen[step.parent_id] = step.id

    def bottom(self, message_id: str) -> str:
        """Where the branch through this message was left."""
        while message_id in self.chosen:
            message_id = self.chosen[message_id]
        return message_id

    def set_tip(self, chat_id: str, tip_id: str | None) -> None:
        """The end of the visible branch."""
        self.chats[chat_id] = replace(self.chats[chat_id], tip_id=tip_id)

    def remove(self, message_id: str) -> None:
        """See ``ChatRepository.remove_message``."""
        message = self.message(message_id)
        if self.children(message_id) or not all(is_blank(revision) for revision in self.messages[message_id]):
            raise StorageError(detail="Only an empty message without answers can be removed.")
        siblings = self.siblings(message)
        place = siblings.index(message_id)
        others = siblings[:place][-1:] or siblings[place + 1 :][:1]
        del self.messages[message_id]
        self.changed(message_id)
        self.readings.get(message.chat_id, {}).pop(message_id, None)
        self.turns = {key: turn for key, turn in self.turns.items() if turn.message_id != message_id}
        if message.parent_id is not None and self.chosen.get(message.parent_id) == message_id:
            del self.chosen[message.parent_id]
            if others:
                self.chosen[message.parent_id] = others[0]
        if self.chats[message.chat_id].tip_id == message_id:
            self.set_tip(message.chat_id, self.bottom(others[0]) if others else message.parent_id)


def is_blank(message: Message) -> bool:
    """Whether a message says nothing at all."""
    return all(isinstance(part, TextPart) and not part.text for part in message.parts)
