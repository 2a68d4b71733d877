"""The window of what a chat remembers, beside the chat: a page for each thing. Made and filled by ``windows``."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialog, QTabWidget, QVBoxLayout, QWidget

from desktop_app.ui.memory.inbox_page import InboxPage
from desktop_app.ui.memory.review_page import ReviewPage
from desktop_app.ui.memory.summary_page import SummaryPage
from desktop_app.ui.theme import SPACE_12, SPACE_16

FIRST_SIZE = (720, 680)


class RememberedDialog(QDialog):
    """Holds the pages.

    Attributes:
        summary, inbox, review: the pages of the summary, of proposals, and of what is to be looked at in memory.
    """

    def __init__(
        self, summary: SummaryPage, inbox: InboxPage, review: ReviewPage, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What this chat remembers"))
        self.resize(*FIRST_SIZE)
        self.summary = summary
        self.inbox = inbox
        self.review = review
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.tabBar().setDrawBase(False)
        self._tabs.addTab(summary, self.tr("Summary"))
        self._tabs.addTab(inbox, self.tr("Proposals"))
        self._tabs.addTab(review, self.tr("Review"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_12, SPACE_16, SPACE_16)
        layout.addWidget(self._tabs)

    def show_page(self, page: QWidget) -> None:
        """Another page."""
        self._tabs.setCurrentWidget(page)

    def show_count(self, waiting: int) -> None:
        """So many proposals wait."""
        title = self.tr("Proposals ({count})").format(count=QLocale().toString(waiting))
        self._tabs.setTabText(self._tabs.indexOf(self.inbox), title if waiting else self.tr("Proposals"))

    def show_to_review(self, count: int) -> None:
        """So much is to be looked at in memory."""
        title = self.tr("Review ({count})").format(count=QLocale().toString(count))
        self._tabs.setTabText(self._tabs.indexOf(self.review), title if count else self.tr("Review"))
