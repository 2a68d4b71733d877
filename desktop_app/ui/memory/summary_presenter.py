"""Fills the page of the summary from the services, and does what the person asks for there.

Told of the chat and of the plan by ``windows``. Everything is read anew a moment after something changed; what is read
meanwhile for another chat is dropped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.chat import BranchRow
from desktop_app.domain.errors import AppError
from desktop_app.domain.memory import SummarySentence
from desktop_app.domain.summary import OldSentence
from desktop_app.services.events import BranchChanged, MessageAdded, MessageChanged, SummaryChanged, TurnFinished
from desktop_app.services.summary_service import SummaryStatus
from desktop_app.services.summary_told import SummaryView, ToldSentence
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.memory.first_words import FirstWords
from desktop_app.ui.memory.lines import Line
from desktop_app.ui.memory.summary_detail import Chosen, Place
from desktop_app.ui.memory.summary_page import List, SummaryPage
from desktop_app.ui.memory.summary_words import message_line, old_line, sentence_line, status_sentence
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices

DELAY_MS = 150
READ_TASK, WORK_TASK = "read what a chat remembers", "change a summary"

NOTHING = SummaryView((), ())


class SummaryPresenter(QObject):
    """One page of one chat at a time.

    Signals:
        place_wanted: (message id, start, end) the reader wants to see it in the chat.
        chat_started: (chat id) a new chat carries this one on.
    """

    place_wanted = Signal(str, int, int)
    chat_started = Signal(str)

    def __init__(
        self, services: UiServices, launch: Launcher, model: ChatModel, words: FirstWords, page: SummaryPage
    ) -> None:
        self._chat_id = ""
        self._plan: ContextPlan | None = None
        self._view = NOTHING
        self._old: list[OldSentence] = []
        self._status: SummaryStatus | None = None
        self._undo: Callable[[], Awaitable[object]] | None = None
        self._wanted_message = ""
        super().__init__(page)
        self._summaries = services.summaries
        self._bus = services.bus
        self._launch = launch
        self._model = model
        self._words = words
        self._page = page
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)
        self._connect()
        self._unsubscribe = self._subscribe()

    def open(self, chat_id: str) -> None:
        """Another chat is shown in the window; an empty id: none."""
        if chat_id == self._chat_id:
            return
        self._chat_id, self._plan, self._view, self._old, self._status = chat_id, None, NOTHING, [], None
        self._undo = None
        self._page.undo_bar.hide()
        self._show()
        self.refresh(0)

    def set_plan(self, plan: ContextPlan) -> None:
        """What would be sent now."""
        if plan.chat_id == self._chat_id:
            self._plan = plan
            self.refresh()

    def show_message(self, message_id: str) -> None:
        """Where this message went."""
        self._wanted_message = message_id
        self._page.show_list(List.MESSAGES)
        self._go_to_wanted()

    def refresh(self, delay: int = DELAY_MS) -> None:
        """Something is otherwise: it is read in a moment."""
        self._timer.start(delay)

    def close(self) -> None:
        """Stops listening and asking."""
        self._timer.stop()
        self._launch.cancel(READ_TASK)
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def _connect(self) -> None:
        page, detail = self._page, self._page.detail
        page.list_changed.connect(self._show)
        page.line_chosen.connect(self._show_chosen)
        page.line_activated.connect(self._on_activated)
        page.now_pressed.connect(self._on_now)
        page.pause_pressed.connect(self._on_pause)
        page.hand_over_agreed.connect(lambda: self._do(self._hand_over(self._chat_id)))
        page.undo_bar.undo_pressed.connect(self._on_undo)
        detail.saved.connect(self._on_saved)
        detail.lock_pressed.connect(self._on_lock)
        detail.removed.connect(self._on_removed)
        detail.put_back.connect(self._on_put_back)
        detail.place_pressed.connect(self.place_wanted)
        self._words.found.connect(page.words_found)
        self._words.found.connect(self._show_chosen)

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._bus
        return [
            bus.subscribe(SummaryChanged, lambda event: self._on_changed(event.chat_id)),
            bus.subscribe(BranchChanged, lambda event: self._on_changed(event.chat_id)),
            bus.subscribe(MessageAdded, lambda event: self._on_changed(event.chat_id)),
            bus.subscribe(TurnFinished, lambda event: self._on_changed(event.turn.chat_id)),
            bus.subscribe(MessageChanged, self._on_message),
        ]

    def _on_message(self, event: MessageChanged) -> None:
        self._words.forget(event.message.id)
        self._on_changed(event.chat_id)

    def _on_changed(self, chat_id: str) -> None:
        if chat_id == self._chat_id:
            self.refresh()

    def _ask(self) -> None:
        self._launch.cancel(READ_TASK)
        if self._chat_id:
            self._launch(READ_TASK, self._read(self._chat_id, self._plan), on_error=self._on_error)

    async def _read(self, chat_id: str, plan: ContextPlan | None) -> None:
        view = await self._summaries.told(chat_id, plan)
        old = await self._summaries.history(chat_id)
        status = await self._summaries.status(chat_id)
        if chat_id == self._chat_id:
            self._view, self._old, self._status = view, old, status
            self._show()
            self._go_to_wanted()

    def _show(self) -> None:
        page, status = self._page, self._status
        lines, empty = self._lines()
        page.set_lines(lines, empty if self._chat_id else self.tr("Open a chat to see what it remembers."))
        page.show_status(
            status_sentence(status) if status else "",
            pausable=status is not None and status.wanted_by_model,
            paused=status is not None and status.paused,
            has_messages=status is not None and status.messages > 0,
        )

    def _lines(self) -> tuple[list[Line], str]:
        match self._page.shown_list:
            case List.SENTENCES:
                lines = [sentence_line(told, self._row) for told in self._view.sentences]
                return lines, self.tr(
                    "The summary is made when the chat is long enough. Until then there is nothing here."
                )
            case List.OLD:
                return [old_line(number, old) for number, old in enumerate(self._old)], self.tr(
                    "No sentence was replaced or taken out yet."
                )
            case List.MESSAGES:
                lines = [message_line(place, self._speaker(place.id)) for place in self._view.messages]
                return lines, self.tr("No messages yet.")

    def _row(self, message_id: str) -> BranchRow | None:
        row = self._model.row_of(message_id)
        return self._model.row(row) if row >= 0 else None

    def _speaker(self, message_id: str) -> str:
        row = self._model.row_of(message_id)
        return self._model.speaker(row) if row >= 0 else ""

    def _show_chosen(self) -> None:
        line = self._page.line()
        self._page.detail.show_chosen(Chosen("", "", "") if line is None else self._chosen(line))

    def _chosen(self, line: Line) -> Chosen:
        match self._page.shown_list:
            case List.SENTENCES:
                told = self._told(line.id)
                places = self._places(told) if told else ()
                return Chosen(line.id, line.text, line.note, places, editable=True, locked=line.locked)
            case List.OLD:
                return Chosen(line.id, line.text, line.note, old=True)
            case List.MESSAGES:
                place = (Place(line.id, -1, -1, self.tr("Show in the chat")),)
                return Chosen(line.id, self._message_text(line.id), line.note, place)

    def _message_text(self, message_id: str) -> str:
        """How a message begins, and what the summary makes of it."""
        said = [
            told.text
            for told in self._view.sentences
            if any(source.message_id == message_id for source in told.sources)
        ]
        begins = self._words.of(message_id)
        return "\n".join((begins, "", self.tr("The summary says of it:"), *said)) if said else begins

    def _told(self, sentence_id: str) -> ToldSentence | None:
        return next((told for told in self._view.sentences if told.id == sentence_id), None)

    def _places(self, told: ToldSentence) -> tuple[Place, ...]:
        places: list[Place] = []
        for source, number in zip(told.sources, told.numbers, strict=True):
            label = f"{number} · {self._speaker(source.message_id)}: {self._words.of(source.message_id)}"
            row = self._row(source.message_id)
            is_same = row is not None and row.revision == source.revision
            start, end = (source.start, source.end) if is_same else (-1, -1)
            places.append(Place(source.message_id, start, end, label))
        return tuple(places)

    def _go_to_wanted(self) -> None:
        if self._wanted_message and self._page.choose_id(self._wanted_message):
            self._wanted_message = ""

    def _on_activated(self, line_id: str) -> None:
        """Enter goes on with a row: a sentence is written in, a message is shown."""
        match self._page.shown_list:
            case List.SENTENCES | List.OLD:
                self._page.detail.text.setFocus()
            case List.MESSAGES:
                self.place_wanted.emit(line_id, -1, -1)

    def _on_now(self) -> None:
        if self._chat_id:
            self._summaries.now(self._chat_id)
            self.refresh()

    def _on_pause(self) -> None:
        if self._chat_id and self._status is not None:
            self._summaries.pause(self._chat_id, paused=not self._status.paused)

    def _on_saved(self, sentence_id: str, text: str) -> None:
        self._do(self._save(sentence_id, text))

    def _on_lock(self, sentence_id: str, locked: bool) -> None:
        self._do(self._summaries.set_locked(self._chat_id, sentence_id, locked=locked))

    def _on_removed(self, sentence_id: str) -> None:
        self._do(self._remove(sentence_id))

    def _on_put_back(self, number: str) -> None:
        self._do(self._put_back(int(number)))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._launch(WORK_TASK, work, on_error=self._on_error)

    async def _save(self, sentence_id: str, text: str) -> None:
        chat_id, told = self._chat_id, self._told(sentence_id)
        if told is None or not text:
            return
        if told.stale:
            await self._say_again(_sentence(told), text)
            if told.locked:
                await self._summaries.remove(chat_id, sentence_id)
            return
        await self._summaries.revise(chat_id, sentence_id, text)
        before = _sentence(told)
        self._offer(
            self.tr("The sentence says it in your words now."), lambda: self._summaries.put_back(chat_id, before)
        )

    async def _remove(self, sentence_id: str) -> None:
        chat_id, told = self._chat_id, self._told(sentence_id)
        if told is None:
            return
        await self._summaries.remove(chat_id, sentence_id)
        self._offer(self.tr("Taken out of the summary."), lambda: self._summaries.put_back(chat_id, _sentence(told)))

    async def _put_back(self, number: int) -> None:
        if number >= len(self._old):
            return
        old = self._old[number].sentence
        now = self._told(old.id)
        if now is not None and not now.stale:
            await self._save(old.id, old.text)
        else:
            await self._say_again(old, old.text)

    async def _say_again(self, old: SummarySentence, text: str) -> None:
        """Beside what is out of date, which is made anew by itself."""
        chat_id = self._chat_id
        own = await self._summaries.say_again(chat_id, old, text)
        self._offer(self.tr("It is in the summary, as your words."), lambda: self._summaries.remove(chat_id, own.id))

    async def _hand_over(self, chat_id: str) -> None:
        chat = await self._summaries.hand_over(chat_id)
        self.chat_started.emit(chat.id)

    def _offer(self, sentence: str, undo: Callable[[], Awaitable[object]]) -> None:
        self._undo = undo
        self._page.undo_bar.offer(sentence)

    def _on_undo(self) -> None:
        undo, self._undo = self._undo, None
        self._page.undo_bar.hide()
        if undo is not None:
            self._do(_awaited(undo))

    def _on_error(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        has_messages = self._status is not None and self._status.messages > 0
        self._page.show_status(error_sentence(error), pausable=False, paused=False, has_messages=has_messages)


async def _awaited(undo: Callable[[], Awaitable[object]]) -> None:
    await undo()


def _sentence(told: ToldSentence) -> SummarySentence:
    """As it is kept; its weight is not needed for it to be put back."""
    return SummarySentence(told.id, told.text, told.sources, 0.0, told.made_by, told.locked)
