"""Opens the window of what a chat remembers. Made by the main window, which tells of the chat and of what would be sent.

It is opened once and brought forward afterwards, and stays beside the window, so that a click can lead to the chat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from desktop_app.context.plan import BlockKind, ContextPlan
from desktop_app.services.events import BranchChanged, MessageChanged, ProposalsChanged
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.chat.chat_model import ChatModel
from desktop_app.ui.context_preview.nodes import Node
from desktop_app.ui.forward import bring_forward
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

if TYPE_CHECKING:
    from desktop_app.ui.memory.dialog import RememberedDialog
    from desktop_app.ui.memory.inbox_presenter import InboxPresenter
    from desktop_app.ui.memory.review_presenter import ReviewPresenter
    from desktop_app.ui.memory.summary_presenter import SummaryPresenter

COUNT_TASK = "count proposals"


class MemoryWindows(QObject):
    """Keeps whether it is open. It is imported when it is first wanted: the main window is painted sooner.

    Signals:
        place_wanted: (message id, start, end) show it in the chat.
        form_wanted: (entry, store) a proposal is to be edited in the form before it is stored so.
        waiting_counted: (number) so many proposals wait in the open chat.
        chat_started: (chat id) a chat was carried on in a new one: open it.
    """

    place_wanted = Signal(str, int, int)
    form_wanted = Signal(object, object)
    waiting_counted = Signal(int)
    chat_started = Signal(str)

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        model: ChatModel,
        look: tuple[AppTheme, Icons],
        open_beside: Callable[[QDialog], None],
        window: QWidget,
    ) -> None:
        self._chat_id = ""
        self._plan: ContextPlan | None = None
        self._dialog: RememberedDialog | None = None
        self._summary: SummaryPresenter | None = None
        self._inbox: InboxPresenter | None = None
        self._review: ReviewPresenter | None = None
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._model = model
        self._look = look
        self._open_beside = open_beside
        self._window = window
        self._unsubscribe = [
            services.bus.subscribe(kind, lambda _event: self._count())
            for kind in (ProposalsChanged, MessageChanged, BranchChanged)
        ]

    def open_chat(self, chat_id: str) -> None:
        """The window shows another chat; an empty id: none."""
        self._chat_id, self._plan = chat_id, None
        if self._summary is not None:
            self._summary.open(chat_id)
        if self._inbox is not None:
            self._inbox.open(chat_id)
        if self._review is not None:
            self._review.open(chat_id)
        self._count()

    def set_plan(self, plan: ContextPlan) -> None:
        """What would be sent now in the open chat."""
        self._plan = plan
        if self._summary is not None:
            self._summary.set_plan(plan)

    def open(self) -> None:
        """The window, as it was left."""
        dialog = self._made()
        bring_forward(dialog)
        dialog.summary.focus_list()

    def open_inbox(self) -> None:
        """What is proposed."""
        self.open()
        if self._dialog is not None:
            self._dialog.show_page(self._dialog.inbox)
            self._dialog.inbox.focus_list()

    def open_review(self) -> None:
        """What is to be looked at in memory."""
        self.open()
        if self._dialog is not None:
            self._dialog.show_page(self._dialog.review)
            self._dialog.review.focus_list()

    def show_message(self, message_id: str) -> None:
        """Where a message went."""
        self.open()
        if self._dialog is not None and self._summary is not None:
            self._dialog.show_page(self._dialog.summary)
            self._summary.show_message(message_id)

    def fill_row_menu(self, node: Node, menu: QMenu) -> None:
        """The way from the summary in the context preview, and from a message of it."""
        if node.block is not None and node.block.kind is BlockKind.SUMMARY:
            menu.addAction(self.tr("Show the summary …")).triggered.connect(self.open)
        elif node.message_id and self._model.row_of(node.message_id) >= 0:
            show = partial(self.show_message, node.message_id)
            menu.addAction(self.tr("Show in what the chat remembers …")).triggered.connect(
                lambda _checked=False: show()
            )

    def close(self) -> None:
        """Puts it away for good."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        if self._dialog is not None:
            self._dialog.reject()

    def _made(self) -> RememberedDialog:
        from desktop_app.ui.memory.dialog import RememberedDialog
        from desktop_app.ui.memory.first_words import FirstWords
        from desktop_app.ui.memory.inbox_page import InboxPage
        from desktop_app.ui.memory.inbox_presenter import InboxPresenter
        from desktop_app.ui.memory.review_page import ReviewPage
        from desktop_app.ui.memory.review_presenter import ReviewPresenter
        from desktop_app.ui.memory.summary_page import SummaryPage
        from desktop_app.ui.memory.summary_presenter import SummaryPresenter

        if self._dialog is not None:
            return self._dialog
        words = FirstWords(self._services.chat, self._launch)
        page = SummaryPage(*self._look, words.of)
        inbox_page = InboxPage(*self._look)
        review_page = ReviewPage(*self._look)
        dialog = self._dialog = RememberedDialog(page, inbox_page, review_page, self._window)
        words.setParent(dialog)
        summary = self._summary = SummaryPresenter(self._services, self._launch, self._model, words, page)
        summary.place_wanted.connect(self.place_wanted)
        summary.chat_started.connect(self.chat_started)
        inbox = self._inbox = InboxPresenter(self._services, self._launch, self._model, words, inbox_page)
        inbox.place_wanted.connect(self.place_wanted)
        inbox.form_wanted.connect(self.form_wanted)
        inbox.counted.connect(dialog.show_count)
        inbox.open(self._chat_id)
        review = self._review = ReviewPresenter(self._services, self._launch, self._model, words, review_page)
        review.place_wanted.connect(self.place_wanted)
        review.form_wanted.connect(self.form_wanted)
        review.counted.connect(dialog.show_to_review)
        review.open(self._chat_id)
        dialog.finished.connect(words.close)
        dialog.finished.connect(self._on_finished)
        summary.open(self._chat_id)
        if self._plan is not None:
            summary.set_plan(self._plan)
        self._open_beside(dialog)
        return dialog

    def _on_finished(self) -> None:
        if self._summary is not None:
            self._summary.close()
        if self._inbox is not None:
            self._inbox.close()
        if self._review is not None:
            self._review.close()
        self._dialog = self._summary = self._inbox = self._review = None

    def _count(self) -> None:
        self._launch.cancel(COUNT_TASK)
        if self._chat_id:
            self._launch(COUNT_TASK, self._counted(self._chat_id))
        else:
            self.waiting_counted.emit(0)

    async def _counted(self, chat_id: str) -> None:
        waiting = len(await self._services.proposals.waiting(chat_id))
        if chat_id == self._chat_id:
            self.waiting_counted.emit(waiting)
