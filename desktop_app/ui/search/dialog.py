"""The window of the search over all chats: what is looked for, where, and what was found. ``SearchPresenter`` fills it.

Opened beside the main window. Opening a hit puts it away as it is; it comes back with what was found. Esc ends it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.icons import Icons
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.search.field import SearchField
from desktop_app.ui.search.filters import SearchFilters
from desktop_app.ui.search.results import Results
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24, AppTheme

FIRST_SIZE = (820, 640)
LEAST_SIZE = (560, 420)


class SearchDialog(QDialog):
    """The parts below each other.

    Attributes:
        field, filters, results, notice: the parts.

    Signals:
        hit_chosen: (SearchHit) open it.
    """

    hit_chosen = Signal(object)

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Search in all messages"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*FIRST_SIZE)
        self.field = SearchField()
        self.field.setPlaceholderText(self.tr("Words, or “a phrase”"))
        self.field.setAccessibleName(self.tr("Search in all messages"))
        self.field.setClearButtonEnabled(True)
        glass = self.field.addAction(icons.icon("search"), SearchField.ActionPosition.LeadingPosition)
        glass.setText(self.tr("Search in all messages"))
        icons.bind(glass, "search")
        self.filters = SearchFilters()
        self.results = Results(theme)
        self.notice = NoticeBar(icons, parent=self)
        self._remark = plain_label(look="secondary", wrap=True)
        self._remark.hide()
        self._lay_out()
        self._connect()

    def begin(self, text: str = "") -> None:
        """The keyboard is in the field, with ``text`` in it if there is any."""
        if text:
            self.field.setText(text)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_remark(self, sentence: str) -> None:
        """What else there is to say about the results; nothing where it is empty."""
        self._remark.setText(sentence)
        self._remark.setVisible(bool(sentence))

    def remark(self) -> str:
        """What is said."""
        return self._remark.text()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self.field)
        layout.addWidget(self.filters)
        layout.addSpacing(SPACE_8 // 2)
        layout.addWidget(self.results, 1)
        layout.addWidget(self.notice)
        layout.addWidget(self._remark)

    def _connect(self) -> None:
        self.field.stepped.connect(self.results.step)
        self.field.entered.connect(self.results.choose_current)
        self.results.chosen.connect(self.hit_chosen)
        for keys, slot in (("Ctrl+F", self.begin), ("Ctrl+Tab", self._other_group)):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in the field opens what was found

    def _other_group(self) -> None:
        tabs = self.results.tabs
        if not tabs.isHidden() and tabs.isTabVisible(1):
            tabs.setCurrentIndex(1 - tabs.currentIndex())
