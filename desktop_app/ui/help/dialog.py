"""The help beside the window: its pages on the left, the chosen one on the right. Opened by F1."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QWidget

from desktop_app.ui.help.pages import Page
from desktop_app.ui.markdown import MessageDocument
from desktop_app.ui.markdown_writer import TextLook
from desktop_app.ui.theme import SPACE_12, SPACE_16, SPACE_24, AppTheme

_LIST_WIDTH = 232


class HelpDialog(QDialog):
    """Shows ``pages``, the first one to begin with. The chat can be used beside it."""

    def __init__(self, pages: Sequence[Page], theme: AppTheme, parent: QWidget | None = None) -> None:
        self._pages = pages
        self._theme = theme
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.resize(880, 640)
        self._list = QListWidget(self)
        self._list.setAccessibleName(self.tr("Pages"))
        self._list.setFixedWidth(_LIST_WIDTH)
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text = QTextBrowser(self)
        self._text.setAccessibleName(self.tr("Text of the page"))
        self._text.setOpenLinks(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._list)
        layout.addWidget(self._text, 1)
        self._list.addItems([page.title for page in pages])
        self._list.currentRowChanged.connect(self._show_page)
        theme.changed.connect(self._show_current)
        self._list.setCurrentRow(0)
        self._list.setFocus()

    def _show_current(self) -> None:
        self._show_page(self._list.currentRow())

    def _show_page(self, number: int) -> None:
        tokens = self._theme.tokens
        look = TextLook(tokens, tokens.panel, self._theme.appearance.message_font_size)
        document = MessageDocument(look)
        document.setParent(self._text)
        document.write(self._pages[number].text)
        document.setDocumentMargin(SPACE_24)
        self._text.setDocument(document)
