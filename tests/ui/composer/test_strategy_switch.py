"""The narrow forms, the plugins' menu, the scopes and the two small switches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.domain.chat import ChatContext
from desktop_app.services.strategy_service import StrategyOrigin
from desktop_app.ui.application import Languages
from desktop_app.ui.composer.strategy_geometry import HEIGHT
from desktop_app.ui.composer.strategy_painter import segment_width
from desktop_app.ui.composer.strategy_switch import FORMS, StrategySwitch
from desktop_app.ui.composer.strategy_words import ShownChoice
from desktop_app.ui.icons import Icons
from desktop_app.ui.strategies import STRATEGIES, StrategyOption
from desktop_app.ui.theme import AppTheme
from tests.ui.composer.hand import LEFT, click
from tests.ui.rig import press

WEAVER = StrategyOption("weaver", "Weaver & Co", "Weaves threads together.", author="A. N. Other")
TRIM, SUMMARIZE, RECALL, MANUAL = STRATEGIES


def chosen(strategy: str, origin: StrategyOrigin = StrategyOrigin.CHAT, folder: str = "") -> ShownChoice:
    return ShownChoice(strategy, origin, TRIM, folder)


@pytest.fixture
def window() -> Iterator[QWidget]:
    """A window of its own would not let itself be made smaller than the selector."""
    widget = QWidget()
    widget.resize(900, 400)
    widget.show()
    widget.activateWindow()
    yield widget
    widget.close()


@pytest.fixture
def switch(theme: AppTheme, icons: Icons, window: QWidget) -> StrategySwitch:
    widget = StrategySwitch(theme, icons, (), window)
    widget.show_choice(chosen(SUMMARIZE))
    widget.resize(900, HEIGHT)
    widget.show()
    return widget


def test_the_forms_follow_each_other_as_room_goes(switch: StrategySwitch) -> None:
    seen: list[int] = []
    for width in range(900, 60, -1):
        switch.resize(width, HEIGHT)
        form = FORMS.index(switch._form)
        if form not in seen:
            seen.append(form)
        assert switch._width_of(switch._form) <= max(width, switch.minimumSizeHint().width())
    assert seen == [0, 1, 2, 3]
    switch.resize(900, HEIGHT)
    assert switch._form is FORMS[0]
    assert switch.track.parent() is switch
    assert switch.track.isVisible()


@pytest.mark.parametrize("code", ["en", "ru", "zh"])
@pytest.mark.parametrize("pixels", [13, 26])
def test_nothing_is_cut(
    qapp: QApplication,
    window: QWidget,
    theme: AppTheme,
    icons: Icons,
    languages: Languages,
    code: str,
    pixels: int,
) -> None:
    """Also with letters of twice the size, which is worse than a screen at 200 %."""
    languages.choose(code)
    sheet = theme.style_sheet() + f"\n* {{ font-size: {pixels}px; }} QCheckBox {{ font-size: {pixels}px; }}"
    qapp.setStyleSheet(sheet)
    switch = StrategySwitch(theme, icons, (), window)
    switch.show()
    for origin, strategy in product((StrategyOrigin.CHAT, StrategyOrigin.ONCE), STRATEGIES):
        switch.show_choice(chosen(strategy, origin))
        for width in (900, 700, 560, 420, 360, 280):
            switch.resize(width, HEIGHT)
            check_room(switch)


def check_room(switch: StrategySwitch) -> None:
    """Every part that is seen has the room that it needs, inside the selector; names are whole."""
    track = switch.track
    for rect, segment in zip(track._geometry.rects, track._segments, strict=True):
        assert rect.width() >= segment_width(segment, track.font())
        assert segment.label in ("", segment.option.name)
        assert QFontMetricsF(track.font()).horizontalAdvance(segment.label) < rect.width()
    if switch._form.track is None:
        words = switch._chip.fontMetrics().horizontalAdvance(switch._chip.text())
        assert switch._chip.contentsRect().width() >= words + switch._chip.iconSize().width()
        assert track.option(track.value).name in switch._chip.text()
        return
    for part in (track, switch.summary, switch.recall):
        assert part.width() >= part.minimumSizeHint().width()
        assert switch.rect().contains(part.geometry())
    assert track.height() == HEIGHT


def test_the_chip_opens_the_same_buttons_in_a_column(switch: StrategySwitch) -> None:
    heard: list[str] = []
    switch.track.chosen.connect(heard.append)
    before = [switch.track.radio(code) for code in STRATEGIES]
    switch.resize(130, HEIGHT)
    assert switch._chip.isVisible()
    assert not switch.track.isVisible()
    assert "Summarize" in switch._chip.text()
    QTest.mouseClick(switch._chip, LEFT)
    assert switch._popup.isVisible()
    assert [switch.track.radio(code) for code in STRATEGIES] == before
    assert all(radio.isVisible() for radio in before)
    assert switch.summary.isVisible()
    assert switch.recall.isVisible()
    click(switch.track, MANUAL)
    assert heard == [MANUAL]
    assert not switch._popup.isVisible()
    switch.show_choice(chosen(MANUAL))
    assert "Manual" in switch._chip.text()


def test_the_keyboard_goes_through_the_column_and_leaves_it(switch: StrategySwitch, qtbot: QtBot) -> None:
    heard: list[str] = []
    returned: list[int] = []
    switch.track.chosen.connect(heard.append)
    switch.track.returned.connect(lambda: returned.append(1))
    switch.resize(130, HEIGHT)
    switch.focus_value()
    qtbot.waitUntil(switch.track.radio(SUMMARIZE).hasFocus)
    press(switch.track.radio(SUMMARIZE), Qt.Key.Key_Down)
    assert heard == [RECALL]
    assert switch._popup.isVisible()
    press(switch.track.radio(RECALL), Qt.Key.Key_Escape)
    assert returned == [1]
    assert not switch._popup.isVisible()
    switch.focus_value()
    press(switch.track.radio(RECALL), Qt.Key.Key_Return)
    assert not switch._popup.isVisible()
    assert returned == [1]


def test_a_screen_reader_hears_what_the_chip_is(switch: StrategySwitch) -> None:
    switch.resize(130, HEIGHT)
    chip = QAccessible.queryAccessibleInterface(switch._chip)
    assert chip.text(QAccessible.Text.Name) == "Context strategy: Summarize"
    assert "Condenses" in chip.text(QAccessible.Text.Description)


def test_without_plugins_there_is_no_menu_of_more(switch: StrategySwitch) -> None:
    assert switch._more is None


def test_a_plugin_is_chosen_from_the_menu_and_gets_a_segment(theme: AppTheme, icons: Icons, window: QWidget) -> None:
    switch = StrategySwitch(theme, icons, (WEAVER,), window)
    switch.show_choice(chosen(TRIM))
    switch.resize(900, HEIGHT)
    switch.show()
    heard: list[str] = []
    switch.track.chosen.connect(heard.append)
    assert switch.track.codes == list(STRATEGIES)
    assert switch._more is not None
    assert switch.track.rect().contains(switch._more.geometry())
    switch._more.open_menu()
    menu = switch._more._popup
    assert isinstance(menu, QMenu)
    (weaver,) = menu.actions()
    assert (weaver.text(), weaver.isChecked()) == ("Weaver && Co", False)
    assert "A. N. Other" in weaver.toolTip()
    weaver.trigger()
    menu.hide()
    assert heard == ["weaver"]
    assert switch.track.codes == [*STRATEGIES, "weaver"]
    assert not switch.track.missing
    switch._more.open_menu()
    assert weaver.isChecked()
    menu.hide()
    switch.resize(130, HEIGHT)
    QTest.mouseClick(switch._chip, LEFT)
    assert switch.track.radio("weaver").isVisible()
    switch._popup.close()


def test_the_scopes_of_a_strategy(switch: StrategySwitch) -> None:
    heard: list[tuple[str, StrategyOrigin]] = []
    reset: list[int] = []

    def note(code: str, origin: StrategyOrigin) -> None:
        heard.append((code, origin))

    switch.scope_chosen.connect(note)
    switch.reset_pressed.connect(lambda: reset.append(1))
    switch.show_choice(chosen(SUMMARIZE, StrategyOrigin.ONCE, "Winter"))
    switch.track.menu_requested.emit(SUMMARIZE, QPoint(10, 10))
    menu = switch._scopes
    assert menu.isVisible()
    texts = [(action.text(), action.isChecked()) for action in menu.actions() if not action.isSeparator()]
    assert texts == [
        ("Summarize", False),
        ("For the next message only", True),
        ("In this chat", False),
        ("In the folder “Winter”", False),
        ("As the default for new chats", False),
        ("Reset to what is inherited", False),
    ]
    for action in menu.actions():
        action.trigger()
    menu.hide()
    assert heard == [(SUMMARIZE, origin) for origin in StrategyOrigin]
    assert reset == [1]


def test_without_a_folder_none_is_offered_and_what_is_inherited_needs_no_reset(switch: StrategySwitch) -> None:
    switch.show_choice(chosen(TRIM, StrategyOrigin.DEFAULT))
    switch._scopes.fill(switch.track.option(RECALL), chosen(TRIM, StrategyOrigin.DEFAULT))
    actions = [action for action in switch._scopes.actions() if not action.isSeparator()]
    assert [action.text() for action in actions][1:4] == [
        "For the next message only",
        "In this chat",
        "As the default for new chats",
    ]
    assert not any(action.isChecked() for action in actions)
    assert not actions[-1].isEnabled()


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (StrategyOrigin.ONCE, "For the next message only, then Trim."),
        (StrategyOrigin.CHAT, "Chosen for this chat."),
        (StrategyOrigin.FOLDER, "From the folder “Winter”."),
        (StrategyOrigin.DEFAULT, "The default for new chats, from the settings."),
    ],
)
def test_the_tooltip_says_where_the_value_comes_from(
    switch: StrategySwitch, origin: StrategyOrigin, words: str
) -> None:
    switch.show_choice(chosen(SUMMARIZE, origin, "Winter"))
    tips = switch.track._tips
    assert words in tips[SUMMARIZE]
    assert "summarize" in tips[SUMMARIZE]
    assert words not in tips[TRIM]
    inherited = origin in (StrategyOrigin.FOLDER, StrategyOrigin.DEFAULT)
    assert switch.track._look().hollow is inherited
    assert switch.track._segments[1].mark == ("1×" if origin is StrategyOrigin.ONCE else "")


def test_while_an_answer_is_written_it_says_from_when_a_choice_counts(switch: StrategySwitch) -> None:
    sentence = "What you choose now counts from the next message."
    assert sentence not in switch.track._tips[RECALL]
    switch.set_streaming(True)
    assert sentence in switch.track._tips[RECALL]
    switch.set_streaming(False)
    assert sentence not in switch.track._tips[RECALL]


def test_a_missing_plugin_says_what_is_used_instead(switch: StrategySwitch) -> None:
    switch.show_choice(chosen("gone"))
    assert "“gone” is not there. Trim used instead." in switch.track._tips["gone"]


def test_the_small_switches_start_with_what_they_change(switch: StrategySwitch) -> None:
    heard: list[bool | None] = []
    switch.summary.chosen.connect(heard.append)
    switch.show_context(ChatContext(), TRIM)
    for _ in range(3):
        QTest.mouseClick(switch.summary, LEFT)
    assert heard == [True, False, None]
    switch.show_context(ChatContext(), SUMMARIZE)
    assert switch.summary.on
    assert not switch.recall.on
    for _ in range(3):
        press(switch.summary, Qt.Key.Key_Space, text=" ")
    assert heard[3:] == [False, True, None]


def test_a_screen_reader_hears_three_states_of_a_small_switch(switch: StrategySwitch) -> None:
    switch.show_context(ChatContext(use_recall=False), RECALL)
    states: list[tuple[QAccessible.Role, str, str, bool]] = []
    for part in (switch.summary, switch.recall):
        item = QAccessible.queryAccessibleInterface(part)
        words = (item.text(QAccessible.Text.Name), item.text(QAccessible.Text.Description))
        states.append((item.role(), *words, bool(item.state().checkStateMixed)))
    box = QAccessible.Role.CheckBox
    assert states == [
        (box, "Summary in the prompt", "Summary in the prompt: as the strategy says, yes", True),
        (box, "Recalled passages in the prompt", "Recalled passages in the prompt: never", False),
    ]
