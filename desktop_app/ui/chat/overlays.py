"""What floats over the rows: the bar of actions on the active row, and the button to the newest message.

Made by ``chat_view``, which says where rows are; placed again whenever they have moved.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.ui.chat.row_actions import RowActions, RowToolbar
from desktop_app.ui.chat.row_layout import RowLayout
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8


class Overlays:
    """Both widgets are children of the viewport."""

    def __init__(self, viewport: QWidget, actions: RowActions, icons: Icons, to_newest: Callable[[], None]) -> None:
        self._viewport = viewport
        self.toolbar = RowToolbar(actions, icons, viewport)
        self.newest = _newest_button(viewport, icons, to_newest)

    def place_toolbar(self, layout: RowLayout | None, top: int) -> None:
        """Puts the bar at the end of the name's line of a row with its top at ``top``; None hides it.

        It stays in sight while the row's first line is scrolled away.
        """
        bar = self.toolbar
        if layout is None:
            bar.hide()
            return
        bar.fit()
        y = max(SPACE_4, top + layout.header.bottom() + 2 - bar.height())
        bar.move(layout.header.right() - bar.width() + SPACE_8, y)
        bar.setVisible(y <= top + layout.height - bar.height() and y < self._viewport.height())
        bar.raise_()

    def place_newest(self, *, is_wanted: bool) -> None:
        """Shows the button in the middle of the lower edge, or hides it."""
        area, button = self._viewport.rect(), self.newest
        button.adjustSize()
        button.move(area.center().x() - button.width() // 2, area.bottom() - button.height() - SPACE_8)
        button.setVisible(is_wanted)
        button.raise_()


def _newest_button(viewport: QWidget, icons: Icons, to_newest: Callable[[], None]) -> QToolButton:
    button = QToolButton(viewport)
    button.setProperty("look", "round")
    icons.bind(button, "arrow-down", "text")
    button.setIconSize(QSize(20, 20))
    button.setCursor(Qt.CursorShape.ArrowCursor)
    button.setAccessibleName(QCoreApplication.translate("Overlays", "Jump to the newest message"))
    set_plain_tooltip(button, QCoreApplication.translate("Overlays", "Jump to the newest message (End)"))
    button.clicked.connect(to_newest)
    button.hide()
    return button
