"""Says something to a screen reader once, politely, when what is said has come to rest. Used by live parts of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

REST_MS = 400
"""So long nothing else must be said. What changes with every step of a drag is noise."""


class Announcer(QObject):
    """Speaks for a widget.

    Signals:
        announced: (text) it was said.
    """

    announced = Signal(str)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._text = ""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._announce)

    def say(self, text: str) -> None:
        """Says ``text`` soon, in the place of whatever was not said yet; an empty one: nothing."""
        self._text = text
        if text:
            self._rest.start()
        else:
            self._rest.stop()

    def _announce(self) -> None:
        event = QAccessibleAnnouncementEvent(self._widget, self._text)
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
        QAccessible.updateAccessibility(event)
        self.announced.emit(self._text)
