"""Actions of a message: by mouse, by key and by menu the same, possible only where they make sense."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.message import MessageFlags, Role
from desktop_app.ui.chat.row_actions import RowActions, RowTarget
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, hover, message, rows_of, streaming


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    """A shown view with four messages, the last one an answer with three variants."""
    stage = Stage(theme, icons)
    stage.show([message(n, f"*Message* {n}.", Role.ASSISTANT if n % 2 else Role.USER) for n in range(4)])
    rows = [stage.model.row(row) for row in range(4)]
    stage.model.replace_rows([*rows[:3], replace(rows[3], variant=2, variants=3)])
    stage.paint()
    return stage


def by_name(actions: RowActions) -> dict[str, QAction]:
    """The actions in the order of the menu."""
    return {
        "copy": actions.copy,
        "remember": actions.remember,
        "context": actions.context,
        "edit": actions.edit,
        "regenerate": actions.regenerate,
        "previous": actions.previous,
        "next": actions.next,
        "delete": actions.delete,
        "restore": actions.restore,
    }


def test_the_bar_is_over_the_hovered_row(stage: Stage) -> None:
    bar = stage.view._overlays.toolbar
    assert not bar.isVisible()
    for name in ("m1", "m2"):
        hover(stage.view.viewport(), QPoint(300, stage.top(name) + 50))
        assert bar.isVisible()
        layout = stage.view.layout_of(stage.model.row_of(name))
        assert stage.top(name) - 12 <= bar.y() < stage.top(name) + layout.text_at.y()
        assert bar.geometry().right() <= layout.column.left + layout.column.width + 12
        assert stage.view.row_actions.target is not None
        assert stage.view.row_actions.target.row.id == name


def test_the_bar_stays_in_sight_over_a_long_message(theme: AppTheme, icons: Icons) -> None:
    stage = Stage(theme, icons)
    stage.show([message(0, "Long. " * 3000)])
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    hover(stage.view.viewport(), QPoint(300, 300))
    bar = stage.view._overlays.toolbar
    assert bar.isVisible()
    assert 0 <= bar.y() < 20


def test_what_is_possible_depends_on_the_message(stage: Stage) -> None:
    actions = stage.view.row_actions
    deleted = replace(message(1, "x"), flags=MessageFlags(deleted=True))
    said = message(0, "x", Role.USER)
    user, answer, gone, growing = rows_of([said, message(1, "x", Role.ASSISTANT), deleted, streaming(2)])
    for target, expected in (
        (RowTarget(user), {"copy", "remember", "edit", "delete"}),
        (RowTarget(user, is_tip=True), {"copy", "remember", "edit", "delete", "regenerate"}),
        (RowTarget(answer), {"copy", "context", "remember", "edit", "delete", "regenerate"}),
        (RowTarget(gone), {"restore"}),
        (RowTarget(growing), {"copy"}),
        (
            RowTarget(replace(answer, variant=1, variants=2)),
            {"copy", "context", "remember", "edit", "delete", "regenerate", "next"},
        ),
        (
            RowTarget(replace(answer, variant=2, variants=2)),
            {"copy", "context", "remember", "edit", "delete", "regenerate", "previous"},
        ),
        (None, set[str]()),
    ):
        actions.aim(target)
        named = by_name(actions)
        assert {name for name, action in named.items() if action.isEnabled()} == expected
        of_marks = {action.text() for action in actions.marks.all}
        in_menu = [a.text() for a in actions.menu().actions() if not a.isSeparator() and a.text() not in of_marks]
        assert in_menu == [action.text() for name, action in named.items() if name in expected]


def test_an_open_menu_keeps_its_message(stage: Stage, qtbot: QtBot) -> None:
    """The menu takes the mouse away from the view; what it offers must stay possible."""
    view, actions = stage.view, stage.view.row_actions
    hover(view.viewport(), QPoint(300, stage.top("m1") + 50))
    actions.open_menu(QPoint(10, 10))
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    (menu,) = view.findChildren(QMenu)
    assert all(action.isEnabled() for action in menu.actions())
    with qtbot.waitSignal(actions.menu_closed):
        menu.close()
    assert actions.target is None  # the mouse is elsewhere


def test_what_is_possible_follows_the_message_under_a_still_mouse(stage: Stage) -> None:
    view, actions = stage.view, stage.view.row_actions
    stage.model.add(streaming(4, "The lamp"))
    stage.paint()
    hover(view.viewport(), QPoint(300, stage.top("m4") + 10))
    assert not actions.edit.isEnabled()
    stage.model.change(message(4, "The lamp was lit.", Role.ASSISTANT))
    assert actions.edit.isEnabled()
    assert actions.regenerate.isEnabled()


def test_the_bar_goes_with_the_keyboard(stage: Stage, qtbot: QtBot) -> None:
    view, bar = stage.view, stage.view._overlays.toolbar
    window, elsewhere = QWidget(), QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(view)
    layout.addWidget(elsewhere)
    window.show()
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)  # where the offscreen mouse lies is chance
    QTest.keyClick(view, Qt.Key.Key_End)
    assert bar.isVisible()
    bar.findChildren(QToolButton)[2].setFocus()
    assert bar.isVisible()
    elsewhere.setFocus()
    assert not bar.isVisible()
    view.setFocus()
    assert bar.isVisible()


def test_keys_act_on_the_focused_message(stage: Stage) -> None:
    heard: list[tuple[str, str]] = []
    actions, view = stage.view.row_actions, stage.view

    def deleted(message_id: str) -> None:
        heard.append(("delete", message_id))

    def again(message_id: str) -> None:
        heard.append(("again", message_id))

    def stepped(message_id: str, step: int) -> None:
        heard.append((f"variant {step}", message_id))

    actions.delete_requested.connect(deleted)
    actions.regenerate_requested.connect(again)
    actions.variant_requested.connect(stepped)
    view.activateWindow()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.current_row == 3
    for action in (actions.delete, actions.regenerate, actions.previous, actions.next):
        assert action.shortcut().toString()
        action.trigger()
    assert heard == [("delete", "m3"), ("again", "m3"), ("variant -1", "m3"), ("variant 1", "m3")]
    QTest.keyClick(view, Qt.Key.Key_Up)
    actions.delete.trigger()
    assert heard[-1] == ("delete", "m2")


def test_copying_a_message_keeps_its_markup(stage: Stage) -> None:
    stage.view.activate(1)
    stage.view.row_actions.copy.trigger()
    assert QGuiApplication.clipboard().text() == "*Message* 1."


def test_every_button_has_a_name_and_a_tooltip(stage: Stage) -> None:
    stage.view.activate(3)
    buttons = stage.view._overlays.toolbar.findChildren(QToolButton)
    assert len(buttons) == 9
    for button in buttons:
        assert button.accessibleName()
        assert button.toolTip()


def test_keys_walk_through_messages_and_scroll_long_ones(theme: AppTheme, icons: Icons) -> None:
    stage = Stage(theme, icons)
    stage.show([message(0, "First."), message(1, "Long. " * 2000), message(2, "Last.")])
    view = stage.view
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert (view.current_row, stage.top("m0")) == (0, 0)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current_row == 1
    before = view.verticalScrollBar().value()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current_row == 1
    assert view.verticalScrollBar().value() > before
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.current_row == 2
    assert view.is_at_bottom


def test_arrows_of_a_keypad_walk_and_ctrl_does_not_matter_at_the_ends(theme: AppTheme, icons: Icons) -> None:
    """On macOS every arrow is said to be on the keypad."""
    stage = Stage(theme, icons)
    stage.show([message(0, "First."), message(1, "Middle."), message(2, "Last.")])
    view, held = stage.view, Qt.KeyboardModifier
    QTest.keyClick(view, Qt.Key.Key_Home, held.ControlModifier)
    assert view.current_row == 0
    QTest.keyClick(view, Qt.Key.Key_Down, held.KeypadModifier)
    assert view.current_row == 1
    QTest.keyClick(view, Qt.Key.Key_End, held.ControlModifier | held.KeypadModifier)
    assert view.current_row == 2
    QTest.keyClick(view, Qt.Key.Key_Up, held.ControlModifier)
    assert view.current_row == 2


def test_the_focused_message_is_framed_only_for_the_keyboard(stage: Stage) -> None:
    view = stage.view
    view.activateWindow()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    framed = view._shows_focus
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    assert framed
    assert not view._shows_focus


def test_letters_are_left_to_the_window(stage: Stage) -> None:
    """The window may give them to the composer; a list would search its rows."""
    before = stage.view.current_row
    QTest.keyClick(stage.view, Qt.Key.Key_M)
    assert stage.view.current_row == before


def test_the_bar_goes_when_its_message_goes(stage: Stage) -> None:
    stage.view.activate(3)
    stage.model.replace_rows([stage.model.row(row) for row in range(3)])
    assert stage.view.row_actions.target is None
    assert not stage.view._overlays.toolbar.isVisible()
