"""Keeps the map of the chat true: follows the plan of the preview and the summary, says what a message is, goes to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.errors import NotFoundError
from desktop_app.services.events import SummaryChanged
from desktop_app.services.summary_told import ToldMessagePlace, Went
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.memory.first_words import FirstWords
from desktop_app.ui.memory.map_strip import RANK, MapStrip
from desktop_app.ui.memory.summary_words import date_text, message_line, went_phrase
from desktop_app.ui.services import UiServices

DELAY_MS = 250
READ_TASK = "map of the chat"


class MapPresenter(QObject):
    """One strip over the open chat. ``toggle``: the action that switches it on and off.

    Signals:
        place_wanted: (message id, start, end) the reader wants to go there.
    """

    place_wanted = Signal(str, int, int)

    def __init__(
        self, services: UiServices, launch: Launcher, model: ChatModel, strip: MapStrip, toggle: QAction
    ) -> None:
        self._plan: ContextPlan | None = None
        self._chat_id = ""
        self._places: tuple[ToldMessagePlace, ...] = ()
        self._asked = -1
        super().__init__(strip)
        self._services = services
        self._launch = launch
        self._model = model
        self._strip = strip
        self._words = FirstWords(services.chat, launch, self)
        self._words.found.connect(self._say)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)
        strip.row_asked.connect(self._on_asked)
        strip.row_chosen.connect(self._on_chosen)
        toggle.setCheckable(True)
        toggle.setChecked(services.settings.settings.window.shows_map)
        strip.setVisible(toggle.isChecked())
        toggle.toggled.connect(self._on_toggled)
        self._unsubscribe: Callable[[], None] = services.bus.subscribe(SummaryChanged, self._on_summary)

    def open(self, chat_id: str) -> None:
        """Another chat is shown; an empty id: none."""
        self._chat_id, self._plan, self._places, self._asked = chat_id, None, (), -1
        self._strip.set_states((), "")

    def set_plan(self, plan: ContextPlan) -> None:
        """What would be sent now."""
        if plan.chat_id == self._chat_id:
            self._plan = plan
            self._timer.start()

    def close(self) -> None:
        """Stops listening and asking."""
        self._timer.stop()
        self._words.close()
        self._launch.cancel(READ_TASK)
        self._unsubscribe()

    def _on_summary(self, event: SummaryChanged) -> None:
        if event.chat_id == self._chat_id and self._plan is not None:
            self._timer.start()

    def _on_toggled(self, shown: bool) -> None:
        self._strip.setVisible(shown)
        self._launch("show the map", self._keep(shown))
        if shown:
            self._timer.start()

    async def _keep(self, shown: bool) -> None:
        await self._services.settings.change(
            lambda settings: replace(settings, window=replace(settings.window, shows_map=shown))
        )

    def _ask(self) -> None:
        if self._chat_id and not self._strip.isHidden():
            self._launch.cancel(READ_TASK)
            self._launch(READ_TASK, self._read(self._chat_id, self._plan))

    async def _read(self, chat_id: str, plan: ContextPlan | None) -> None:
        try:
            view = await self._services.summaries.told(chat_id, plan)
        except NotFoundError:
            return  # it was deleted meanwhile, and another one is opened
        states, description = await asyncio.to_thread(_seen, view.messages)
        if chat_id == self._chat_id:
            self._places = view.messages
            self._strip.set_states(states, description)

    def _on_asked(self, row: int) -> None:
        self._asked = row
        self._say()

    def _say(self) -> None:
        """Number, date, who, how it begins, and where it is."""
        if 0 <= self._asked < len(self._places):
            place = self._places[self._asked]
            row = self._model.row_of(place.id)
            line = message_line(place, self._model.speaker(row) if row >= 0 else "")
            words, moment = self._words.of(place.id), self._words.date(place.id)
            lines = (line.note, date_text(moment) if moment else "", words)
            self._strip.show_words(self._asked, "\n".join(text for text in lines if text))

    def _on_chosen(self, row: int) -> None:
        if row < len(self._places):
            self.place_wanted.emit(self._places[row].id, -1, -1)


def _seen(places: Sequence[ToldMessagePlace]) -> tuple[list[Went], str]:
    """The state of each message, and all of them in numbers. Takes a while for a long chat: for a thread."""
    states = [place.went for place in places]
    counts = Counter(states)
    return states, ", ".join(f"{went_phrase(went)}: {counts[went]}" for went in RANK if counts[went])
