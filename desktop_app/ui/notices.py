"""What the bar over the composer says: how the last turn of the open chat failed, and notices that belong to no chat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, SignalInstance

from desktop_app.domain.errors import AppError, ErrorAction
from desktop_app.services.events import MessageAdded, NoticeRaised, TurnFinished, TurnStarted
from desktop_app.ui.messages import action_label, error_sentence
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.services import UiServices


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence and the code of its action."""

    sentence: str
    action: str = ""


class Notices(QObject):
    """Keeps one notice a chat, and shows that of the open one.

    Signals:
        retry_pressed, connection_pressed, preview_pressed, mend_pressed: what the notice's button asks for.
    """

    retry_pressed = Signal()
    connection_pressed = Signal()
    preview_pressed = Signal()
    mend_pressed = Signal()

    def __init__(self, services: UiServices, bar: NoticeBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._chat_id = ""
        self._by_chat: dict[str, Notice] = {}
        self._unsubscribe: list[Callable[[], None]] = [
            services.bus.subscribe(TurnFinished, self._on_turn_finished),
            services.bus.subscribe(TurnStarted, lambda event: self._forget(event.turn.chat_id)),
            services.bus.subscribe(MessageAdded, lambda event: self._forget(event.chat_id)),
            services.bus.subscribe(NoticeRaised, lambda event: self.show_error(event.error)),
        ]
        bar.action_pressed.connect(self._on_action)
        bar.closed.connect(lambda: self._forget(self._shown_for()))

    def open(self, chat_id: str) -> None:
        """Another chat is shown."""
        self._chat_id = chat_id
        self._show()

    def show_error(self, error: AppError) -> None:
        """Something known went wrong in what the person just did; where no chat is open, it is told in every one."""
        self._put(self._chat_id, Notice(error_sentence(error), error.action))

    def close(self) -> None:
        """Stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _on_turn_finished(self, event: TurnFinished) -> None:
        if event.error is None:
            return
        kept = self.tr("What came so far is kept.") if event.message else self.tr("Your message is stored.")
        action = event.error.action or ErrorAction.RETRY
        self._put(event.turn.chat_id, Notice(f"{_ended(error_sentence(event.error))} {kept}", action))

    def _put(self, chat_id: str, notice: Notice) -> None:
        self._by_chat[chat_id] = notice
        self._show()

    def _forget(self, chat_id: str) -> None:
        if self._by_chat.pop(chat_id, None) is not None:
            self._show()

    def _shown_for(self) -> str:
        """The chat whose notice is shown; empty for one that is for all of them."""
        return self._chat_id if self._chat_id in self._by_chat else ""

    def _show(self) -> None:
        notice = self._by_chat.get(self._shown_for())
        if notice is None:
            self._bar.hide()
        else:
            self._bar.show_notice(notice.sentence, action_label(notice.action))

    def _on_action(self) -> None:
        chat_id = self._shown_for()
        notice = self._by_chat.get(chat_id)
        if notice is not None:
            signals: dict[str, SignalInstance] = {
                ErrorAction.RETRY: self.retry_pressed,
                ErrorAction.OPEN_CONNECTION: self.connection_pressed,
                ErrorAction.OPEN_PREVIEW: self.preview_pressed,
                ErrorAction.MEND_TEXTS: self.mend_pressed,
            }
            self._forget(chat_id)
            signals[notice.action].emit()


def _ended(sentence: str) -> str:
    """What a server said may have no end mark; the next sentence needs one."""
    return sentence if sentence.endswith(_END_MARKS) else f"{sentence}."


_END_MARKS = (".", "!", "?", "…", "。", "！", "？")
