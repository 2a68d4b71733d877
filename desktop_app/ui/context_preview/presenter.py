"""Keeps the preview right within 150 ms of the last key, and drops every plan that came too late to be true.

What is shown is what would be sent now; or what would be if something were otherwise (a candidate of the strategy selector,
the controls of *what if*); or, by ``show_plan``, the plan of an old answer, until the person goes back. Nothing of it
changes the chat, and ``planned`` tells only of what would really be sent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.context.compare import difference
from desktop_app.context.plan import ContextPlan
from desktop_app.domain.errors import AppError
from desktop_app.domain.settings import AppearanceSettings, Settings, WindowSettings
from desktop_app.services.context_service import WhatIf
from desktop_app.services.events import (
    BranchChanged,
    ChatChanged,
    CountsChanged,
    LibraryChanged,
    MessageAdded,
    MessageChanged,
    SettingsChanged,
    StrategyChanged,
    SummaryChanged,
    TurnFinished,
)
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.context_preview.view import ContextPreview, Mode
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.plan_difference import changes, difference_sentence
from desktop_app.ui.services import UiServices

DELAY_MS = 30
"""From the last change until the plan is asked for: as long as a held key takes to come again."""

UNSEEN_DELAY_MS = 400
"""The same while nobody sees the dock: only the marks in the conversation wait for it."""

ROOM_DELAY_MS = 300
"""From the choice of a row until it is asked how much room it lacks: some twenty plans are made for the answer."""

TASK, ROOM_TASK = "preview", "room in the context"

AS_IT_IS = WhatIf()


class ContextPreviewPresenter(QObject):
    """Asks for the plan of the open chat and its draft whenever either changes.

    Signals:
        planned: (plan) what would be sent now; not that of a candidate or of a *what if*.
        comparison_requested: (plan, title) what is shown is to be compared with what would be sent now.
    """

    planned = Signal(object)
    comparison_requested = Signal(object, str)

    def __init__(self, services: UiServices, launch: Launcher, view: ContextPreview) -> None:
        super().__init__(view)
        self._services = services
        self._launch = launch
        self._view = view
        self._chat_id = ""
        self._draft = ""
        self._candidate: str | None = None
        self._what_if = AS_IT_IS
        self._order: tuple[str, ...] | None = None
        self._old = ""
        self._now: ContextPlan | None = None
        self._changes = 0  # counts what makes ``_now`` stale
        self._settings: Settings | None = None
        self._asked = 0
        self._wanted = True
        if services.recall is not None:
            view.head.show_recall(services.recall, services.bus)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)
        self._room_of = ""
        self._room_timer = QTimer(self)
        self._room_timer.setSingleShot(True)
        self._room_timer.setInterval(ROOM_DELAY_MS)
        self._room_timer.timeout.connect(self._ask_for_room)
        self._unsubscribe = self._subscribe()
        view.room_asked.connect(self._on_room_asked)
        view.back_pressed.connect(self.show_now)
        view.compare_pressed.connect(self._on_compare)
        view.what_if.changed.connect(self.show_what_if)

    @property
    def view(self) -> ContextPreview:
        """Where it shows plans."""
        return self._view

    @property
    def chat_id(self) -> str:
        """The open chat; empty for none."""
        return self._chat_id

    @property
    def draft(self) -> str:
        """The text in the composer."""
        return self._draft

    def open(self, chat_id: str, draft: str) -> None:
        """Another chat is shown, with this in its composer; an empty id: none."""
        self._chat_id = chat_id
        self._draft = draft
        self._candidate, self._what_if, self._order, self._old = None, AS_IT_IS, None, ""
        self._view.what_if.reset()
        self._drop_asked()
        self._show_mode()
        if chat_id:
            self.refresh()
        else:
            self._forget_now()
            self._view.show_nothing()

    def set_draft(self, text: str) -> None:
        """The text in the composer is now this."""
        self._draft = text
        self.refresh()

    def show_candidate(self, strategy: str | None) -> None:
        """Shows at once what would be sent under another strategy, which nobody has chosen yet; None: what counts again."""
        if strategy == self._candidate:
            return
        self._candidate = strategy
        self._old = ""
        self._switch()

    def show_what_if(self, what_if: WhatIf) -> None:
        """Shows what would be sent if these things were otherwise; ``WhatIf()``: what counts again."""
        if what_if == self._what_if:
            return
        self._what_if = what_if
        self._old = ""
        self._switch(wait=True)

    def show_order(self, order: tuple[str, ...] | None) -> None:
        """Shows at once what would be sent in another order, which nobody has saved yet; None: what counts again."""
        if order != self._order:
            self._order = order
            self._old = ""
            self._switch()

    def set_wanted(self, wanted: bool) -> None:
        """Whether anybody sees the dock; what it lacks comes at once when somebody does."""
        self._wanted = wanted
        if wanted and self._timer.isActive():
            self._timer.start(0)

    def refresh(self) -> None:
        """The plan on screen may be out of date: asks for a new one soon.

        Behind an old answer's plan too: the marks in the conversation are of what would be sent now.
        """
        self._forget_now()
        if self._chat_id:
            self._timer.start(DELAY_MS if self._wanted else UNSEEN_DELAY_MS)

    def show_plan(self, plan: ContextPlan | None, title: str) -> None:
        """Shows the plan of an old answer; None: it was made by none, or none was kept."""
        self._drop_asked()
        self._old = title
        self._show_mode()
        if plan is not None:
            self._view.show_plan(plan)
        else:
            self._view.show_problem(self.tr("Nothing is kept of what a model saw for this message."))

    def show_now(self) -> None:
        """Goes back to what would be sent now."""
        self._old, self._candidate, self._what_if, self._order = "", None, AS_IT_IS, None
        self._view.what_if.reset()
        self._switch()

    def close(self) -> None:
        """Stops listening and asking."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        if self._view.head.recall is not None:
            self._view.head.recall.close_status()
        self._on_room_asked("")
        self._drop_asked()

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(MessageAdded, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(MessageChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(BranchChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(CountsChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(SummaryChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(ChatChanged, lambda event: self._on_chat_changed(event.chat.id)),
            bus.subscribe(TurnFinished, lambda event: self._on_chat_changed(event.turn.chat_id)),
            bus.subscribe(StrategyChanged, lambda event: self._on_chat_changed(event.chat_id or self._chat_id)),
            bus.subscribe(LibraryChanged, lambda _event: self.refresh()),
            bus.subscribe(SettingsChanged, self._on_settings),
        ]

    def _on_chat_changed(self, chat_id: str) -> None:
        if chat_id == self._chat_id:
            self.refresh()

    def _on_settings(self, event: SettingsChanged) -> None:
        """How the window stands is no reason to build a plan."""
        plain = replace(event.settings, window=WindowSettings(), appearance=AppearanceSettings())
        if plain != self._settings:
            self._settings = plain
            self.refresh()

    def _on_compare(self) -> None:
        plan = self._view.plan
        if plan is not None:
            self.comparison_requested.emit(plan, self._old or self._view.head.banner.sentence())

    @property
    def _tried(self) -> WhatIf:
        """What is otherwise in the plan that is wanted on screen."""
        tried = self._what_if if self._order is None else replace(self._what_if, order=self._order)
        return tried if self._candidate is None else replace(tried, strategy=self._candidate)

    def _switch(self, *, wait: bool = False) -> None:
        """Something else is to be shown; what would be sent now is there at once if nothing has changed since."""
        self._drop_asked()
        self._show_mode()
        if self._tried == AS_IT_IS and self._now is not None:
            self._draw(self._now)
        elif self._chat_id:
            self._timer.start(DELAY_MS if wait else 0)

    @property
    def _mode(self) -> Mode:
        if self._old:
            return Mode.OLD
        if self._candidate is not None:
            return Mode.CANDIDATE
        return Mode.NOW if self._tried == AS_IT_IS else Mode.WHAT_IF

    def _show_mode(self) -> None:
        self._view.show_mode(self._mode, self._old)

    def _ask(self) -> None:
        self._drop_asked()
        self._launch(TASK, self._show(self._asked, self._tried))

    async def _show(self, asked: int, tried: WhatIf) -> None:
        """What is wanted on screen first; then what would be sent now, if something else is shown and the chat has changed."""
        if tried != AS_IT_IS and (plan := await self._plan(asked, tried)) is not None:
            self._draw(plan)
        if self._now is None and asked == self._asked and (self._candidate is None or tried == AS_IT_IS):
            changes = self._changes
            now = await self._plan(asked, AS_IT_IS)
            if now is None:
                return
            if changes == self._changes:
                self._now = now
            self._view.what_if.set_base(now, self._services.settings.settings.context.lanes)
            if tried == AS_IT_IS:
                self._draw(now)
            else:
                self._show_difference()
            self.planned.emit(now)

    async def _plan(self, asked: int, tried: WhatIf) -> ContextPlan | None:
        """A plan, or None where there is none or nobody waits for it any more."""
        try:
            plan = await self._services.context.preview(self._chat_id, self._draft, what_if=tried)
        except AppError as error:
            if asked == self._asked and tried == self._tried and not self._old:
                self._view.show_problem(error_sentence(error))
            return None
        return plan if asked == self._asked else None

    def _draw(self, plan: ContextPlan) -> None:
        """Shows a plan, unless the person looks at an old answer's."""
        if self._old:
            return
        self._view.show_plan(plan)
        self._show_difference()

    def _show_difference(self) -> None:
        """What follows from a *what if*, once both plans are there; of a candidate the selector says it."""
        shown = self._view.plan
        if self._now is not None and shown is not None and self._mode is Mode.WHAT_IF:
            self._view.head.banner.show_more(self._difference_to(self._now, shown))

    def _difference_to(self, now: ContextPlan, shown: ContextPlan) -> str:
        found = difference(now, shown)
        if self._order is None or changes(found):
            return difference_sentence(found)
        if shown.messages == now.messages:
            return self.tr("No difference for this message: there is nothing in the rows that were moved.")
        return self.tr("The same content in another order.")

    def _on_room_asked(self, block_id: str) -> None:
        """Of what would be sent now; of other plans nobody could say it."""
        self._room_timer.stop()
        self._launch.cancel(ROOM_TASK)
        self._room_of = block_id if self._mode is Mode.NOW else ""
        if self._room_of:
            self._room_timer.start()

    def _ask_for_room(self) -> None:
        self._launch(ROOM_TASK, self._tell_room(self._room_of, self._changes))

    async def _tell_room(self, block_id: str, changes: int) -> None:
        try:
            tokens = await self._services.context.tokens_needed(self._chat_id, self._draft, block_id)
        except AppError:
            return  # the preview itself says what is wrong
        if block_id == self._room_of and changes == self._changes:
            self._view.show_needed(block_id, tokens)

    def _forget_now(self) -> None:
        self._now = None
        self._changes += 1

    def _drop_asked(self) -> None:
        """Whatever was asked for is stale from now on."""
        self._timer.stop()
        self._asked += 1
        self._launch.cancel(TASK)
