"""The rolling summary of every chat: kept up to date in the background, told to the engine, shown and corrected by the person.

Called by the context service (``sentences``), recall (``valid_segments``), the window and the commands. The extractive summary
is always made; one by model where the chat or the settings say so, behind it. One job a chat at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import AppError, NotFoundError
from desktop_app.domain.knowledge_ports import CalibrationStore, LoreRepository, MemoryRepository
from desktop_app.domain.memory import SourceSpan, SummaryMaker, SummarySentence
from desktop_app.domain.message import clean_text
from desktop_app.domain.ports import ChatRepository, Clock, ProviderRegistry, TokenCounter
from desktop_app.domain.summary import OldSentence, SegmentMaker, SummaryRepository, SummarySegment
from desktop_app.language.lemmas import Lemmas
from desktop_app.services.events import (
    EventBus,
    SummaryChanged,
)
from desktop_app.services.first_sentences import FirstSentences
from desktop_app.services.hand_over import HandOver, Knowledge, last_exchange, room_for_summary
from desktop_app.services.kept_segments import KeptSegments
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.summary_branch import ToldBranch, standing
from desktop_app.services.summary_extractive import ExtractiveSummary, whole_rows
from desktop_app.services.summary_jobs import SummaryJobs
from desktop_app.services.summary_model import ModelSummary
from desktop_app.services.summary_reading import Branch, SummaryReading
from desktop_app.services.summary_told import SummaryView, view
from desktop_app.services.summary_tries import SummaryTries
from desktop_app.services.summary_whole import Chosen, light_branch, told_whole
from desktop_app.services.tasks import TaskRegistry

_log = logging.getLogger(__name__)

# As many messages are read while the preview waits; for more it comes without their sentences first.
READ_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class SummarySources:
    """What the summary is read from and written to; ``lore`` and ``memories`` for a hand-over."""

    chats: ChatRepository
    summaries: SummaryRepository
    costs: CalibrationStore
    lore: LoreRepository
    memories: MemoryRepository


@dataclass(frozen=True, slots=True)
class SummaryMakers:
    """Who makes it: the maker of the program, and what a model is asked with (``prompts`` by language code)."""

    maker: SegmentMaker
    providers: ProviderRegistry
    prompts: Mapping[str, str]
    lemmas: Lemmas


@dataclass(frozen=True, slots=True)
class SummaryStatus:
    """How far the summary of a chat is.

    ``messages`` of its branch can be told; ``covered`` of them stand in segments, ``by_model`` of them in a model's.
    ``failures`` in a row with the last ``error``; ``next_try_at`` in Unix milliseconds (0: nothing is waited for). ``calls``
    and tokens: what the model was asked so far, as it reported.
    """

    messages: int
    covered: int
    wanted_by_model: bool
    by_model: int = 0
    working: bool = False
    paused: bool = False
    failures: int = 0
    error: AppError | None = None
    next_try_at: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class SummaryService:
    """The one door to summaries. ``automatic``: they are kept up to date as chats change (else only by ``keep_up``)."""

    def __init__(
        self,
        *,
        sources: SummarySources,
        makers: SummaryMakers,
        settings: SettingsService,
        bus: EventBus,
        tasks: TaskRegistry,
        clock: Clock,
        new_id: Callable[[], str],
        automatic: bool,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        chats = sources.chats
        self._chats = chats
        self._settings = settings
        self._bus = bus
        self._new_id = new_id
        self._kept = KeptSegments(sources.summaries, bus)
        self._reading = SummaryReading(self._kept, FirstSentences(chats))
        self._tries = SummaryTries(sources.costs, clock)
        self._providers = makers.providers
        self._hand_over = HandOver(chats, Knowledge(sources.lore, sources.memories), bus, clock, new_id)
        self._jobs = SummaryJobs(
            chats=chats,
            extractive=ExtractiveSummary(chats, self._kept, makers.maker, clock, tasks.step_aside),
            model=ModelSummary(
                chats=chats,
                kept=self._kept,
                providers=makers.providers,
                prompts=makers.prompts,
                lemmas=makers.lemmas,
                clock=clock,
                spend=self._tries.spent,
            ),
            tries=self._tries,
            settings=settings,
            bus=bus,
            tasks=tasks,
            automatic=automatic,
            wait=wait,
        )

    async def sentences(self, chat_id: str, branch: Branch) -> tuple[SummarySentence, ...]:
        """All that the engine may make the summary of this branch of, in order of time; the same tuple for the same branch."""
        self._jobs.see(chat_id)
        return await self._reading.sentences(chat_id, branch) or ()

    async def sentences_at_once(self, chat_id: str, branch: Branch) -> tuple[SummarySentence, ...] | None:
        """The same, or None where too much must be read first for somebody who waits."""
        self._jobs.see(chat_id)
        return await self._reading.sentences(chat_id, branch, at_most=READ_AT_ONCE)

    async def whole(self, chat_id: str, tokens: int, counter: TokenCounter) -> tuple[Chosen, ...]:
        """The visible branch told in so many tokens, as if all of it had left the window. Raises ``NotFoundError``."""
        branch = light_branch(whole_rows(await self._chats.branch(chat_id)))
        sentences = await self._reading.sentences(chat_id, branch) or ()
        return await asyncio.to_thread(told_whole, sentences, branch, counter, tokens)

    async def valid_segments(self, chat_id: str, branch: Branch) -> tuple[SummarySegment, ...]:
        """The extractive segments that stand on this branch, oldest first: its compressed blocks, none of them stale."""
        extractive, _ = await self._reading.standing(chat_id, branch)
        return extractive.whole

    async def told(self, chat_id: str, plan: ContextPlan | None = None) -> SummaryView:
        """Where each sentence of the visible branch's summary came from, and where each message went.

        ``plan``: the chat's preview, by which it is known what is in the prompt. Raises ``NotFoundError``.
        """
        branch = await self._chats.branch(chat_id)
        segments = await self._kept.of(chat_id)
        return await asyncio.to_thread(lambda: view(whole_rows(branch), segments, plan))

    async def hand_over(self, chat_id: str) -> Chat:
        """A new chat that carries this one on: same people and settings, a summary first, the last exchange again.

        Nothing of this chat changes. Raises ``AppError``: then there is no new chat.
        """
        old = await self._chats.get_chat(chat_id)
        rows = whole_rows(await self._chats.branch(chat_id))
        connection = self._settings.settings.connection(old.connection_id)
        last = last_exchange(rows)
        branch = light_branch(rows)
        sentences = await self._reading.sentences(chat_id, branch) or ()
        chosen = await asyncio.to_thread(
            told_whole,
            sentences,
            branch,
            self._providers.provider(connection).counter(),
            room_for_summary(connection.context_limit),
            [row.id for row in last],
        )
        messages = await self._chats.messages([row.id for row in last])
        again = [messages[row.id] for row in last if row.id in messages]
        return await self._hand_over.go_on(old, [item.text for item in chosen], again)

    async def keep_up(self, chat_id: str) -> None:
        """Makes what is new and what is stale, and returns when nothing is left to make. Raises ``AppError``."""
        await self._jobs.keep_up(chat_id)

    def pause(self, chat_id: str, *, paused: bool = True) -> None:
        """No model is asked for this chat until it may again; the program goes on by itself."""
        self._tries.pause(chat_id, paused=paused)
        self._bus.publish(SummaryChanged(chat_id))
        if not paused:
            self._jobs.wake(chat_id)

    def now(self, chat_id: str) -> None:
        """Asks the model at once for what is missing, whatever went wrong before."""
        self._jobs.try_now(chat_id)

    async def status(self, chat_id: str) -> SummaryStatus:
        """How far the summary of the visible branch is, and what it has cost. Raises ``NotFoundError``."""
        chat = await self._chats.get_chat(chat_id)
        rows = whole_rows(await self._chats.branch(chat_id))
        segments = await self._kept.of(chat_id)
        extractive = await asyncio.to_thread(standing, rows, segments, SummaryMaker.EXTRACTIVE)
        model = await asyncio.to_thread(standing, rows, segments, SummaryMaker.MODEL)
        tries = await self._tries.of(chat_id)
        return SummaryStatus(
            messages=len(extractive.told),
            covered=sum(len(segment.covers) for segment in extractive.whole),
            wanted_by_model=self._jobs.wants_model(chat),
            by_model=sum(len(segment.covers) for segment in model.whole),
            working=self._jobs.working(chat_id),
            paused=tries.paused,
            failures=tries.failures,
            error=tries.error,
            next_try_at=tries.next_at,
            calls=tries.spent.calls,
            prompt_tokens=tries.spent.prompt_tokens,
            completion_tokens=tries.spent.completion_tokens,
        )

    async def revise(self, chat_id: str, sentence_id: str, text: str) -> SummarySentence:
        """The person's own words in the place of a sentence; they are never remade. Raises ``NotFoundError``."""
        sentence = await self._sentence(chat_id, sentence_id)
        revised = replace(sentence, text=clean_text(text.strip()), locked=True, made_by=SummaryMaker.PERSON)
        await self._kept.revise(chat_id, revised)
        self._bus.publish(SummaryChanged(chat_id))
        return revised

    async def set_locked(self, chat_id: str, sentence_id: str, *, locked: bool) -> None:
        """Keeps a sentence as it is for ever, or lets it be made anew with the others. Raises ``NotFoundError``."""
        sentence = await self._sentence(chat_id, sentence_id)
        await self._kept.revise(chat_id, replace(sentence, locked=locked))
        self._bus.publish(SummaryChanged(chat_id))
        self._jobs.wake(chat_id)

    async def add(self, chat_id: str, text: str, sources: tuple[SourceSpan, ...] = ()) -> SummarySentence:
        """A sentence of the person's own: about these places, or (without any) about the whole chat."""
        id_ = self._new_id()
        own = SummarySentence(id_, clean_text(text.strip()), sources, 1.0, SummaryMaker.PERSON, locked=True)
        segment = SummarySegment(f"own:{id_}", chat_id, (), (own,), SummaryMaker.PERSON)
        await self._kept.put(chat_id, [segment], ())
        self._bus.publish(SummaryChanged(chat_id))
        return own

    async def remove(self, chat_id: str, sentence_id: str) -> None:
        """Takes a sentence out; it stays in the history. Raises ``NotFoundError``."""
        await self._sentence(chat_id, sentence_id)
        await self._kept.remove(chat_id, sentence_id)
        self._bus.publish(SummaryChanged(chat_id))

    async def say_again(self, chat_id: str, old: SummarySentence, text: str) -> SummarySentence:
        """The person's own words for a sentence that is gone or out of date; of its sources only those that are as they were."""
        told = ToldBranch.of(whole_rows(await self._chats.branch(chat_id))).revisions
        sources = tuple(source for source in old.sources if told.get(source.message_id) == source.revision)
        return await self.add(chat_id, text, sources)

    async def put_back(self, chat_id: str, old: SummarySentence) -> None:
        """A sentence as it was before it was rewritten; one that was taken out comes back as the person's own words."""
        known = {sentence.id for segment in await self._kept.of(chat_id) for sentence in segment.sentences}
        if old.id not in known:
            await self.say_again(chat_id, old, old.text)
            return
        await self._kept.revise(chat_id, old)
        self._bus.publish(SummaryChanged(chat_id))
        self._jobs.wake(chat_id)

    async def history(self, chat_id: str, limit: int = 200) -> list[OldSentence]:
        """The sentences that were replaced or taken out, the newest first."""
        return await self._kept.history(chat_id, limit)

    async def _sentence(self, chat_id: str, sentence_id: str) -> SummarySentence:
        for segment in await self._kept.of(chat_id):
            for sentence in segment.sentences:
                if sentence.id == sentence_id:
                    return sentence
        raise NotFoundError(kind="summary sentence", id=sentence_id)
