"""Scripts that may count in every chat: looked at, switched and taken out. They come in as any other file does.

To see whether a script can run its pattern is tried; there may be hundreds of them, so that happens in a worker thread, and
only once somebody looks at the page.
"""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.domain.settings import ScriptSettings, Settings
from desktop_app.services.script_service import ScriptService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.icons import Icons
from desktop_app.ui.scripts.panel import ScriptPanel
from desktop_app.ui.settings_dialog.page import CarryOut, SettingsPage
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8
from desktop_app.ui.undo_bar import UndoBar

TASK = "list scripts of every chat"


class ScriptsPage(SettingsPage):
    """The list, and what can be done with the chosen one."""

    def __init__(
        self,
        scripts: ScriptService,
        carry_out: CarryOut,
        launch: Launcher,
        icons: Icons,
        parent: QWidget | None = None,
    ) -> None:
        self._before: ScriptSettings | None = None
        self._is_stale = False
        super().__init__(
            QCoreApplication.translate("ScriptsPage", "Scripts"),
            QCoreApplication.translate("ScriptsPage", "regex, regular expression, SillyTavern, RisuAI, preset"),
            parent,
        )
        self._scripts = scripts
        self._carry_out = carry_out
        self._launch = launch
        self._panel = ScriptPanel(
            self.tr(
                "These may run in every chat; none does until you tick it. Scripts of a card are in its character."
            ),
            self.tr(
                "There are none. Drop a file of regex scripts onto the window, or import it, and they appear here."
            ),
        )
        self._remove = QPushButton(self.tr("Remove"))
        icons.bind(self._remove, "trash-2")
        self._undo = UndoBar(self)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_8)
        row.addWidget(self._remove)
        row.addWidget(self._undo, 1)
        row.addStretch(0)
        words = self.tr("regex, script, card, switch, on, off")
        self.add(plain_label(self.tr("Scripts change what is shown or sent, never what is stored."), wrap=True), words)
        self.add(self._panel, words)
        self.add(buttons, words)
        self._panel.switched.connect(self._on_switched)
        self._panel.chosen.connect(self._on_chosen)
        self._remove.clicked.connect(lambda: carry_out(self._removed(self._panel.chosen_key)))
        self._undo.undo_pressed.connect(lambda: carry_out(self._put_back()))
        self._remove.hide()

    def show_settings(self, settings: Settings) -> None:
        """Shows what is stored now, when the page is looked at."""
        del settings
        self._is_stale = True
        if self.isVisible():
            self._read()

    def close_page(self) -> None:
        """Nothing is shown any more."""
        self._launch.cancel(TASK)

    def _read(self) -> None:
        self._is_stale = False
        self._launch.cancel(TASK)
        self._launch(TASK, self._show())

    async def _show(self) -> None:
        self._panel.show_scripts(await asyncio.to_thread(self._scripts.own))

    def _on_switched(self, keys: list[str], on: bool) -> None:
        self._carry_out(self._scripts.switch(keys, on=on))

    def _on_chosen(self, key: str) -> None:
        self._remove.setVisible(bool(key))

    async def _removed(self, key: str) -> None:
        self._before = await self._scripts.remove(key)
        self._undo.offer(self.tr("The script was removed."))

    async def _put_back(self) -> None:
        self._undo.hide()
        before, self._before = self._before, None
        if before is not None:
            await self._scripts.put_back(before)

    def showEvent(self, event: QShowEvent, /) -> None:
        """Now it is looked at."""
        super().showEvent(event)
        if self._is_stale:
            self._read()
