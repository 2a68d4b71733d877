"""The view: nothing moves that is being read, it follows only at its bottom, text can be selected, hostile text is tame."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage
from PySide6.QtTest import QTest

from desktop_app.domain.message import Message, MessageFlags, MessageState, Role
from desktop_app.domain.settings import AppearanceSettings, Theme
from desktop_app.ui.chat.chat_model import TEXTS_HELD
from desktop_app.ui.chat.row_layout import LAYOUTS_HELD, state_sentence
from desktop_app.ui.chat.row_painter import details_of, thought_label
from desktop_app.ui.icons import Icons
from desktop_app.ui.markdown_source import SHOWN_LIMIT
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, click, drag, hover, message, mouse, rows_of, story, streaming
from tests.ui.text_documents import count_pixels

OPEN_GUARD_S = 4.0
"""For 10,000 messages; it takes a tenth of a second or two."""


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    """A shown view that gets every text it asks for."""
    return Stage(theme, icons)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


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
    assert len(stage.view._layouts._held) <= LAYOUTS_HELD


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


# Selecting


def test_text_is_selected_across_messages_and_copied(stage: Stage) -> None:
    stage.show([message(0, "First *words* here."), message(1, "The **second** one."), message(2, "Third and last.")])
    drag(stage.view.viewport(), stage.text_point("m0", 6), stage.text_point("m2", 5))
    QTest.keyClick(stage.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "words here.\n\nThe second one.\n\nThird"


def test_selecting_upwards_is_the_same(stage: Stage) -> None:
    stage.show([message(0, "First words here."), message(1, "The second one.")])
    drag(stage.view.viewport(), stage.text_point("m1", 3), stage.text_point("m0", 6))
    stage.view.copy()
    assert clipboard() == "words here.\n\nThe"


def test_shift_extends_and_a_click_ends_a_selection(stage: Stage) -> None:
    stage.show([message(0, "First words here."), message(1, "The second one.")])
    viewport = stage.view.viewport()
    click(viewport, stage.text_point("m0", 6))
    mouse(viewport, QEvent.Type.MouseButtonPress, stage.text_point("m1", 3), shift=True)
    assert stage.view.selected_text({}) == "words here.\n\nThe"
    click(viewport, stage.text_point("m1", 3))
    assert stage.view.selected_text({}) == ""


def test_a_double_click_selects_a_word(stage: Stage) -> None:
    stage.show([message(0, "First words here.")])
    mouse(stage.view.viewport(), QEvent.Type.MouseButtonDblClick, stage.text_point("m0", 8))
    assert stage.view.selected_text({}) == "words"


def test_a_selection_stays_with_its_messages_when_rows_come_in_above(stage: Stage) -> None:
    messages = story(60)
    stage.store.update({item.id: item for item in messages})
    stage.show(messages[50:])
    drag(stage.view.viewport(), stage.text_point("m59", 0), stage.text_point("m59", 7))
    before = stage.view.selected_text({})
    stage.model.replace_rows(rows_of(messages))
    stage.paint()
    assert before
    assert stage.view.selected_text({}) == before


def test_select_all_asks_for_what_is_not_here(theme: AppTheme, icons: Icons) -> None:
    stage = Stage(theme, icons, answers=False)
    messages = [message(n, f"Message {n}.") for n in range(300)]
    stage.show(messages)
    missing: list[list[str]] = []
    stage.view.copy_texts_requested.connect(missing.append)
    QTest.keyClick(stage.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(stage.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert missing == [[f"m{n}" for n in range(270)]]
    stage.view.copy_with({key: stage.store[key] for key in missing[0]})
    assert clipboard() == "\n\n".join(f"Message {n}." for n in range(300))


def test_deleted_messages_are_not_copied(stage: Stage) -> None:
    gone = replace(message(1, "gone"), flags=MessageFlags(deleted=True))
    stage.show([message(0, "one"), gone, message(2, "three")])
    stage.view.select_all()
    stage.view.copy()
    assert clipboard() == "one\n\nthree"


def test_selected_text_is_marked(stage: Stage) -> None:
    stage.show([message(0, "Words to select, a whole line of them.")])
    before = stage.view.grab().toImage()
    stage.view.select_all()
    assert stage.view.grab().toImage() != before


# Clicking


def test_links_are_told_and_only_on_a_click(stage: Stage) -> None:
    stage.show([message(0, "[words](https://example.org/a) and [bad](javascript:alert) or file:///etc/passwd")])
    followed: list[str] = []
    stage.view.link_activated.connect(followed.append)
    viewport, link = stage.view.viewport(), stage.text_point("m0", 2)
    hover(viewport, link)
    assert viewport.cursor().shape() is Qt.CursorShape.PointingHandCursor
    drag(viewport, link, stage.text_point("m0", 40))
    assert followed == []
    click(viewport, link)
    click(viewport, stage.text_point("m0", 12))
    click(viewport, stage.text_point("m0", 45))
    assert followed == ["https://example.org/a"]


def test_thoughts_are_folded_until_clicked(stage: Stage) -> None:
    stage.show([message(0, "Answer.", reasoning="First I think.\n\nThen I think again.")])
    folded = stage.view.layout_of(0)
    assert folded.thought is not None
    assert folded.reasoning is None
    assert thought_label(folded.content) == "Thoughts"
    click(stage.view.viewport(), folded.thought.center() + QPoint(0, stage.top("m0")))
    unfolded = stage.view.layout_of(0)
    assert unfolded.reasoning is not None
    assert unfolded.height > folded.height
    click(stage.view.viewport(), folded.thought.center() + QPoint(0, stage.top("m0")))
    assert stage.view.layout_of(0).height == folded.height


def test_how_long_was_thought_is_said(stage: Stage) -> None:
    stage.show([])
    stage.model.add(streaming(0))
    stage.model._clock = lambda: 100.0
    stage.model.extend("m0", "", "hm")
    assert thought_label(stage.view.content(0)) == "Thinking …"
    stage.model._clock = lambda: 105.0
    stage.model.extend("m0", "Yes.", "")
    assert thought_label(stage.view.content(0)) == "Thought for 5 s"


def test_a_cut_message_can_be_shown_whole(stage: Stage) -> None:
    stage.show([message(0, "word " * (SHOWN_LIMIT // 4))])
    cut = stage.view.layout_of(0)
    assert cut.show_all is not None
    stage.scroll(stage.view.verticalScrollBar().maximum())
    click(stage.view.viewport(), cut.show_all.center() + QPoint(0, stage.top("m0")))
    whole = stage.view.layout_of(0)
    assert whole.show_all is None
    assert whole.height > cut.height


def test_a_click_into_a_long_message_moves_nothing(stage: Stage) -> None:
    stage.show([message(0, "Words and words. " * 2000)])
    stage.scroll(stage.view.verticalScrollBar().maximum() // 2)
    before = stage.view.verticalScrollBar().value()
    click(stage.view.viewport(), QPoint(400, 300))
    stage.paint()
    assert stage.view.verticalScrollBar().value() == before


def test_a_deleted_message_is_a_thin_line_with_restore(stage: Stage) -> None:
    stage.show([message(0, "long " * 300)])
    full = stage.view.layout_of(0).height
    stage.model.change(replace(message(0, "long " * 300), flags=MessageFlags(deleted=True)))
    stage.paint()
    line = stage.view.layout_of(0)
    assert line.height < 60 < full
    restored: list[str] = []
    stage.view.row_actions.restore_requested.connect(restored.append)
    assert line.restore is not None
    click(stage.view.viewport(), line.restore.center() + QPoint(0, stage.top("m0")))
    assert restored == ["m0"]


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
    stage.view.set_window("m2", {"m0": "Older than the window", "m1": "Older than the window"})
    marked = stage.view.grab().toImage()
    assert [stage.view.layout_of(row).height for row in range(4)] == heights
    assert stage.view.out_reason(1) == "Older than the window"
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


def differs(first: QImage, second: QImage, xs: tuple[int, int], ys: tuple[int, int]) -> bool:
    """Whether two pictures differ inside a rectangle."""
    return any(first.pixel(x, y) != second.pixel(x, y) for x in range(*xs) for y in range(*ys))
