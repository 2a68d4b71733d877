"""Does with the files of a card what the person wants: stores it at once, and has the page offer to undo it.

Made by the page of characters. Files are read and made small in worker threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QImage

from desktop_app.domain.character import CardAsset, Character
from desktop_app.domain.transfer import StoredFile
from desktop_app.services.card_assets import is_main, with_asset, with_files, without
from desktop_app.services.library_service import LibraryService
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.editors.asset_files import picture_of_address, read_files, small_pictures
from desktop_app.ui.editors.assets_input import AssetsInput
from desktop_app.ui.editors.person_page import PersonPage
from desktop_app.ui.editors.picture import portrait_of
from desktop_app.ui.messages import error_sentence

TASK = "library: small pictures"


_MOST_SENTENCES = 3

Work = Callable[[Character], Coroutine[Any, Any, None]]


class CardFiles:
    """Between the list of files and the library."""

    def __init__(
        self, page: PersonPage[Character], library: LibraryService, launch: Launcher, shown: AssetsInput
    ) -> None:
        self._page = page
        self._library = library
        self._launch = launch
        self._shown = shown
        self._is_over = False
        shown.given.connect(self._on_given)
        shown.removed.connect(self._on_removed)
        shown.renamed.connect(self._on_renamed)
        shown.retyped.connect(self._on_retyped)

    def show_files(self, files: Mapping[str, StoredFile]) -> None:
        """The files of whoever is open were read."""
        self._shown.model.show_files(files)
        self._launch.cancel(TASK)
        self._launch(TASK, self._show_pictures())

    def end(self) -> None:
        """The window goes."""
        self._is_over = True
        self._launch.cancel(TASK)

    def _on_given(self, paths: list[Path]) -> None:
        self._do(lambda item: self._add(item, paths))

    def _on_removed(self, assets: list[CardAsset]) -> None:
        self._do(lambda item: self._remove(item, assets))

    def _on_renamed(self, asset: CardAsset, name: str) -> None:
        self._do(lambda item: self._rename(item, asset, name))

    def _on_retyped(self, assets: list[CardAsset], kind: str) -> None:
        self._do(lambda item: self._retype(item, assets, kind))

    def _do(self, work: Work) -> None:
        """After what is being typed was stored."""
        self._page.leave(lambda: self._page.run(self._with_open(work)))

    async def _with_open(self, work: Work) -> None:
        item = self._page.open_item
        if item is not None and not self._page.is_new:
            await work(item)

    async def _show_pictures(self) -> None:
        shown, ratio = self._shown, self._shown.devicePixelRatioF()
        wanted = {file.digest: file for asset in shown.value() if (file := shown.model.file_of(asset)) is not None}
        inside = [asset.uri for asset in shown.value() if asset.uri.startswith("data:image/")]
        made = await asyncio.to_thread(_pictures, list(wanted.values()), inside, ratio)
        if not self._is_over:
            shown.show_pictures(made)

    async def _add(self, item: Character, paths: Sequence[Path]) -> None:
        read = await asyncio.to_thread(read_files, paths)
        if read.files:
            assets, kept = with_files(item.assets, read.files)
            await self._store(
                item,
                assets,
                _said(QCoreApplication.translate("CardFiles", "Added: {names}."), [file.name for file in read.files]),
                kept,
            )
            self._shown.choose_rows(kept)
        if read.errors:
            told = [error_sentence(error) for error in read.errors[:_MOST_SENTENCES]]
            self._page.desk.say(" ".join(told), look="error")

    async def _remove(self, item: Character, assets: Sequence[CardAsset]) -> None:
        left = without(item.assets, set(_places(item.assets, assets)))
        await self._store(
            item,
            left,
            _said(QCoreApplication.translate("CardFiles", "Taken out: {names}."), [asset.name for asset in assets]),
        )

    async def _rename(self, item: Character, asset: CardAsset, name: str) -> None:
        for place in _places(item.assets, [asset]):
            said = QCoreApplication.translate("CardFiles", "“{before}” is called “{after}” now.")
            made = with_asset(item.assets, place, name=name)
            await self._store(item, made, said.format(before=asset.name, after=name))

    async def _retype(self, item: Character, assets: Sequence[CardAsset], kind: str) -> None:
        made = item.assets
        for place in _places(item.assets, assets):
            made = with_asset(made, place, type=kind)
        await self._store(
            item,
            made,
            _said(
                QCoreApplication.translate("CardFiles", "Of another kind now: {names}."),
                [asset.name for asset in assets],
            ),
        )

    async def _store(
        self, item: Character, assets: tuple[CardAsset, ...], sentence: str, kept: Mapping[str, bytes] | None = None
    ) -> None:
        """With the portrait, where another icon is the main one now."""
        if assets == item.assets:
            return
        portrait = await self._portrait_of(item, assets, kept or {})
        await self._library.set_assets(item.id, assets, kept)
        before = await self._library.set_portrait(item, portrait) if portrait else b""

        async def put(assets: tuple[CardAsset, ...], picture: bytes) -> None:
            await self._library.set_assets(item.id, assets)
            if portrait:
                await self._library.set_portrait(item, picture)

        self._page.offer_undo(sentence, lambda: put(item.assets, before), lambda: put(assets, portrait))
        await self._page.load()

    async def _portrait_of(self, item: Character, assets: Sequence[CardAsset], kept: Mapping[str, bytes]) -> bytes:
        """Of the icon that is the main one from now on; empty where it is the one that was so, or no picture."""
        main = next((asset for asset in assets if is_main(asset)), None)
        if main is None or any(is_main(asset) and asset.uri == main.uri for asset in item.assets):
            return b""
        data = kept.get(main.uri)
        if data is None:
            stored = (await self._library.files(item.id)).get(main.uri)
            data = b"" if stored is None else stored.data
        return await asyncio.to_thread(portrait_of, data) if data else b""


def _pictures(files: Sequence[StoredFile], inside: Sequence[str], ratio: float) -> dict[str, QImage]:
    made = small_pictures(files, ratio)
    found = {uri: picture_of_address(uri, ratio) for uri in inside}
    return made | {uri: image for uri, image in found.items() if image is not None}


def _places(assets: Sequence[CardAsset], wanted: Sequence[CardAsset]) -> list[int]:
    """Where these are; of two that are alike, each is one."""
    places: list[int] = []
    for asset in wanted:
        found = (place for place, other in enumerate(assets) if other == asset and place not in places)
        places += [place for place in [next(found, None)] if place is not None]
    return places


def _said(sentence: str, names: Sequence[str]) -> str:
    """The first one's name, and how many more there are."""
    more = f" + {QLocale().toString(len(names) - 1)}" if len(names) > 1 else ""
    first = QCoreApplication.translate("CardFiles", "“{name}”").format(name=names[0])
    return sentence.format(names=f"{first}{more}")
