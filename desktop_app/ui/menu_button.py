"""A button that opens a menu without a nested event loop, which ``QToolButton``'s own menus run (lab-ui-packaging.md, 2)."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class MenuButton(QToolButton):
    """Give it a menu by ``set_popup_menu``; a press, Space or Enter opens it below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._popup: QMenu | None = None
        super().__init__(parent)
        self.clicked.connect(self.open_menu)

    def set_popup_menu(self, menu: QMenu) -> None:
        """The menu to open; whoever made it keeps it."""
        self._popup = menu

    def open_menu(self) -> None:
        """Opens the menu and returns at once. At the button's right end where its left would push it off the screen."""
        if self._popup is None:
            return
        place = self.mapToGlobal(QPoint(0, self.height() + 2))
        screen = self.screen().availableGeometry()
        overlap = place.x() + self._popup.sizeHint().width() - screen.right()
        self._popup.popup(place - QPoint(max(0, overlap), 0))
