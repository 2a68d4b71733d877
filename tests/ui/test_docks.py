"""The docks beside the conversation: how wide they are, and the way of Tab through the preview's title."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QToolButton
from pytestqt.qtbot import QtBot

from desktop_app.ui.actions import Actions
from desktop_app.ui.docks import CHATS_WIDTH, PREVIEW_WIDTH, Docks
from desktop_app.ui.icons import Icons
from tests.ui.tab_order import steps_back, tab_stops

WIDE, MIDDLE = 1280, 400


class Stand:
    """A window with both docks."""

    def __init__(self, icons: Icons, state: QByteArray | None = None) -> None:
        self.window = QMainWindow()
        middle = QLineEdit()
        middle.setMinimumWidth(MIDDLE)
        self.window.setCentralWidget(middle)
        self.docks = Docks(self.window, QLineEdit(), QLineEdit(), Actions(self.window, icons), icons)
        self.resize(WIDE)
        if state is not None:
            self.window.restoreState(state)
        self.window.show()

    @property
    def widths(self) -> tuple[int, int]:
        return self.docks.chats.width(), self.docks.preview.width()

    def resize(self, width: int) -> None:
        self.window.resize(width, 600)

    def drag_preview(self, pixels: int, qtbot: QtBot) -> None:
        wanted = self.widths[1] + pixels
        edge = self.docks.preview.mapTo(self.window, QPoint(-3, 200))
        QTest.mousePress(self.window, Qt.MouseButton.LeftButton, pos=edge)
        QTest.mouseMove(self.window, edge - QPoint(pixels, 0))
        qtbot.waitUntil(lambda: self.widths[1] == wanted)
        QTest.mouseRelease(self.window, Qt.MouseButton.LeftButton, pos=edge - QPoint(pixels, 0))


@pytest.fixture
def stand(icons: Icons) -> Stand:
    return Stand(icons)


def test_docks_that_a_narrow_window_squeezed_are_wide_again_with_room(stand: Stand, qtbot: QtBot) -> None:
    assert stand.widths == (CHATS_WIDTH, PREVIEW_WIDTH)
    stand.resize(920)
    assert sum(stand.widths) < CHATS_WIDTH + PREVIEW_WIDTH
    stand.resize(WIDE)
    qtbot.waitUntil(lambda: stand.widths == (CHATS_WIDTH, PREVIEW_WIDTH))


def test_a_dock_that_was_hidden_for_want_of_room_is_as_wide_as_before(stand: Stand, qtbot: QtBot) -> None:
    stand.resize(784)
    assert stand.docks.preview.isHidden()
    stand.resize(WIDE)
    qtbot.waitUntil(lambda: stand.widths == (CHATS_WIDTH, PREVIEW_WIDTH))


def test_what_the_person_drags_is_what_comes_back(stand: Stand, qtbot: QtBot) -> None:
    stand.drag_preview(60, qtbot)
    stand.resize(920)
    assert stand.widths[1] < PREVIEW_WIDTH
    stand.resize(WIDE)
    qtbot.waitUntil(lambda: stand.widths == (CHATS_WIDTH, PREVIEW_WIDTH + 60))


def test_the_widths_of_the_last_session_count(icons: Icons, qtbot: QtBot) -> None:
    earlier = Stand(icons)
    earlier.drag_preview(60, qtbot)
    later = Stand(icons, earlier.window.saveState())
    later.resize(920)
    later.resize(WIDE)
    qtbot.waitUntil(lambda: later.widths[1] > PREVIEW_WIDTH)
    assert later.widths == (CHATS_WIDTH, PREVIEW_WIDTH + 60)


def test_tab_reaches_the_title_before_what_is_below_it(stand: Stand) -> None:
    stops = tab_stops(stand.window)
    assert any(isinstance(stop, QToolButton) for stop in stops)
    assert steps_back(stops) == []


def test_over_the_conversation_the_title_comes_first_too(stand: Stand) -> None:
    stand.resize(784)
    stand.docks.preview_place.bring()
    stops = tab_stops(stand.window)
    assert any(isinstance(stop, QToolButton) for stop in stops)
    assert steps_back(stops) == []
