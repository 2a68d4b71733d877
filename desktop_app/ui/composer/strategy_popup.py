"""What opens from the selector's chip where there is no room for a row: the same radio buttons in a column, and the switches."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_app.ui.theme import SPACE_4, SPACE_8

_CLOSING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StrategyPopup(QFrame):
    """A pop-up that borrows widgets of the selector; ``StrategySwitch`` puts them in and takes them out again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("look", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_4)
        self._column.setSpacing(SPACE_4)
        self._line = QFrame()
        self._line.setProperty("look", "hairline")

    def take(self, track: QWidget, switches: Sequence[QWidget]) -> None:
        """Puts the widgets in."""
        for widget in (track, self._line, *switches):
            self._column.addWidget(widget)
            widget.show()

    def open_at(self, button: QWidget) -> None:
        """Opens above the button: below it stands what a candidate would change. Returns at once."""
        self.adjustSize()
        screen = button.screen().availableGeometry()
        corner = button.mapToGlobal(QPoint(0, 0))
        if button.isRightToLeft():
            corner.setX(corner.x() + button.width() - self.width())
        above = corner.y() - self.height() - SPACE_8
        y = above if above >= screen.top() else corner.y() + button.height() + SPACE_8
        x = max(screen.left(), min(corner.x(), screen.right() - self.width()))
        self.move(x, y)
        self.show()

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Esc and Enter close it."""
        if event.key() in _CLOSING:
            self.close()
        else:
            super().keyPressEvent(event)
