"""Between the preview and the conversation: each shows the other's places.

From where the model sees and which messages are out; where a message is in the plan and a block in the chat; what an old
answer was made of, and which model wrote it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.context.plan import BlockKind, ContextPlan, DroppedRun
from desktop_app.domain.message import Role
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.seen import Seen
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.services import UiServices

DWELL_MS = 150
"""How long the mouse rests on an answer before its model is looked up."""


class PlanMarks(QObject):
    """Wires both.

    Signals:
        preview_wanted: the dock is to be seen.
        draft_wanted: what is shown is not in the chat yet: it is what stands in the composer.
    """

    preview_wanted = Signal()
    draft_wanted = Signal()

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
        preview.view.message_activated.connect(self.go_to_message)
        view.row_actions.context_requested.connect(self._on_context_requested)
        view.row_actions.marks.place_requested.connect(self._show_place)

    def _on_planned(self, plan: ContextPlan) -> None:
        self._view.set_seen(Seen(plan, self._model.row_of, self._model.rowCount))

    def go_to_message(self, message_id: str, start: int, end: int) -> None:
        """Takes the reader to a message, and to these characters of it (-1: to none)."""
        if not self._view.reveal(message_id, start, end):
            self.draft_wanted.emit()

    def _show_place(self, message_id: str) -> None:
        """Where a message is in what would be sent now, or among what is out."""
        row = self._model.row_of(message_id)
        self.preview_wanted.emit()
        self._preview.view.show_row(lambda node: self._is_about(node, message_id, row))

    def _is_about(self, node: Node, message_id: str, row: int) -> bool:
        if node.run is not None:
            return self._holds(node.run, row)
        return node.block is not None and node.block.kind in _MESSAGES and node.message_id == message_id

    def _holds(self, run: DroppedRun, row: int) -> bool:
        return self._model.row_of(run.first_id) <= row <= self._model.row_of(run.last_id)

    def _on_context_requested(self, message_id: str) -> None:
        self.preview_wanted.emit()
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
        self._preview.show_plan(plan, self.tr("What the model saw for this answer"))


_MESSAGES = (BlockKind.HISTORY, BlockKind.INPUT)
