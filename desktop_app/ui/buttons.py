"""Buttons as most of them are, and several of them in a line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.ui.theme import SPACE_8


def plain_button(text: str, *, look: str = "", pressed: Callable[[], object] | None = None) -> QPushButton:
    """Enter in a field beside it does not press it.

    ``look`` as the style sheet names it; ``pressed`` is called without what Qt tells of the press.
    """
    button = QPushButton(text)
    button.setAutoDefault(False)
    if look:
        button.setProperty("look", look)
    if pressed is not None:
        button.clicked.connect(lambda _checked=False: pressed())
    return button


def button_line(*buttons: QPushButton) -> QWidget:
    """One beside the other from the beginning of the line."""
    line = QWidget()
    layout = QHBoxLayout(line)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE_8)
    for button in buttons:
        layout.addWidget(button)
    layout.addStretch(1)
    return line
