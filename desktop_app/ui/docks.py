"""The two docks beside the conversation. Closable, movable, remembered by ``WindowState``."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolButton, QWidget

from desktop_app.ui.actions import Actions
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

CHATS_WIDTH, PREVIEW_WIDTH = 260, 340
MINIMUM_CHATS_WIDTH, MINIMUM_PREVIEW_WIDTH = 200, 260


class Docks:
    """Makes both docks and keeps their switches true.

    Attributes:
        chats, preview: the docks.
    """

    def __init__(self, window: QMainWindow, chats: QWidget, preview: QWidget, actions: Actions, icons: Icons) -> None:
        translate = QCoreApplication.translate
        chats.setMinimumWidth(MINIMUM_CHATS_WIDTH)
        preview.setMinimumWidth(MINIMUM_PREVIEW_WIDTH)
        self.chats = _dock(window, "chatsDock", translate("Docks", "Chats"), chats)
        self.preview = _dock(window, "previewDock", translate("Docks", "Context preview"), preview)
        self.chats.setTitleBarWidget(QWidget(self.chats))
        self.preview.setTitleBarWidget(_title_bar(self.preview, icons, actions))
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.chats)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.preview)
        window.resizeDocks([self.chats, self.preview], [CHATS_WIDTH, PREVIEW_WIDTH], Qt.Orientation.Horizontal)
        self._switches = ((actions["toggle-chats"], self.chats), (actions["toggle-preview"], self.preview))
        for action, dock in self._switches:
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, dock=dock: dock.setVisible(dock.isHidden()))
            dock.visibilityChanged.connect(self.show_marks)
        self.show_marks()

    def show_marks(self) -> None:
        """Marks the actions of the docks that are there; Qt does not tell of docks that a remembered state hides."""
        for action, dock in self._switches:
            action.setChecked(not dock.isHidden())


def _dock(window: QMainWindow, name: str, title: str, content: QWidget) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    dock.setWidget(content)
    dock.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
    dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable)
    return dock


def _title_bar(dock: QDockWidget, icons: Icons, actions: Actions) -> QWidget:
    bar = QWidget(dock)
    bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    layout = QHBoxLayout(bar)
    layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_4)
    layout.setSpacing(SPACE_4)
    layout.addWidget(plain_label(dock.windowTitle(), look="heading"), 1)
    copy = QToolButton()
    copy.setDefaultAction(actions["copy-prompt"])
    copy.setAccessibleName(copy.text())
    set_plain_tooltip(copy, copy.text())
    close = QToolButton()
    icons.bind(close, "x")
    close.setAccessibleName(QCoreApplication.translate("Docks", "Close the context preview"))
    close.setToolTip(QCoreApplication.translate("Docks", "Close (Ctrl+Shift+P)"))
    close.clicked.connect(dock.close)
    layout.addWidget(copy)
    layout.addWidget(close)
    return bar
