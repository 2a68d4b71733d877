"""Binds the chat service and its events to the model and the view of the open chat.

Made by the main window. It alone calls the service for the view; every call is a named task of whoever gave ``launch``, who
also hears of errors. A turn belongs to its chat: what arrives for a chat that is not open is left to the service, and
opening that chat shows the answer so far (case H-32).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer

from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import AppError
from desktop_app.domain.generation import Turn
from desktop_app.domain.message import Message
from desktop_app.services.events import (
    BranchChanged,
    DeltaReceived,
    EventBus,
    MessageAdded,
    MessageChanged,
    TurnFinished,
    TurnStarted,
)
from desktop_app.ui.chat.chat_model import ChatModel, light_row
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.row_difference import difference
from desktop_app.ui.chat.seen import Seen
from desktop_app.ui.chat.stream_buffer import StreamBuffer

TAIL = 60
"""Messages shown at once when a chat is opened, before its branch is read; more than a high screen holds."""

LONG_WAIT_MS = 500
"""After so long without a word of the answer it is said what is being done (design page, waiting)."""

Launch = Callable[[str, Coroutine[Any, Any, Any]], object]


class MessageService(Protocol):
    """What the presenter needs of ``ChatService``."""

    async def tail(self, chat_id: str, limit: int) -> list[Message]:
        """The newest messages of the visible branch, oldest first."""
        ...

    async def branch(self, chat_id: str) -> list[BranchRow]:
        """The visible branch without texts."""
        ...

    async def messages(self, ids: Sequence[str]) -> dict[str, Message]:
        """Messages by id."""
        ...

    def partial(self, chat_id: str) -> Message | None:
        """The answer so far that is being written in this chat."""
        ...

    async def regenerate(self, message_id: str) -> Turn:
        """Another answer."""
        ...

    async def edit(self, message_id: str, text: str) -> Message:
        """Another text, in place."""
        ...

    async def edit_and_resend(self, message_id: str, text: str) -> Turn:
        """A sibling with another text, and an answer to it."""
        ...

    async def choose_variant(self, message_id: str, step: int) -> None:
        """Goes to another variant."""
        ...

    async def delete_message(self, message_id: str) -> None:
        """Marks it."""
        ...

    async def restore_message(self, message_id: str) -> None:
        """Takes the mark back."""
        ...


class ChatPresenter(QObject):
    """Shows one chat at a time in ``view``. ``describe`` makes a sentence of a known error (translated)."""

    def __init__(
        self,
        service: MessageService,
        bus: EventBus,
        model: ChatModel,
        view: ChatView,
        launch: Launch,
        *,
        describe: Callable[[AppError], str] = str,
    ) -> None:
        super().__init__(view)
        self._service = service
        self._model = model
        self._view = view
        self._launch = launch
        self._describe = describe
        self._chat_id: str | None = None
        self._reading = 0  # counts reads of the branch: only the last one counts
        self._failures: dict[str, tuple[str, str]] = {}  # chat id → (message id or empty for the tip, sentence)
        self._buffer = StreamBuffer(model.extend, self)
        self._waiting = QTimer(self)  # for the first word of the running answer
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(LONG_WAIT_MS)
        self._waiting.timeout.connect(self._on_long_wait)
        self._unsubscribe = self._subscribe(bus)
        self._connect_view()

    @property
    def chat_id(self) -> str | None:
        """The open chat."""
        return self._chat_id

    def open(self, chat_id: str | None) -> None:
        """Shows another chat (None: none): its newest messages first, then the whole branch."""
        self._chat_id = chat_id
        self._reading += 1
        self._buffer.clear()
        self._view.set_empty_sentence("")
        self._view.set_seen(Seen())
        self._model.reset_rows([])
        if chat_id is not None:
            self._launch(f"open chat {chat_id}", self._load(chat_id, self._reading))

    def close(self) -> None:
        """Hears no events any more."""
        for end in self._unsubscribe:
            end()
        self._buffer.clear()

    # Reading

    async def _load(self, chat_id: str, reading: int) -> None:
        tail = await self._service.tail(chat_id, TAIL)
        if reading != self._reading:
            return
        self._model.reset_rows([light_row(message) for message in tail], {message.id: message for message in tail})
        self._show_partial(chat_id)
        await self._read_branch(chat_id, reading)
        self._view.set_empty_sentence(self.tr("Nothing has been said yet. Write the first message below."))

    async def _read_branch(self, chat_id: str, reading: int) -> None:
        while True:
            version = self._model.version
            rows = await self._service.branch(chat_id)
            found = await asyncio.to_thread(difference, self._model.shown_rows(), rows)
            if reading != self._reading:
                return
            if version == self._model.version:
                break  # else an event came meanwhile, and may know more than what was read
        self._model.replace_rows(rows, found)
        self._show_partial(chat_id)
        self._show_failure(chat_id)

    async def _read_texts(self, ids: Sequence[str]) -> None:
        self._model.supply(await self._service.messages(ids))

    def _reread(self) -> None:
        if self._chat_id is not None:
            self._reading += 1
            self._launch(f"read branch {self._chat_id}", self._read_branch(self._chat_id, self._reading))

    def _show_partial(self, chat_id: str) -> None:
        """The running answer as the service has it now; it holds everything that waits in the buffer."""
        partial = self._service.partial(chat_id)
        if partial is not None:
            self._buffer.drop(partial.id)
            self._model.change(partial)
            self._waiting.start()

    def _show_failure(self, chat_id: str) -> None:
        message_id, sentence = self._failures.get(chat_id, ("", ""))
        count = self._model.rowCount()
        if sentence and count:
            self._model.set_note(message_id or self._model.row(count - 1).id, sentence)

    # Events

    def _subscribe(self, bus: EventBus) -> list[Callable[[], None]]:
        return [
            bus.subscribe(MessageAdded, self._on_message_added),
            bus.subscribe(MessageChanged, self._on_message_changed),
            bus.subscribe(BranchChanged, self._on_branch_changed),
            bus.subscribe(TurnStarted, self._on_turn_started),
            bus.subscribe(DeltaReceived, self._on_delta_received),
            bus.subscribe(TurnFinished, self._on_turn_finished),
        ]

    def _on_message_added(self, event: MessageAdded) -> None:
        if event.chat_id != self._chat_id or self._model.row_of(event.message.id) >= 0:
            return
        count = self._model.rowCount()
        tip = self._model.row(count - 1).id if count else None
        if event.message.parent_id == tip:
            self._model.add(event.message)
        else:
            self._reread()

    def _on_message_changed(self, event: MessageChanged) -> None:
        if event.chat_id == self._chat_id:
            self._buffer.drop(event.message.id)
            self._model.change(event.message)

    def _on_branch_changed(self, event: BranchChanged) -> None:
        if event.chat_id == self._chat_id:
            self._reread()

    def _on_turn_started(self, event: TurnStarted) -> None:
        turn = event.turn
        self._failures.pop(turn.chat_id, None)
        if turn.chat_id == self._chat_id:
            self._model.clear_notes()
            self._model.set_model_name(turn.message_id, turn.model or turn.connection_name)
            self._waiting.start()

    def _on_long_wait(self) -> None:
        partial = self._service.partial(self._chat_id) if self._chat_id is not None else None
        if partial is not None:
            self._model.set_waiting(partial.id)

    def _on_delta_received(self, event: DeltaReceived) -> None:
        if event.chat_id == self._chat_id and self._model.row_of(event.message_id) >= 0:
            self._buffer.add(event.message_id, event.text, event.reasoning)

    def _on_turn_finished(self, event: TurnFinished) -> None:
        turn = event.turn
        if event.error is not None:
            message_id = event.message.id if event.message is not None else ""
            self._failures[turn.chat_id] = (message_id, self._describe(event.error))
        if turn.chat_id == self._chat_id:
            self._model.set_model_name(turn.message_id, turn.model or turn.connection_name)
            self._show_failure(turn.chat_id)

    # What the person wants

    def _connect_view(self) -> None:
        actions = self._view.row_actions
        self._model.texts_wanted.connect(self._on_texts_wanted)
        actions.regenerate_requested.connect(self._on_regenerate)
        actions.delete_requested.connect(self._on_delete)
        actions.restore_requested.connect(self._on_restore)
        actions.variant_requested.connect(self._on_variant)
        self._view.edited.connect(self._on_edited)
        self._view.resent.connect(self._on_resent)
        self._view.copy_texts_requested.connect(self._on_copy_texts)

    def _on_texts_wanted(self, ids: list[str]) -> None:
        self._launch("read texts", self._read_texts(ids))

    def _on_regenerate(self, message_id: str) -> None:
        self._launch("regenerate", self._service.regenerate(message_id))

    def _on_delete(self, message_id: str) -> None:
        self._launch("delete message", self._service.delete_message(message_id))

    def _on_restore(self, message_id: str) -> None:
        self._launch("restore message", self._service.restore_message(message_id))

    def _on_variant(self, message_id: str, step: int) -> None:
        self._launch("choose variant", self._service.choose_variant(message_id, step))

    def _on_edited(self, message_id: str, text: str) -> None:
        self._launch("edit message", self._edit(message_id, text))

    def _on_resent(self, message_id: str, text: str) -> None:
        """The editor closes when its row leaves the branch; a failure before that leaves the text in it."""
        self._launch("edit and resend", self._service.edit_and_resend(message_id, text))

    def _on_copy_texts(self, ids: list[str]) -> None:
        self._launch("copy messages", self._copy(ids))

    async def _edit(self, message_id: str, text: str) -> None:
        await self._service.edit(message_id, text)
        self._view.end_edit(message_id)

    async def _copy(self, ids: Sequence[str]) -> None:
        self._view.copying.copy_with(await self._service.messages(ids))
