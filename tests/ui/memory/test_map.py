"""The map of the chat: what it aggregates, where a click and the keys lead, that it follows the chat, and can be away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.services.marks_service import MessageMark
from desktop_app.services.summary_told import Went
from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.map_strip import MapStrip
from desktop_app.ui.theme import AppTheme
from tests.ui.conftest import until
from tests.ui.memory.remembering import SAID, remembering
from tests.ui.rig import press


def test_ten_thousand_messages_are_aggregated_and_nothing_that_wants_a_look_is_lost(theme: AppTheme) -> None:
    strip = MapStrip(theme)
    strip.resize(strip.width(), 500)
    states = [Went.SEGMENT] * 9_000 + [Went.WINDOW] * 1_000
    states[4_321] = Went.STALE
    strip.set_states(states, "")
    assert strip.runs == [
        (0, 216, Went.SEGMENT),
        (216, 1, Went.STALE),
        (217, 233, Went.SEGMENT),
        (450, 50, Went.WINDOW),
    ]
    assert strip.row_at(0) == 0
    assert strip.row_at(499) == 9_980
    assert strip.row_at(10_000) == 9_999


@pytest.mark.parametrize("went", [went for went in Went if went is not Went.OTHER])
def test_no_state_looks_like_another_even_without_colours(theme: AppTheme, went: Went) -> None:
    def shape(state: Went) -> list[bool]:
        strip = MapStrip(theme)
        strip.resize(strip.width(), 24)
        strip.set_states([state], "")
        image = strip.grab().toImage()
        ground = image.pixelColor(0, 0)
        return [image.pixelColor(x, y) != ground for y in range(24) for x in range(strip.width())]

    others = [shape(other) for other in Went if other is not went]
    assert shape(went) not in others


async def test_the_map_follows_the_chat_and_leads_to_messages(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        strip = it.bench.window._page.map_strip
        await until(lambda: [went for _top, _tall, went in strip.runs] == [Went.WINDOW])
        await it.program.marks.mark(it.chat_id, ["m3"], MessageMark.EXCLUDE)
        await until(lambda: [went for *_, went in strip.runs] == [Went.WINDOW, Went.EXCLUDED, Went.WINDOW])
        assert "excluded: 1" in strip.accessibleDescription()
        view = it.bench.window.chat_view
        QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(5, 1))
        await until(lambda: view._reveal.framed_id == "m0")
        await until(lambda: SAID[0] in strip.accessibleDescription())
        press(strip, Qt.Key.Key_End)
        press(strip, Qt.Key.Key_Up)
        press(strip, Qt.Key.Key_Up)
        await until(lambda: SAID[3] in strip.accessibleDescription())
        assert strip.accessibleDescription().startswith("4 · Assistant · excluded")
        press(strip, Qt.Key.Key_Return)
        await until(lambda: view._reveal.framed_id == "m3")


async def test_it_can_be_switched_off_for_good(theme: AppTheme, icons: Icons) -> None:
    async with remembering(theme, icons) as it:
        strip = it.bench.window._page.map_strip
        assert strip.isVisible()
        it.bench.window._actions["toggle-map"].trigger()
        assert strip.isHidden()
        await until(lambda: not it.program.settings.settings.window.shows_map)
