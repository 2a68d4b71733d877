"""Keeps the preview right within 150 ms of the last key, and drops every plan that came too late to be true.

``show_plan`` shows the plan of an old answer until the person goes back; meanwhile nothing is built.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.context.plan import ContextPlan
from desktop_app.domain.errors import AppError
from desktop_app.domain.settings import AppearanceSettings, Settings, WindowSettings
from desktop_app.services.context_service import WhatIf
from desktop_app.services.events import (
    BranchChanged,
    ChatChanged,
    CountsChanged,
    MessageAdded,
    MessageChanged,
    SettingsChanged,
    StrategyChanged,
    TurnFinished,
)
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.context_preview.view import ContextPreview
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.services import UiServices

DELAY_MS = 30
"""From the last change until the plan is asked for: as long as a held key takes to come again."""

TASK = "preview"


class ContextPreviewPresenter(QObject):
    """Asks for the plan of the open chat and its draft whenever either changes.

    Signals:
        planned: (plan) what would be sent now, as it is on screen now; not that of a candidate.
    """

    planned = Signal(object)

    def __init__(self, services: UiServices, launch: Launcher, view: ContextPreview) -> None:
        super().__init__(view)
        self._services = services
        self._launch = launch
        self._view = view
        self._chat_id = ""
        self._draft = ""
        self._candidate: str | None = None
        self._settings: Settings | None = None
        self._asked = 0
        self._old = False
        self._wanted = True
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._ask)
        self._unsubscribe = self._subscribe()
        view.back_pressed.connect(self.show_now)

    def open(self, chat_id: str, draft: str) -> None:
        """Another chat is shown, with this in its composer; an empty id: none."""
        self._chat_id = chat_id
        self._draft = draft
        self._candidate = None
        self._view.show_old("")
        self._old = False
        if chat_id:
            self.refresh()
        else:
            self._drop_asked()
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
        if self._old:
            self.show_now()
        if self._chat_id and self._wanted:
            self._ask()

    def set_wanted(self, wanted: bool) -> None:
        """Whether anybody sees the dock; while nobody does, nothing is built."""
        self._wanted = wanted
        if wanted:
            self.refresh()

    def refresh(self) -> None:
        """The plan on screen may be out of date: asks for a new one soon."""
        if self._chat_id and self._wanted and not self._old:
            self._timer.start()

    def show_plan(self, plan: ContextPlan, title: str) -> None:
        """Shows the plan of an old answer."""
        self._drop_asked()
        self._old = True
        self._view.show_old(title)
        self._view.show_plan(plan)

    def show_now(self) -> None:
        """Goes back to what would be sent now."""
        self._old = False
        self._view.show_old("")
        self.refresh()

    def close(self) -> None:
        """Stops listening and asking."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._drop_asked()

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        return [
            bus.subscribe(MessageAdded, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(MessageChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(BranchChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(CountsChanged, lambda event: self._on_chat_changed(event.chat_id)),
            bus.subscribe(ChatChanged, lambda event: self._on_chat_changed(event.chat.id)),
            bus.subscribe(TurnFinished, lambda event: self._on_chat_changed(event.turn.chat_id)),
            bus.subscribe(StrategyChanged, lambda event: self._on_chat_changed(event.chat_id or self._chat_id)),
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

    def _ask(self) -> None:
        self._drop_asked()
        self._launch(TASK, self._show(self._asked, self._chat_id, self._draft, self._candidate))

    async def _show(self, asked: int, chat_id: str, draft: str, candidate: str | None) -> None:
        try:
            plan = await self._services.context.preview(chat_id, draft, what_if=WhatIf(strategy=candidate))
        except AppError as error:
            if asked == self._asked:
                self._view.show_problem(error_sentence(error))
            return
        if asked == self._asked:
            self._view.show_plan(plan)
            if candidate is None:
                self.planned.emit(plan)

    def _drop_asked(self) -> None:
        """Whatever was asked for is stale from now on."""
        self._timer.stop()
        self._asked += 1
        self._launch.cancel(TASK)
