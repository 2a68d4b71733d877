"""How pictures come into a draft: by the button, from the clipboard, by being dropped on the composer. Made by ``windows``.

A file that is dropped and is a character card, or no picture at all, goes to the import window as everywhere else.
Nothing is ever fetched: what a browser gives as an address alone is an address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtWidgets import QFileDialog

from desktop_app.domain.errors import AppError
from desktop_app.domain.message import Role
from desktop_app.domain.pictures import TooManyPicturesError
from desktop_app.services.events import ChatChanged, MessageAdded, SettingsChanged
from desktop_app.ui.async_bridge import Launcher, show_dialog
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.folders import first_folder
from desktop_app.ui.local_files import local_files
from desktop_app.ui.pictures.prepare import SUFFIXES, is_picture, prepared, read_chosen, read_picture
from desktop_app.ui.services import UiServices

_FILE_FORMATS = ("image/png", "image/jpeg", "image/webp")

_COMING = frozenset({QEvent.Type.DragEnter, QEvent.Type.DragMove})


class Attaching(QObject):
    """Keeps the strip of the composer as the open chat's draft is."""

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        composer: Composer,
        import_paths: Callable[[Sequence[Path]], None],
    ) -> None:
        super().__init__(composer)
        self._services = services
        self._launch = launch
        self._composer = composer
        self._import_paths = import_paths
        self._chat_id = ""
        self._working = 0
        bus = services.bus
        self._unsubscribe = [
            bus.subscribe(MessageAdded, self._on_message),
            bus.subscribe(SettingsChanged, lambda _event: self._ask_terms()),
            bus.subscribe(ChatChanged, self._on_chat),
        ]
        composer.attach_pressed.connect(self.ask_for_files)
        composer.editor.pictures_pasted.connect(self.take)
        composer.strip.remove_pressed.connect(self._on_remove)
        self._watch_drops()

    def open(self, chat_id: str) -> None:
        """The window shows another chat; an empty id: none."""
        self._chat_id = chat_id
        self._composer.strip.show_pictures(())
        self._composer.strip.show_terms(None)
        self._refresh()

    def close(self) -> None:
        """Stops listening."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    def ask_for_files(self) -> None:
        """Lets the person pick pictures."""
        self._launch("pick pictures", self._pick())

    def take(self, given: QMimeData) -> None:
        """What was pasted or dropped: files, or a picture without a file."""
        paths = local_files(given)
        if paths:
            self.take_files(paths)
        elif (picture := _picture_of(given)) is not None:
            self.take_image(picture)

    def take_files(self, paths: Sequence[Path]) -> None:
        """Pictures go into the draft, everything else to the import window."""
        if self._chat_id:
            self._launch("attach pictures", self._take_files(self._chat_id, tuple(paths)))
        else:
            self._import_paths(paths)

    def take_image(self, image: bytes | QImage) -> None:
        """A picture that is no file."""
        if self._chat_id:
            self._launch("attach a picture", self._attach(self._chat_id, image, self.tr("The picture")))

    async def _pick(self) -> None:
        dialog = QFileDialog(self._composer.window(), self.tr("Attach pictures"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        patterns = " ".join(f"*.{suffix}" for suffix in SUFFIXES)
        dialog.setNameFilter(self.tr("Pictures ({patterns})").format(patterns=patterns))
        dialog.setDirectory(first_folder())
        try:
            files = [Path(name) for name in dialog.selectedFiles()] if await show_dialog(dialog) else []
        finally:
            dialog.deleteLater()
        if files and self._chat_id:
            await self._take_picked(self._chat_id, files)

    async def _take_picked(self, chat_id: str, paths: Sequence[Path]) -> None:
        """Chosen by hand: a card is a picture, too."""
        failures: list[AppError] = []
        for path in paths:
            try:
                data = await asyncio.to_thread(read_chosen, path)
                await self._attach(chat_id, data, path.name)
            except AppError as error:
                failures.append(error)
                if isinstance(error, TooManyPicturesError):
                    break
        if failures:
            raise failures[0]

    async def _take_files(self, chat_id: str, paths: Sequence[Path]) -> None:
        others: list[Path] = []
        failures: list[AppError] = []
        full = False
        for path in paths:
            try:
                data = await asyncio.to_thread(read_picture, path)
                if data is None:
                    others.append(path)
                elif not full:
                    await self._attach(chat_id, data, path.name)
            except AppError as error:
                failures.append(error)
                full = full or isinstance(error, TooManyPicturesError)
        if others:
            self._import_paths(others)
        if failures:
            raise failures[0]

    async def _attach(self, chat_id: str, given: bytes | QImage, name: str) -> None:
        self._show_working(1)
        try:
            made = await asyncio.to_thread(prepared, given, name)
            await self._services.pictures.attach(chat_id, made.data, made.media_type, made.width, made.height)
        finally:
            self._show_working(-1)
        await self._show(chat_id)

    async def _detach(self, chat_id: str, digest: str) -> None:
        await self._services.pictures.detach(chat_id, digest)
        await self._show(chat_id)

    async def _show(self, chat_id: str) -> None:
        if chat_id != self._chat_id or not chat_id:
            return
        drafted = await self._services.pictures.drafted(chat_id)
        if chat_id != self._chat_id:
            return
        self._composer.show_pictures(drafted)
        if drafted:
            terms = await self._services.pictures.terms(chat_id)
            if chat_id == self._chat_id:
                self._composer.strip.show_terms(terms)

    def _refresh(self) -> None:
        if self._chat_id:
            self._launch("show pictures", self._show(self._chat_id))
        else:
            self._composer.show_pictures(())

    def _ask_terms(self) -> None:
        """Another model, or another word on whether it sees."""
        if self._composer.strip.pictures:
            self._refresh()

    def _show_working(self, step: int) -> None:
        self._working += step
        self._composer.set_attaching(attaching=self._working > 0)

    def _on_remove(self, digest: str) -> None:
        if self._chat_id:
            self._launch("remove a picture", self._detach(self._chat_id, digest))

    def _on_message(self, event: MessageAdded) -> None:
        if event.chat_id == self._chat_id and event.message.role is Role.USER:
            self._refresh()

    def _on_chat(self, event: ChatChanged) -> None:
        if event.chat.id == self._chat_id:
            self._ask_terms()

    def _watch_drops(self) -> None:
        """Before the window's own watch over its inputs, which imports whatever is a file."""
        self._composer.setAcceptDrops(True)
        self._composer.installEventFilter(self)
        self._composer.editor.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """Takes files and pictures that are dropped on the composer."""
        kind = event.type()
        if (kind not in _COMING and kind is not QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return super().eventFilter(watched, event)
        given = event.mimeData()
        if not (local_files(given) or given.hasImage()):
            return super().eventFilter(watched, event)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if kind is QEvent.Type.Drop:
            self.take(given)
        return True


def _picture_of(given: QMimeData) -> bytes | QImage | None:
    """As a file, where it is given as one: to decode it here would hold the window, a second for 48 megapixels."""
    for form in _FILE_FORMATS:
        if given.hasFormat(form) and is_picture(data := bytes(given.data(form).data())):
            return data
    image = given.imageData() if given.hasImage() else None
    return image if isinstance(image, QImage) else None
