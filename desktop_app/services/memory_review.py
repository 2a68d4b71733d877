"""What the memory entries are worth: which never help, which always stand there, which say two things, and what each costs.

Called by the page that reviews memory. Reads only, but for ``reviewed``; what the person decides is in ``memory_decisions``.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from desktop_app.domain.chat import Chat
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import MemoryEntry, SourceSpan
from desktop_app.domain.message import Message, Role
from desktop_app.domain.ports import ChatRepository, Clock, TokenCount, TurnRepository
from desktop_app.language.sameness import Sameness
from desktop_app.services.knowledge import scopes_of
from desktop_app.services.memory_decisions import MemoryDecisions, kept_beside, looked_at
from desktop_app.services.memory_pairs import alike, contradicting
from desktop_app.services.memory_service import MemoryService

DAYS = 60
"""So far back it is looked, where nobody says otherwise."""

# From so many turns on one can say that an entry is always there.
_FEWEST_TURNS = 5
# Messages that are read at once, to know when they were said.
_STEP = 200
_DAY_MS = 86_400_000

CountText = Callable[[str, str], Awaitable[TokenCount]]
"""Counts a text for a chat (an empty id: for new ones)."""


class Why(StrEnum):
    """What became of a place that an entry was made of."""

    CHANGED = "changed"
    GONE = "gone"
    KEPT_BACK = "kept-back"


@dataclass(frozen=True, slots=True)
class EntryToReview:
    """An entry of which a source is not what it was; ``why`` is the gravest of it, ``message_ids`` are those sources."""

    entry: MemoryEntry
    why: Why
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryFigures:
    """What an entry did: in ``activations`` of ``turns`` (those of chats where it counts, since it is there) it was there.

    ``tokens`` each time, ``tokens_per_turn`` on average; ``exact``: not estimated.
    """

    entry: MemoryEntry
    tokens: int
    exact: bool
    activations: int
    turns: int

    @property
    def tokens_per_turn(self) -> float:
        """What it costs in a turn; one that is always in context costs all of it before there is any turn."""
        if self.turns == 0:
            return float(self.tokens if self.entry.always_in_context else 0)
        return self.tokens * self.activations / self.turns


@dataclass(frozen=True, slots=True)
class MemoryReview:
    """What there is to say of the enabled entries of the last ``days``; ids are those of entries.

    ``silent``: older than that and never there. ``constant``: there in every turn. Neither where the person has looked at
    the entry since. ``contradictions``: pairs that say two things of one, the older first. ``duplicates``: groups that say
    nearly the same. Neither where the person keeps both.
    """

    days: int
    figures: tuple[EntryFigures, ...]
    silent: tuple[str, ...]
    constant: tuple[str, ...]
    contradictions: tuple[tuple[str, str], ...]
    duplicates: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Turns:
    """The turns of a chat: when each was, the oldest first, and how often each entry was there. In Unix milliseconds."""

    scopes: frozenset[Scope]
    times: tuple[int, ...]
    activated: Counter[str]


class MemoryReviewService:
    """Looks at all entries and what the turns of all chats activated. ``decisions``: what the person does about it."""

    def __init__(
        self,
        *,
        memory: MemoryService,
        chats: ChatRepository,
        turns: TurnRepository,
        sameness: Sameness,
        count_text: CountText,
        clock: Clock,
    ) -> None:
        self.decisions = MemoryDecisions(memory, clock)
        self._memory = memory
        self._chats = chats
        self._turns = turns
        self._sameness = sameness
        self._count_text = count_text
        self._clock = clock

    async def to_review(self) -> list[EntryToReview]:
        """The entries of which a source was changed, kept back or taken out since, oldest first."""
        entries = [entry for entry in await self._memory.entries() if entry.sources]
        ids = {source.message_id for entry in entries for source in entry.sources}
        messages = await self._messages(sorted(ids))
        return [found for entry in entries if (found := _to_review(entry, messages)) is not None]

    async def reviewed(self, entry_id: str) -> MemoryEntry:
        """The entry is right as it is: it stands by its sources as they are now; those that are gone it has no more.

        Raises ``NotFoundError``.
        """
        entry = await self._memory.get_entry(entry_id)
        messages = await self._messages([source.message_id for source in entry.sources])
        sources = tuple(
            _as_now(source, messages[source.message_id])
            for source in entry.sources
            if _became(source, messages) in {None, Why.CHANGED}
        )
        return await self._memory.save(replace(entry, sources=sources))

    async def review(self, days: int = DAYS, progress: Callable[[float], None] = lambda _share: None) -> MemoryReview:
        """All there is to say of the enabled entries. Takes a while where there are many chats or entries.

        ``progress`` hears the share done (0 to 1). Cancelling leaves nothing behind.
        """
        entries = [entry for entry in await self._memory.entries() if entry.enabled]
        since = self._clock.now() - days * _DAY_MS
        chats = [chat for chat in await self._chats.list_chats() if chat.updated_at >= since]
        steps, turns, counts = len(chats) + len(entries) + 1, list[_Turns](), dict[str, TokenCount]()
        for chat in chats:
            turns.append(await self._turns_of(chat, since))
            progress(len(turns) / steps)
        known = {chat.id for chat in chats}
        for entry in entries:
            chat_id = entry.scope.id if entry.scope.kind is ScopeKind.CHAT and entry.scope.id in known else ""
            counts[entry.id] = await self._count_text(chat_id, entry.content)
            progress((len(chats) + len(counts)) / steps)
        return await asyncio.to_thread(_reviewed, entries, counts, turns, since, days, self._sameness)

    async def _turns_of(self, chat: Chat, since: int) -> _Turns:
        """Those of the visible branch since then. Every answer but a greeting is one."""
        activated = dict(await self._turns.activations(chat.id))
        answers = [row.id for row in (await self._chats.branch(chat.id))[1:] if row.role is Role.ASSISTANT]
        times: list[int] = []
        found = Counter[str]()
        for some in _steps(answers[::-1]):
            messages = await self._chats.messages(some)
            lately = {key: message.created_at for key, message in messages.items() if message.created_at >= since}
            times.extend(lately.values())
            for key in lately:
                found.update({each.entry_id for each in activated.get(key, ())})
            if len(lately) < len(some):
                break
        return _Turns(frozenset(scopes_of(chat)), tuple(sorted(times)), found)

    async def _messages(self, ids: Sequence[str]) -> dict[str, Message]:
        found: dict[str, Message] = {}
        for some in _steps(ids):
            found |= await self._chats.messages(some)
        return found


def _reviewed(
    entries: Sequence[MemoryEntry],
    counts: Mapping[str, TokenCount],
    turns: Sequence[_Turns],
    since: int,
    days: int,
    sameness: Sameness,
) -> MemoryReview:
    figures = tuple(_figures(entry, counts[entry.id], turns) for entry in entries)
    open_figures = [each for each in figures if looked_at(each.entry) < since]
    by_id = {entry.id: entry for entry in entries}
    return MemoryReview(
        days=days,
        figures=figures,
        silent=tuple(each.entry.id for each in open_figures if not each.activations and each.entry.created_at < since),
        constant=tuple(
            each.entry.id for each in open_figures if each.turns >= _FEWEST_TURNS and each.activations >= each.turns
        ),
        contradictions=tuple(
            (one, other) for one, other in contradicting(entries) if not kept_beside(by_id[one], by_id[other])
        ),
        duplicates=alike(entries, sameness, kept_beside),
    )


def _figures(entry: MemoryEntry, count: TokenCount, turns: Sequence[_Turns]) -> EntryFigures:
    own = [each for each in turns if entry.scope in each.scopes]
    return EntryFigures(
        entry=entry,
        tokens=count.tokens,
        exact=count.exact,
        activations=sum(each.activated[entry.id] for each in own),
        turns=sum(len(each.times) - bisect_left(each.times, entry.created_at) for each in own),
    )


def _steps(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    return (ids[start : start + _STEP] for start in range(0, len(ids), _STEP))


def _to_review(entry: MemoryEntry, messages: dict[str, Message]) -> EntryToReview | None:
    became = {source.message_id: why for source in entry.sources if (why := _became(source, messages)) is not None}
    if not became:
        return None
    why = next(each for each in (Why.GONE, Why.KEPT_BACK, Why.CHANGED) if each in became.values())
    return EntryToReview(entry, why, tuple(became))


def _became(source: SourceSpan, messages: dict[str, Message]) -> Why | None:
    message = messages.get(source.message_id)
    if message is None or message.flags.deleted:
        return Why.GONE
    if not message.flags.sendable:
        return Why.KEPT_BACK
    return None if message.revision == source.revision else Why.CHANGED


def _as_now(source: SourceSpan, message: Message) -> SourceSpan:
    length = len(message.text)
    return SourceSpan(message.id, message.revision, min(source.start, length), min(source.end, length))
