"""All ways in and out that the main window has: files that are dropped, pasted or picked, and the dialog of exports.

Made by the main window. One import window at a time; each is imported when it is first wanted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from desktop_app.domain.transfer import ObjectKind
from desktop_app.services.import_plan import ImportPreview
from desktop_app.services.import_run import Watch
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.folders import first_folder
from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.drops import FileDrops
from desktop_app.ui.local_files import local_files
from desktop_app.ui.services import UiServices
from desktop_app.ui.theme import AppTheme

if TYPE_CHECKING:
    from desktop_app.ui.imports.dialog import ImportDialog

# Forms of a picture on the clipboard that may still hold a card.
_PICTURES = ("image/png", "image/webp", "image/jpeg")
Plan = Callable[[Watch], Awaitable[ImportPreview]]
Back = Callable[[], None]
"""Brings the window that asked to the front again, where that is another than the main one."""

_THINGS = {
    ObjectKind.CHARACTER: "character",
    ObjectKind.PERSONA: "persona",
    ObjectKind.LOREBOOK: "lore",
    ObjectKind.MEMORY: "memory",
}


class ImportWindows(QObject):
    """Keeps which of them is open.

    Signals:
        chat_opened: (chat id) show this chat.
        chat_wanted: (character id) a chat with a character is to be started.
        thing_opened: (kind, book id, id) show this in the library, as the context preview names it.
    """

    chat_opened = Signal(str)
    chat_wanted = Signal(str)
    thing_opened = Signal(str, str, str)

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        look: tuple[AppTheme, Icons],
        open_dialog: Callable[[QDialog], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._look = look
        self._open_dialog = open_dialog
        self._window = window
        self._dialog: ImportDialog | None = None
        self._chat_id = ""
        FileDrops(window, self.import_paths)

    @property
    def slots(self) -> dict[str, Callable[[], None]]:
        """What the actions of these names do."""
        return {
            "import": self.ask_for_files,
            "import-folder": self.ask_for_folder,
            "import-clipboard": self.paste,
            "export": self.open_export,
        }

    @property
    def dialog(self) -> ImportDialog | None:
        """The import window that is open."""
        return self._dialog

    def open_chat(self, chat_id: str) -> None:
        """The window shows another chat; an empty id: none."""
        self._chat_id = chat_id

    def ask_for_files(self) -> None:
        """Lets the person pick files."""
        self._launch("import files", self._ask(folder=False))

    def ask_from(self, back: Back) -> None:
        """Lets the person pick files, from another window than the main one."""
        self._launch("import files", self._ask(folder=False, back=back))

    def ask_for_folder(self) -> None:
        """Lets the person pick a folder, as that of SillyTavern."""
        self._launch("import a folder", self._ask(folder=True))

    def import_paths(self, paths: Sequence[Path], back: Back | None = None) -> None:
        """Shows what these files and folders would bring."""
        chosen = tuple(paths)
        if chosen:
            self._open(lambda watch: self._services.imports.plan(chosen, watch), back)
        elif back is not None:
            back()

    def paste(self) -> None:
        """What is on the clipboard: files, a picture, or the text of a card or book."""
        self.take(QGuiApplication.clipboard().mimeData())

    def take(self, given: QMimeData) -> bool:
        """Shows what this would bring; False where it is nothing to be imported."""
        paths = local_files(given)
        if paths:
            self.import_paths(paths)
            return True
        data = next((bytes(given.data(form).data()) for form in _PICTURES if given.hasFormat(form)), b"")
        if not data and given.hasText():
            data = given.text().strip().encode("utf-8", "replace")
        if not data:
            return False
        name = self.tr("Clipboard")

        async def plan(_watch: Watch) -> ImportPreview:
            return await self._services.imports.plan_pasted(data, name)

        self._open(plan)
        return True

    def open_export(self) -> None:
        """The way out."""
        self._launch("export", self._export())

    def export_character(self, character_id: str, back: Back) -> None:
        """The way out, for this character, from another window than the main one."""
        self._launch("export", self._export(character_id, back))

    def _open(self, plan: Plan, back: Back | None = None) -> None:
        from desktop_app.ui.imports.dialog import ImportDialog

        if self._dialog is not None:
            self._dialog.reject()
        dialog = ImportDialog(self._services.imports, self._launch, self._look, self._window)
        self._dialog = dialog
        dialog.open_wanted.connect(self._on_open)
        dialog.chat_wanted.connect(self.chat_wanted)
        dialog.finished.connect(lambda: self._on_finished(dialog))
        if back is not None:
            dialog.finished.connect(back)
        self._open_dialog(dialog)
        dialog.start(plan)

    def _on_finished(self, dialog: ImportDialog) -> None:
        if self._dialog is dialog:
            self._dialog = None

    def _on_open(self, kind: ObjectKind, object_id: str) -> None:
        if self._dialog is not None:
            self._dialog.accept()
        if kind is ObjectKind.CHAT:
            self.chat_opened.emit(object_id)
        elif kind is ObjectKind.LOREBOOK:
            self.thing_opened.emit(_THINGS[kind], object_id, "")
        else:
            self.thing_opened.emit(_THINGS[kind], "", object_id)

    async def _ask(self, *, folder: bool, back: Back | None = None) -> None:
        title = self.tr("Choose a folder to import") if folder else self.tr("Choose files to import")
        dialog = QFileDialog(self._window, title)
        dialog.setFileMode(QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFiles)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, folder)
        dialog.setDirectory(first_folder())
        if not folder:
            known = "*.png *.webp *.jpg *.jpeg *.json *.jsonl *.charx *.zip *.yaml *.yml *.lorebook *.talespan"
            names = self.tr("Cards, lorebooks, chats ({patterns})").format(patterns=known)
            dialog.setNameFilters([names, self.tr("All files (*)")])
        try:
            chosen = await show_dialog(dialog)
            files = dialog.selectedFiles() if chosen else []
        finally:
            dialog.deleteLater()
        self.import_paths([Path(file) for file in files], back)

    async def _export(self, character_id: str = "", back: Back | None = None) -> None:
        from desktop_app.ui.imports.export_dialog import Exportable, ExportDialog

        services = self._services
        things = Exportable(
            await services.library.characters(), await services.lore.books(), await services.chat.list_chats()
        )
        dialog = ExportDialog(services.exports, things, self._launch, self._chat_id, self._window)
        if character_id:
            dialog.show_character(character_id)
        if back is not None:
            dialog.finished.connect(back)
        self._open_dialog(dialog)
