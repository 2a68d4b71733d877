"""Gets the chats back out of a backup in two clicks: choose one, see what is in it, restore. Part of the data page.

What is restored takes its place when the program is started again; until then it can be taken back.
"""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.domain.errors import AppError
from desktop_app.services.backup_service import BackupService
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.buttons import button_line, plain_button
from desktop_app.ui.columns import column
from desktop_app.ui.folders import first_folder
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.settings_dialog.backup_words import backup_line, contents_phrase
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8

TASK, LIST_TASK = "restore", "list backups"
LIST_HEIGHT = 132


class RestorePanel(QWidget):
    """Choosing, asking, or waiting for the next start: one of them is shown.

    Signals:
        quit_wanted: end the program, so that the backup can take its place.
    """

    quit_wanted = Signal()

    def __init__(self, backups: BackupService, launch: Launcher, parent: QWidget | None = None) -> None:
        self._over = False
        self._file = Path()
        super().__init__(parent)
        self._backups = backups
        self._launch = launch
        self._list = QListWidget()
        self._nothing = plain_label(self.tr("There is no backup yet."), look="muted", wrap=True)
        self._restore = plain_button(self.tr("Restore …"))
        self._figures = plain_label(wrap=True)
        self._confirm = plain_button(self.tr("Restore this backup"), look="primary")
        self._error = plain_label(look="error", wrap=True)
        self._progress = ProgressRow()
        self._choosing, self._asking, self._waiting = self._make_choosing(), self._make_asking(), self._make_waiting()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        for part in (self._choosing, self._asking, self._waiting, self._progress, self._error):
            layout.addWidget(part)
        self._progress.cancel_pressed.connect(lambda: self._launch.cancel(TASK))
        self._show_error("")
        self._show_part(self._waiting if backups.restore_waiting else self._choosing)

    def refresh(self) -> None:
        """Reads the list of backups again."""
        self._launch(LIST_TASK, self._fill())

    def close_panel(self) -> None:
        """The dialog is gone: a restore that was not finished is none."""
        self._over = True
        self._launch.cancel(TASK)
        self._launch.cancel(LIST_TASK)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._launch(TASK, self._watched(work))

    async def _watched(self, work: Coroutine[Any, Any, None]) -> None:
        self._show_error("")
        try:
            await work
        except AppError as error:
            if self._over:
                raise
            self._show_error(error_sentence(error))
        finally:
            work.close()
            if not self._over:
                self._progress.end()

    async def _fill(self) -> None:
        try:
            found = await self._backups.backups()
        except AppError as error:
            self._show_error(error_sentence(error))
            return
        self._list.clear()
        for backup in found:
            item = QListWidgetItem(backup_line(backup))
            item.setData(Qt.ItemDataRole.UserRole, str(backup.path))
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        self._list.setVisible(bool(found))
        self._nothing.setHidden(bool(found))
        self._restore.setEnabled(bool(found))

    async def _ask_for_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a backup"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setDirectory(first_folder())
        dialog.setNameFilters([self.tr("Backups (*.db)"), self.tr("All files (*)")])
        try:
            chosen = await show_dialog(dialog)
            files = dialog.selectedFiles() if chosen else []
        finally:
            dialog.deleteLater()
        if files:
            await self._ask(Path(files[0]))

    async def _ask(self, file: Path) -> None:
        """Shows what would come back, and what there is now."""
        there = await self._backups.contents(file)
        now = await self._backups.present()
        self._file = file
        lines = [self.tr("In the backup: {figures}.").format(figures=contents_phrase(there))]
        if now is not None:
            lines.append(self.tr("Now: {figures}.").format(figures=contents_phrase(now)))
        lines.append(self.tr("What you have now is kept as a backup."))
        self._figures.setText("\n".join(lines))
        self._show_part(self._asking)
        self._confirm.setFocus()

    async def _carry_out(self) -> None:
        self._show_part(None)
        self._progress.begin(self.tr("Copying and checking the backup …"))
        try:
            await self._backups.restore(self._file, self._on_share)
        except BaseException:
            if not self._over:
                self._show_part(self._asking)
            raise
        self._show_part(self._waiting)

    async def _take_back(self) -> None:
        self._backups.withdraw_restore()
        self._show_part(self._choosing)

    def _on_share(self, share: float) -> None:
        if not self._over:
            self._progress.show_share(share)

    def _on_restore(self) -> None:
        item = self._list.currentItem()
        if item is not None:  # pyright: ignore[reportUnnecessaryComparison] - the stub forgets None
            self._start(self._ask(Path(str(item.data(Qt.ItemDataRole.UserRole)))))

    def _show_part(self, part: QWidget | None) -> None:
        for one in (self._choosing, self._asking, self._waiting):
            one.setVisible(one is part)

    def _show_error(self, sentence: str) -> None:
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))

    def _make_choosing(self) -> QWidget:
        self._list.setAccessibleName(self.tr("Backups"))
        self._list.setFixedHeight(LIST_HEIGHT)
        self._list.itemActivated.connect(self._on_restore)
        self._restore.clicked.connect(self._on_restore)
        other = plain_button(self.tr("From a file …"))
        other.clicked.connect(lambda: self._start(self._ask_for_file()))
        self._nothing.hide()  # until the list was read
        return column(self._list, self._nothing, button_line(self._restore, other))

    def _make_asking(self) -> QWidget:
        self._confirm.clicked.connect(lambda: self._start(self._carry_out()))
        back = plain_button(self.tr("Cancel"))
        back.clicked.connect(lambda: self._show_part(self._choosing))
        return column(self._figures, button_line(self._confirm, back))

    def _make_waiting(self) -> QWidget:
        sentence = plain_label(
            self.tr("The backup is ready and checked. It takes its place when Talespan is started again."), wrap=True
        )
        leave = plain_button(self.tr("Quit Talespan"), look="primary")
        leave.clicked.connect(self.quit_wanted)
        back = plain_button(self.tr("Do not restore"))
        back.clicked.connect(lambda: self._start(self._take_back()))
        return column(sentence, button_line(leave, back))

    def showEvent(self, event: QShowEvent, /) -> None:
        """The page is looked at: the list is read."""
        super().showEvent(event)
        self.refresh()
