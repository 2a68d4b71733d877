"""Choosing messages, and what can be decided about them: by mouse, by keys, by menu, for one and for many."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from desktop_app.domain.message import MessageFlags
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, click, drag, hover, message, rows_of, streaming


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    stage = Stage(theme, icons)
    stage.show([message(n, f"Words {n}.") for n in range(8)])
    return stage


class Heard:
    """What was asked for."""

    def __init__(self, stage: Stage) -> None:
        self.marks: list[tuple[list[str], MessageMark]] = []
        for actions in (stage.view.row_actions.marks, stage.view.pick_bar.marks):
            actions.mark_requested.connect(self._on_mark)

    def _on_mark(self, ids: list[str], mark: MessageMark) -> None:
        self.marks.append((ids, mark))


def picked(stage: Stage) -> list[str]:
    return [row.id for row in stage.view.picking.rows()]


def at(stage: Stage, name: str) -> QPoint:
    return QPoint(300, stage.top(name) + 50)


def test_what_can_be_decided_depends_on_the_flags(stage: Stage) -> None:
    marks = stage.view.row_actions.marks
    plain, excluded, never, always, gone, growing = rows_of(
        [
            message(0, "x"),
            replace(message(1, "x"), flags=MessageFlags(excluded=True)),
            replace(message(2, "x"), flags=MessageFlags(never_send=True)),
            replace(message(3, "x"), flags=MessageFlags(always_in_context=True)),
            replace(message(4, "x"), flags=MessageFlags(deleted=True)),
            streaming(5),
        ]
    )
    names = {
        name: getattr(marks, name) for name in ("exclude", "put_back", "never_send", "always", "not_always", "place")
    }
    for rows, possible in (
        ([plain], {"exclude", "never_send", "always", "place"}),
        ([excluded], {"put_back", "never_send", "always", "place"}),
        ([never], {"put_back", "always", "place"}),
        ([always], {"exclude", "never_send", "not_always", "place"}),
        ([plain, excluded], {"exclude", "put_back", "never_send", "always"}),
        ([gone], set[str]()),
        ([growing], set[str]()),
        ([], set[str]()),
    ):
        marks.aim(rows)
        assert {name for name, action in names.items() if action.isEnabled()} == possible


def test_ctrl_click_chooses_and_shift_click_extends(stage: Stage) -> None:
    view = stage.view.viewport()
    click(view, at(stage, "m5"), ctrl=True)
    click(view, at(stage, "m7"), ctrl=True)
    assert picked(stage) == ["m5", "m7"]
    click(view, at(stage, "m5"), ctrl=True)
    assert picked(stage) == ["m7"]
    click(view, at(stage, "m7"), ctrl=True)
    click(view, at(stage, "m4"), ctrl=True)
    click(view, at(stage, "m7"), shift=True)
    assert picked(stage) == ["m4", "m5", "m6", "m7"]
    assert stage.view.selection is None
    click(view, at(stage, "m6"))
    assert picked(stage) == []


def test_shift_click_in_the_text_still_extends_the_text(stage: Stage) -> None:
    view = stage.view
    click(view.viewport(), stage.text_point("m5"))
    click(view.viewport(), stage.text_point("m6", 3), shift=True)
    assert picked(stage) == []
    assert view.selection is not None
    assert view.selection.rows(stage.model.row_of) == range(5, 7)


def test_the_keyboard_chooses_a_range_and_leaves_it(stage: Stage) -> None:
    view = stage.view
    view.activateWindow()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_End)
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert picked(stage) == ["m5", "m6", "m7"]
    QTest.keyClick(view, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert picked(stage) == ["m6", "m7"]
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    assert len(picked(stage)) == 6
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert picked(stage) == []


def test_the_bar_of_the_chosen_says_how_many_and_acts_on_all(stage: Stage) -> None:
    heard, bar = Heard(stage), stage.view.pick_bar
    assert not bar.isVisible()
    click(stage.view.viewport(), at(stage, "m6"), ctrl=True)
    click(stage.view.viewport(), at(stage, "m7"), ctrl=True)
    assert bar.isVisible()
    assert "2" in bar.accessibleName()
    assert bar.geometry().bottom() < stage.view.viewport().height()
    for button in bar.findChildren(QToolButton):
        assert button.isHidden() or button.accessibleName()
    bar.marks.exclude.trigger()
    assert heard.marks == [(["m6", "m7"], MessageMark.EXCLUDE)]
    stage.view.picking.clear()
    assert not bar.isVisible()


def test_actions_on_one_of_the_chosen_are_for_all_of_them(stage: Stage) -> None:
    heard, marks = Heard(stage), stage.view.row_actions.marks
    click(stage.view.viewport(), at(stage, "m5"), ctrl=True)
    click(stage.view.viewport(), at(stage, "m6"), ctrl=True)
    hover(stage.view.viewport(), at(stage, "m6"))
    assert "2" in marks.never_send.text()
    marks.never_send.trigger()
    hover(stage.view.viewport(), at(stage, "m7"))
    assert marks.never_send.text() == "Never send"
    marks.never_send.trigger()
    assert [ids for ids, _ in heard.marks] == [["m5", "m6"], ["m7"]]


def test_a_text_selected_over_several_messages_means_all_of_them(stage: Stage) -> None:
    heard, view = Heard(stage), stage.view
    drag(view.viewport(), stage.text_point("m5"), stage.text_point("m7", 4))
    hover(view.viewport(), at(stage, "m6"))
    view.row_actions.marks.exclude.trigger()
    hover(view.viewport(), at(stage, "m4"))
    view.row_actions.marks.exclude.trigger()
    assert [ids for ids, _ in heard.marks] == [["m5", "m6", "m7"], ["m4"]]


def test_what_is_chosen_stays_chosen_when_rows_come_and_go(stage: Stage) -> None:
    click(stage.view.viewport(), at(stage, "m6"), ctrl=True)
    stage.model.add(message(8, "More."))
    stage.model.replace_rows(rows_of([message(n, "x") for n in range(2, 9)]))
    assert picked(stage) == ["m6"]
    stage.model.reset_rows([])
    assert picked(stage) == []
    assert not stage.view.pick_bar.isVisible()


def test_marks_are_in_the_menu_and_by_keys(stage: Stage) -> None:
    view, marks = stage.view, stage.view.row_actions.marks
    view.activate(3)
    menu = view.row_actions.menu()
    for action in (marks.exclude, marks.never_send, marks.always, marks.from_here_up, marks.place):
        assert action in menu.actions()
    assert marks.put_back not in menu.actions()
    assert marks.exclude.shortcut().toString() == "Ctrl+E"
    ups: list[str] = []
    marks.from_here_up_requested.connect(ups.append)
    marks.from_here_up.trigger()
    assert ups == ["m3"]


def test_moving_the_keyboard_chooses_nothing(stage: Stage) -> None:
    view = stage.view
    view.activateWindow()
    view.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    assert view.current_row == 5
    assert picked(stage) == []
