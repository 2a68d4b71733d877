"""The dialog about a damaged database, before there is a window. Opened by ``run``, which then opens the database again.

Nothing here touches the damaged file: what is chosen is laid ready beside it, and the next opening puts that in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.backup import Backup
from desktop_app.domain.errors import AppError, DatabaseDamagedError
from desktop_app.services.rescue_service import RescueService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.buttons import button_line, plain_button
from desktop_app.ui.columns import column
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.rescue.words import RescueWords
from desktop_app.ui.settings_dialog.backup_words import contents_phrase, moment
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24

TASK = "mend the database"
WIDTH = 560


class RescueDialog(QDialog):
    """Accepted: something lies ready, or the database is to be opened as it is. Rejected: the program ends.

    Attributes:
        save, restore, anyway, leave: the choices.
        go_on, instead: what to do about what was saved.
        report: what was saved and what is lost.
        progress: how far it is.
    """

    def __init__(
        self, error: DatabaseDamagedError, rescue: RescueService, launch: Launcher, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._rescue = rescue
        self._launch = launch
        self._words = RescueWords()
        self._backup: Backup | None = None
        self._over = False
        self.setWindowTitle("Talespan")
        self.setModal(True)
        self.setFixedWidth(WIDTH)
        self.save = plain_button(self.tr("Save what can be read"), look="primary")
        self.restore = plain_button(self.tr("Restore a backup"))
        self.anyway = plain_button(self.tr("Open it all the same"))
        self.leave = plain_button(self.tr("Quit Talespan"))
        self.go_on = plain_button(self.tr("Open Talespan"), look="primary")
        self.instead = plain_button(self.tr("Restore the backup instead"))
        self.report = plain_label(wrap=True)
        self.progress = ProgressRow()
        self._backup_words = plain_label(self.tr("Looking for backups …"), look="muted", wrap=True)
        self._error = plain_label(look="error", wrap=True)
        self._title = plain_label(self.tr("The chat database is damaged"), look="title", wrap=True)
        self._choices, self._told = self._make_choices(error), self._make_told()
        self._connect()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        for part in (self._title, self._choices, self._told, self.progress, self._error):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addLayout(self._bottom())
        self._show(self._choices)
        self._launch(TASK, self._find_backup())

    def done(self, result: int, /) -> None:
        """Whatever ends the dialog ends its work; what lies ready and was not accepted does not count."""
        if not self._over:
            self._over = True
            self._launch.cancel(TASK)
            if result != QDialog.DialogCode.Accepted:
                self._withdraw()
        super().done(result)

    def _make_choices(self, error: DatabaseDamagedError) -> QWidget:
        told = self.tr("Talespan has not changed it. Both ways below keep the damaged file.")
        said = str(error.params.get("detail", ""))
        detail = plain_label(said[:1].upper() + said[1:], look="muted", wrap=True)
        help_text = self.tr("Takes everything that is still whole into a new database, and tells what is lost.")
        return column(
            plain_label(told, wrap=True),
            detail,
            _choice(self.save, plain_label(help_text, look="muted", wrap=True)),
            _choice(self.restore, self._backup_words),
            space=SPACE_12,
        )

    def _make_told(self) -> QWidget:
        self.report.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return column(self.report, button_line(self.go_on, self.instead), space=SPACE_12)

    def _bottom(self) -> QHBoxLayout:
        folder = plain_button(self.tr("Open folder"))
        folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._rescue.folder))))
        self.anyway.setVisible(self._rescue.damage_noted)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(folder)
        row.addWidget(self.anyway)
        row.addStretch(1)
        row.addWidget(self.leave)
        return row

    def _connect(self) -> None:
        self.restore.setEnabled(False)
        self.save.clicked.connect(lambda: self._start(self._save))
        self.restore.clicked.connect(lambda: self._start(self._restore))
        self.instead.clicked.connect(lambda: self._start(self._restore))
        self.anyway.clicked.connect(self._open_anyway)
        self.go_on.clicked.connect(self.accept)
        self.leave.clicked.connect(self.reject)
        self.progress.cancel_pressed.connect(lambda: self._launch.cancel(TASK))

    async def _find_backup(self) -> None:
        newest = await self._rescue.newest_backup()
        if self._over:
            return
        if newest is None:
            self._backup_words.setText(self.tr("There is no backup."))
            return
        self._backup, contents = newest
        when = moment(self._backup.made_at)
        self.restore.setText(self.tr("Restore the backup of {moment}").format(moment=when))
        self.restore.setEnabled(True)
        self._backup_words.setText(self.tr("In the backup: {figures}.").format(figures=contents_phrase(contents)))

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._launch(TASK, self._watched(work))

    async def _watched(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """What was shown before is shown again where it fails or is stopped."""
        before = self._told if self._told.isVisibleTo(self) else self._choices
        self._show(None)
        shown = before
        try:
            await work()
            shown = self._told
        except AppError as error:
            if not self._over:
                self._show_error(error_sentence(error))
        finally:
            if not self._over:
                self.progress.end()
                self._show(shown)

    async def _save(self) -> None:
        self.progress.begin(self.tr("Reading what can be read …"))
        rescued = await self._rescue.rescue(self._words.title_of_found(), self._on_share)
        self._title.setText(self.tr("This could be saved"))
        losses = [f"• {sentence}" for sentence in self._words.losses(rescued)]
        self.report.setText("\n".join([self._words.saved(rescued), *losses]))
        self.instead.setVisible(self._backup is not None)

    async def _restore(self) -> None:
        if self._backup is None:
            return
        self.progress.begin(self.tr("Copying and checking the backup …"))
        await self._rescue.restore(self._backup, self._on_share)
        self.accept()

    def _open_anyway(self) -> None:
        try:
            self._rescue.forget_damage()
        except AppError as error:
            self._show_error(error_sentence(error))
            return
        self.accept()

    def _withdraw(self) -> None:
        try:
            self._rescue.withdraw()
        except AppError as error:
            self._show_error(error_sentence(error))

    def _on_share(self, share: float) -> None:
        if not self._over:
            self.progress.show_share(share)

    def _show(self, part: QWidget | None) -> None:
        for one in (self._choices, self._told):
            one.setVisible(one is part)
        if part is not None:
            self._error.setVisible(bool(self._error.text()))
            (self.go_on if part is self._told else self.save).setFocus()
        else:
            self._show_error("")
        self.anyway.setVisible(part is self._choices and self._rescue.damage_noted)
        self.adjustSize()

    def _show_error(self, sentence: str) -> None:
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))


def _choice(button: QPushButton, words: QWidget) -> QWidget:
    """A button, as wide as its words, and what it does."""
    return column(button_line(button), words, space=SPACE_4)
