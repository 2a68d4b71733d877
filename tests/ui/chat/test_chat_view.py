"""The view: nothing moves that is being read, it follows only at its bottom, text can be selected, hostile text is tame."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible, QImage

from desktop_app.domain.message import Message, MessageState, Role
from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.chat.chat_model import TEXTS_HELD
from desktop_app.ui.chat.row_layout import LAYOUTS_HELD, state_sentence
from desktop_app.ui.chat.row_looks import details_of
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, message, out, rows_of, story, streaming
from tests.ui.text_documents import count_pixels

OPEN_GUARD_S = 4.0
"""For 10,000 messages; it takes a tenth of a second or two."""


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    """A shown view that gets every text it asks for."""
    return Stage(theme, icons)


# Places


def test_a_chat_opens_at_its_end(stage: Stage) -> None:
    stage.show(story(200))
    bar = stage.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    assert stage.top("m199") < stage.view.viewport().height()


def test_ten_thousand_messages_open_quickly_with_a_window_of_texts(stage: Stage) -> None:
    messages = story(10_000)
    began = time.process_time()
    stage.show(messages)
    assert time.process_time() - began < OPEN_GUARD_S
    bar = stage.view.verticalScrollBar()
    for value in range(0, bar.maximum(), bar.maximum() // 40):
        stage.scroll(value)
        assert stage.model.texts_held <= TEXTS_HELD
    assert sum(len(ids) for ids in stage.asked) < 40 * TEXTS_HELD
    assert len(stage.view._laid.layouts._held) <= LAYOUTS_HELD


def test_scrolling_into_rows_never_seen_moves_no_visible_row(stage: Stage) -> None:
    stage.show(story(1000))
    for _ in range(150):
        index = stage.view.indexAt(QPoint(10, 550))
        before = stage.view.visualRect(index).top()
        stage.scroll(stage.view.verticalScrollBar().value() - 60)
        assert stage.view.visualRect(index).top() == before + 60


def test_texts_that_arrive_late_move_nothing_below_the_first_row(theme: AppTheme, icons: Icons) -> None:
    stage = Stage(theme, icons, answers=False)
    stage.show(story(1000))
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    first = stage.view.indexAt(QPoint(10, 0)).row()
    edge = stage.top(f"m{first + 1}")
    assert stage.asked
    stage.supply_all()
    assert stage.top(f"m{first + 1}") == edge
    stage.supply_all()
    assert stage.top(f"m{first + 1}") == edge


def test_older_messages_come_in_above_without_moving_anything(stage: Stage) -> None:
    messages = story(400)
    stage.store.update({item.id: item for item in messages})
    stage.show(messages[200:])
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    index = stage.view.indexAt(QPoint(10, 300))
    name, before = stage.model.row(index.row()).id, stage.view.visualRect(index).top()
    stage.model.replace_rows(rows_of(messages))
    stage.paint()
    assert stage.top(name) == before


def test_rows_that_leave_above_move_nothing(stage: Stage) -> None:
    messages = story(400)
    stage.show(messages)
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    name = stage.model.row(stage.view.indexAt(QPoint(10, 300)).row()).id
    before = stage.top(name)
    stage.model.replace_rows(rows_of(messages[50:]))
    stage.paint()
    assert stage.top(name) == before


def test_a_row_above_that_changes_moves_nothing(stage: Stage) -> None:
    messages = story(100)
    stage.show(messages, held=100)
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    row = stage.view.indexAt(QPoint(10, 300)).row()
    before = stage.top(f"m{row}")
    stage.model.change(message(3, "Now it is long. " * 200, messages[3].role))
    stage.paint()
    assert stage.top(f"m{row}") == before


def test_at_the_bottom_new_text_is_followed(stage: Stage) -> None:
    stage.show(story(50))
    stage.model.add(streaming(50))
    bar = stage.view.verticalScrollBar()
    for _ in range(30):
        stage.model.extend("m50", "word after word " * 10, "")
        stage.paint()
        assert bar.value() == bar.maximum()
    assert stage.view.row_edges(50)[1] == stage.view.viewport().height()


def test_away_from_the_bottom_new_text_moves_nothing(stage: Stage) -> None:
    stage.show(story(50))
    stage.model.add(streaming(50, "word " * 400))
    stage.paint()
    stage.scroll(stage.view.verticalScrollBar().value() - 200)
    name = stage.model.row(stage.view.indexAt(QPoint(10, 200)).row()).id
    before = stage.top(name)
    for _ in range(10):
        stage.model.extend("m50", "word after word " * 10, "")
        stage.paint()
        assert stage.top(name) == before
    stage.model.add(message(51, "And more.", Role.USER))
    stage.paint()
    assert stage.top(name) == before


def test_the_button_to_the_newest_message(stage: Stage) -> None:
    stage.show(story(200))
    button = stage.view._overlays.newest
    assert not button.isVisible()
    stage.scroll(0)
    assert button.isVisible()
    button.click()
    stage.paint()
    bar = stage.view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    assert not button.isVisible()
    stage.scroll(0)
    stage.show([])
    assert not button.isVisible()


def test_another_width_keeps_the_place(stage: Stage) -> None:
    stage.show(story(300))
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    first = stage.view.indexAt(QPoint(10, 0)).row()
    stage.view.resize(500, 600)
    stage.paint()
    assert stage.view.indexAt(QPoint(10, 0)).row() == first
    stage.scroll(stage.view.verticalScrollBar().maximum())
    stage.view.resize(800, 500)
    stage.paint()
    assert stage.view.verticalScrollBar().value() == stage.view.verticalScrollBar().maximum()


def test_the_column_is_never_wider_than_can_be_read(stage: Stage) -> None:
    stage.view.resize(2000, 600)
    stage.show(story(3))
    column = stage.view.layout_of(1).column
    assert column.width == 720
    viewport = stage.view.viewport().width()
    assert abs(column.left - (viewport - column.left - column.width)) <= 1


# States


@pytest.mark.parametrize("state", [MessageState.INTERRUPTED, MessageState.FAILED])
def test_an_unfinished_answer_says_so_in_a_sentence(stage: Stage, state: MessageState) -> None:
    stage.show([replace(message(0, "Half"), state=state)])
    layout = stage.view.layout_of(0)
    assert layout.note_text == state_sentence(state)
    assert layout.note_text.endswith(".")
    stage.model.set_note("m0", "The server could not be reached.")
    assert stage.view.layout_of(0).note_text == "The server could not be reached."


def test_messages_out_of_the_plan_have_a_mark_with_its_reason(stage: Stage) -> None:
    stage.show([message(n, "Words.") for n in range(4)])
    plain = stage.view.grab().toImage()
    heights = [stage.view.layout_of(row).height for row in range(4)]
    stage.show_seen(out("m0", "m1"))
    marked = stage.view.grab().toImage()
    assert [stage.view.layout_of(row).height for row in range(4)] == heights
    assert stage.view.out_reason(1) == "Older than the window."
    assert stage.view.out_reason(2) == ""
    column = stage.view.layout_of(0).column
    margin = column.left - 20, column.left - 15
    assert differs(plain, marked, margin, (stage.top("m0"), stage.top("m2")))
    assert not differs(plain, marked, margin, (stage.top("m2") + 20, stage.top("m3") + 40))
    assert differs(plain, marked, (column.left, column.left + 200), (stage.top("m2"), stage.top("m2") + 20))


def test_an_empty_chat_says_what_to_do(stage: Stage) -> None:
    stage.show([])
    before = stage.view.grab().toImage()
    stage.view.set_empty_sentence("Write the first message below.")
    assert stage.view.grab().toImage() != before


def test_the_theme_repaints_everything(stage: Stage, theme: AppTheme) -> None:
    stage.show([message(0, "Words and `code`.", Role.USER)])
    light = theme.tokens.user_message
    assert count_pixels(stage.view.grab().toImage(), light) > 1000
    theme.choose(AppearanceSettings(theme=Theme.DARK))
    image = stage.view.grab().toImage()
    assert count_pixels(image, light) == 0
    assert count_pixels(image, theme.tokens.user_message) > 1000


def test_larger_text_needs_more_room(stage: Stage, theme: AppTheme) -> None:
    stage.show([message(0, "Words. " * 50)])
    before = stage.view.layout_of(0).height
    theme.choose(AppearanceSettings(theme=Theme.LIGHT, message_font_size=22))
    assert stage.view.layout_of(0).height > before


def test_details_name_time_and_model(stage: Stage) -> None:
    stage.show([message(0, "Words.")])
    assert details_of(stage.view.content(0), "SmolLM2").endswith(" · SmolLM2")
    assert details_of(replace(stage.view.content(0), message=None), "") == ""


def test_hostile_names_and_texts_are_drawn_as_they_are(stage: Stage) -> None:
    hostile: list[Message] = []
    for number, name in enumerate(("<b>x</b>" * 500, "\u202eevil", "😀" * 300, "\n\n\n", "")):
        spoken = message(number, "![x](file:///etc/passwd) <img src='/etc/passwd'>" * 20)
        hostile.append(replace(spoken, speaker=replace(spoken.speaker, name=name)))
    stage.show(hostile)
    assert stage.view.grab().toImage().width() == 800
    assert stage.model.rowCount() == 5


# Screen readers


def test_a_screen_reader_finds_a_list_with_a_row_for_each_message(stage: Stage) -> None:
    stage.show([message(n, f"*Message* {n}.") for n in range(500)])
    interface = QAccessible.queryAccessibleInterface(stage.view)
    assert interface.role() is QAccessible.Role.List
    assert interface.text(QAccessible.Text.Name) == "Messages"
    assert interface.childCount() == 500
    assert interface.child(499).text(QAccessible.Text.Name) == "Ilya: Message 499."
    assert interface.child(0).text(QAccessible.Text.Name) == "Mira: not loaded yet"


def test_a_screen_reader_that_listens_from_the_start_harms_nothing(
    theme: AppTheme, icons: Icons, request: pytest.FixtureRequest
) -> None:
    """With a client there, Qt calls overrides in moments in which it otherwise does not (lab-ui-packaging, section 2)."""
    request.addfinalizer(lambda: QAccessible.setActive(False))
    QAccessible.setActive(True)
    stage = Stage(theme, icons)
    messages = story(60)
    stage.show(messages)
    stage.view.begin_edit("m59")
    stage.model.replace_rows(rows_of(messages[10:50]))
    stage.model.add(streaming(60))
    stage.model.extend("m60", "words", "")
    stage.model.reset_rows([])
    stage.paint()
    interface = QAccessible.queryAccessibleInterface(stage.view)
    assert interface.childCount() == 0


def differs(first: QImage, second: QImage, xs: tuple[int, int], ys: tuple[int, int]) -> bool:
    """Whether two pictures differ inside a rectangle."""
    return any(first.pixel(x, y) != second.pixel(x, y) for x in range(*xs) for y in range(*ys))
