"""Where the preview is in wide and narrow windows, and what is remembered of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.preview_place import NARROW, PreviewPlace
from desktop_app.ui.theme import AppTheme

WIDE = NARROW + 100


class Stand:
    """A window with a dock on its right."""

    def __init__(self) -> None:
        self.window = QMainWindow()
        self.window.setCentralWidget(QLineEdit())
        self.dock = QDockWidget("Preview", self.window)
        self.content = QLineEdit()
        self.dock.setTitleBarWidget(QWidget())
        self.dock.setWidget(self.content)
        self.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self.place = PreviewPlace(self.window, self.dock)
        self.seen: list[bool] = []
        self.wanted: list[bool] = []
        self.place.seen_changed.connect(self.seen.append)
        self.place.wanted_changed.connect(self.wanted.append)
        self.resize(WIDE)
        self.window.show()
        self.place.restore(wanted=True)

    def resize(self, width: int) -> None:
        self.window.resize(width, 600)


@pytest.fixture
def stand(theme: AppTheme) -> Stand:
    del theme
    return Stand()


def test_a_narrow_window_hides_it_and_a_wide_one_brings_it_back(stand: Stand) -> None:
    assert stand.dock.isVisible()
    stand.resize(NARROW - 1)
    assert stand.dock.isHidden()
    assert stand.place.wanted
    stand.resize(NARROW)
    assert stand.dock.isVisible()
    assert stand.seen == [False, True]
    assert stand.wanted == []


def test_what_the_person_put_away_does_not_come_back(stand: Stand) -> None:
    stand.place.toggle()
    assert stand.dock.isHidden()
    stand.resize(NARROW - 1)
    stand.resize(WIDE)
    assert stand.dock.isHidden()
    stand.place.toggle()
    assert stand.dock.isVisible()
    assert stand.wanted == [False, True]


def test_in_a_narrow_window_it_lies_over_the_conversation(stand: Stand) -> None:
    stand.resize(NARROW - 1)
    stand.place.toggle()
    assert stand.dock.isHidden()
    assert stand.content.isVisible()
    assert stand.content.window() is stand.window
    assert stand.content.parentWidget() is not stand.dock
    assert 0 < stand.content.mapTo(stand.window, stand.content.rect().topLeft()).x() < NARROW
    stand.place.toggle()
    assert not stand.content.isVisible()
    assert stand.place.wanted
    stand.resize(WIDE)
    assert stand.dock.isVisible()
    assert stand.content.isVisible()
    assert stand.dock.widget() is stand.content


def test_it_goes_from_over_the_conversation_into_the_dock_when_there_is_room(stand: Stand) -> None:
    stand.place.put_away()
    stand.resize(NARROW - 1)
    stand.place.bring()
    stand.resize(WIDE)
    assert stand.dock.isVisible()
    assert stand.dock.widget() is stand.content
    assert stand.content.isVisible()


def test_escape_puts_it_away(stand: Stand, qtbot: QtBot) -> None:
    stand.resize(NARROW - 1)
    stand.window.activateWindow()
    stand.place.bring()
    qtbot.waitUntil(stand.content.hasFocus)
    QTest.keyClick(stand.content, Qt.Key.Key_Escape)
    assert not stand.place.is_seen


def test_it_steps_aside_for_what_is_under_it(stand: Stand) -> None:
    stand.place.step_aside()
    assert stand.dock.isVisible()
    stand.resize(NARROW - 1)
    stand.place.bring()
    stand.place.step_aside()
    assert not stand.place.is_seen


def test_the_docks_own_button_is_a_wish_too(stand: Stand) -> None:
    stand.dock.close()
    assert stand.wanted == [False]
    stand.resize(NARROW - 1)
    stand.resize(WIDE)
    assert stand.dock.isHidden()
