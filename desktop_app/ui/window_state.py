"""Remembers how the window was left: geometry, docks, open chat. Stored through the settings service, a second after a change."""

from __future__ import annotations

import base64
from dataclasses import replace

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow

from desktop_app.domain.settings import Settings
from desktop_app.services.settings_service import SettingsService
from desktop_app.ui.async_bridge import Launcher

STATE_VERSION = 1
"""Raised when the docks change so that an old state would harm."""

SAVE_DELAY_MS = 1000

FIRST_SIZE = QSize(1280, 800)

FRAME = QSize(16, 48)
"""Room for the window's frame, which nobody knows before the window is shown; few are larger."""


class WindowState(QObject):
    """Puts the remembered state on a window, and keeps it up to date."""

    def __init__(self, settings: SettingsService, launch: Launcher, window: QMainWindow) -> None:
        super().__init__(window)
        self._settings = settings
        self._launch = launch
        self._window = window
        self._open_chat_id = settings.settings.window.open_chat_id
        self._shows_preview = settings.settings.window.shows_preview
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_DELAY_MS)
        self._timer.timeout.connect(lambda: self._launch("save window", self.save()))

    def restore(self) -> None:
        """Puts the window where it was, then starts to watch it. Call it when all docks are there."""
        remembered = self._settings.settings.window
        if not self._window.restoreGeometry(_bytes(remembered.geometry)):
            screen = self._window.screen() or QGuiApplication.primaryScreen()
            self._window.resize(first_size(screen.availableSize()))
        if remembered.state:
            self._window.restoreState(_bytes(remembered.state), STATE_VERSION)
        self._window.installEventFilter(self)
        for dock in self._window.findChildren(QDockWidget):
            dock.visibilityChanged.connect(self._changed)
            dock.installEventFilter(self)

    def set_open_chat(self, chat_id: str) -> None:
        """The chat to open at the next start."""
        if chat_id != self._open_chat_id:
            self._open_chat_id = chat_id
            self._changed()

    def set_shows_preview(self, wanted: bool) -> None:
        """Whether the preview is to be there at the next start, where there is room."""
        if wanted != self._shows_preview:
            self._shows_preview = wanted
            self._changed()

    async def close(self) -> None:
        """Stores the state for the last time; what moves afterwards is only the window going away."""
        self._closed = True
        await self.save()

    async def save(self) -> None:
        """Stores the state as it is now."""
        self._timer.stop()
        geometry, state = _text(self._window.saveGeometry()), _text(self._window.saveState(STATE_VERSION))

        def edit(settings: Settings) -> Settings:
            window = replace(
                settings.window,
                geometry=geometry,
                state=state,
                open_chat_id=self._open_chat_id,
                shows_preview=self._shows_preview,
            )
            return replace(settings, window=window)

        await self._settings.change(edit)

    def _changed(self) -> None:
        if not self._closed:
            self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A window or dock that moves or changes its size is worth remembering."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange):
            self._changed()
        return super().eventFilter(watched, event)


def first_size(available: QSize) -> QSize:
    """The size of a window that was never open before, on a screen with this room: all of it must be seen."""
    return FIRST_SIZE.boundedTo(available - FRAME)


def _text(state: QByteArray) -> str:
    return base64.b64encode(state.data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()
