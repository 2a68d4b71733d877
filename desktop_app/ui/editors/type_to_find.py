"""Letters that are typed in a list go to its search field."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


def is_typing(event: QKeyEvent) -> bool:
    """Whether a key makes a letter that begins a search; a space is a list's own key."""
    modifiers = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return bool(event.text().strip()) and event.text().isprintable() and not modifiers
