"""What the pages of characters and of personas share: the portrait, the earlier versions, and tabs beside the form.

What is typed is stored a moment later (see ``page``): nobody is asked, a crash costs that moment, and undo and the earlier
versions take back what was not meant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTabWidget, QWidget

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.transfer import PORTRAIT, StoredFile
from desktop_app.domain.versions import LibraryVersion
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.item_list import ItemList
from desktop_app.ui.editors.item_page import ItemPage, Source
from desktop_app.ui.editors.picture import MOST_BYTES, portrait_of
from desktop_app.ui.editors.portrait_box import PICTURE, PortraitBox
from desktop_app.ui.editors.version_panel import VersionPanel, difference_of, part_names
from desktop_app.ui.services import UiServices
from desktop_app.ui.thumbnail import ThumbnailSize, thumbnail

T = TypeVar("T", Character, Persona)


class PersonPage(ItemPage[T]):
    """A form with a portrait above it, in the first of several tabs.

    Attributes:
        portrait: the picture and its buttons.
        tabs: the form, then ``versions``, then what a page adds.
        versions: the earlier states.
    """

    saves_itself = True

    def __init__(
        self,
        services: UiServices,
        source: Source[T],
        form: Form[T],
        items: ItemList,
        launch: Launcher,
        empty: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(source, form, items, launch, empty, parent)
        self._library = services.library
        self._shown_files = ""
        self.portrait = PortraitBox(form.icons)
        form.body.insertWidget(0, self.portrait)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.versions = VersionPanel()
        self._put_in_tabs()
        stops = [items.last_stop, self.tabs.tabBar(), *self.portrait.stops]
        for before, after in pairwise(stops):  # what was made last stands first
            QWidget.setTabOrder(before, after)
        self.portrait.given.connect(self._on_picture)
        self.portrait.remove_pressed.connect(lambda: self.run(self._set_portrait(b"")))
        self.versions.chosen.connect(self._on_version)
        self.versions.put_back_pressed.connect(self._on_put_back)
        self.tabs.currentChanged.connect(self._show_tab)
        self.opened.connect(self._on_opened)
        self.stored.connect(self._show_tab)
        self._on_opened()

    async def load(self) -> None:
        """Reads everything anew, the portrait too."""
        await super().load()
        await self._show_files()
        self._show_tab()

    def files_shown(self, files: dict[str, StoredFile]) -> None:
        """The files of whoever is open were read."""

    def show_new(self, *, new: bool) -> None:
        """Who is stored nowhere yet has no portrait yet."""
        self.portrait.show_new(new=new)

    def tab_shown(self, tab: QWidget) -> None:
        """Another tab is in front, or who is open is otherwise."""
        if tab is self.versions:
            self._read("versions", self._show_versions())

    def _put_in_tabs(self) -> None:
        beside = self.desk.parentWidget()
        layout = beside.layout() if beside is not None else None
        if layout is not None:
            layout.replaceWidget(self.desk, self.tabs)
        self.tabs.addTab(self.desk, QCoreApplication.translate("PersonPage", "Form"))
        self.tabs.addTab(self.versions, QCoreApplication.translate("PersonPage", "Earlier versions"))

    def _read(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Reads something for the person who is open; the newest of its kind counts."""
        task = f"library: {name}"
        self._launch.cancel(task)
        self._launch(task, work)

    def _show_tab(self) -> None:
        if not self._over:
            self.tab_shown(self.tabs.currentWidget())

    def _on_version(self, version: LibraryVersion) -> None:
        self._read("difference", self._show_difference(version))

    def _on_put_back(self, version: LibraryVersion) -> None:
        """Over what is being typed now, which is a version then too."""
        self.leave(lambda: self.run(self._put_back(version)))

    def _on_opened(self) -> None:
        item = self.open_item
        self.portrait.setVisible(item is not None)
        self.show_new(new=self.is_new)
        self.tabs.tabBar().setVisible(item is not None)
        if item is None:
            self.tabs.setCurrentIndex(0)
        if item is None or item.id != self._shown_files:
            self.portrait.show_picture(None)
        self._read("files", self._show_files())
        self._show_tab()

    async def _show_files(self) -> None:
        item = self.open_item
        if item is None or self.is_new:
            return
        files = await self._library.files(item.id)
        side = PICTURE * self.devicePixelRatioF()
        stored = files.get(PORTRAIT)
        size = ThumbnailSize(side.width(), side.height())
        small = await asyncio.to_thread(thumbnail, stored.data, stored.media_type, size) if stored else None
        if self._over or self.open_item is None or self.open_item.id != item.id:
            return
        self._shown_files = item.id
        self.portrait.show_picture(small)
        self.files_shown(files)

    def _on_picture(self, given: Path | QImage) -> None:
        self.run(self._take_picture(given))

    async def _take_picture(self, given: Path | QImage) -> None:
        picture = await asyncio.to_thread(_made, given)
        if picture:
            await self._set_portrait(picture)
        else:
            told = QCoreApplication.translate(
                "PersonPage",
                "This is no picture that can be shown here: PNG, JPEG, WebP and GIF can, up to 36 million pixels.",
            )
            self.portrait.show_error(told)

    async def _set_portrait(self, picture: bytes) -> None:
        item = self.open_item
        if item is None or self.is_new:
            return
        before = await self._library.set_portrait(item, picture)
        if before != picture:
            said = QCoreApplication.translate("PersonPage", "The portrait of “{name}” is another now.")
            self.offer_undo(
                said.format(name=self.open_name()),
                lambda: self._library.set_portrait(item, before),
                lambda: self._library.set_portrait(item, picture),
            )
        await self._show_files()

    async def _show_versions(self) -> None:
        item = self.open_item
        found = [] if item is None or self.is_new else await self._library.versions(item)
        if not self._over and self.open_item is item:
            self.versions.show_versions(found)

    async def _show_difference(self, version: LibraryVersion) -> None:
        item = self.open_item
        found = await asyncio.to_thread(difference_of, version.value, item, part_names())
        if not self._over and self.versions.version is version:
            self.versions.show_difference(found)

    async def _put_back(self, version: LibraryVersion) -> None:
        item = self.open_item
        if item is None or version.object_id != item.id:
            return
        await self._save_version(version.value)
        said = QCoreApplication.translate("PersonPage", "“{name}” is as in an earlier version again.")
        self.offer_undo(
            said.format(name=self.open_name()),
            lambda: self._save_version(item),
            lambda: self._save_version(version.value),
        )
        await self.load()

    async def _save_version(self, value: object) -> None:
        """As it was, and a version of its own: what is there now is kept whenever it was typed."""
        if isinstance(value, Character):
            await self._library.save_character(value)
        elif isinstance(value, Persona):
            await self._library.save_persona(value)


def _made(given: Path | QImage) -> bytes:
    """Blocks: for a thread."""
    if isinstance(given, QImage):
        return portrait_of(given)
    try:
        if given.stat().st_size > MOST_BYTES:
            return b""
        return portrait_of(given.read_bytes())
    except OSError:
        return b""
