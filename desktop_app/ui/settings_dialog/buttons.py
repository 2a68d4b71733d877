"""Buttons of a page of the settings in a line."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.ui.theme import SPACE_8


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
