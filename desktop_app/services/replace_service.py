"""Find and replace over a chat: its messages, its summary, the lore and the memory that count in it, and its characters.

Called by the replace window. First every place is told with what would stand there; then what was ticked is stored as new
revisions in one transaction, after a backup, and can be taken back in one step. Looking and changing happen in threads.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from desktop_app.domain.backup import BEFORE_REPLACING, Progress
from desktop_app.domain.character import Character
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.knowledge_ports import LoreRepository, MemoryRepository
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry, SummarySentence
from desktop_app.domain.message import Message, MessageState
from desktop_app.domain.ports import ChatRepository, LibraryRepository
from desktop_app.domain.replacing import TextBatch, TextRepository
from desktop_app.domain.summary import SummaryRepository
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.replacing import Finder, Place, Wanted
from desktop_app.services.backup_service import BackupService
from desktop_app.services.events import (
    BranchChanged,
    EventBus,
    LibraryChanged,
    LibraryKind,
    MessageChanged,
    SummaryChanged,
)
from desktop_app.services.import_run import Watch
from desktop_app.services.knowledge import scopes_of
from desktop_app.services.replace_texts import Spot, Thing, changed, texts_of

# Messages that are read and looked through at once.
STEP = 500
# More places than that are not shown one by one.
MOST_HITS = 50_000
# From so many changed messages on, the branch is told as changed, not each of them.
MANY = 20

_Kind = TypeVar("_Kind", Message, SummarySentence, Lorebook, MemoryEntry, Character)


class Where(StrEnum):
    """Where it is looked for."""

    MESSAGES = "messages"
    SUMMARY = "summary"
    LORE = "lore"
    MEMORY = "memory"
    CHARACTERS = "characters"


@dataclass(frozen=True, slots=True)
class ReplaceHit:
    """One place: ``text`` is the whole text that it is in, ``instead`` what would stand there.

    ``title`` is what people call the thing that it is in: who speaks, the entry, the character.
    """

    number: int
    where: Where
    thing_id: str
    spot: Spot
    title: str
    text: str
    place: Place
    instead: str


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """What a search found, and the things as they were looked at. ``more``: not all places are in it."""

    chat_id: str
    wanted: Wanted
    hits: tuple[ReplaceHit, ...] = ()
    things: Mapping[str, Thing] | None = None
    more: bool = False

    @property
    def forms(self) -> tuple[tuple[str, str, int], ...]:
        """The inflected forms among them: as it stands, what is proposed, how often."""
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for hit in self.hits:
            if hit.place.is_form:
                counts[hit.place.found, hit.instead] += 1
        return tuple((form, instead, count) for (form, instead), count in counts.items())


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was done: ``places`` in ``things``, and what takes it back."""

    places: int
    things: int
    before: TextBatch


@dataclass(frozen=True, slots=True)
class Texts:
    """The repositories that are looked into, and the one that changes them all at once."""

    chats: ChatRepository
    summaries: SummaryRepository
    lore: LoreRepository
    memories: MemoryRepository
    library: LibraryRepository
    replacing: TextRepository


class ReplaceService:
    """Finds, replaces, takes back."""

    def __init__(self, texts: Texts, backups: BackupService, bus: EventBus, lemmas: Lemmas) -> None:
        self._texts = texts
        self._backups = backups
        self._bus = bus
        self._lemmas = lemmas

    async def find(
        self, chat_id: str, wanted: Wanted, where: Collection[Where] = tuple(Where), watch: Watch | None = None
    ) -> FoundPlaces:
        """Every place in the visible branch and in what counts in this chat. Changes nothing.

        A text of which nothing would be left is passed over: no name, key or message becomes blank.
        A cancelled watch ends it with what was found so far. Raises ``NotFoundError``.
        """
        watch = watch or Watch()
        search = _Search(Finder(wanted, self._lemmas))
        for place in Where:
            if place is Where.MESSAGES and place in where:
                await self._find_in_messages(chat_id, search, watch)
            elif place in where and not watch.cancelled:
                things = await self._things(chat_id, place)
                await asyncio.to_thread(search.look, place, things)
        watch.tell(1, 1)
        return FoundPlaces(chat_id, wanted, tuple(search.hits), search.things, search.more)

    async def replace(
        self,
        found: FoundPlaces,
        numbers: Collection[int],
        *,
        forms: Mapping[str, str] | None = None,
        watch: Watch | None = None,
    ) -> Replaced | None:
        """Puts it into the places of these numbers. ``forms``: the person's own words for inflected forms.

        Raises ``ChangedMeanwhileError``, ``StorageError``: then nothing has changed. None: the person cancelled.
        """
        watch = watch or Watch()
        chosen = [hit for hit in found.hits if hit.number in numbers]
        batch = await asyncio.to_thread(_batch, found, chosen, forms or {})
        try:
            await self._backups.back_up_before(BEFORE_REPLACING, watch.go_on)
            before = await self._change(batch, watch.go_on)
        except InterruptedError:
            return None
        return Replaced(len(chosen), len({hit.thing_id for hit in chosen}), before)

    async def undo(self, replaced: Replaced) -> None:
        """Everything as it was, in one step. Raises ``ChangedMeanwhileError`` where something was changed since."""
        await self._change(replaced.before)

    async def _change(self, batch: TextBatch, progress: Progress | None = None) -> TextBatch:
        before = await self._texts.replacing.change(batch, progress)
        await self._tell(batch)
        return before

    async def _find_in_messages(self, chat_id: str, search: _Search, watch: Watch) -> None:
        rows = [
            row
            for row in await self._texts.chats.branch(chat_id)
            if not row.flags.deleted and row.state is not MessageState.STREAMING
        ]
        for start in range(0, len(rows), STEP):
            if watch.cancelled:
                return
            watch.tell(start, len(rows))
            ids = [row.id for row in rows[start : start + STEP]]
            messages = await self._texts.chats.messages(ids)
            await asyncio.to_thread(search.look, Where.MESSAGES, [messages[one] for one in ids if one in messages])

    async def _things(self, chat_id: str, where: Where) -> Sequence[Thing]:
        texts = self._texts
        chat = await texts.chats.get_chat(chat_id)
        match where:
            case Where.SUMMARY:  # what is not the person's own words is told anew by itself
                segments = await texts.summaries.segments(chat_id)
                return [sentence for segment in segments for sentence in segment.sentences if sentence.locked]
            case Where.LORE:
                return list({book.id: book for book, _ in await texts.lore.linked_books(scopes_of(chat))}.values())
            case Where.MEMORY:
                return await texts.memories.entries(scopes_of(chat))
            case _:
                return await self._characters(chat.character_ids)

    async def _characters(self, ids: Iterable[str]) -> list[Character]:
        found: list[Character] = []
        for character_id in ids:
            try:
                found.append(await self._texts.library.get_character(character_id))
            except NotFoundError:
                continue
        return found

    async def _tell(self, batch: TextBatch) -> None:
        ids = [message.id for message in batch.messages]
        if 0 < len(ids) <= MANY:
            for message in (await self._texts.chats.messages(ids)).values():
                self._bus.publish(MessageChanged(batch.chat_id, message))
        elif ids:
            self._bus.publish(BranchChanged(batch.chat_id))
        if batch.sentences:
            if not ids:
                self._bus.publish(BranchChanged(batch.chat_id))
            self._bus.publish(SummaryChanged(batch.chat_id))
        for kind, things in (
            (LibraryKind.LOREBOOK, batch.books),
            (LibraryKind.MEMORY, batch.memories),
            (LibraryKind.CHARACTER, batch.characters),
        ):
            if things:
                self._bus.publish(LibraryChanged(kind, tuple(thing.id for thing in things)))


class _Search:
    """One search under way."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self.hits: list[ReplaceHit] = []
        self.things: dict[str, Thing] = {}
        self.more = False

    def look(self, where: Where, things: Sequence[Thing]) -> None:
        """Looks through things, in a worker thread."""
        for thing in things:
            for spot, text in texts_of(thing):
                places = self._finder.places(text)
                if places and self._leaves_nothing(text, places):
                    continue
                for place in places:
                    instead = self._finder.instead_of(place)
                    if instead == place.found:
                        continue
                    if len(self.hits) >= MOST_HITS:
                        self.more = True
                        return
                    self.things[thing.id] = thing
                    hit = ReplaceHit(len(self.hits), where, thing.id, spot, _title(thing, spot), text, place, instead)
                    self.hits.append(hit)

    def _leaves_nothing(self, text: str, places: Sequence[Place]) -> bool:
        if any(self._finder.instead_of(place).strip() for place in places):
            return False
        ends = [0, *(place.end for place in places)]
        starts = [*(place.start for place in places), len(text)]
        return not any(text[end:start].strip() for end, start in zip(ends, starts, strict=True))


def _title(thing: Thing, spot: Spot) -> str:
    match thing:
        case Message():
            return thing.speaker.name
        case Lorebook():
            entry = next((entry for entry in thing.entries if entry.id == spot[0]), None)
            name = "" if entry is None else entry.name or next(iter(entry.keys), "")
            return f"{thing.name} / {name}" if entry is not None else thing.name
        case MemoryEntry():
            return thing.title
        case Character():
            return thing.name
        case SummarySentence():
            return ""


def _batch(found: FoundPlaces, chosen: Iterable[ReplaceHit], forms: Mapping[str, str]) -> TextBatch:
    by_thing: dict[str, dict[Spot, list[ReplaceHit]]] = defaultdict(lambda: defaultdict(list))
    for hit in chosen:
        by_thing[hit.thing_id][hit.spot].append(hit)
    known = found.things or {}
    made: list[Thing] = []
    for thing_id, spots in by_thing.items():

        def change(spot: Spot, text: str, spots: Mapping[Spot, list[ReplaceHit]] = spots) -> str:
            return _changed_text(text, spots[spot], forms) if spot in spots else text

        made.append(changed(known[thing_id], change))
    return TextBatch(
        found.chat_id,
        _only(Message, made),
        _only(SummarySentence, made),
        _only(Lorebook, made),
        _only(MemoryEntry, made),
        _only(Character, made),
    )


def _only(kind: type[_Kind], things: Iterable[Thing]) -> tuple[_Kind, ...]:
    return tuple(thing for thing in things if isinstance(thing, kind))


def _changed_text(text: str, hits: Sequence[ReplaceHit], forms: Mapping[str, str]) -> str:
    for hit in sorted(hits, key=lambda hit: -hit.place.start):
        instead = forms.get(hit.place.found, hit.instead) if hit.place.is_form else hit.instead
        text = text[: hit.place.start] + instead + text[hit.place.end :]
    return text
