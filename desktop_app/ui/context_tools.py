"""What ties conversation and preview together: marks on messages, the search, each other's places, comparisons.

Made by the main window, which tells it of each chat it opens; here so that the window need not know all of it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from desktop_app.domain.chat import BranchRow
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.find_presenter import FindPresenter
from desktop_app.ui.chat.mark_actions import MarkActions
from desktop_app.ui.chat.marks_presenter import MarksPresenter
from desktop_app.ui.chat.shown_texts import ShownTexts
from desktop_app.ui.chat_page import ChatPage
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.context_preview.presenter import ContextPreviewPresenter
from desktop_app.ui.icons import Icons
from desktop_app.ui.plan_marks import PlanMarks
from desktop_app.ui.services import UiServices


class ContextTools(QObject):
    """Makes the parts and connects them.

    Attributes:
        marks, find, plan_marks: the parts.
    """

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        preview: ContextPreviewPresenter,
        model: ChatModel,
        view: ChatView,
        page: ChatPage,
        icons: Icons,
    ) -> None:
        super().__init__(view)
        self._model = model
        self.marks = MarksPresenter(services.marks, launch, model, view, page.undo_bar)
        self.find = FindPresenter(services.marks, launch, view, page.find_bar, self.marks.mark)
        self._shown = ShownTexts(services, launch, model, view)
        self.plan_marks = PlanMarks(services, launch, preview, model, view)
        self.plan_marks.draft_wanted.connect(page.composer.setFocus)
        self._dock_actions = MarkActions(preview.view, icons, keys=False)
        self._dock_actions.mark_requested.connect(self.marks.mark)
        preview.view.row_menu_requested.connect(self._fill_row_menu)

    def open(self, chat_id: str) -> None:
        """Another chat is shown; an empty id: none."""
        self.marks.open(chat_id)
        self.find.open(chat_id)
        self._shown.open(chat_id)

    def close(self) -> None:
        """Hears no events any more."""
        self._shown.close()

    def _fill_row_menu(self, node: Node, menu: QMenu) -> None:
        """What can be decided about the messages that a row of the dock is about."""
        actions = self._dock_actions
        actions.aim(self._rows_of(node))
        for action in (actions.exclude, actions.put_back, actions.never_send, actions.always, actions.not_always):
            if action.isEnabled():
                menu.addAction(action)

    def _rows_of(self, node: Node) -> list[BranchRow]:
        if node.run is not None:
            first, last = self._model.row_of(node.run.first_id), self._model.row_of(node.run.last_id)
        elif node.block is not None and node.block.origin_id == node.message_id:
            first = last = self._model.row_of(node.message_id)
        else:
            return []
        return [self._model.row(row) for row in range(first, last + 1)] if 0 <= first <= last else []
