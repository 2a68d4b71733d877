"""All that the main window has of pictures: small ones for rows and composer, the way into drafts, and the viewer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.domain.errors import StorageError
from desktop_app.domain.message import ImagePart
from desktop_app.domain.transfer import StoredFile
from desktop_app.services.export_service import Export
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.folders import first_folder
from desktop_app.ui.pictures.attaching import Attaching
from desktop_app.ui.portraits import Portraits
from desktop_app.ui.services import UiServices

_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


class PictureWindows(QObject):
    """Connects the pictures of the open chat."""

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        view: ChatView,
        composer: Composer,
        import_paths: Callable[[Sequence[Path]], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._launch = launch
        self._window = window
        self.small = Portraits(self._read, services.bus, launch, self)
        self.attaching = Attaching(services, launch, composer, import_paths)
        view.pictures.show_with(self.small)
        composer.strip.show_with(self.small)
        view.pictures.opened.connect(self.show_large)
        composer.strip.opened.connect(self.show_large)

    def open(self, chat_id: str) -> None:
        """The window shows another chat; an empty id: none."""
        self.attaching.open(chat_id)

    def close(self) -> None:
        """Nothing is fetched and nothing is heard any more."""
        self.small.close()
        self.attaching.close()

    def show_large(self, picture: ImagePart) -> None:
        """Opens the viewer."""
        self._launch("show a picture", self._show_large(picture))

    async def _read(self, digest: str) -> StoredFile | None:
        data = (await self._services.pictures.data([digest])).get(digest)
        return None if data is None else StoredFile(digest, _media_type(data), data)

    async def _show_large(self, picture: ImagePart) -> None:
        from desktop_app.ui.pictures.prepare import whole_picture
        from desktop_app.ui.pictures.viewer import PictureViewer

        data = (await self._services.pictures.data([picture.digest])).get(picture.digest)
        image = QImage() if data is None else await asyncio.to_thread(whole_picture, data)
        if data is None or image.isNull():
            raise StorageError(detail=self.tr("The picture is not there any more."))
        viewer = PictureViewer(QPixmap.fromImage(image), self._window)
        viewer.save_pressed.connect(lambda: self._launch("save a picture", self._save(viewer, picture, data)))
        await show_dialog(viewer, beside=True)
        viewer.deleteLater()

    async def _save(self, parent: QWidget, picture: ImagePart, data: bytes) -> None:
        suffix = _SUFFIXES.get(picture.media_type, "")
        name = f"{picture.digest[:12]}{suffix}"
        dialog = QFileDialog(parent, self.tr("Save the picture"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDirectory(first_folder())
        dialog.setDefaultSuffix(suffix.removeprefix("."))
        dialog.selectFile(name)
        try:
            chosen = dialog.selectedFiles() if await show_dialog(dialog) else []
        finally:
            dialog.deleteLater()
        if chosen:
            await self._services.exports.save(Export(((name, data),)), Path(chosen[0]))


def _media_type(data: bytes) -> str:
    """By the first bytes: what a message says of its picture may have come from another program."""
    marks = (
        (b"\x89PNG", "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF8", "image/gif"),
        (b"RIFF", "image/webp"),
    )
    return next((kind for mark, kind in marks if data.startswith(mark)), "")
