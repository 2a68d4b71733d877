"""The dialog of settings: search and pages at the left, the page at the right. Everything is stored at once."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.domain.settings import Settings
from desktop_app.services.events import SettingsChanged
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.at_once import problem_of
from desktop_app.ui.icons import Icons
from desktop_app.ui.services import UiServices
from desktop_app.ui.settings_dialog.appearance import AppearancePage
from desktop_app.ui.settings_dialog.connections import ConnectionsPage
from desktop_app.ui.settings_dialog.data import DataPage
from desktop_app.ui.settings_dialog.generation import GenerationPage
from desktop_app.ui.settings_dialog.memory import MemoryPage
from desktop_app.ui.settings_dialog.models import ModelsPage
from desktop_app.ui.settings_dialog.page import SettingsPage
from desktop_app.ui.settings_dialog.presets import PresetsPage
from desktop_app.ui.settings_dialog.scripts import ScriptsPage
from desktop_app.ui.settings_dialog.you import YouPage
from desktop_app.ui.text import plain_label
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24

TASK = "change settings"
FIRST_SIZE = (820, 600)
LIST_WIDTH = 200


class SettingsDialog(QDialog):
    """All pages.

    Signals:
        connections_wanted: open the dialog of connections.
        quit_wanted: end the program; a restored backup takes its place at the next start.
    """

    connections_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, services: UiServices, launch: Launcher, icons: Icons, parent: QWidget | None = None) -> None:
        self._over = False
        super().__init__(parent)
        settings = services.settings
        self._settings = settings
        self._launch = launch
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(True)
        self.resize(*FIRST_SIZE)
        self._search = LineEdit()
        self._list = QListWidget()
        self._stack = QStackedWidget()
        self._nothing = plain_label(self.tr("No setting is called that."), look="muted", wrap=True)
        self._problem = plain_label(look="error", wrap=True)
        self._connections = ConnectionsPage(settings, self.carry_out, icons)
        self._generation = GenerationPage(settings, self.carry_out)
        self._memory = MemoryPage(services, self.carry_out, launch, icons)
        self._appearance = AppearancePage(settings, self.carry_out)
        self._you = YouPage(settings, self.carry_out)
        self._models = ModelsPage(services, self.carry_out)
        self._presets = PresetsPage(services.presets, settings, self.carry_out)
        self._scripts = ScriptsPage(services.scripts, self.carry_out, launch, icons)
        self._data = DataPage(services, launch)
        self._pages = (
            self._connections,
            self._models,
            self._generation,
            self._memory,
            self._presets,
            self._scripts,
            self._appearance,
            self._you,
            self._data,
        )
        self._lay_out(icons)
        self._show_settings(settings.settings)
        self._unsubscribe = services.bus.subscribe(SettingsChanged, lambda event: self._show_settings(event.settings))
        self._connections.manage_pressed.connect(self.connections_wanted)
        self._data.restore.quit_wanted.connect(self.quit_wanted)
        self._search.textChanged.connect(self._on_search)
        self.finished.connect(self._on_finished)
        self._list.setCurrentRow(0)
        self._search.setFocus()

    def show_models(self) -> None:
        """Opens at the model files."""
        self._list.setCurrentRow(self._pages.index(self._models))

    @property
    def language(self) -> str:
        """The language that was chosen; to be applied when the dialog is gone, for this one does not speak it."""
        return self._appearance.language

    def carry_out(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something beside the window; a known error is shown below the pages, or by the window when they are gone."""
        self._launch(TASK, self._watched(work))

    async def _watched(self, work: Coroutine[Any, Any, None]) -> None:
        problem = await problem_of(work, lambda: self._over)
        if not self._over:
            self._show_problem(problem)
            self._show_settings(self._settings.settings)

    def _show_settings(self, settings: Settings) -> None:
        for page in self._pages:
            page.show_settings(settings)

    def _show_problem(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    def _on_search(self, query: str) -> None:
        """Pages without a find leave the list; the first that stays is shown, unless the open one stays."""
        found = [page.show_matches(query) for page in self._pages]
        for row, there in enumerate(found):
            self._list.item(row).setHidden(not there)
        self._nothing.setVisible(not any(found))
        self._stack.setVisible(any(found))
        if any(found) and not found[self._list.currentRow()]:
            self._list.setCurrentRow(found.index(True))

    def _on_finished(self) -> None:
        self._over = True
        self._unsubscribe()
        self._you.store()
        self._presets.store()
        self._data.close_page()
        self._models.close_page()
        self._memory.close_page()
        self._scripts.close_page()

    def _lay_out(self, icons: Icons) -> None:
        self._search.setPlaceholderText(self.tr("Search settings"))
        self._search.setAccessibleName(self.tr("Search settings"))
        self._search.setClearButtonEnabled(True)
        self._list.setAccessibleName(self.tr("Pages"))
        self._list.ensurePolished()  # rows that are laid out without the style sheet lie over each other
        for page in self._pages:
            self._list.addItem(page.title)
            self._stack.addWidget(_scrolled(page))
        self._list.currentRowChanged.connect(self._stack.setCurrentIndex)
        left_side = QWidget()
        left_side.setFixedWidth(LIST_WIDTH)
        left = QVBoxLayout(left_side)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(SPACE_8)
        left.addWidget(self._search)
        left.addWidget(self._list, 1)
        right = QVBoxLayout()
        right.setSpacing(SPACE_12)
        right.addWidget(self._stack, 1)
        right.addWidget(self._nothing, 1, Qt.AlignmentFlag.AlignTop)
        right.addWidget(self._problem)
        self._nothing.hide()
        self._problem.hide()
        columns = QHBoxLayout()
        columns.setSpacing(SPACE_24)
        columns.addWidget(left_side)
        columns.addLayout(right, 1)
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addLayout(columns, 1)
        layout.addLayout(foot)


def _scrolled(page: SettingsPage) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    return area
