"""Whose message it is, in the person's language. For the rows of the preview, its details and the key tests.

The chat itself also knows the role of a message, and names by it (``ChatModel.speaker``).
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def speaker(name: str) -> str:
    """Who says a message: where nobody has given a name, it is a word of the language."""
    translate = QCoreApplication.translate
    nobody = {
        "You": translate("BlockTitles", "You"),
        "User": translate("BlockTitles", "You"),
        "Assistant": translate("BlockTitles", "Assistant"),
    }
    return nobody.get(name, name)
