"""Where the context preview is: in its dock; or, in a window too narrow for it, over the conversation when it is asked for.

A narrow window hides the dock and remembers that the person wants it; with room it comes back. Made by ``docks``.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDockWidget, QFrame, QMainWindow, QVBoxLayout, QWidget

NARROW = 880
"""Pixels of the window's width under which three columns are too many, however narrow they could be made."""

SEPARATORS = 10
"""Pixels between three columns."""

OVERLAY_WIDTH = 380
BESIDE_OVERLAY = 120
"""Pixels of the window that stay visible beside the overlay."""


class PreviewPlace(QObject):
    """Moves the preview between its dock and the overlay, with the dock's title bar.

    Attributes:
        wanted: the person wants to see it, wherever there is room.

    Signals:
        seen_changed: (bool) whether it can be seen now, in either place.
        wanted_changed: (bool)
    """

    seen_changed = Signal(bool)
    wanted_changed = Signal(bool)

    def __init__(self, window: QMainWindow, dock: QDockWidget) -> None:
        self.wanted = True
        self._moving = False
        self._seen = True
        super().__init__(window)
        self._window = window
        self._dock = dock
        self._parts = (dock.titleBarWidget(), dock.widget())
        self._overlay = _Overlay(window, self.put_away)
        dock.visibilityChanged.connect(self._on_visibility)
        window.installEventFilter(self)

    @property
    def is_seen(self) -> bool:
        """Whether it is in the dock and the dock is there, or over the conversation."""
        return not self._overlay.isHidden() or not self._dock.isHidden()

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for the dock."""
        middle = self._window.centralWidget()
        others = [
            dock for dock in self._window.findChildren(QDockWidget) if dock is not self._dock and dock.isVisible()
        ]
        columns = (self._dock, *others) if middle is None else (middle, self._dock, *others)
        least = sum(max(column.minimumSizeHint().width(), column.minimumWidth()) for column in columns)
        return self._window.width() < max(NARROW, least + SEPARATORS)

    def restore(self, wanted: bool) -> None:
        """Puts it where it was left."""
        self._set_wanted(wanted)
        self._fit()

    def toggle(self) -> None:
        """The person wants to see it, or no longer."""
        if self.is_seen:
            self.put_away()
        else:
            self.bring()

    def bring(self) -> None:
        """Makes it be seen: in the dock where there is room, else over the conversation."""
        if not self.is_narrow:
            self._set_wanted(True)
            self._fit()
        elif self._overlay.isHidden():
            self._overlay.open(*self._parts)
            self._tell()

    def put_away(self) -> None:
        """Hides it. In a narrow window that is no wish for a wide one."""
        if self._overlay.isHidden():
            self._set_wanted(False)
            self._fit()
        else:
            self._close_overlay()
            self._tell()

    def step_aside(self) -> None:
        """Something under the overlay is to be seen."""
        if not self._overlay.isHidden():
            self.put_away()

    def _fit(self) -> None:
        """Follows the window's width and the person's wish."""
        self._moving = True
        if not self.is_narrow and not self._overlay.isHidden():
            self._close_overlay()
            self._set_wanted(True)
        self._dock.setVisible(self.wanted and not self.is_narrow)
        self._moving = False
        self._tell()

    def _close_overlay(self) -> None:
        self._overlay.hide()
        title, content = self._parts
        self._dock.setTitleBarWidget(title)
        self._dock.setWidget(content)

    def _set_wanted(self, wanted: bool) -> None:
        if wanted != self.wanted:
            self.wanted = wanted
            self.wanted_changed.emit(wanted)

    def _on_visibility(self) -> None:
        """Somebody else has closed or opened the dock."""
        if not self._moving and not self.is_narrow and self._window.isVisible():
            self._set_wanted(not self._dock.isHidden())
        self._tell()

    def _tell(self) -> None:
        if self.is_seen != self._seen:
            self._seen = self.is_seen
            self.seen_changed.emit(self._seen)

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """Another width of the window."""
        # The kind of event first: while everything is taken apart others come, and there may be no window to ask for.
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and watched is self._window:
            self._fit()
            self._overlay.place()
        return super().eventFilter(watched, event)


class _Overlay(QFrame):
    """A panel over the end of the window's middle."""

    def __init__(self, window: QMainWindow, leave: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self.setProperty("look", "overlay")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(1, 0, 0, 0)
        self._layout.setSpacing(0)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(leave)
        escape.activatedAmbiguously.connect(leave)  # Esc stops an answer too, where one is being written
        self.hide()

    def open(self, title: QWidget, content: QWidget) -> None:
        """Takes the preview in with the line above it and shows both."""
        self._layout.addWidget(title)
        self._layout.addWidget(content, 1)
        title.show()
        content.show()
        self.place()
        self.show()
        self.raise_()
        content.setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> None:
        """At the end of the window, as high as it is."""
        width = min(OVERLAY_WIDTH, self._window.width() - BESIDE_OVERLAY)
        left_to_right = self._window.layoutDirection() is Qt.LayoutDirection.LeftToRight
        self.setGeometry(QRect(self._window.width() - width if left_to_right else 0, 0, width, self._window.height()))
