"""The scripts of a character's card: a button that tells of them, and the dialog behind it. Made by the page of characters.

A card can bring along hundreds of them: they are read, and their patterns tried, in a worker thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.character import Character
from desktop_app.services.script_service import ScriptService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.scripts.panel import ScriptPanel
from desktop_app.ui.theme import SPACE_12, SPACE_16, SPACE_24

TASK, COUNT, LIST = "switch scripts", "count scripts", "list scripts"
FIRST_SIZE = (620, 520)


class CardScriptsButton(QPushButton):
    """Only there where the card has scripts: says that they are not run, or how many are on."""

    def __init__(
        self,
        scripts: ScriptService,
        launch: Launcher,
        character: Callable[[], Character | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._scripts = scripts
        self._launch = launch
        self._character = character
        self.clicked.connect(self._on_clicked)
        self.hide()

    def refresh(self) -> None:
        """Another character is open, or something was switched."""
        self.end()
        character = self._character()
        if character is None or not self._scripts.may_have_any(character):
            self.hide()
        else:
            self._launch(COUNT, self._count(character))

    def end(self) -> None:
        """Nothing is counted any more."""
        self._launch.cancel(COUNT)

    async def _count(self, character: Character) -> None:
        listed = await asyncio.to_thread(self._scripts.of_character, character)
        programs = await asyncio.to_thread(self._scripts.programs_of, character)
        count = len(listed) + sum(program.count for program in programs)
        on = sum(one.on and one.can_run for one in listed)
        number = QLocale().toString
        self.setText(
            self.tr("Scripts: {on} of {count} run").format(on=number(on), count=number(count))
            if on
            else self.tr("Scripts: {count}, not run").format(count=number(count))
        )
        self.setVisible(bool(count))

    def _on_clicked(self) -> None:
        character = self._character()
        if character is not None:
            dialog = CardScriptsDialog(self._scripts, self._launch, character, self.window())
            dialog.finished.connect(self.refresh)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()


class CardScriptsDialog(QDialog):
    """All scripts of one card, each with its switch."""

    def __init__(
        self, scripts: ScriptService, launch: Launcher, character: Character, parent: QWidget | None = None
    ) -> None:
        self._over = False
        super().__init__(parent)
        self._scripts = scripts
        self._launch = launch
        self._character = character
        self.setWindowTitle(self.tr("Scripts of {name}").format(name=character.name))
        self.resize(*FIRST_SIZE)
        self.panel = ScriptPanel(
            self.tr(
                "This card contains scripts. None runs until you tick it. A script changes what is shown or sent,"
                " never what is stored; the context preview tells of each change."
            ),
            self.tr("This card contains no scripts."),
        )
        self.panel.switched.connect(self._on_switched)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self.panel, 1)
        layout.addLayout(foot)
        self.finished.connect(self._on_finished)
        launch(LIST, self._show())

    async def _show(self) -> None:
        listed = await asyncio.to_thread(self._scripts.of_character, self._character)
        programs = await asyncio.to_thread(self._scripts.programs_of, self._character)
        self.panel.show_scripts(listed, programs)

    def _on_finished(self) -> None:
        """What was ticked is still stored, and shown nowhere."""
        self._over = True
        self._launch.cancel(LIST)

    def _on_switched(self, keys: list[str], on: bool) -> None:
        self._launch(TASK, self._switch(keys, on=on))

    async def _switch(self, keys: list[str], *, on: bool) -> None:
        try:
            await self._scripts.switch(keys, on=on)
        finally:
            if not self._over:
                self._launch(LIST, self._show())
