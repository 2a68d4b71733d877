"""What the pages of the settings share: fields one below the other, each found by its words."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_app.ui.text import folded, plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_16

CarryOut: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]
"""How a page has something done: beside the window, with known errors shown below the pages."""


@dataclass(frozen=True, slots=True)
class _Entry:
    widget: QWidget
    words: str


class SettingsPage(QWidget):
    """A page. ``title`` stands in the list too; ``words`` are others by which somebody may look for it."""

    def __init__(self, title: str, words: str = "", parent: QWidget | None = None) -> None:
        self._entries: list[_Entry] = []
        self._words = folded(f"{title} {words}")
        super().__init__(parent)
        self.title = title
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, SPACE_8, 0)
        self._layout.setSpacing(SPACE_16)
        self._layout.addWidget(plain_label(title, look="title"))
        self._layout.addStretch(1)

    def add(self, widget: QWidget, words: str = "") -> None:
        """Puts a field below the others. It is found by all that its labels say, and by ``words``."""
        said = [label.text() for label in widget.findChildren(QLabel)]
        if isinstance(widget, QLabel):
            said.append(widget.text())
        self._entries.append(_Entry(widget, folded(" ".join([*said, words]))))
        self._layout.insertWidget(self._layout.count() - 1, widget)

    def show_matches(self, query: str) -> bool:
        """Shows only the fields that ``query`` means, all where it means the page. False where there are none."""
        wanted = folded(query).split()
        whole = all(word in self._words for word in wanted)
        found = [entry for entry in self._entries if whole or all(word in entry.words for word in wanted)]
        for entry in self._entries:
            entry.widget.setVisible(entry in found)
        return bool(found)
