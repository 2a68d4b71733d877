"""Foreign text in widgets, always plain: names, titles, errors and answers of servers.

Qt guesses whether a label or a tooltip is rich text, and rich text opens local files (reliability page, H6). Every widget
that shows a text which is not ours gets it from here; nothing else may build a ``QLabel`` or set a tooltip from a variable.
"""

from __future__ import annotations

import html
import unicodedata

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget

TOOLTIP_LIMIT = 2_000
"""Characters of a tooltip; more cannot be read in one."""


def plain_label(text: str = "", parent: QWidget | None = None, *, look: str = "", wrap: bool = False) -> QLabel:
    """A label that shows ``text`` letter by letter.

    ``look`` is one of the style sheet's: ``muted``, ``secondary``, ``title``, ``empty``, ``error`` (empty: ordinary text).
    """
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    if look:
        label.setProperty("look", look)
    return label


def plain_tooltip(text: str) -> str:
    """``text`` as a tooltip that cannot be taken for markup, wrapped at words; for ``ToolTipRole`` of models too."""
    if not text:
        return ""
    return f'<qt><p style="white-space:pre-wrap">{html.escape(text[:TOOLTIP_LIMIT])}</p></qt>'


def set_plain_tooltip(target: QWidget | QAction, text: str) -> None:
    """Gives ``target`` the tooltip ``text``; a screen reader hears it without the markup that guards it."""
    target.setToolTip(plain_tooltip(text))
    if isinstance(target, QWidget):
        target.setAccessibleDescription(text)


def sentences(*texts: str) -> str:
    """Whole sentences one after the other, as the window's language puts them: Chinese has no space between them."""
    between = QCoreApplication.translate("Text", "{first} {second}")
    joined = ""
    for text in texts:
        joined = between.format(first=joined, second=text) if joined and text else joined or text
    return joined


def shortened(text: str, most: int) -> str:
    """``text`` in one line of at most ``most`` characters; dots stand for what is left out."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def folded(text: str) -> str:
    """``text`` as it is compared: case, width and the dots of ё do not matter."""
    return unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")


def quoted(text: str) -> str:
    """``text`` in the quotation marks of the window's language."""
    return QCoreApplication.translate("Text", "“{text}”").format(text=text)
