"""The segmented switch: what mouse and keyboard do, and what a screen reader finds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.composer.strategy_pointer import AWAY, DRAG_DISTANCE
from desktop_app.ui.composer.strategy_track import StrategyTrack, TrackForm
from desktop_app.ui.icons import Icons
from desktop_app.ui.strategies import STRATEGIES, strategy_options
from desktop_app.ui.theme import MOTION_MS, AppTheme
from tests.ui.composer.hand import LEFT, click, drag_to, middle, release, turn_wheel
from tests.ui.rig import press

TRIM, SUMMARIZE, RECALL, MANUAL = STRATEGIES


class Heard:
    """What a track has said."""

    def __init__(self, track: StrategyTrack) -> None:
        self.chosen: list[str] = []
        self.candidates: list[str | None] = []
        self.returned: list[str] = []
        self.menus: list[str] = []
        track.chosen.connect(self.chosen.append)
        track.candidate_changed.connect(self.candidates.append)
        track.returned.connect(lambda: self.returned.append(track.value))
        track.menu_requested.connect(self._on_menu)

    def _on_menu(self, code: str) -> None:
        self.menus.append(code)


@pytest.fixture
def track(theme: AppTheme, icons: Icons, qtbot: QtBot) -> Iterator[StrategyTrack]:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QHBoxLayout(window)
    before, widget, after = QLineEdit(), StrategyTrack(strategy_options(), theme, icons), QLineEdit()
    for part in (before, widget, after):
        layout.addWidget(part)
    widget.show_choice(TRIM, hollow=True, once=False)
    window.show()
    window.activateWindow()
    before.setFocus()
    qtbot.waitUntil(before.hasFocus)
    yield widget
    window.close()


@pytest.fixture
def heard(track: StrategyTrack) -> Heard:
    return Heard(track)


def test_a_click_chooses_and_leaves_the_keyboard_where_it_was(track: StrategyTrack, heard: Heard) -> None:
    click(track, RECALL)
    assert heard.chosen == [RECALL]
    assert track.radio(RECALL).isChecked()
    assert not track.radio(RECALL).hasFocus()


def test_a_drag_begins_after_four_pixels(track: StrategyTrack, heard: Heard) -> None:
    start = middle(track, TRIM)
    QTest.mousePress(track, LEFT, pos=start)
    QTest.mouseMove(track, start + QPoint(DRAG_DISTANCE - 1, 0))
    assert not track._pointer.dragging
    QTest.mouseMove(track, start + QPoint(DRAG_DISTANCE, 0))
    assert track._pointer.dragging
    release(track, start + QPoint(DRAG_DISTANCE, 0))
    assert heard.chosen == []


def test_each_segment_on_the_way_is_a_candidate_and_release_chooses(track: StrategyTrack, heard: Heard) -> None:
    drag_to(track, MANUAL)
    assert heard.candidates == [SUMMARIZE, RECALL, MANUAL]
    assert heard.chosen == []
    assert track.value == TRIM
    assert track.radio(TRIM).isChecked()
    release(track, middle(track, MANUAL))
    assert heard.chosen == [MANUAL]
    assert heard.candidates == [SUMMARIZE, RECALL, MANUAL]
    assert track.value == MANUAL


def test_the_thumb_follows_and_snaps(track: StrategyTrack, qtbot: QtBot) -> None:
    drag_to(track, SUMMARIZE)
    between = middle(track, SUMMARIZE) + QPoint(12, 0)
    QTest.mouseMove(track, between)
    assert abs(track._thumb.position - between.x()) <= 1
    release(track, between)
    home = track._geometry.centre(1)
    qtbot.waitUntil(lambda: track._thumb.position == home)
    assert MOTION_MS <= 150


def test_the_thumb_jumps_where_motion_is_unwanted(track: StrategyTrack, theme: AppTheme) -> None:
    theme.choose(AppearanceSettings(theme=Theme.LIGHT, reduce_motion=True))
    click(track, MANUAL)
    assert track._thumb.position == track._geometry.centre(3)


def test_escape_ends_a_drag_wherever_the_keyboard_is(track: StrategyTrack, heard: Heard) -> None:
    drag_to(track, RECALL)
    elsewhere = track.window().focusWidget()
    assert isinstance(elsewhere, QLineEdit)
    QTest.keyClick(elsewhere, Qt.Key.Key_Escape)
    assert heard.candidates[-1] is None
    QTest.mouseMove(track, middle(track, MANUAL))
    release(track, middle(track, MANUAL))
    assert heard.chosen == []
    assert track.value == TRIM


def test_a_release_far_away_restores(track: StrategyTrack, heard: Heard) -> None:
    drag_to(track, RECALL)
    near, far = middle(track, RECALL) - QPoint(0, 30), QPoint(middle(track, RECALL).x(), -AWAY - 1)
    QTest.mouseMove(track, near)
    assert heard.candidates[-1] == RECALL
    QTest.mouseMove(track, far)
    assert heard.candidates[-1] is None
    QTest.mouseMove(track, near)
    assert heard.candidates[-1] == RECALL
    QTest.mouseMove(track, far)
    release(track, far)
    assert heard.chosen == []


def test_a_button_that_went_up_unseen_holds_nothing(track: StrategyTrack, heard: Heard) -> None:
    drag_to(track, RECALL)
    track._pointer.move(middle(track, MANUAL).toPointF(), held=False)
    assert not track._pointer.dragging
    release(track, middle(track, MANUAL))
    assert heard.chosen == []


def test_resting_shows_the_candidate_and_leaving_takes_it_back(
    track: StrategyTrack, heard: Heard, qtbot: QtBot
) -> None:
    QTest.mouseMove(track, middle(track, RECALL))
    assert heard.candidates == []
    qtbot.waitUntil(lambda: heard.candidates == [RECALL])
    track._pointer.leave()
    assert heard.candidates == [RECALL, None]
    assert heard.chosen == []


def test_the_wheel_never_changes_anything(track: StrategyTrack, heard: Heard) -> None:
    turn_wheel(track, 10)
    assert (heard.chosen, heard.candidates, track.value) == ([], [], TRIM)


def test_there_is_one_tab_stop(track: StrategyTrack) -> None:
    track.show_choice(RECALL, hollow=False, once=False)
    window = track.window()
    stops: list[QWidget] = []
    for _ in range(2):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        stops.append(window.focusWidget())
    assert isinstance(stops[0], QRadioButton)
    assert isinstance(stops[1], QLineEdit)
    assert stops[0].isChecked()
    QTest.keyClick(stops[1], Qt.Key.Key_Backtab)
    assert window.focusWidget() is track.radio(RECALL)


@pytest.mark.parametrize(
    ("direction", "forward", "back"),
    [
        (Qt.LayoutDirection.LeftToRight, Qt.Key.Key_Right, Qt.Key.Key_Left),
        (Qt.LayoutDirection.RightToLeft, Qt.Key.Key_Left, Qt.Key.Key_Right),
    ],
)
def test_arrows_choose_as_one_sees_them(
    track: StrategyTrack, heard: Heard, direction: Qt.LayoutDirection, forward: Qt.Key, back: Qt.Key
) -> None:
    track.window().setLayoutDirection(direction)
    track.focus_value()
    press(track.radio(TRIM), forward)
    assert track.radio(SUMMARIZE).hasFocus()
    press(track.radio(SUMMARIZE), forward)
    press(track.radio(RECALL), back)
    assert heard.chosen == [SUMMARIZE, RECALL, SUMMARIZE]
    towards = track.radio(SUMMARIZE).x() - track.radio(TRIM).x()
    assert (towards > 0) is (direction is Qt.LayoutDirection.LeftToRight)


def test_home_end_down_and_up_choose_and_stop_at_the_ends(track: StrategyTrack, heard: Heard) -> None:
    track.focus_value()
    press(track.radio(TRIM), Qt.Key.Key_Up)
    assert heard.chosen == []
    press(track.radio(TRIM), Qt.Key.Key_End)
    press(track.radio(MANUAL), Qt.Key.Key_Down)
    press(track.radio(MANUAL), Qt.Key.Key_Home)
    press(track.radio(TRIM), Qt.Key.Key_Down)
    assert heard.chosen == [MANUAL, TRIM, SUMMARIZE]


def test_escape_goes_back_only_where_something_was_changed(track: StrategyTrack, heard: Heard) -> None:
    track.focus_value()
    assert not track.takes_escape()
    press(track.radio(TRIM), Qt.Key.Key_Right)
    assert track.takes_escape()
    press(track.radio(SUMMARIZE), Qt.Key.Key_Escape)
    assert heard.returned == [SUMMARIZE]
    assert not track.takes_escape()


def test_space_chooses_what_is_inherited_for_the_chat(track: StrategyTrack, heard: Heard) -> None:
    track.focus_value()
    press(track.radio(TRIM), Qt.Key.Key_Space, text=" ")
    assert heard.chosen == [TRIM]


def test_a_screen_reader_finds_a_group_of_radio_buttons(track: StrategyTrack) -> None:
    track.show_words({TRIM: "Trim, all about it"}, {TRIM: "Drops the oldest."}, "Chosen for this chat.")
    group = QAccessible.queryAccessibleInterface(track)
    assert group.text(QAccessible.Text.Description) == "Chosen for this chat."
    assert (group.role(), group.text(QAccessible.Text.Name)) == (QAccessible.Role.Grouping, "Context strategy")
    buttons = [QAccessible.queryAccessibleInterface(track.radio(code)) for code in STRATEGIES]
    assert {button.role() for button in buttons} == {QAccessible.Role.RadioButton}
    assert [button.text(QAccessible.Text.Name) for button in buttons] == ["Trim", "Summarize", "Recall", "Manual"]
    assert [button.state().checked for button in buttons] == [1, 0, 0, 0]
    assert [button.state().focusable for button in buttons] == [1, 1, 1, 1]
    assert buttons[0].text(QAccessible.Text.Description) == "Drops the oldest."
    assert [group.child(index).text(QAccessible.Text.Name) for index in range(group.childCount())] == [
        "Trim",
        "Summarize",
        "Recall",
        "Manual",
    ]


def test_the_context_menu_is_for_what_is_under_the_mouse(track: StrategyTrack, heard: Heard) -> None:
    place = middle(track, RECALL)
    track.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, track.mapToGlobal(place)))
    assert heard.menus == [RECALL]


def test_in_a_column_it_is_dragged_downwards(track: StrategyTrack, heard: Heard) -> None:
    track.set_form(TrackForm.COLUMN)
    tops = [track.radio(code).y() for code in STRATEGIES]
    assert tops == sorted(set(tops))
    drag_to(track, MANUAL)
    assert heard.candidates == [SUMMARIZE, RECALL, MANUAL]
    release(track, middle(track, MANUAL))
    assert heard.chosen == [MANUAL]


def test_what_nobody_knows_is_kept_and_marked(track: StrategyTrack, heard: Heard) -> None:
    track.show_choice("of-a-plugin", hollow=False, once=False)
    assert track.missing
    assert track.codes == [*STRATEGIES, "of-a-plugin"]
    assert track.radio("of-a-plugin").isChecked()
    assert track._segments[-1].missing
    click(track, TRIM)
    assert heard.chosen == [TRIM]
    assert track.codes == list(STRATEGIES)
