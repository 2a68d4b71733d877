"""Memory entries that the chat proposes: found beside it, kept in an inbox, and true only when the person takes them.

Called by the inbox and by *remember this*. Nothing that is proposed enters a prompt.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from desktop_app.domain.chat import BranchRow, Chat
from desktop_app.domain.errors import NotFoundError, StorageError
from desktop_app.domain.lore import Scope, ScopeKind
from desktop_app.domain.memory import TRUE_UNTIL, KeywordMatch, MemoryEntry, SourceSpan
from desktop_app.domain.message import Message, clean_text
from desktop_app.domain.ports import ChatRepository, Clock
from desktop_app.domain.summary import Covered, Proposal, ProposalRepository, ProposalState
from desktop_app.language.facts import as_content
from desktop_app.language.fold import Span
from desktop_app.language.sameness import Sameness
from desktop_app.services.branch_memory import on_branch, sources_of_chat
from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatRemoved,
    EventBus,
    MessageChanged,
    ProposalsChanged,
    TurnFinished,
)
from desktop_app.services.knowledge import scopes_of
from desktop_app.services.memory_pairs import may_meet
from desktop_app.services.memory_service import MemoryService
from desktop_app.services.proposal_choice import (
    Known,
    Naming,
    choose,
    is_read,
    keywords_of,
    says_the_same,
    speaker_of,
    superseded_by,
)
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry

_log = logging.getLogger(__name__)

# So many messages at the end of a branch are looked through: a chat that was imported is not read from its beginning.
LOOK_BACK = 50

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Decision:
    """What the person decided about a proposal, and all that it takes to undo it.

    ``entry``: what is remembered now. ``older``: the entry that was true until then, as it was before.
    """

    before: tuple[Proposal, ...]
    entry: MemoryEntry | None = None
    older: MemoryEntry | None = None


class ProposalService:
    """The one door to proposals. ``automatic``: chats are looked through as they change (else only by ``look``)."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        proposals: ProposalRepository,
        memory: MemoryService,
        sameness: Sameness,
        settings: SettingsService,
        bus: EventBus,
        tasks: TaskRegistry,
        clock: Clock,
        new_id: Callable[[], str],
        automatic: bool,
    ) -> None:
        self._chats = chats
        self._proposals = proposals
        self._memory = memory
        self._sameness = sameness
        self._settings = settings
        self._bus = bus
        self._tasks = tasks
        self._clock = clock
        self._new_id = new_id
        self._lock = asyncio.Lock()
        self._again: set[str] = set()
        self._working: set[str] = set()
        self._told = -1
        self._counts: Counter[str] | None = None
        if automatic:
            bus.subscribe(TurnFinished, lambda event: self._wake(event.turn.chat_id))
            bus.subscribe(MessageChanged, lambda event: self._wake(event.chat_id))
            bus.subscribe(BranchChanged, lambda event: self._wake(event.chat_id))
            bus.subscribe(ChatAdded, lambda event: self._came_back(event.chat.id))
            bus.subscribe(ChatRemoved, lambda event: self._count(event.chat_id))

    async def look(self, chat_id: str) -> tuple[Proposal, ...]:
        """Looks through what was said since, and returns what is proposed anew. Raises ``NotFoundError``.

        Nothing where the person wants no proposals. A message is looked through once in each of its revisions.
        """
        made: tuple[Proposal, ...] = ()
        if self._settings.settings.summary.propose:
            async with self._lock:
                made = await self._look(chat_id)
        await self._tell(chat_id)
        return made

    async def waiting(self, chat_id: str = "") -> list[Proposal]:
        """What waits for the person, of one chat or of all, oldest first.

        Only what is still said: a proposal of a message that was changed, excluded or deleted, or that stands on another
        branch, is not shown, and comes back where that is undone.
        """
        kept = [each for each in await self._proposals.proposals() if chat_id in {"", each.chat_id}]
        shown = {chat.id for chat in await self._chats.list_chats()}
        rows: dict[str, dict[str, BranchRow]] = {}
        for each in {proposal.chat_id for proposal in kept} & shown:
            rows[each] = {row.id: row for row in await self._branch(each)}
        return [proposal for proposal in kept if _stands(proposal, rows.get(proposal.chat_id, {}))]

    async def accept(self, proposal_id: str, entry: MemoryEntry | None = None) -> Decision:
        """Remembers what is proposed, as ``entry`` (edited by the person) or as it is.

        An entry that cannot be true beside it counts no longer, and says since when (``true_until``). Raises
        ``NotFoundError`` where the proposal does not wait any more.
        """
        return await self._finish(self._accept(proposal_id, entry))

    async def refuse(self, proposal_id: str) -> Decision:
        """Wants this one not. Raises ``NotFoundError`` where it does not wait any more."""
        return await self._finish(self._refuse(proposal_id, ProposalState.REFUSED))

    async def never_again(self, proposal_id: str) -> Decision:
        """Wants nothing like it: what else waits of its likeness goes, and no more comes. Raises ``NotFoundError``."""
        return await self._finish(self._refuse(proposal_id, ProposalState.NEVER_AGAIN))

    async def undo(self, decision: Decision) -> None:
        """As if the person had not decided."""
        await self._finish(self._undo(decision))

    async def similar(self, entry: MemoryEntry) -> list[MemoryEntry]:
        """The entries that may count beside this one and say nearly the same, oldest first: to be shown together."""
        others = [other for other in await self._memory.entries() if other.id != entry.id and may_meet(entry, other)]
        return await asyncio.to_thread(
            lambda: [other for other in others if says_the_same(entry.content, other.content, self._sameness)]
        )

    async def remember(self, chat_id: str, message_id: str, span: Span | None = None) -> MemoryEntry:
        """An entry of a message, or of the characters ``span`` of its visible text, for a form; nothing is stored.

        Raises ``NotFoundError``.
        """
        message = await self._chats.get_message(message_id)
        if message.chat_id != chat_id:
            raise NotFoundError(kind="message", id=message_id)
        start, end = span or (0, len(message.text))
        end = min(end, len(message.text))
        content = as_content(message.text[start:end], speaker_of(message, self._user_name))
        return MemoryEntry(
            id=self._new_id(),
            content=clean_text(content),
            keywords=await asyncio.to_thread(keywords_of, content),
            match=KeywordMatch.WHOLE_WORDS,
            scope=Scope(ScopeKind.CHAT, chat_id),
            sources=(SourceSpan(message_id, message.revision, start, end),),
        )

    @property
    def _user_name(self) -> str:
        return self._settings.settings.user_name

    async def _look(self, chat_id: str) -> tuple[Proposal, ...]:
        chat = await self._chats.get_chat(chat_id)
        read = await self._proposals.read_up_to(chat_id)
        tail = await self._chats.tail(chat_id, LOOK_BACK)
        unread = [message for message in tail if is_read(message) and read.get(message.id) != message.revision]
        if not unread:
            return ()
        known = await self._known(chat_id, await self._entries_here(chat))
        naming = Naming(self._new_id, self._clock.now(), self._user_name)
        made = await asyncio.to_thread(choose, chat_id, unread, known, self._sameness, naming)
        if made:
            await self._proposals.save_proposals(made)
        await self._proposals.mark_read(chat_id, [_covered(message) for message in unread])
        return tuple(made)

    async def _known(self, chat_id: str, entries: Sequence[MemoryEntry]) -> Known:
        kept = await self._proposals.proposals(None)
        refused = [
            each
            for each in kept
            if each.chat_id == chat_id and each.state not in {ProposalState.WAITING, ProposalState.ACCEPTED}
        ]
        unwanted = frozenset(each.likeness for each in kept if each.state is ProposalState.NEVER_AGAIN)
        return Known(entries, [*await self.waiting(chat_id), *refused], unwanted)

    async def _accept(self, proposal_id: str, edited: MemoryEntry | None) -> Decision:
        async with self._lock:
            proposal = await self._waiting_one(proposal_id)
            own = proposal.entry
            content = own.content if edited is None else clean_text(edited.content)
            older = await self._older(proposal.chat_id, content)
            entry = replace(edited or own, id=own.id, content=content, sources=own.sources)
            if older is not None:
                scope = older.scope if edited is None else edited.scope
                entry = replace(entry, supersedes=older.id, scope=scope)
                # First this: whatever happens in between, no prompt has both for true.
                until = {TRUE_UNTIL: str(self._clock.now()), **older.extensions}
                await self._memory.save(replace(older, enabled=False, extensions=until))
            stored = await self._memory.save(entry)
            await self._proposals.save_proposals([replace(proposal, state=ProposalState.ACCEPTED)])
        await self._tell(proposal.chat_id)
        return Decision((proposal,), stored, older)

    async def _older(self, chat_id: str, content: str) -> MemoryEntry | None:
        entries = await self._entries_here(await self._chats.get_chat(chat_id))
        found = await asyncio.to_thread(superseded_by, content, entries)
        return None if found is None else await self._memory.get_entry(found.id)

    async def _entries_here(self, chat: Chat) -> list[MemoryEntry]:
        """Those that count in the chat, as they count on its visible branch."""
        entries = tuple(await self._memory.entries(scopes_of(chat)))
        born_here = await sources_of_chat(entries, chat.id, self._chats)
        here = on_branch(entries, chat.id, born_here, (row.id for row in await self._chats.branch(chat.id)))
        return [entry for entry in here.memories if entry.id not in here.elsewhere]

    async def _refuse(self, proposal_id: str, state: ProposalState) -> Decision:
        async with self._lock:
            proposal = await self._waiting_one(proposal_id)
            before = [proposal]
            if state is ProposalState.NEVER_AGAIN:
                kept = await self._proposals.proposals()
                before += [each for each in kept if each.likeness == proposal.likeness and each.id != proposal.id]
                self._counts = None  # other chats may have had some
            # Only the one that was meant says what is wanted no more: it alone has to be taken back for it.
            others = [replace(each, state=ProposalState.REFUSED) for each in before[1:]]
            await self._proposals.save_proposals([replace(proposal, state=state), *others])
        await self._tell(proposal.chat_id)
        return Decision(tuple(before))

    async def _undo(self, decision: Decision) -> None:
        async with self._lock:
            if decision.entry is not None:
                try:
                    await self._memory.delete(decision.entry.id)
                except NotFoundError:
                    _log.info("what was remembered is gone already")
            if decision.older is not None:
                await self._memory.put_back([decision.older])
            await self._proposals.save_proposals(decision.before)
            self._counts = None
        await self._tell(decision.before[0].chat_id)

    async def _waiting_one(self, proposal_id: str) -> Proposal:
        for proposal in await self._proposals.proposals():
            if proposal.id == proposal_id:
                return proposal
        raise NotFoundError(kind="proposal", id=proposal_id)

    async def _branch(self, chat_id: str) -> list[BranchRow]:
        try:
            return await self._chats.branch(chat_id)
        except NotFoundError:  # it went since the chats were listed
            return []

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        return await self._tasks.finish("decide about a proposal", work)

    async def _tell(self, chat_id: str) -> None:
        if self._counts is None:
            self._counts = Counter(proposal.chat_id for proposal in await self.waiting())
            self._counts[chat_id] += 0  # known from now on
        else:
            self._counts[chat_id] = len(await self.waiting(chat_id))
        waiting = self._counts.total()
        if waiting != self._told:
            self._told = waiting
            self._bus.publish(ProposalsChanged(chat_id, waiting))

    def _came_back(self, chat_id: str) -> None:
        """A chat out of the trash; of one that is new or imported nothing waits, and nothing is read before its next turn."""
        if self._counts is not None and chat_id in self._counts:
            self._count(chat_id)

    def _count(self, chat_id: str) -> None:
        self._tasks.launch(f"count proposals:{chat_id}", _unless_storage_fails(self._tell(chat_id)))

    def _wake(self, chat_id: str) -> None:
        self._again.add(chat_id)
        # Not by the name of the task: it has one for a moment longer than it looks whether there is more to do.
        if chat_id not in self._working:
            self._working.add(chat_id)
            self._tasks.launch(_job(chat_id), self._work(chat_id))

    async def _work(self, chat_id: str) -> None:
        try:
            while chat_id in self._again:
                self._again.discard(chat_id)
                await _unless_storage_fails(self.look(chat_id))
        finally:
            self._working.discard(chat_id)


def true_until(entry: MemoryEntry) -> int | None:
    """Since when an entry is true no longer, in Unix milliseconds; None: nothing took its place."""
    moment = entry.extensions.get(TRUE_UNTIL, "")
    return int(moment) if moment.isdecimal() else None


async def _unless_storage_fails(work: Awaitable[object]) -> None:
    try:
        await work
    except StorageError as error:  # the chat is gone, or the disk is full: the next change looks again
        _log.warning("a chat could not be looked through for proposals: %s", error.code)


def _stands(proposal: Proposal, rows: dict[str, BranchRow]) -> bool:
    """Whether all that it was made of is said on the branch of these rows, in the same words."""
    return all(
        (row := rows.get(source.message_id)) is not None and row.flags.sendable and row.revision == source.revision
        for source in proposal.entry.sources
    )


def _covered(message: Message) -> Covered:
    return Covered(message.id, message.revision)


def _job(chat_id: str) -> str:
    return f"proposals:{chat_id}"
