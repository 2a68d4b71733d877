"""Going to a message from elsewhere: it is seen, framed for a while, and the place in it is selected."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from desktop_app.domain.message import Role
from desktop_app.ui.chat.reveal import found_in
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.chat.stories import Stage, message, story


@pytest.fixture
def stage(theme: AppTheme, icons: Icons) -> Stage:
    return Stage(theme, icons, answers=False)


def test_a_message_far_up_is_brought_into_sight_and_framed_for_a_while(stage: Stage, qtbot: QtBot) -> None:
    stage.show(story(300))
    assert stage.view.reveal("m40")
    stage.paint()
    assert 0 <= stage.top("m40") < stage.view.viewport().height()
    stage.supply_all()  # the texts come later, and rows find their heights
    assert 0 <= stage.top("m40") < stage.view.viewport().height()
    assert stage.view._reveal.framed_id == "m40"
    qtbot.waitUntil(lambda: stage.view._reveal.framed_id == "")


def test_a_message_of_another_chat_is_not_found(stage: Stage) -> None:
    stage.show(story(3))
    assert not stage.view.reveal("elsewhere")


def test_the_place_is_selected_once_the_text_is_there(stage: Stage) -> None:
    messages = story(100)
    text = "The *key* lay under the lamp. Another key was lost."
    messages[10] = message(10, text, Role.ASSISTANT)
    stage.show(messages)
    start = text.rindex("key")
    stage.view.reveal("m10", start, start + 3)
    stage.paint()
    assert stage.view.selection is None
    stage.supply_all()
    selection = stage.view.selection
    assert selection is not None
    assert (selection.anchor.message_id, selection.anchor.offset) == ("m10", text.replace("*", "").rindex("key"))
    assert stage.view.copying.selected_text({}) == "key"


def test_a_place_far_down_in_a_long_message_is_seen(stage: Stage) -> None:
    text = "Words. " * 3000 + "the harbour"
    stage.show([message(0, "First."), message(1, text), message(2, "Last.")])
    stage.view.reveal("m1", text.index("harbour"), len(text))
    stage.paint()
    top, bottom = stage.view.row_edges(1)
    assert top < 0
    assert bottom <= stage.view.viewport().height() + 40


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ("a key, a key", 9, 12, (9, 12)),
        ("a **key**, a key", 4, 7, (2, 5)),
        ("nothing   here", 7, 10, None),
        ("**gone**", 0, 3, None),
    ],
)
def test_the_same_words_are_found_where_markup_is_gone(
    text: str, start: int, end: int, expected: tuple[int, int] | None
) -> None:
    document = QTextDocument()
    document.setPlainText(text.replace("**", ""))
    found = found_in(document, text, start, end)
    assert (None if found is None else (found.selectionStart(), found.selectionEnd())) == expected
