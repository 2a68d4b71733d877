"""Where the chats are kept, and their backups."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.domain.errors import AppError
from desktop_app.domain.settings import Settings
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.messages import error_sentence
from desktop_app.ui.progress_row import ProgressRow
from desktop_app.ui.services import UiServices
from desktop_app.ui.settings_dialog.backup_words import backup_line
from desktop_app.ui.settings_dialog.page import SettingsPage
from desktop_app.ui.settings_dialog.restore import RestorePanel
from desktop_app.ui.settings_dialog.trash import TrashPanel
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8

TASK = "back up"


class DataPage(SettingsPage):
    """The data folder.

    Attributes:
        restore: the way back.
    """

    def __init__(self, services: UiServices, launch: Launcher, parent: QWidget | None = None) -> None:
        self._over = False
        super().__init__(
            QCoreApplication.translate("DataPage", "Data folder"),
            QCoreApplication.translate("DataPage", "files, storage, export, copy"),
            parent,
        )
        self._backups = backups = services.backups
        self._folder = services.data_folder
        self._launch = launch
        self._progress = ProgressRow()
        self._made = plain_label(look="ok", wrap=True)
        self._made.hide()
        self._now = QPushButton(self.tr("Back up now"))
        self.restore = RestorePanel(backups, launch)
        self.add(Field(self.tr("Everything is kept in this folder"), self._folder_row()))
        self._field = Field(
            self.tr("Backup"),
            self._backup_part(),
            help_text=self.tr("A checked copy of all chats. One is made every day by itself."),
        )
        self.add(self._field, self.tr("save, copy, safety"))
        self.add(Field(self.tr("Restore a backup"), self.restore), self.tr("get back, undo, lost, import"))
        self._trash = TrashPanel(services.trash, launch) if services.trash is not None else None
        if self._trash is not None:
            self._trash.emptied.connect(self.restore.refresh)
            self.add(Field(self.tr("Trash"), self._trash), self.tr("deleted chats, remove, empty, privacy"))
        self._progress.cancel_pressed.connect(lambda: self._launch.cancel(TASK))

    def show_settings(self, settings: Settings) -> None:
        """Nothing here depends on them."""

    def close_page(self) -> None:
        """The dialog is gone. A backup that was begun is finished all the same."""
        self._over = True
        self.restore.close_panel()
        if self._trash is not None:
            self._trash.close_panel()

    def _folder_row(self) -> QWidget:
        path = plain_label(str(self._folder), wrap=True)
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        show = QPushButton(self.tr("Open folder"))
        show.setAutoDefault(False)
        show.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))))
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(path, 1)
        layout.addWidget(show)
        return row

    def _backup_part(self) -> QWidget:
        self._now.setAutoDefault(False)
        self._now.clicked.connect(lambda: self._launch(TASK, self._back_up()))
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._now, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addWidget(self._progress)
        layout.addWidget(self._made)
        return part

    async def _back_up(self) -> None:
        self._now.setEnabled(False)
        self._made.hide()
        self._field.show_error("")
        self._progress.begin(self.tr("Copying and checking all chats …"))
        try:
            made = await self._backups.back_up_now(self._on_share)
            if not self._over:
                self._made.setText(self.tr("Backed up: {backup}").format(backup=backup_line(made)))
                self._made.show()
                self.restore.refresh()
        except AppError as error:
            if self._over:
                raise
            self._field.show_error(error_sentence(error))
        finally:
            if not self._over:
                self._progress.end()
                self._now.setEnabled(True)

    def _on_share(self, share: float) -> None:
        if not self._over:
            self._progress.show_share(share)
