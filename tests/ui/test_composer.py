"""The composer: when it sends, how it grows, what it keeps, and that an input method is left alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt

from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.editor import LARGE_TEXT, MAXIMUM_LINES
from desktop_app.ui.icons import Icons
from desktop_app.ui.theme import AppTheme
from tests.ui.rig import compose, press


@pytest.fixture
def composer(theme: AppTheme, icons: Icons) -> Composer:
    widget = Composer(theme, icons)
    widget.resize(600, 100)
    widget.show()
    return widget


@pytest.fixture
def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


def test_enter_sends_and_shift_enter_breaks_the_line(composer: Composer, sent: list[str]) -> None:
    composer.set_text("one")
    press(composer.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier, "\r")
    assert sent == []
    assert composer.text() in {"one\n", "one\u2028"}
    press(composer.editor, Qt.Key.Key_Return)
    assert len(sent) == 1


def test_the_keypad_sends_too(composer: Composer, sent: list[str]) -> None:
    composer.set_text("one")
    press(composer.editor, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert sent == ["one"]


@pytest.mark.parametrize("blank", ["", "   ", "\n\n"])
def test_nothing_is_never_sent(composer: Composer, sent: list[str], blank: str) -> None:
    composer.set_text(blank)
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == []


def test_enter_belongs_to_the_input_method_while_it_composes(composer: Composer, sent: list[str]) -> None:
    """Case H-38."""
    compose(composer.editor, "にほん")
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == []
    assert "\n" not in composer.text()
    compose(composer.editor, "", "日本")
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == ["日本"]


def test_while_an_answer_comes_enter_does_not_send(composer: Composer, sent: list[str]) -> None:
    composer.set_text("more")
    composer.set_streaming(streaming=True)
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == []
    assert composer.text() == "more"


def test_the_box_grows_to_eight_lines_and_not_further(composer: Composer) -> None:
    heights: list[int] = []
    for lines in (1, 2, MAXIMUM_LINES, MAXIMUM_LINES + 5):
        composer.set_text("\n".join(["line"] * lines))
        heights.append(composer.editor.height())
    one, two, most, beyond = heights
    assert one < two < most == beyond
    assert most >= MAXIMUM_LINES * composer.editor.fontMetrics().lineSpacing()


def test_a_long_line_wraps_and_the_box_grows(composer: Composer) -> None:
    composer.set_text("x")
    one = composer.editor.height()
    composer.set_text("many words " * 40)
    assert composer.editor.height() > one


def test_a_huge_paste_goes_along_without_entering_the_box(composer: Composer, sent: list[str]) -> None:
    huge = "слово " * 900_000
    data = QMimeData()
    data.setText(huge)
    composer.set_text("Read this:")
    composer.editor.insertFromMimeData(data)
    assert composer.editor.document().characterCount() < LARGE_TEXT
    assert composer.text() == f"Read this:\n\n{huge}"
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == [f"Read this:\n\n{huge}"]


def test_pasted_markup_stays_text(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("<b>bold</b>")
    composer.editor.insertFromMimeData(data)
    assert composer.text() == "<b>bold</b>"


def test_setting_a_text_is_no_typing(composer: Composer) -> None:
    typed: list[str] = []
    composer.text_changed.connect(typed.append)
    composer.set_text("from the draft")
    assert typed == []
    composer.editor.insertPlainText("!")
    assert typed == ["from the draft!"]
