"""The pictures of characters and personas for whatever paints them: the gallery, the chat's rows, the list of chats.

Made by the main window. Asked while painting: what is not here is fetched and made small in a worker thread, and ``arrived``
tells when it is; until then the caller paints initials.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from desktop_app.domain.errors import AppError
from desktop_app.domain.transfer import StoredFile
from desktop_app.services.events import EventBus, LibraryChanged, LibraryKind
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.thumbnail import ThumbnailSize, thumbnail

TASK = "portraits"

MOST_BYTES = 48_000_000
"""All pictures together; more than a screen of 4K shows at once. The longest unseen go first."""

MOST_WAITING = 96
"""Wishes that wait; the newest are fulfilled first, for what was scrolled past is not looked at any more."""

Read = Callable[[str], Awaitable[StoredFile | None]]
_Key = tuple[str, ThumbnailSize]


class Portraits(QObject):
    """Small pictures by their owner.

    Signals:
        arrived: (owner id) there is a picture where there was none; or another, or none any more.
        circle_arrived: (owner id) the same of a round one.
    """

    arrived = Signal(str)
    circle_arrived = Signal(str)

    def __init__(self, read: Read, bus: EventBus, launch: Launcher, parent: QObject | None = None) -> None:
        """``read`` gives the portrait as it is stored."""
        self._made: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._bytes = 0
        self._without: set[str] = set()
        self._waiting: OrderedDict[_Key, None] = OrderedDict()
        self._is_working = self._is_over = False
        super().__init__(parent)
        self._read = read
        self._launch = launch
        self._unsubscribe = bus.subscribe(LibraryChanged, self._on_library)

    @property
    def bytes_held(self) -> int:
        """What the pictures take in memory."""
        return self._bytes

    def circle(self, owner_id: str | None, side: int, ratio: float) -> QPixmap | None:
        """A round one of ``side`` device-independent pixels on a screen with the pixel ratio ``ratio``, if it is here."""
        return self._wanted(owner_id, side, side, ratio, is_round=True)

    def picture(self, owner_id: str | None, width: int, height: int, ratio: float) -> QPixmap | None:
        """One of these sides in device-independent pixels, if it is here."""
        return self._wanted(owner_id, width, height, ratio, is_round=False)

    def close(self) -> None:
        """Nothing is fetched any more."""
        self._is_over = True
        self._waiting.clear()
        self._unsubscribe()

    def _wanted(self, owner_id: str | None, width: int, height: int, ratio: float, *, is_round: bool) -> QPixmap | None:
        if not owner_id or owner_id in self._without:
            return None
        key = (owner_id, ThumbnailSize(round(width * ratio), round(height * ratio), is_round))
        made = self._made.get(key)
        if made is None:
            self._ask(key)
            return None
        self._made.move_to_end(key)
        if made.devicePixelRatio() != ratio:
            made.setDevicePixelRatio(ratio)
        return made

    def _ask(self, key: _Key) -> None:
        if self._is_over:
            return
        self._waiting[key] = None
        self._waiting.move_to_end(key)
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)
        if not self._is_working:
            self._is_working = True
            self._launch(TASK, self._work())

    async def _work(self) -> None:
        """One after the other: decoding is for the second core, and what is wanted now may be scrolled past soon."""
        try:
            while self._waiting:
                key, _ = self._waiting.popitem()
                await self._make(key)
        finally:
            self._is_working = False

    async def _make(self, key: _Key) -> None:
        owner_id, size = key
        if owner_id in self._without:
            return
        try:
            file = await self._read(owner_id)
        except AppError:
            file = None  # a portrait that cannot be read costs no chat: initials stay
        image = await asyncio.to_thread(thumbnail, file.data, file.media_type, size) if file is not None else None
        if self._is_over:
            return
        if image is None:
            self._without.add(owner_id)
            return
        self._keep(key, QPixmap.fromImage(image))
        (self.circle_arrived if size.is_round else self.arrived).emit(owner_id)

    def _keep(self, key: _Key, made: QPixmap) -> None:
        self._drop(key)
        self._made[key] = made
        self._bytes += key[1].bytes
        while self._bytes > MOST_BYTES:
            self._drop(next(iter(self._made)))

    def _drop(self, key: _Key) -> None:
        if self._made.pop(key, None) is not None:
            self._bytes -= key[1].bytes

    def _on_library(self, event: LibraryChanged) -> None:
        """Whoever was changed may have another picture now."""
        if event.kind not in (LibraryKind.CHARACTER, LibraryKind.PERSONA):
            return
        changed = set(event.ids)
        self._without -= changed
        for key in [key for key in self._made if key[0] in changed]:
            self._drop(key)
        for owner_id in event.ids:
            self.arrived.emit(owner_id)
            self.circle_arrived.emit(owner_id)
