"""Widgets one below the other, as a widget of their own: a part of a page that is shown and hidden as a whole."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.theme import SPACE_8


def column(*widgets: QWidget, space: int = SPACE_8) -> QWidget:
    """``space`` pixels between them, none around them."""
    whole = QWidget()
    layout = QVBoxLayout(whole)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(space)
    for widget in widgets:
        layout.addWidget(widget)
    return whole
