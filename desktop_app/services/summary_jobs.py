"""When summaries are made: beside the chats, one job a chat at a time, a model's again after it has failed.

Owned by ``SummaryService``. Each job looks at the branch as it is by then, so that what changed meanwhile is not missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from desktop_app.domain.chat import Chat, ChatContext
from desktop_app.domain.errors import ProviderError, StorageError
from desktop_app.domain.message import Role
from desktop_app.domain.ports import ChatRepository
from desktop_app.services.compress_advice import advised_every, decided_every
from desktop_app.services.events import (
    BranchChanged,
    ChatAdded,
    ChatChanged,
    EventBus,
    MessageAdded,
    MessageChanged,
    StrategyChanged,
    SummaryChanged,
    TurnFinished,
)
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.summary_branch import Row, is_told
from desktop_app.services.summary_extractive import ExtractiveSummary, whole_rows
from desktop_app.services.summary_model import ModelSummary
from desktop_app.services.summary_tries import SummaryTries
from desktop_app.services.tasks import TaskRegistry

_log = logging.getLogger(__name__)

# A chat that is too short for segments is looked at every so many messages.
_LOOKED_AT = 4


class SummaryJobs:
    """Runs them. ``automatic``: as chats change, and of a chat that is looked at; else only ``keep_up`` does anything."""

    def __init__(
        self,
        *,
        chats: ChatRepository,
        extractive: ExtractiveSummary,
        model: ModelSummary,
        tries: SummaryTries,
        settings: SettingsService,
        bus: EventBus,
        tasks: TaskRegistry,
        automatic: bool,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._chats = chats
        self._extractive = extractive
        self._model = model
        self._tries = tries
        self._settings = settings
        self._bus = bus
        self._tasks = tasks
        self._automatic = automatic
        self._wait = wait
        self._locks: dict[str, asyncio.Lock] = {}
        self._again: set[str] = set()
        self._working: set[str] = set()
        self._seen: set[str] = set()
        # What a chat needs until there is anything to make: so many messages more, if nothing else happens in it.
        self._missing: dict[str, int] = {}
        self._new: dict[str, set[str]] = {}
        self._contexts: dict[str, ChatContext] = {}
        if automatic:
            bus.subscribe(ChatAdded, lambda event: self.wake(event.chat.id))
            bus.subscribe(ChatChanged, self._on_chat_changed)
            bus.subscribe(StrategyChanged, self._on_strategy_changed)
            bus.subscribe(MessageAdded, self._on_message_added)
            bus.subscribe(MessageChanged, self._on_message_changed)
            bus.subscribe(BranchChanged, lambda event: self.wake(event.chat_id))
            bus.subscribe(TurnFinished, lambda event: self._on_grown(event.turn.chat_id))

    async def keep_up(self, chat_id: str) -> None:
        """Makes what is new and what is stale, and returns when nothing is left to make. Raises ``AppError``."""
        async with self._locks.setdefault(chat_id, asyncio.Lock()):
            chat = await self._chats.get_chat(chat_id)
            branch = await self._chats.branch(chat_id)
            rows, turns = await asyncio.to_thread(lambda: (whole_rows(branch), _user_turns(branch)))
            every = await self._every(chat, turns)
            made = await self._extractive.make(chat_id, rows, every)
            self._missing[chat_id] = _LOOKED_AT if every is None else every - made.waiting
            self._contexts[chat_id] = chat.context
            self._new.setdefault(chat_id, set()).difference_update(row.id for row in rows)
            if made.changed:
                self._bus.publish(SummaryChanged(chat_id, in_background=True))
            await self._by_model(chat)

    def see(self, chat_id: str) -> None:
        """Somebody looks at the chat, which may be older than its summary."""
        if self._automatic and chat_id not in self._seen:
            self._seen.add(chat_id)
            self.wake(chat_id)

    def wake(self, chat_id: str) -> None:
        """The chat's job runs (once more, where it does already)."""
        self._again.add(chat_id)
        if chat_id not in self._working:
            self._working.add(chat_id)
            self._tasks.launch(_job(chat_id), self._work(chat_id))

    def _on_message_added(self, event: MessageAdded) -> None:
        self._new.setdefault(event.chat_id, set()).add(event.message.id)
        self._on_grown(event.chat_id)

    def _on_grown(self, chat_id: str) -> None:
        """Most messages change nothing: of a long chat each look costs tenths of a second."""
        self._missing[chat_id] = self._missing.get(chat_id, 0) - 1
        if self._missing[chat_id] <= 0:
            self.wake(chat_id)

    def _on_message_changed(self, event: MessageChanged) -> None:
        """The end of an answer is heard of as a change too."""
        if event.message.id not in self._new.get(event.chat_id, ()):
            self.wake(event.chat_id)

    def _on_chat_changed(self, event: ChatChanged) -> None:
        if self._contexts.get(event.chat.id) != event.chat.context:
            self.wake(event.chat.id)

    def _on_strategy_changed(self, event: StrategyChanged) -> None:
        """Another rhythm, of the chat or of a folder."""
        for chat_id in [event.chat_id] if event.chat_id else list(self._missing):
            self.wake(chat_id)

    def try_now(self, chat_id: str) -> None:
        """The model is asked at once, whatever went wrong before."""
        self._tries.begin_anew(chat_id)
        self._tasks.cancel(_later(chat_id))
        self.wake(chat_id)

    def working(self, chat_id: str) -> bool:
        """Whether the chat's job runs just now."""
        return chat_id in self._working

    def wants_model(self, chat: Chat) -> bool:
        """Whether a model is to write here: as the chat says, else as the settings do."""
        own = chat.context.summarised_by_model
        return self._settings.settings.summary.by_model if own is None else own

    async def _every(self, chat: Chat, turns: int) -> int | None:
        """Of so many messages a segment is made: as the chat, its folder or the settings say, else as is advised."""
        folders = await self._chats.folders() if chat.folder else []
        decided = decided_every(chat, folders, self._settings.settings.context.compress_every_n)
        return decided or advised_every(turns, code_review=chat.context.code_review)

    async def _by_model(self, chat: Chat) -> None:
        """Piece after piece. What goes wrong is tried again later."""
        while self.wants_model(chat) and await self._tries.may_try(chat.id):
            rows = whole_rows(await self._chats.branch(chat.id))
            try:
                made = await self._model.make_next(chat, rows, self._settings.settings)
            except ProviderError as error:
                self._try_later(chat.id, error)
                return
            finally:
                await self._tries.save(chat.id)
            if not made:
                return
            self._tries.begin_anew(chat.id)
            self._bus.publish(SummaryChanged(chat.id, in_background=True))
            chat = await self._chats.get_chat(chat.id)

    def _try_later(self, chat_id: str, error: ProviderError) -> None:
        seconds = self._tries.failed(chat_id, error)
        self._bus.publish(SummaryChanged(chat_id, in_background=True))
        if seconds is not None and self._automatic and not self._tasks.running(_later(chat_id)):
            self._tasks.launch(_later(chat_id), self._wake_in(chat_id, seconds))

    async def _wake_in(self, chat_id: str, seconds: float) -> None:
        await self._wait(seconds)
        self.wake(chat_id)

    async def _work(self, chat_id: str) -> None:
        try:
            while chat_id in self._again:
                self._again.discard(chat_id)
                await self._tasks.step_aside()
                try:
                    await self.keep_up(chat_id)
                except StorageError as error:  # the chat is gone, or the disk is full: what is there stays
                    _log.warning("the summary of a chat could not be kept up: %s", error.code)
        finally:
            self._working.discard(chat_id)


def _user_turns(rows: Sequence[Row]) -> int:
    return sum(is_told(row) and row.role is Role.USER for row in rows)


def _job(chat_id: str) -> str:
    return f"summary:{chat_id}"


def _later(chat_id: str) -> str:
    return f"summary later:{chat_id}"
