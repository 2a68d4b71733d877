"""Makes the engine's request from what is stored, and its plan: for the preview and for Send by the same way.

Called by the preview, by ``TurnRunner`` and by ``talespan plan``. Everything costly happens here, before the pure build.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace

from desktop_app.context.builder import build
from desktop_app.context.engine_memory import EngineMemory
from desktop_app.context.plan import ContextPlan, EntryTrace
from desktop_app.context.plan_store import load
from desktop_app.context.request import BranchMessage, ContextRequest, InputMessage, Overhead
from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.generation import SERVER_TOKENIZER, ConnectionProfile
from desktop_app.domain.message import Role, TextPart, clean_text, text_of
from desktop_app.domain.ports import (
    ChatRepository,
    Clock,
    LibraryRepository,
    ProviderRegistry,
    TurnRepository,
)
from desktop_app.services.answering import Answerer, Asked, WhatIf
from desktop_app.services.branch_cache import BranchCache
from desktop_app.services.drafts import Drafts
from desktop_app.services.events import (
    BranchChanged,
    CountsChanged,
    EventBus,
    MessageAdded,
    MessageChanged,
    TurnFinished,
)
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.strategy_choice import strategy_choice
from desktop_app.services.tasks import TaskRegistry

# Kept free where tokens are only estimated: by script the estimate was within 6 % on the lab's texts.
ESTIMATE_MARGIN = 1 / 16

# The text of a trace in its hits: it is no message.
TRACED_TEXT_ID = "traced-text"

# How often a prompt is cut again after the server's own count of the whole prompt said it is too long.
MAXIMUM_RECOUNTS = 3


class ContextService:
    """Plans. The engine runs in a worker thread; the same request gives the same plan, so preview and Send agree."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        turns: TurnRepository,
        library: LibraryRepository,
        providers: ProviderRegistry,
        settings: SettingsService,
        drafts: Drafts,
        clock: Clock,
        bus: EventBus,
        tasks: TaskRegistry,
    ) -> None:
        self._chats = chats
        self._turns = turns
        self._library = library
        self._providers = providers
        self._settings = settings
        self._drafts = drafts
        self._clock = clock
        self._bus = bus
        self._tasks = tasks
        self._branches = BranchCache(chats)
        self._memory = EngineMemory()
        self._overheads: dict[tuple[str, str], Overhead] = {}
        bus.subscribe(MessageAdded, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(MessageChanged, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(BranchChanged, lambda event: self._branches.forget(event.chat_id))
        bus.subscribe(TurnFinished, lambda event: self._branches.forget(event.turn.chat_id))

    async def preview(self, chat_id: str, draft_text: str, *, what_if: WhatIf = WhatIf()) -> ContextPlan:
        """What would be sent if the person sent ``draft_text`` now, or would be if ``what_if`` were so.

        Raises ``ContextTooLargeError`` where what must be sent does not fit, ``NotFoundError`` for an unknown chat.
        Starts no model: what only a sleeping one could count is estimated.
        """
        answerer = await self.answerer(chat_id)
        request = await self._previewed(answerer, draft_text, what_if)
        plan = await self._plan(answerer, request)
        if answerer.provider.awake and self._worth_counting(answerer, plan):
            name = f"count:{chat_id}"
            if not self._tasks.running(name):
                self._tasks.launch(name, self._count(answerer, plan))
        return plan

    async def request(self, chat_id: str, draft_text: str) -> ContextRequest:
        """The request that ``preview`` makes its plan of."""
        answerer = await self.answerer(chat_id)
        return await self._margined(answerer, await self._previewed(answerer, draft_text, WhatIf()))

    async def trace(self, chat_id: str, text: str) -> tuple[EntryTrace, ...]:
        """What every entry that counts in this chat would do if ``text`` were all that is said; blank: what it does now."""
        answerer = await self.answerer(chat_id)
        request = await self._previewed(answerer, text, WhatIf())
        if text.strip():
            request = replace(request, branch=(), past=(), draft=InputMessage(TRACED_TEXT_ID, clean_text(text)))
        return (await self._plan(answerer, request)).entries

    async def plan_answer(
        self, answerer: Answerer, answer_to: str | None, *, asked: Asked = Asked(), shortened_by: int = 0
    ) -> ContextPlan:
        """The plan for an answer to a message of the visible branch, as it will be sent (None: for the chat's beginning).

        Counted by the model's own tokenizer where it has one.
        Raises ``NotFoundError`` where that message is not in the visible branch. ``shortened_by`` tokens less than the limit are used: for a second try after a server said *too long*.
        """
        recounts = 0
        while True:
            branch, draft = _input_apart(_up_to(await self._branch(answerer), answer_to))
            request = replace(await self._request(answerer, asked), branch=branch, draft=draft, safety=shortened_by)
            plan = await self._plan(answerer, request)
            recounts += 1
            if recounts > MAXIMUM_RECOUNTS or not await self._recount(answerer, plan):
                return plan

    async def stored_plan(self, message_id: str) -> ContextPlan | None:
        """The plan by which an old answer was made, or None where the message is nobody's answer."""
        turn = await self._turns.turn_of(message_id)
        return None if turn is None or turn.plan is None else load(turn.plan)

    async def answered_by(self, message_id: str) -> str:
        """The model that wrote an old answer, or its connection where no model was named; empty: nobody knows."""
        turn = await self._turns.turn_of(message_id)
        return "" if turn is None else turn.model or turn.connection_name

    async def answerer(self, chat_id: str) -> Answerer:
        """Who answers in this chat, by its own choices and the settings."""
        chat = await self._chats.get_chat(chat_id)
        connection = self._settings.settings.connection(chat.connection_id)
        return Answerer(
            chat=chat,
            connection=connection,
            provider=self._providers.provider(connection),
            character=await self._character(chat),
            persona=await self._persona(chat),
        )

    async def _character(self, chat: Chat) -> Character | None:
        try:
            return await self._library.get_character(chat.character_ids[0]) if chat.character_ids else None
        except NotFoundError:
            return None

    async def _persona(self, chat: Chat) -> Persona | None:
        try:
            return await self._library.get_persona(chat.persona_id) if chat.persona_id else None
        except NotFoundError:
            return None

    async def _branch(self, answerer: Answerer) -> tuple[BranchMessage, ...]:
        counter = answerer.provider.counter()
        return await self._branches.branch(answerer.chat.id, counter, answerer.connection.context_limit)

    async def _previewed(self, answerer: Answerer, draft_text: str, what_if: WhatIf) -> ContextRequest:
        kept = await self._drafts.current(answerer.chat.id)
        branch, draft = await self._branch(answerer), None
        if draft_text.strip():
            draft = InputMessage(id=kept.message_id, text=clean_text(draft_text))
        else:
            branch, draft = _input_apart(branch)
        request = await self._request(answerer, Asked(kept.strategy_once, kept.reroll))
        return replace(
            request,
            branch=branch,
            draft=draft,
            strategy=what_if.strategy or request.strategy,
            limit=request.limit if what_if.limit is None else what_if.limit,
            reserve=request.reserve if what_if.reserve is None else what_if.reserve,
            lanes=what_if.lanes or request.lanes,
        )

    async def _plan(self, answerer: Answerer, request: ContextRequest) -> ContextPlan:
        counter = answerer.provider.counter()
        plan = await asyncio.to_thread(build, request, counter, self._memory)
        if plan.exact:
            return plan
        return await asyncio.to_thread(build, _with_margin(request), counter, self._memory)

    async def _margined(self, answerer: Answerer, request: ContextRequest) -> ContextRequest:
        plan = await asyncio.to_thread(build, request, answerer.provider.counter(), self._memory)
        return request if plan.exact else _with_margin(request)

    async def _request(self, answerer: Answerer, asked: Asked) -> ContextRequest:
        chat, connection = answerer.chat, answerer.connection
        settings = self._settings.settings
        choice = strategy_choice(chat, asked.strategy_once, [], settings.context.strategy)
        return ContextRequest(
            chat_id=chat.id,
            model=connection.model,
            limit=connection.context_limit,
            reserve=connection.generation.max_tokens,
            strategy=choice.strategy,
            system_prompt=settings.context.character_prompt
            if answerer.character
            else settings.context.assistant_prompt,
            character=answerer.character,
            persona=answerer.persona,
            user_name=settings.user_name,
            role_style=connection.role_style,
            overhead=self._overheads.get(_model_key(connection), Overhead()),
            now_minutes=self._clock.local_minutes(),
            kind=asked.kind,
            reroll=asked.reroll,
            note=chat.context.note,
            lanes=settings.context.lanes,
            examples=settings.context.examples,
            dialogue_messages=settings.context.dialogue_messages,
            keep_exchanges=settings.context.keep_exchanges,
            post_history_first=settings.context.post_history_first,
            use_summary=chat.context.use_summary,
            use_recall=chat.context.use_recall,
        )

    def _worth_counting(self, answerer: Answerer, plan: ContextPlan) -> bool:
        return not plan.exact or (
            answerer.connection.tokenizer == SERVER_TOKENIZER and _model_key(answerer.connection) not in self._overheads
        )

    async def _count(self, answerer: Answerer, plan: ContextPlan) -> None:
        """Beside the preview: what was estimated is counted, and told where that changes anything."""
        if await self._recount(answerer, plan):
            self._bus.publish(CountsChanged(answerer.chat.id))

    async def _recount(self, answerer: Answerer, plan: ContextPlan) -> bool:
        """Counts by the server what the plan only estimated, and the whole prompt. True where a new plan would differ."""
        changed = await answerer.provider.counter().settle()
        if changed:
            self._branches.recount(answerer.chat.id)
            return True
        return await self._learn_overhead(answerer, plan)

    async def _learn_overhead(self, answerer: Answerer, plan: ContextPlan) -> bool:
        actual = await answerer.provider.count_prompt(plan.messages)
        if actual is None or not plan.messages:
            return False
        key = _model_key(answerer.connection)
        known = self._overheads.get(key)
        overhead = known or Overhead()
        if actual <= plan.used and known is not None:
            return False
        missing = actual - (plan.used - plan.overhead) - overhead.per_request
        learned = replace(overhead, per_message=max(overhead.per_message, math.ceil(missing / len(plan.messages))))
        self._overheads[key] = learned
        return learned != overhead


def _input_apart(branch: tuple[BranchMessage, ...]) -> tuple[tuple[BranchMessage, ...], InputMessage | None]:
    """A plain user message at the tip is the current input, just as it was when it was a draft: the plans are the same."""
    if not branch:
        return branch, None
    tip = branch[-1]
    if tip.role is Role.USER and tip.flags.sendable and tip.parts and all(isinstance(p, TextPart) for p in tip.parts):
        return branch[:-1], InputMessage(id=tip.id, text=text_of(tip.parts), revision=tip.revision)
    return branch, None


def _up_to(branch: tuple[BranchMessage, ...], message_id: str | None) -> tuple[BranchMessage, ...]:
    """The branch from the root to this message (None: nothing). Raises ``NotFoundError`` where it is not in it."""
    if message_id is None:
        return ()
    end = next((index for index in range(len(branch), 0, -1) if branch[index - 1].id == message_id), None)
    if end is None:
        raise NotFoundError(kind="message", id=message_id)
    return branch if end == len(branch) else branch[:end]


def _with_margin(request: ContextRequest) -> ContextRequest:
    return replace(request, safety=request.safety + math.ceil(request.limit * ESTIMATE_MARGIN))


def _model_key(connection: ConnectionProfile) -> tuple[str, str]:
    return (connection.id, connection.model)
