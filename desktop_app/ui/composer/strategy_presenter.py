"""Between the strategy selector and the services: what counts in the open chat, what the person chooses, what it would change.

Nothing is stored before a choice. A candidate is only shown: by the preview, and by the line below the composer, which
compares two plans of the same draft. Building plans starts no model, so nothing that costs money happens on the way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer

from desktop_app.context.compare import Difference, difference
from desktop_app.context.plan import ContextPlan
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.chat import Chat, ChatContext
from desktop_app.domain.errors import AppError, NotFoundError
from desktop_app.services.context_service import WhatIf
from desktop_app.services.events import ChatChanged, MessageAdded, StrategyChanged
from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.announcer import Announcer
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.strategy_words import ShownChoice, failing_sentence, from_next_message, missing_sentence
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.plan_difference import changes, difference_sentence
from desktop_app.ui.services import UiServices

SETTLE_MS = 40
"""From the last step of a drag until its difference is asked for; the preview is asked at once."""

TASK = "strategy difference"


@dataclass(frozen=True, slots=True)
class _Question:
    """What the line is to say: the difference from one strategy to another; for ``idle`` only whether there can be one."""

    before: str
    after: str
    idle: bool = False


class StrategyPresenter(QObject):
    """Shows and stores the strategy of the open chat."""

    def __init__(
        self, services: UiServices, launch: Launcher, composer: Composer, preview: ContextPreviewPresenter
    ) -> None:
        super().__init__(composer)
        self._services = services
        self._launch = launch
        self._composer = composer
        self._preview = preview
        self._announcer = Announcer(composer.strategy)
        self._chat = Chat(id="")
        self._choice: ShownChoice | None = None
        self._entry: tuple[Chat, ShownChoice] | None = None
        self._candidate: str | None = None
        self._failing = False
        self._question: _Question | None = None
        self._storing: set[asyncio.Task[None]] = set()
        self._lock = asyncio.Lock()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._unsubscribe = self._subscribe()
        self._connect_parts()

    async def open(self, chat_id: str) -> None:
        """Another chat is shown; an empty id: none. Raises ``NotFoundError``."""
        self._composer.strategy.track.cancel()
        self._entry = None
        self._chat, self._choice = Chat(id=chat_id), None
        self._ask_about(None)
        if chat_id:
            await self._load(chat_id)

    def choose(self, code: str) -> None:
        """A strategy for the open chat, as a click on its segment chooses it."""
        if self._choice is not None:
            self._composer.strategy.track.radio(code).click()

    def reset(self) -> None:
        """The open chat decides nothing itself any more."""
        self._decide(self._services.strategies.reset)

    async def close(self) -> None:
        """Waits until every choice is stored, and stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._ask_about(None)
        self._chat = Chat(id="")
        if self._storing:
            await asyncio.wait(self._storing)

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(StrategyChanged, lambda event: self._reload(event.chat_id)),
            bus.subscribe(ChatChanged, lambda event: self._reload(event.chat.id)),
            bus.subscribe(MessageAdded, lambda event: self._on_message_added(event.chat_id)),
        ]

    def _connect_parts(self) -> None:
        selector = self._composer.strategy
        selector.track.chosen.connect(self._on_chosen)
        selector.track.candidate_changed.connect(self._on_candidate)
        selector.track.attended.connect(self._on_attended)
        selector.track.entered.connect(self._on_entered)
        selector.track.returned.connect(self._on_returned)
        selector.scope_chosen.connect(self._on_scope)
        selector.reset_pressed.connect(self.reset)
        selector.summary.chosen.connect(self._on_summary)
        selector.recall.chosen.connect(self._on_recall)
        self._composer.text_changed.connect(self._on_text)
        self._preview.planned.connect(self._on_planned)

    def _on_planned(self, plan: ContextPlan) -> None:
        """Of what is sent now: whether the strategy of a plugin did its work."""
        code = self._choice.strategy if self._choice is not None else ""
        failed = (warning.params for warning in plan.warnings if warning.code == ReasonCode.STRATEGY_FAILED)
        self._failing = any(params.get("strategy") == code for params in failed)
        self._composer.strategy.track.show_failing(self._failing)
        if self._question is None:
            self._say("")

    def _reload(self, chat_id: str) -> None:
        """An empty id: whichever chat is open."""
        if self._chat.id and chat_id in ("", self._chat.id) and not self._storing:
            self._launch("strategy", self._load(self._chat.id))

    async def _load(self, chat_id: str) -> None:
        try:
            choice = await self._services.strategies.choice(chat_id)
            chat = await self._services.chat.get_chat(chat_id)
        except NotFoundError:
            return
        if chat_id != self._chat.id or self._storing:
            return
        self._chat = chat
        self._choice = ShownChoice(choice.strategy, choice.origin, choice.below, chat.folder)
        self._composer.strategy.show_choice(self._choice)
        self._show_context()
        if self._question is None:
            self._say("")

    def _show_context(self) -> None:
        if self._choice is not None:
            self._composer.strategy.show_context(self._chat.context, self._candidate or self._choice.strategy)

    def _on_chosen(self, code: str) -> None:
        choice = self._choice
        if choice is None:
            return
        self._candidate = None
        if (code, StrategyOrigin.CHAT) == (choice.strategy, choice.origin):
            self._preview.show_candidate(None)
            return
        self._ask_about(_Question(choice.strategy, code) if code != choice.strategy else None)
        self._choice = replace(choice, strategy=code, origin=StrategyOrigin.CHAT, below=code)
        self._decide(lambda chat_id: self._services.strategies.choose(chat_id, code, StrategyOrigin.CHAT))

    def _on_scope(self, code: str, origin: StrategyOrigin) -> None:
        self._decide(lambda chat_id: self._services.strategies.choose(chat_id, code, origin))

    def _on_entered(self) -> None:
        self._entry = (self._chat, self._choice) if self._choice is not None else None

    def _on_returned(self) -> None:
        """Back to what counted when the keyboard came: the chat's own decision, and what was chosen for once above it."""
        if self._entry is not None:
            chat, choice = self._entry
            self._ask_about(None)
            self._decide(lambda chat_id: self._restore(chat_id, chat, choice))

    async def _restore(self, chat_id: str, chat: Chat, choice: ShownChoice) -> None:
        strategies = self._services.strategies
        if chat.strategy is None:
            await strategies.reset(chat_id)
        else:
            await strategies.choose(chat_id, chat.strategy, StrategyOrigin.CHAT)
        if choice.origin is StrategyOrigin.ONCE:
            await strategies.choose(chat_id, choice.strategy, StrategyOrigin.ONCE)

    def _decide(self, work: Callable[[str], Awaitable[None]]) -> None:
        """Stores a decision, after those before it."""
        if self._chat.id:
            task = self._launch("choose strategy", self._carry_out(self._chat.id, work))
            self._storing.add(task)
            task.add_done_callback(self._on_stored)

    async def _carry_out(self, chat_id: str, work: Callable[[str], Awaitable[None]]) -> None:
        async with self._lock:
            await work(chat_id)

    def _on_stored(self, task: asyncio.Task[None]) -> None:
        """Stored or not: what counts is shown, and the preview needs no candidate for it any more."""
        self._storing.discard(task)
        if not self._storing:
            self._preview.show_candidate(self._candidate)
            self._reload("")

    def _on_summary(self, on: bool | None) -> None:
        self._change_context(lambda known: replace(known, use_summary=on))

    def _on_recall(self, on: bool | None) -> None:
        self._change_context(lambda known: replace(known, use_recall=on))

    def _change_context(self, edit: Callable[[ChatContext], ChatContext]) -> None:
        if self._chat.id:
            self._launch("choose strategy", self._services.chat.set_context(self._chat.id, edit))

    def _on_candidate(self, code: str | None) -> None:
        self._candidate = code
        self._preview.show_candidate(code)
        self._show_context()
        choice = self._choice
        self._ask_about(_Question(choice.strategy, code) if choice is not None and code is not None else None)

    def _on_attended(self, attended: bool) -> None:
        choice = self._choice
        if attended and self._question is None and choice is not None:
            self._ask_about(_Question(choice.strategy, choice.strategy, idle=True))
        elif not attended:
            self._ask_about(None)

    def _on_text(self) -> None:
        """What was said was about another draft."""
        if self._candidate is not None:
            self._settle.start()
        elif self._question is not None:
            self._ask_about(None)

    def _on_message_added(self, chat_id: str) -> None:
        if chat_id == self._chat.id:
            self._on_text()

    def _ask_about(self, question: _Question | None) -> None:
        self._question = question
        self._launch.cancel(TASK)
        if question is None:
            self._settle.stop()
            self._say("")
        else:
            self._settle.start()

    def _ask(self) -> None:
        question = self._question
        self._launch.cancel(TASK)
        if question is not None and self._chat.id:
            self._launch(TASK, self._answer(question, self._chat.id, self._composer.text()))

    async def _answer(self, question: _Question, chat_id: str, draft: str) -> None:
        context = self._services.context
        try:
            before = await context.preview(chat_id, draft, what_if=WhatIf(strategy=question.before))
            after = before
            if question.after != question.before:
                after = await context.preview(chat_id, draft, what_if=WhatIf(strategy=question.after))
        except AppError as error:
            sentence = error_sentence(error)
        else:
            sentence = self._sentence(question, difference(before, after))
        if question is self._question:
            self._say(sentence, aloud=not question.idle)

    def _sentence(self, question: _Question, found: Difference) -> str:
        if question.idle:
            return difference_sentence(found) if found.everything_fits else ""
        sentence = difference_sentence(found)
        return from_next_message(sentence) if changes(found) and self._composer.streaming else sentence

    def _say(self, text: str, *, aloud: bool = False) -> None:
        """In the line; where there is nothing to say, that the chosen strategy is missing, if it is."""
        self._composer.line.show_text(text or self._trouble(), warning=not text)
        self._announcer.say(text if aloud else "")

    def _trouble(self) -> str:
        """That the chosen strategy is not there, or failed; empty where it works."""
        if self._choice is None:
            return ""
        if self._composer.strategy.track.missing:
            return missing_sentence(self._choice.strategy)
        return failing_sentence(self._choice.strategy) if self._failing else ""
