"""The mouse over the messages: selecting across them, copying, links, folding and unfolding."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop_app.domain.message import MessageFlags
from desktop_app.ui.chat.row_looks import thought_label
from desktop_app.ui.icons import Icons
from desktop_app.ui.markdown_source import SHOWN_LIMIT
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, click, drag, hover, message, mouse, rows_of, story, streaming


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    """A shown view that gets every text it asks for."""
    return Stage(theme, icons)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


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
    assert stage.view.copying.selected_text({}) == "words here.\n\nThe"
    click(viewport, stage.text_point("m1", 3))
    assert stage.view.copying.selected_text({}) == ""


def test_a_double_click_selects_a_word(stage: Stage) -> None:
    stage.show([message(0, "First words here.")])
    mouse(stage.view.viewport(), QEvent.Type.MouseButtonDblClick, stage.text_point("m0", 8))
    assert stage.view.copying.selected_text({}) == "words"


def test_a_selection_stays_with_its_messages_when_rows_come_in_above(stage: Stage) -> None:
    messages = story(60)
    stage.store.update({item.id: item for item in messages})
    stage.show(messages[50:])
    drag(stage.view.viewport(), stage.text_point("m59", 0), stage.text_point("m59", 7))
    before = stage.view.copying.selected_text({})
    stage.model.replace_rows(rows_of(messages))
    stage.paint()
    assert before
    assert stage.view.copying.selected_text({}) == before


def test_select_all_asks_for_what_is_not_here(theme: AppTheme, icons: Icons) -> None:
    stage = Stage(theme, icons, answers=False)
    messages = [message(n, f"Message {n}.") for n in range(300)]
    stage.show(messages)
    missing: list[list[str]] = []
    stage.view.copy_texts_requested.connect(missing.append)
    QTest.keyClick(stage.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(stage.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert missing == [[f"m{n}" for n in range(270)]]
    stage.view.copying.copy_with({key: stage.store[key] for key in missing[0]})
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
    assert whole.rest_hidden is None


def test_what_is_never_shown_whole_offers_nothing_that_does_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.ui.chat.row_layout.SHOWN_WHOLE", SHOWN_LIMIT + 10)
    stage.show([message(0, "word " * (SHOWN_LIMIT // 4))])
    stage.view.show_all("m0")
    cut = stage.view.layout_of(0)
    assert cut.show_all is None
    assert cut.rest_hidden is not None


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
