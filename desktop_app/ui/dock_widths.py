"""Keeps the docks as wide as the person made them: a window that was narrow for a while gives them back what it took.

Made by ``docks``. Qt alone lets docks shrink with the window and leaves them so.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow


class DockWidths(QObject):
    """Watches a window and its docks.

    Attributes:
        wanted: how wide each dock is where there is room, in pixels.
    """

    def __init__(self, window: QMainWindow, wanted: Mapping[QDockWidget, int]) -> None:
        self.wanted = dict(wanted)
        self._shown = False
        self._dragging = False
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def apply(self) -> None:
        """Makes the docks as wide as they are wanted, as far as the middle leaves room."""
        there = [dock for dock in self.wanted if not dock.isHidden()]
        self._window.resizeDocks(there, [self.wanted[dock] for dock in there], Qt.Orientation.Horizontal)

    def _remember(self) -> None:
        self.wanted.update({dock: dock.width() for dock in self.wanted if dock.isVisible()})

    @property
    def _has_room(self) -> bool:
        """Whether the middle is wider than it must be, so that nothing forces the docks."""
        middle = self._window.centralWidget()
        return middle is not None and middle.width() > max(middle.minimumWidth(), middle.minimumSizeHint().width())

    def _on_shown(self) -> None:
        """The widths of the last session, which Qt has put back; but not those that a narrow window has forced."""
        self._shown = True
        if self._has_room:
            self._remember()

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """Another width of the window, or another width of a dock by the person's hand."""
        kind = event.type()
        if kind is QEvent.Type.Resize and self._shown:
            self.apply()
        elif kind is QEvent.Type.Show and not self._shown:
            self._on_shown()
        elif kind is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            self._dragging = self._window.isSeparator(event.position().toPoint())
        elif kind is QEvent.Type.MouseButtonRelease and self._dragging:
            self._dragging = False
            self._remember()  # a step of the drag that is not laid out yet never will be
        return super().eventFilter(watched, event)
