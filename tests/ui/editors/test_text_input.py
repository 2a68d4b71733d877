"""A text of a form is as high as its lines, and what it has no room for can be scrolled to."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.editors.inputs import TextInput
from tests.ui.conftest import until

MOST = 6

WIDTH = 300
"""Lines that are laid out without the bar reach under it."""

LONG = "short\n" * 3 + "a paragraph that has many words and more lines than there is room for " * 30


def _shown(qtbot: QtBot, page: QWidget, text: str) -> TextInput:
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    box = TextInput(2, MOST)
    layout.addWidget(box)
    layout.addStretch(1)
    page.resize(WIDTH, 400)
    box.show_value(text)
    page.show()
    qtbot.waitExposed(page)
    return box


def _widths(box: TextInput) -> Iterator[float]:
    block = box.document().begin()
    while block.isValid():
        layout = block.layout()
        yield from (layout.lineAt(line).naturalTextRect().right() for line in range(layout.lineCount()))
        block = block.next()


async def test_a_long_last_paragraph_can_be_scrolled_to_and_no_line_is_under_the_bar(qtbot: QtBot) -> None:
    page = QWidget()
    box = _shown(qtbot, page, LONG)
    await until(lambda: box.verticalScrollBar().isVisible())
    assert box.verticalScrollBar().maximum() > 0
    assert not box.horizontalScrollBar().isVisible()
    assert max(_widths(box)) <= box.viewport().width()


def test_what_fits_has_no_bar(qtbot: QtBot) -> None:
    page = QWidget()
    box = _shown(qtbot, page, "one\ntwo\nthree\nfour")
    assert not box.verticalScrollBar().isVisible()
    assert box.height() >= 4 * box.fontMetrics().lineSpacing()
