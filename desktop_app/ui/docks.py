"""The two docks beside the conversation. Closable, movable, remembered by ``WindowState``."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QMenu, QToolButton, QWidget

from desktop_app.ui.actions import Actions
from desktop_app.ui.dock_widths import DockWidths
from desktop_app.ui.icons import Icons
from desktop_app.ui.menu_button import MenuButton
from desktop_app.ui.preview_place import PreviewPlace
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

CHATS_WIDTH, PREVIEW_WIDTH = 260, 340
MINIMUM_CHATS_WIDTH, MINIMUM_PREVIEW_WIDTH = 200, 260


class Docks:
    """Makes both docks and keeps their switches true. ``preview`` is nobody's child before.

    Attributes:
        chats, preview: the docks.
        preview_place: where the preview can be seen, and whether the person wants it.
    """

    def __init__(self, window: QMainWindow, chats: QWidget, preview: QWidget, actions: Actions, icons: Icons) -> None:
        translate = QCoreApplication.translate
        chats.setMinimumWidth(MINIMUM_CHATS_WIDTH)
        preview.setMinimumWidth(MINIMUM_PREVIEW_WIDTH)
        self.chats = _dock(window, "chatsDock", translate("Docks", "Chats"))
        self.preview = _dock(window, "previewDock", translate("Docks", "Context preview"))
        self.chats.setTitleBarWidget(QWidget(self.chats))
        # The title before what is below it: so Tab goes.
        self.preview.setTitleBarWidget(_title_bar(self.preview.windowTitle(), icons, actions, self._put_preview_away))
        self.chats.setWidget(chats)
        self.preview.setWidget(preview)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.chats)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.preview)
        self._widths = DockWidths(window, {self.chats: CHATS_WIDTH, self.preview: PREVIEW_WIDTH})
        self._widths.apply()
        self.preview_place = PreviewPlace(window, self.preview)
        self._toggle_chats, self._toggle_preview = actions["toggle-chats"], actions["toggle-preview"]
        for action in (self._toggle_chats, self._toggle_preview):
            action.setCheckable(True)
        self._toggle_chats.triggered.connect(lambda _checked=False: self.chats.setVisible(self.chats.isHidden()))
        self._toggle_preview.triggered.connect(self._on_toggle_preview)
        self.chats.visibilityChanged.connect(self.show_marks)
        self.preview_place.seen_changed.connect(self.show_marks)
        self.show_marks()

    def show_marks(self) -> None:
        """Marks the actions of what is there; Qt does not tell of docks that a remembered state hides."""
        self._toggle_chats.setChecked(not self.chats.isHidden())
        self._toggle_preview.setChecked(self.preview_place.is_seen)

    def _put_preview_away(self) -> None:
        self.preview_place.put_away()

    def _on_toggle_preview(self) -> None:
        self.preview_place.toggle()
        self.show_marks()


def _dock(window: QMainWindow, name: str, title: str) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    dock.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
    dock.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable)
    return dock


def _title_bar(title: str, icons: Icons, actions: Actions, close_it: Callable[[], None]) -> QWidget:
    bar = QWidget()
    bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    layout = QHBoxLayout(bar)
    layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_4)
    layout.setSpacing(SPACE_4)
    layout.addWidget(plain_label(title, look="heading", wrap=True), 1)  # or long words would widen the dock
    compare = QToolButton()
    compare.setDefaultAction(actions["compare-contexts"])
    compare.setAccessibleName(compare.text())
    set_plain_tooltip(compare, compare.text())
    more = MenuButton()
    icons.bind(more, "more-horizontal")
    more.setAccessibleName(QCoreApplication.translate("Docks", "More about the context"))
    more.setToolTip(QCoreApplication.translate("Docks", "More about the context"))
    menu = QMenu(more)
    for name in ("find-in-context", "what-if", "prompt-order", "compare-contexts", "copy-prompt"):
        menu.addAction(actions[name])
    more.set_popup_menu(menu)
    close = QToolButton()
    icons.bind(close, "x")
    close.setAccessibleName(QCoreApplication.translate("Docks", "Close the context preview"))
    close.setToolTip(QCoreApplication.translate("Docks", "Close (Ctrl+Shift+P)"))
    close.clicked.connect(close_it)
    for button in (compare, more, close):
        layout.addWidget(button)
    return bar
