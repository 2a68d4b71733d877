"""The composer: when it sends, how it grows, what it keeps, and that an input method is left alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

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


def test_the_whole_card_takes_the_keyboard_and_shows_it(theme: AppTheme, icons: Icons, qtbot: QtBot) -> None:
    window = QWidget()
    elsewhere, composer = QLineEdit(), Composer(theme, icons)
    layout = QVBoxLayout(window)
    layout.addWidget(elsewhere)
    layout.addWidget(composer)
    window.show()
    window.activateWindow()
    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    paints = count_paints(composer)
    QTest.mouseClick(composer, Qt.MouseButton.LeftButton, pos=QPoint(20, composer.height() - 10))
    assert composer.editor.hasFocus()
    qtbot.waitUntil(lambda: bool(paints))
    border = composer.grab().toImage().pixelColor(composer.width() // 2, 0)
    assert border.name().upper() == theme.tokens.accent


def test_another_name_is_seen_at_once(composer: Composer, qtbot: QtBot) -> None:
    """Qt paints nothing anew for other words in an empty box."""
    composer.set_name("Mira")
    composer.editor.clearFocus()
    viewport = composer.editor.viewport()
    qtbot.waitExposed(composer)
    viewport.repaint()
    paints = count_paints(viewport)
    composer.set_name("Илья")
    qtbot.waitUntil(lambda: bool(paints))
    assert "Илья" in composer.editor.placeholderText()


def count_paints(widget: QWidget) -> list[QEvent]:
    """Grows with every paint of a widget that Qt asks for."""
    seen: list[QEvent] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            del watched
            if event.type() is QEvent.Type.Paint:
                seen.append(event)
            return False

    widget.installEventFilter(Watch(widget))
    return seen


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
    """Case H-38. With words before it: an empty box would not be sent anyway."""
    compose(composer.editor, "", "私は")
    compose(composer.editor, "にほん")
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == []
    assert "\n" not in composer.text()
    compose(composer.editor, "", "日本")
    press(composer.editor, Qt.Key.Key_Return)
    assert sent == ["私は日本"]


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
