"""Plans: what the model would see, and why. For the preview and for Send by the same way.

Called by the preview, by ``TurnRunner`` and by ``talespan plan``. ``RequestMaker`` gathers, the pure engine builds in a
worker thread, ``Counting`` says whose tokens are counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from desktop_app.context.builder import build
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.needed import tokens_needed
from desktop_app.context.plan import ContextPlan, EntryTrace
from desktop_app.context.plan_store import load
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, LinkedBook
from desktop_app.domain.errors import ContextTooLargeError
from desktop_app.domain.generation import SERVER_TOKENIZER, Usage
from desktop_app.domain.group import NextSpeaker
from desktop_app.domain.knowledge_ports import CalibrationStore, Ranker
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import clean_text
from desktop_app.domain.pictures import PictureTerms
from desktop_app.domain.ports import Clock, ProviderRegistry, TokenCount
from desktop_app.services.answering import Answerer, Asked, WhatIf
from desktop_app.services.branch_cache import BranchCache
from desktop_app.services.counting import Count, Counting
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import (
    BranchChanged,
    ChatPurged,
    CountsChanged,
    EventBus,
    LibraryChanged,
    MessageAdded,
    MessageChanged,
    TurnFinished,
)
from desktop_app.services.group_turns import GroupTurns, as_speaker
from desktop_app.services.knowledge import Knowledge, Sources
from desktop_app.services.recall_service import AS_SEND_DOES, Later, Patience, RecallService
from desktop_app.services.relevance import Relevances
from desktop_app.services.request_maker import RequestMaker, Said
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.shown_requests import ShownRequests
from desktop_app.services.speaking_persona import SpeakingPersona
from desktop_app.services.summary_service import SummaryService
from desktop_app.services.tasks import TaskRegistry

# The text of a trace in its hits: it is no message.
TRACED_TEXT_ID = "traced-text"

_TO_THE_END = Patience(seconds=None)

# How often a prompt is cut again after the server's own count of the whole prompt said it is too long.
MAXIMUM_RECOUNTS = 3

# So many seconds Send waits for a server that counts its prompt.
COUNT_SECONDS = 5.0


class ContextService:
    """The engine runs in a worker thread; the same request gives the same plan, so preview and Send agree."""

    def __init__(
        self,
        *,
        sources: Sources,
        calibrations: CalibrationStore,
        ranker: Ranker,
        summaries: SummaryService,
        recalls: RecallService | None = None,
        providers: ProviderRegistry,
        settings: SettingsService,
        drafts: Drafts,
        clock: Clock,
        bus: EventBus,
        tasks: TaskRegistry,
    ) -> None:
        self._turns = sources.turns
        self._providers = providers
        self._settings = settings
        self._drafts = drafts
        self._bus = bus
        self._tasks = tasks
        self._branches = BranchCache(sources.chats)
        personas = SpeakingPersona(sources.library, lambda: settings.settings.default_persona_id)
        self._knowledge = Knowledge(sources, bus, personas)
        self._counting = Counting(calibrations)
        self._shown = ShownRequests(bus)
        self._maker = RequestMaker(
            knowledge=self._knowledge,
            settings=settings,
            relevances=Relevances(ranker, None if recalls is None else recalls.meaning.ranker),
            summaries=summaries,
            recalls=recalls,
            clock=clock,
            shown=self._shown,
        )
        self._memory = EngineMemory()
        self._turns_of_group = GroupTurns()
        bus.subscribe(MessageAdded, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(MessageChanged, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(BranchChanged, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(TurnFinished, lambda event: self._branches.forget(event.turn.chat_id))
        bus.subscribe(ChatPurged, self._on_chat_purged)
        bus.subscribe(LibraryChanged, self._on_library_changed)

    async def preview(
        self, chat_id: str, draft_text: str, *, what_if: WhatIf = WhatIf(), wait: bool = False
    ) -> ContextPlan:
        """What would be sent if the person sent ``draft_text`` now, or would be if ``what_if`` were so.

        Raises ``ContextTooLargeError`` where what must be sent does not fit, ``NotFoundError`` for an unknown chat.
        Starts no model: what only a sleeping one could count is estimated. What takes long is done beside it, named in
        ``pending``, and told by ``CountsChanged``; or, with ``wait``, done before. What is found is kept for Send, without
        ``what_if``, whatever the background makes in between.
        """
        if not wait:
            self._tasks.person_is_busy()
        begun_at = self._shown.changes
        answerer = await self.answerer(chat_id)
        count = await self._count(answerer)
        patience = _TO_THE_END if wait else Patience(later=self._later(chat_id))
        request = await self._previewed(answerer, draft_text, what_if, count, patience)
        planned, plan = await self._planned(request, count)
        if wait and await self._settle_at_home(answerer, plan):
            return await self.preview(chat_id, draft_text, what_if=what_if, wait=True)
        if what_if == WhatIf():
            self._shown.show(planned, answerer.chat.context, begun_at)
        if answerer.provider.awake and self._counting.worth_counting(answerer.connection, answerer.provider, plan):
            self._launch_once(f"count:{chat_id}", lambda: self._count_beside(answerer, plan))
        return plan

    async def request(self, chat_id: str, draft_text: str, *, what_if: WhatIf = WhatIf()) -> ContextRequest:
        """The request that Send would make its plan of (if ``what_if`` were so), with nothing pending.

        Also where that plan cannot be: then nothing is kept free for errors of counting.
        """
        answerer = await self.answerer(chat_id)
        count = await self._count(answerer)
        request = await self._previewed(answerer, draft_text, what_if, count, _TO_THE_END)
        try:
            return (await self._planned(request, count))[0]
        except ContextTooLargeError:
            return request

    async def trace(self, chat_id: str, text: str) -> tuple[EntryTrace, ...]:
        """What every entry that counts in this chat would do if ``text`` were all that is said; blank: with the draft, now.

        In the hits the text is ``TRACED_TEXT_ID``.
        """
        answerer = await self.answerer(chat_id)
        count = await self._count(answerer)
        draft = "" if text.strip() else (await self._drafts.current(chat_id)).text
        request = await self._previewed(answerer, draft, WhatIf(), count, AS_SEND_DOES)
        if text.strip():
            traced = InputMessage(TRACED_TEXT_ID, clean_text(text))
            request = await self._maker.with_draft_only(request, answerer.chat, traced)
        return (await self._planned(request, count))[1].entries

    async def try_alone(self, chat_id: str, tried: Lorebook | MemoryEntry) -> EntryTrace:
        """What one entry as it stands in a form would do in the chat with its draft, if there were no other.

        ``tried``: a memory entry, or the entry's lorebook with this entry only. Scopes do not matter.
        """
        answerer = await self.answerer(chat_id)
        count = await self._count(answerer)
        draft = await self._drafts.current(chat_id)
        request = await self._previewed(answerer, draft.text, WhatIf(), count, AS_SEND_DOES)
        of_book = isinstance(tried, Lorebook)
        books = (LinkedBook(replace(tried, id=f"{tried.id} alone")),) if of_book else ()
        request = replace(request, books=books, memories=() if of_book else (tried,))
        return (await self._planned(request, count))[1].entries[0]

    async def picture_terms(self, chat_id: str) -> PictureTerms:
        """Whether who answers in this chat sees pictures, and what they cost. Asks the server where nobody has said."""
        return await self._maker.picture_terms(await self.answerer(chat_id))

    async def count_text(self, chat_id: str, text: str) -> TokenCount:
        """How many tokens ``text`` has for whoever answers in this chat; an empty id: in new chats."""
        return (await self.count_texts(chat_id, (text,)))[0]

    async def count_texts(self, chat_id: str, texts: Sequence[str]) -> list[TokenCount]:
        """As ``count_text``, for many; in a thread."""
        if chat_id:
            count = await self._count(await self.answerer(chat_id))
        else:
            connection = self._settings.settings.connection(None)
            count = await self._counting.count(connection, self._providers.provider(connection))
        return await asyncio.to_thread(lambda: [count.counter.count(text) for text in texts])

    async def tokens_needed(self, chat_id: str, draft_text: str, block_id: str) -> int | None:
        """By how many tokens the context would have to grow for this block of the preview to be in (0: it is).

        None where room alone does not help. Takes as long as some twenty plans.
        """
        request = await self.request(chat_id, draft_text)
        counter = (await self._count(await self.answerer(chat_id))).counter
        return await asyncio.to_thread(
            tokens_needed, request, block_id, lambda asked: build(asked, counter, self._memory)
        )

    async def ask_chance_anew(self, chat_id: str) -> None:
        """Whatever is left to chance in the next message's prompt falls anew."""
        await self._drafts.ask_chance_anew(chat_id)
        self._bus.publish(CountsChanged(chat_id))

    def try_pattern_again(self, pattern: str) -> None:
        """A key that was too slow may run again. ``pattern``: the key as it was typed."""
        self._memory.scans.try_again(pattern)

    async def plan_answer(
        self, answerer: Answerer, answer_to: str | None, *, asked: Asked = Asked(), shortened_by: int = 0
    ) -> ContextPlan:
        """The plan for an answer to a message of the visible branch, as it will be sent (None: for the chat's beginning).

        Counted by the model's own tokenizer where it has one. ``shortened_by`` tokens less than the limit are used: for a
        second try after a server said *too long*. Raises ``NotFoundError`` where that message is not in the visible branch.
        """
        recounts = 0
        while True:
            count = await self._count(answerer)
            said = Said.up_to(await self._branch(answerer, count), answer_to)
            request = await self._maker.request(answerer, said, asked, count, strategy=None, as_shown=True)
            _, plan = await self._planned(replace(request, safety=shortened_by), count)
            recounts += 1
            if recounts > MAXIMUM_RECOUNTS or not await self._recount_in_time(answerer, plan):
                return plan

    async def next_speakers(self, chat_id: str, answer_to: str | None, *, reroll: int = 0) -> tuple[NextSpeaker, ...]:
        """Who speaks after a message of the visible branch, by the chat's order of turns; nobody where one character answers."""
        answerer = await self.answerer(chat_id)
        if not answerer.chat.is_group:
            return ()
        said = Said.up_to(await self._branch(answerer, await self._count(answerer)), answer_to)
        return await self._turns_of_group.choose(answerer, said.branch, said.draft, reroll)

    async def learn_usage(self, answerer: Answerer, plan: ContextPlan, usage: Usage) -> None:
        """After an answer: what its provider counted of the plan's messages makes the next counts better."""
        if any(message.pictures for message in plan.messages):
            return  # what their pictures cost is not what their texts do
        await self._counting.learn_usage(answerer.connection, answerer.provider, plan.messages, usage)

    async def stored_plan(self, message_id: str) -> ContextPlan | None:
        """The plan by which an old answer was made, or None where the message is nobody's answer."""
        turn = await self._turns.turn_of(message_id)
        return None if turn is None or turn.plan is None else await asyncio.to_thread(load, turn.plan)

    async def answered_by(self, message_id: str) -> str:
        """The model that wrote an old answer, or its connection where no model was named; empty: nobody knows."""
        turn = await self._turns.turn_of(message_id)
        return "" if turn is None else turn.model or turn.connection_name

    async def answerer(self, chat_id: str) -> Answerer:
        """Who answers in this chat, by its own choices and the settings. Raises ``NotFoundError``."""
        around = await self._knowledge.surroundings(chat_id)
        connection = self._settings.settings.connection(around.chat.connection_id)
        return Answerer(
            chat=around.chat,
            connection=connection,
            provider=self._providers.provider(connection),
            character=around.character,
            persona=around.persona,
            bound_by=around.bound_by,
            members=around.members,
        )

    async def _count(self, answerer: Answerer) -> Count:
        return await self._counting.count(answerer.connection, answerer.provider)

    async def _branch(self, answerer: Answerer, count: Count, limit: int | None = None) -> tuple[BranchMessage, ...]:
        covered = answerer.connection.context_limit if limit is None else limit
        return await self._branches.branch(answerer.chat.id, count.counter, covered)

    async def _previewed(
        self, answerer: Answerer, draft_text: str, what_if: WhatIf, count: Count, patience: Patience
    ) -> ContextRequest:
        kept = await self._drafts.current(answerer.chat.id)
        branch = await self._branch(answerer, count, what_if.limit)
        if draft_text.strip() or kept.pictures:
            said = Said(branch, InputMessage(kept.message_id, clean_text(draft_text), pictures=kept.pictures))
        else:
            said = Said.up_to_tip(branch)
        speaking = await self._turns_of_group.choose(answerer, said.branch, said.draft, kept.reroll)
        answerer, asked = as_speaker(answerer, speaking), Asked(kept.strategy_once, kept.reroll)
        request = await self._maker.request(answerer, said, asked, count, strategy=what_if.strategy, patience=patience)
        return replace(
            request,
            limit=request.limit if what_if.limit is None else what_if.limit,
            reserve=request.reserve if what_if.reserve is None else what_if.reserve,
            lanes=what_if.lanes or request.lanes,
            order=request.order if what_if.order is None else what_if.order,
        )

    async def _planned(self, request: ContextRequest, count: Count) -> tuple[ContextRequest, ContextPlan]:
        """The plan, with as much kept free as its counts may be wrong; and the request that it is of."""
        plan = await asyncio.to_thread(build, request, count.counter, self._memory)
        safety = count.safety(plan)
        if not safety:
            return request, plan
        request = replace(request, safety=request.safety + safety)
        return request, await asyncio.to_thread(build, request, count.counter, self._memory)

    async def _count_beside(self, answerer: Answerer, plan: ContextPlan) -> None:
        """Beside the preview: what was estimated is counted, and told where that changes anything."""
        if await self._recount(answerer, plan):
            self._bus.publish(CountsChanged(answerer.chat.id))

    async def _recount(self, answerer: Answerer, plan: ContextPlan) -> bool:
        """Counts by the server what the plan only estimated, and the whole prompt. True where a new plan would differ."""
        changed = await answerer.provider.counter().settle()
        if changed:
            self._branches.recount(answerer.chat.id)
            return True
        return await self._counting.learn_overhead(answerer.connection, answerer.provider, plan)

    async def _recount_in_time(self, answerer: Answerer, plan: ContextPlan) -> bool:
        """The same while somebody waits: what a slow server does not count soon stays estimated, with its reserve.

        One that sleeps is woken by it, and the answer has to wait for that anyhow.
        """
        try:
            async with asyncio.timeout(COUNT_SECONDS if answerer.provider.awake else None):
                return await self._recount(answerer, plan)
        except TimeoutError:
            return False

    async def _settle_at_home(self, answerer: Answerer, plan: ContextPlan) -> bool:
        """Counts what needs no server. True where a new plan would differ."""
        counter = answerer.provider.counter()
        if plan.exact or counter.name == SERVER_TOKENIZER or not await counter.settle():
            return False
        self._branches.recount(answerer.chat.id)
        return True

    def _later(self, chat_id: str) -> Later:
        async def work(make: Callable[[], Coroutine[Any, Any, None]]) -> None:
            await make()
            self._bus.publish(CountsChanged(chat_id))

        return lambda name, make: self._launch_once(f"{name}:{chat_id}", lambda: work(make))

    def _launch_once(self, name: str, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if not self._tasks.running(name):
            self._tasks.launch(name, make())

    def _on_chat_purged(self, event: ChatPurged) -> None:
        self._branches.drop(event.chat_id)
        self._drafts.forget(event.chat_id)

    def _on_library_changed(self, _event: LibraryChanged) -> None:
        """The chat that is looked at has its books ready before the next plan is wanted."""
        known = self._knowledge.known_chats()
        if known:
            self._launch_once(f"warm:{known[-1]}", lambda: self._warm(known[-1]))

    async def _warm(self, chat_id: str) -> None:
        around = await self._knowledge.surroundings(chat_id)
        books = [linked.book for linked in around.books]
        await asyncio.to_thread(self._memory.scans.warm, books, around.memories)
