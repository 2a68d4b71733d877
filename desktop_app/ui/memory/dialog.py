"""The window of what a chat remembers, beside the chat: a page for each thing. Made and filled by ``windows``."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QTabWidget, QVBoxLayout, QWidget

from desktop_app.ui.memory.summary_page import SummaryPage
from desktop_app.ui.theme import SPACE_12, SPACE_16

FIRST_SIZE = (720, 680)


class RememberedDialog(QDialog):
    """Holds the pages.

    Attributes:
        summary: the page of the summary.
    """

    def __init__(self, summary: SummaryPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What this chat remembers"))
        self.resize(*FIRST_SIZE)
        self.summary = summary
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.setTabBarAutoHide(True)
        self._tabs.addTab(summary, self.tr("Summary"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_12, SPACE_16, SPACE_16)
        layout.addWidget(self._tabs)

    def show_page(self, page: QWidget) -> None:
        """Another page."""
        self._tabs.setCurrentWidget(page)
