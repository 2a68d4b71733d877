"""Runs one turn: plan, open, stream, keep the partial text, store the end. Used by ``ChatService`` alone.

Whatever happens to the stream, the turn ends stored: complete, interrupted, failed, or taken back where nothing came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field, replace

from desktop_app.context.plan import ContextPlan
from desktop_app.context.plan_store import dump
from desktop_app.domain.errors import (
    AppError,
    ChatBusyError,
    ProviderError,
    ProviderErrorKind,
    ServerWindowError,
    StorageError,
)
from desktop_app.domain.generation import (
    ChatRequest,
    FinishReason,
    GenerationSettings,
    ReasoningDelta,
    StreamFailed,
    StreamFinished,
    TextDelta,
    ToolCallDelta,
    Turn,
    Usage,
    UsageReported,
)
from desktop_app.domain.lore import GenerationKind
from desktop_app.domain.message import Message, MessageState, Role, Speaker
from desktop_app.domain.ports import ChatRepository, Clock, TurnRepository
from desktop_app.services.answer import Answer
from desktop_app.services.answering import Answerer, Asked
from desktop_app.services.context_service import ContextService
from desktop_app.services.events import (
    BranchChanged,
    DeltaReceived,
    EventBus,
    MessageAdded,
    MessageChanged,
    NoticeRaised,
    TurnFinished,
    TurnStarted,
)
from desktop_app.services.group_turns import as_speaker
from desktop_app.services.own_words import generation_of, own_words
from desktop_app.services.tasks import TaskRegistry
from desktop_app.services.turn_ending import Ending, StreamEnd, ending_of

# Promise D1: of a half-streamed answer at most the last second is missing after a crash.
SAVE_EVERY_SECONDS = 0.5

# A second try after "too long" sends this share less: the server counts otherwise than we do.
SECOND_TRY_SHARE = 1 / 8

# Reported prompt tokens are compared from this size on, and are suspicious below this share of what was sent.
SMALLEST_COMPARED = 500
SEEN_SHARE = 0.6

DEFAULT_NAME = "Assistant"


@dataclass(slots=True)
class _Running:
    """A turn under way."""

    turn: Turn
    answer: Answer
    parent_id: str | None
    beside: str | None
    asked: Asked
    more: bool = False
    opened: bool = False


@dataclass(slots=True)
class Claim:
    """A chat that is being changed. Cancelling ``pump``, the task that plans and streams, is what *Stop* does.

    ``stopped`` before there is a pump: the turn will end as it begins. ``over`` is set when the chat is free again.
    """

    running: _Running | None = None
    pump: asyncio.Task[StreamEnd] | None = None
    stopped: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)


class TurnRunner:
    """At most one turn a chat at a time."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        turns: TurnRepository,
        context: ContextService,
        tasks: TaskRegistry,
        bus: EventBus,
        clock: Clock,
        new_id: Callable[[], str],
        save_every_seconds: float = SAVE_EVERY_SECONDS,
    ) -> None:
        self._chats = chats
        self._turns = turns
        self._context = context
        self._tasks = tasks
        self._bus = bus
        self._clock = clock
        self._new_id = new_id
        self._save_every_seconds = save_every_seconds
        self._claims: dict[str, Claim] = {}

    def streaming(self) -> list[str]:
        """The chats in which an answer is being written, from before its question is stored."""
        return list(self._claims)

    def partial(self, chat_id: str) -> Message | None:
        """The answer so far of the chat's running turn, once that is opened."""
        claim = self._claims.get(chat_id)
        running = None if claim is None else claim.running
        return running.answer.message(MessageState.STREAMING) if running is not None and running.opened else None

    @contextmanager
    def claim(self, chat_id: str) -> Generator[Claim, None, None]:
        """The chat for one change at a time: two questions at once would part its branch. Raises ``ChatBusyError``."""
        if chat_id in self._claims:
            raise ChatBusyError
        claim = self._claims[chat_id] = Claim()
        with self._tasks.awaited():
            try:
                yield claim
            finally:
                self._release(chat_id, claim)

    def stop(self, chat_id: str) -> bool:
        """Ends the chat's turn; what came is kept. False where nothing runs."""
        claim = self._claims.get(chat_id)
        if claim is None:
            return False
        claim.stopped = True
        between_turns = claim.running is not None and claim.running.more
        return claim.pump is None or _cancel(claim.pump) or between_turns

    async def stop_and_wait(self, chat_id: str) -> None:
        """Stops the chat's turn and waits until its end is stored."""
        claim = self._claims.get(chat_id)
        if claim is not None:
            self.stop(chat_id)
            await claim.over.wait()

    async def run(
        self, chat_id: str, parent_id: str | None, asked: Asked, *, beside: str | None = None, more: bool = False
    ) -> Turn:
        """Answers the message ``parent_id`` of the chat's visible branch (None: begins the chat). The chat must be claimed.

        ``beside`` names the variant that is visible now: it is chosen again where the try leaves nothing. Known failures
        end the turn and are told by ``TurnFinished``. ``more``: another turn of the same round follows where this one ends
        well, so the chat stays claimed then.
        """
        claim = self._claims[chat_id]
        running = claim.running = self._new(chat_id, parent_id, beside, asked, more)
        pump = claim.pump = self._tasks.launch(f"turn:{chat_id}", self._pump(running), on_error=_told_by_the_ending)
        if claim.stopped:
            _cancel(pump)
        try:
            await asyncio.wait({pump})
        finally:
            # Also when we are cancelled ourselves, and again: what came is stored before the program goes.
            _cancel(pump)
            await self._tasks.finish(f"end:{chat_id}", self._end(claim, running, pump))
        return running.turn

    def _release(self, chat_id: str, claim: Claim) -> None:
        if self._claims.get(chat_id) is claim:
            del self._claims[chat_id]
            claim.over.set()

    def _new(self, chat_id: str, parent_id: str | None, beside: str | None, asked: Asked, more: bool) -> _Running:
        now = self._clock.now()
        message = Message(
            id=self._new_id(),
            chat_id=chat_id,
            parent_id=parent_id,
            role=Role.ASSISTANT,
            parts=(),
            state=MessageState.STREAMING,
            created_at=now,
        )
        turn = Turn(
            id=self._new_id(),
            chat_id=chat_id,
            message_id=message.id,
            connection_id="",
            connection_name="",
            model="",
            settings=GenerationSettings(),
            reroll=asked.reroll,
            started_at=now,
        )
        return _Running(turn, Answer(message), parent_id, beside, asked, more)

    async def _pump(self, running: _Running) -> StreamEnd:
        """Plan, open, stream."""
        answerer = as_speaker(await self._context.answerer(running.turn.chat_id), running.asked.speaking)
        await self._keep_chance(running)
        plan = await self._context.plan_answer(answerer, running.parent_id, asked=running.asked)
        await self._open(running, answerer, plan)
        saver = self._tasks.launch(f"partial:{running.turn.message_id}", self._keep_partial(running.answer))
        try:
            end = await self._stream(answerer, running, plan)
            if _is_too_long(end) and not running.answer.begun:
                less = plan.limit - plan.reserve - int(plan.used * (1 - SECOND_TRY_SHARE))
                plan = await self._context.plan_answer(
                    answerer, running.parent_id, asked=running.asked, shortened_by=less
                )
                running.turn = replace(running.turn, plan=dump(plan), activated=plan.activated)
                await self._turns.replan(running.turn)
                end = await self._stream(answerer, running, plan)
            if running.turn.usage is not None:
                await self._context.learn_usage(answerer, plan, running.turn.usage)
            return end
        finally:
            saver.cancel()

    async def _keep_chance(self, running: _Running) -> None:
        """Another variant is asked for with the luck of the one beside it."""
        if running.beside is None or running.asked.kind is not GenerationKind.REGENERATE:
            return
        before = await self._turns.turn_of(running.beside)
        if before is not None:
            running.asked = replace(running.asked, reroll=before.reroll)
            running.turn = replace(running.turn, reroll=before.reroll)

    async def _open(self, running: _Running, answerer: Answerer, plan: ContextPlan) -> None:
        character, connection = answerer.character, answerer.connection
        running.answer.spoken_by(Speaker(character.name, character.id) if character else Speaker(DEFAULT_NAME))
        running.turn = replace(
            running.turn,
            connection_id=connection.id,
            connection_name=connection.name,
            model=connection.model,
            settings=generation_of(answerer),
            plan=dump(plan),
            activated=plan.activated,
        )
        message = running.answer.message(MessageState.STREAMING)
        await self._tasks.finish(f"open:{message.id}", self._store_begin(running, message))
        if running.beside is None:
            self._bus.publish(MessageAdded(message.chat_id, message))
        else:
            self._bus.publish(BranchChanged(message.chat_id))
        self._bus.publish(TurnStarted(running.turn))

    async def _store_begin(self, running: _Running, message: Message) -> None:
        await self._turns.open_turn(running.turn, message)
        running.opened = True

    async def _stream(self, answerer: Answerer, running: _Running, plan: ContextPlan) -> StreamEnd:
        digests = {picture.digest for message in plan.messages for picture in message.pictures}
        files = await self._chats.pictures(digests) if digests else {}
        request = ChatRequest(plan.model, plan.messages, generation_of(answerer), files)
        async with aclosing(own_words(answerer, answerer.provider.stream(request))) as events:
            async for event in events:
                match event:
                    case StreamFinished() | StreamFailed():
                        return event
                    case UsageReported(usage=usage):
                        running.turn = replace(running.turn, usage=usage)
                        self._compare(plan, usage)
                    case TextDelta() | ReasoningDelta() | ToolCallDelta():
                        self._add(running, event)
        return StreamFailed(ProviderError(ProviderErrorKind.INTERRUPTED))

    def _add(self, running: _Running, delta: TextDelta | ReasoningDelta | ToolCallDelta) -> None:
        if not running.answer.begun:
            running.turn = replace(running.turn, first_token_at=self._clock.now())
        running.answer.add(delta)
        self._tasks.person_is_busy()
        turn = running.turn
        if isinstance(delta, TextDelta):
            self._bus.publish(DeltaReceived(turn.chat_id, turn.message_id, text=delta.text))
        elif isinstance(delta, ReasoningDelta):
            self._bus.publish(DeltaReceived(turn.chat_id, turn.message_id, reasoning=delta.text))

    def _compare(self, plan: ContextPlan, usage: Usage) -> None:
        """A server that saw far less than was sent has a smaller window than its connection says, and cuts silently."""
        priced = any(message.pictures for message in plan.messages)  # by rules that may be far off
        if not priced and plan.used > SMALLEST_COMPARED and 0 < usage.prompt_tokens < plan.used * SEEN_SHARE:
            self._bus.publish(NoticeRaised(ServerWindowError(seen=usage.prompt_tokens, sent=plan.used)))

    async def _keep_partial(self, answer: Answer) -> None:
        saved, told = 0, False
        while True:
            await asyncio.sleep(self._save_every_seconds)
            if answer.version == saved:
                continue
            saved = answer.version
            try:
                await self._turns.save_partial(answer.message(MessageState.STREAMING))
            except StorageError as error:
                if not told:
                    self._bus.publish(NoticeRaised(error))
                told = True

    async def _end(self, claim: Claim, running: _Running, pump: asyncio.Task[StreamEnd]) -> None:
        """Stores how the turn ended, then tells it. At last raises what was no known error."""
        await asyncio.wait({pump})
        ending = ending_of(pump)
        running.turn = ending.of_turn(running.turn, self._clock.now())
        message, error = None, ending.error
        try:
            if running.opened:
                message, error = await self._store_end(running, ending)
        except StorageError as failure:  # the person still sees what came; the last partial text is stored
            message, error = running.answer.message(MessageState.INTERRUPTED), failure
        finally:  # whoever hears of the end may ask for the next answer at once
            complete = ending.state is MessageState.COMPLETE and message is not None and error is None
            if not (running.more and complete and not claim.stopped):
                self._release(running.turn.chat_id, claim)
        if message is not None:
            self._bus.publish(MessageChanged(message.chat_id, message))
        elif running.opened:
            self._bus.publish(BranchChanged(running.turn.chat_id))
        self._bus.publish(TurnFinished(running.turn, message, error))
        if ending.bug is not None:
            raise ending.bug

    async def _store_end(self, running: _Running, ending: Ending) -> tuple[Message | None, AppError | None]:
        if not running.answer.empty:
            message = running.answer.message(ending.state)
            await self._turns.finish_turn(running.turn, message)
            return message, ending.error
        await self._chats.remove_message(running.turn.message_id)
        if running.beside is not None:
            await self._chats.choose(running.beside)
        nothing_came = ending.error is None and ending.reason is not FinishReason.CANCELLED
        return None, ProviderError(ProviderErrorKind.EMPTY) if nothing_came else ending.error


def _cancel(pump: asyncio.Task[StreamEnd]) -> bool:
    """Once only: a second time would break off the closing of the connection. False where the pump has ended by itself."""
    return not pump.done() and (pump.cancelling() > 0 or pump.cancel())


def _is_too_long(end: StreamEnd) -> bool:
    return isinstance(end, StreamFailed) and end.error.kind is ProviderErrorKind.CONTEXT_TOO_LONG


def _told_by_the_ending(_error: BaseException) -> None:
    """The pump's error is read by ``ending_of`` and told by ``TurnFinished``; nobody else needs to hear it."""
