"""A button as most of them are: Enter in a field beside it does not press it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton


def plain_button(text: str, *, look: str = "", pressed: Callable[[], object] | None = None) -> QPushButton:
    """``look`` as the style sheet names it; ``pressed`` is called without what Qt tells of the press."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    if look:
        button.setProperty("look", look)
    if pressed is not None:
        button.clicked.connect(lambda _checked=False: pressed())
    return button
