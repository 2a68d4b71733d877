"""Between the composer and the services: drafts per chat, Send, Stop, and when the box is cleared.

A text leaves the box only when its message is stored (``MessageAdded``); where storing fails it simply stays.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.domain.message import Role
from desktop_app.services.events import ChatRemoved, MessageAdded, TurnFinished, TurnStarted
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.services import UiServices

SAVE_DELAY_MS = 500
"""From the last key until the draft is stored."""


class ComposerPresenter(QObject):
    """Shows the draft of the open chat, keeps it, sends it.

    Signals:
        text_changed: (text) the draft on screen is now this, by typing or by switching.
        streaming_changed: (streaming) whether the open chat is being answered.
        failed: (error) sending did not work; the text is still there.
    """

    text_changed = Signal(str)
    streaming_changed = Signal(bool)
    failed = Signal(object)

    def __init__(self, services: UiServices, launch: Launcher, composer: Composer) -> None:
        super().__init__(composer)
        self._services = services
        self._launch = launch
        self._composer = composer
        self._chat_id = ""
        self._sending: dict[str, str] = {}
        self._unstored: dict[str, str] = {}
        self._answering: set[str] = set()
        self._unsaved = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_DELAY_MS)
        self._timer.timeout.connect(self._save)
        self._unsubscribe = self._subscribe()
        composer.setEnabled(False)
        composer.submitted.connect(self._on_submitted)
        composer.stop_pressed.connect(self.stop)
        composer.text_changed.connect(self._on_text)

    @property
    def streaming(self) -> bool:
        """Whether the open chat is being answered, or about to be."""
        return self._chat_id in self._sending or self._chat_id in self._answering

    async def open(self, chat_id: str) -> None:
        """Shows the draft of another chat; what stood in the box is stored for its own."""
        text = await self._draft(chat_id) if chat_id else ""
        self._save()
        self._chat_id = chat_id
        if chat_id and self._services.chat.is_streaming(chat_id):
            self._answering.add(chat_id)
        self._composer.setEnabled(bool(chat_id))
        self._composer.set_text(text)
        self._show_streaming()
        self.text_changed.emit(text)

    def stop(self) -> None:
        """Stops the answer of the open chat."""
        if self._chat_id:
            self._services.chat.stop(self._chat_id)

    async def close(self) -> None:
        """Stores what is not stored yet, and stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._note_unstored()
        for chat_id, text in list(self._unstored.items()):
            await self._store(chat_id, text)

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(MessageAdded, self._on_message_added),
            bus.subscribe(TurnStarted, lambda event: self._on_turn(event.turn.chat_id, answering=True)),
            bus.subscribe(TurnFinished, lambda event: self._on_turn_finished(event.turn.chat_id)),
            bus.subscribe(ChatRemoved, self._on_chat_removed),
        ]

    def _on_text(self, text: str) -> None:
        self._unsaved = True
        self._timer.start()
        self.text_changed.emit(text)

    def _on_submitted(self, text: str) -> None:
        chat_id = self._chat_id
        if not chat_id or self.streaming:
            return
        self._timer.stop()  # a draft stored after its message would come back from the dead
        self._unsaved = False
        self._unstored.pop(chat_id, None)
        self._sending[chat_id] = text
        self._show_streaming()
        self._launch("send", self._send(chat_id, text), on_error=lambda error: self._on_failed(chat_id, error))

    async def _send(self, chat_id: str, text: str) -> None:
        self._answering.add(chat_id)
        try:
            await self._services.chat.send(chat_id, text)
        finally:
            self._sending.pop(chat_id, None)
            self._on_turn(chat_id, answering=False)

    def _on_failed(self, chat_id: str, error: BaseException) -> None:
        if chat_id == self._chat_id:
            self._unsaved = bool(self._composer.text())
            self._timer.start()
        self.failed.emit(error)

    def _on_message_added(self, event: MessageAdded) -> None:
        if event.message.role is not Role.USER:
            return
        sent = self._sending.pop(event.chat_id, None)
        if sent is None or event.chat_id != self._chat_id:
            return
        now = self._composer.text()
        rest = now.removeprefix(sent)
        self._composer.set_text(rest)
        self._show_streaming()
        self._unsaved = bool(rest)
        if rest:
            self._timer.start()
        self.text_changed.emit(rest)

    def _on_turn(self, chat_id: str, *, answering: bool) -> None:
        (self._answering.add if answering else self._answering.discard)(chat_id)
        if chat_id == self._chat_id:
            self._show_streaming()

    def _on_turn_finished(self, chat_id: str) -> None:
        """Where another character speaks next the round is not over."""
        self._on_turn(chat_id, answering=self._services.chat.is_streaming(chat_id))

    def _on_chat_removed(self, event: ChatRemoved) -> None:
        if event.chat_id == self._chat_id:
            self._save()

    async def _draft(self, chat_id: str) -> str:
        """What stands in the box of a chat: what is on its way into the storage counts more than what is there."""
        for on_its_way in (self._sending, self._unstored):
            if chat_id in on_its_way:
                return on_its_way[chat_id]
        draft = await self._services.chat.get_draft(chat_id)
        return draft.text if draft is not None else ""

    def _save(self) -> None:
        self._note_unstored()
        for chat_id, text in self._unstored.items():
            self._launch("save draft", self._store(chat_id, text))

    def _note_unstored(self) -> None:
        """Takes the text of the box into those that are to be stored; a failure leaves it there for the next time."""
        self._timer.stop()
        if self._unsaved and self._chat_id and self._chat_id not in self._sending:
            self._unstored[self._chat_id] = self._composer.text()
        self._unsaved = False

    async def _store(self, chat_id: str, text: str) -> None:
        await self._services.chat.save_draft(chat_id, text)
        if self._unstored.get(chat_id) == text:
            del self._unstored[chat_id]

    def _show_streaming(self) -> None:
        self._composer.set_streaming(self.streaming)
        self.streaming_changed.emit(self.streaming)
