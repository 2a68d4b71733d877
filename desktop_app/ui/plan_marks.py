"""Brings plans and turns into the conversation.

From where the model sees, which messages are out, what an old answer was made of, and which model wrote it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from desktop_app.context.plan import BlockKind, ContextPlan, Disposition
from desktop_app.domain.message import Role
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.messages import reason_sentence
from desktop_app.ui.services import UiServices

DWELL_MS = 150
"""How long the mouse rests on an answer before its model is looked up."""


class PlanMarks(QObject):
    """Between the preview and the conversation."""

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        preview: ContextPreviewPresenter,
        model: ChatModel,
        view: ChatView,
    ) -> None:
        super().__init__(view)
        self._services = services
        self._preview = preview
        self._model = model
        self._view = view
        self._launch = launch
        self._looked_up = ""
        self._dwell = QTimer(self)
        self._dwell.setSingleShot(True)
        self._dwell.setInterval(DWELL_MS)
        self._dwell.timeout.connect(self._look_up)
        view.active_changed.connect(self._on_active_changed)
        preview.planned.connect(self._on_planned)
        view.row_actions.context_requested.connect(self._on_context_requested)

    def _on_planned(self, plan: ContextPlan) -> None:
        self._view.set_window(first_seen(plan), out_reasons(plan, self._model))

    def _on_context_requested(self, message_id: str) -> None:
        self._launch("old plan", self._show_old(message_id))

    def _on_active_changed(self, message_id: str) -> None:
        self._looked_up = message_id
        self._dwell.start()

    def _look_up(self) -> None:
        message_id, model = self._looked_up, self._model
        row = model.row_of(message_id)
        if row >= 0 and model.row(row).role is Role.ASSISTANT and not model.model_name(message_id):
            self._launch("old model", self._show_model(message_id))

    async def _show_model(self, message_id: str) -> None:
        name = await self._services.context.answered_by(message_id)
        if name and self._model.row_of(message_id) >= 0:
            self._model.set_model_name(message_id, name)
            self._view.viewport().update()

    async def _show_old(self, message_id: str) -> None:
        plan = await self._services.context.stored_plan(message_id)
        if plan is not None:
            self._preview.show_plan(plan, self.tr("What the model saw for this answer"))


def first_seen(plan: ContextPlan) -> str:
    """The id of the oldest message that is in, where older ones did not fit; empty where everything fits."""
    if not any(run.disposition in _CUT for run in plan.dropped):
        return ""
    seen = (block.origin_id for block in plan.blocks if block.kind is BlockKind.HISTORY and block.rendered)
    return next(seen, "")


def out_reasons(plan: ContextPlan, model: ChatModel) -> dict[str, str]:
    """A sentence for each message that the person left out. What merely did not fit lies above the line and needs none."""
    reasons: dict[str, str] = {}
    for run in plan.dropped:
        if run.disposition is Disposition.EXCLUDED:
            sentence = reason_sentence(run.reason)
            first, last = model.row_of(run.first_id), model.row_of(run.last_id)
            for row in range(first, last + 1) if first >= 0 else ():
                reasons[model.row(row).id] = sentence
    return reasons


_CUT = (Disposition.TRIMMED, Disposition.SUMMARISED)
