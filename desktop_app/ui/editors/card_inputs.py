"""What a card has beside its texts and files: what is said at a depth, what other programs keep in it, and its dates.

Used by ``characters.CharacterForm``. Card text is never markup, and no address in a card is ever fetched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.context.parts import DEPTH_OF_PROMPT, DEPTH_PROMPT, DepthPrompt, depth_prompt
from desktop_app.domain.character import Character
from desktop_app.domain.message import Role
from desktop_app.ui.editors.inputs import Choice, Number, PartInput, TextInput
from desktop_app.ui.row_tree import RowTreeWidget
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8

MOST_DEPTH = 9999
MOST_NODES = 400
MOST_READ = 200_000
"""Letters of JSON that are read; what comes behind them is shown as it stands, by its beginning."""

LONGEST_TEXT = 300
DEEPEST = 12
ROW_HEIGHT = 32
ROWS_SHOWN = 6
FIRST_WIDTH = 180
_OURS = "talespan:"


class DepthPromptInput(PartInput):
    """A text, how far from the end it stands, and who says it: a ``DepthPrompt``; None where nothing is said."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        translate = QCoreApplication.translate
        self.text = TextInput(2, 10)
        self.distance = Number(0, MOST_DEPTH)
        self.role = Choice(
            [
                (Role.SYSTEM, translate("DepthPromptInput", "as the system")),
                (Role.USER, translate("DepthPromptInput", "as you")),
                (Role.ASSISTANT, translate("DepthPromptInput", "as the character")),
            ]
        )
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(plain_label(translate("DepthPromptInput", "Messages from the end"), look="secondary"))
        row.addWidget(self.distance)
        row.addWidget(self.role)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self.text)
        layout.addLayout(row)
        self.setFocusProxy(self.text)
        for part in (self.text, self.distance, self.role):
            part.edited.connect(self.edited)

    def name_parts(self, label: str) -> None:
        """The text, how far from the end, and who says it."""
        translate = QCoreApplication.translate
        self.text.setAccessibleName(label)
        self.distance.setAccessibleName(translate("DepthPromptInput", "Messages from the end"))
        self.role.setAccessibleName(translate("DepthPromptInput", "Said as"))

    def value(self) -> DepthPrompt | None:
        """As it stands there."""
        text = self.text.value()
        return DepthPrompt(text, self.distance.value(), self.role.value()) if text.strip() else None

    def show_value(self, value: DepthPrompt | None) -> None:
        """Where nothing is said, the usual depth stands ready."""
        shown = value or DepthPrompt("", DEPTH_OF_PROMPT, Role.SYSTEM)
        self.text.show_value(shown.text)
        self.distance.show_value(shown.depth)
        self.role.show_value(shown.role)


def read_depth_prompt(character: Character) -> DepthPrompt | None:
    """What the card says at a depth."""
    found = depth_prompt(character)
    return found if found is not None and found.text.strip() else None


def with_depth_prompt(extensions: Mapping[str, str], prompt: DepthPrompt | None) -> dict[str, str]:
    """The extensions with this one; what else a program keeps in it stays."""
    made = {name: text for name, text in extensions.items() if name != DEPTH_PROMPT}
    if prompt is None:
        return made
    kept = _parsed(extensions.get(DEPTH_PROMPT, ""))
    known = cast("dict[str, Any]", kept) if isinstance(kept, dict) else {}
    said = {**known, "prompt": prompt.text, "depth": prompt.depth, "role": prompt.role.value}
    return {**made, DEPTH_PROMPT: json.dumps(said, ensure_ascii=False, separators=(",", ":"))}


class ExtensionsView(PartInput):
    """What other programs keep in a card, as a tree to look at; it goes out again as it came."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._value: Mapping[str, str] = {}
        super().__init__(parent)
        translate = QCoreApplication.translate
        self.tree = _tree([translate("ExtensionsView", "Name"), translate("ExtensionsView", "Value")])
        self._none = plain_label(translate("ExtensionsView", "Nothing."), look="muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree)
        layout.addWidget(self._none)

    def name_parts(self, label: str) -> None:
        """The tree."""
        self.tree.setAccessibleName(label)

    def value(self) -> Mapping[str, str]:
        """As it was shown."""
        return self._value

    def show_value(self, value: Mapping[str, str]) -> None:
        """The members by name, without what is this program's own book-keeping."""
        self._value = value
        self.tree.clear()
        left, letters = MOST_NODES, MOST_READ
        for name, text in value.items():
            if not name.startswith(_OURS) and left > 0:
                letters -= len(text)
                said = _parsed(text) if letters >= 0 else text
                left = _grow(self.tree.invisibleRootItem(), name, said, left, 0)
        shown = self.tree.topLevelItemCount() > 0
        _fit(self.tree, ROWS_SHOWN)
        self.tree.setVisible(shown)
        self._none.setVisible(not shown)


class DatesView(PartInput):
    """When a card was made and changed, here and by its author (Unix milliseconds; the author's in seconds)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._value = (0, 0, 0, 0)
        super().__init__(parent)
        self.label: QLabel = plain_label(look="secondary", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.label)

    def value(self) -> tuple[int, int, int, int]:
        """As it was shown."""
        return self._value

    def show_value(self, value: tuple[int, int, int, int]) -> None:
        """Created here, changed here, created and changed by the author; 0 says nothing."""
        self._value = value
        translate = QCoreApplication.translate
        lines = [
            (value[0], translate("DatesView", "Here since {date}")),
            (value[1], translate("DatesView", "Last changed here {date}")),
            (1000 * value[2], translate("DatesView", "Made by its author {date}")),
            (1000 * value[3], translate("DatesView", "Changed by its author {date}")),
        ]
        self.label.setText("\n".join(line.format(date=date_of(time)) for time, line in lines if time) or "–")


def date_of(time: int) -> str:
    """A time in Unix milliseconds as the system writes it."""
    return QLocale().toString(QDateTime.fromMSecsSinceEpoch(time), QLocale.FormatType.ShortFormat)


def _tree(heads: list[str]) -> RowTreeWidget:
    tree = RowTreeWidget()
    tree.setHeaderLabels(heads)
    tree.setUniformRowHeights(True)
    tree.setSelectionMode(RowTreeWidget.SelectionMode.ExtendedSelection)
    tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    tree.header().setStretchLastSection(True)
    tree.header().resizeSection(0, FIRST_WIDTH)
    return tree


def _fit(tree: RowTreeWidget, rows: int) -> None:
    tree.setFixedHeight((min(rows, ROWS_SHOWN) + 1) * ROW_HEIGHT + 8)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _grow(parent: QTreeWidgetItem, name: str, value: Any, left: int, depth: int) -> int:
    """Adds a member with what is in it; returns how many more may be added."""
    node = QTreeWidgetItem(parent, [name[:LONGEST_TEXT], _said(value)])
    left -= 1
    if depth >= DEEPEST:
        return left
    if isinstance(value, dict):
        inner = [(str(key), item) for key, item in cast("dict[Any, Any]", value).items()]
    elif isinstance(value, list):
        inner = [(str(place + 1), item) for place, item in enumerate(cast("list[Any]", value))]
    else:
        return left
    for key, item in inner:
        if left <= 0:
            QTreeWidgetItem(node, ["…", ""])
            return 0
        left = _grow(node, key, item, left, depth + 1)
    return left


def _said(value: Any) -> str:
    if isinstance(value, dict | list):
        return ""
    text = value if isinstance(value, str) else json.dumps(value)
    return " ".join(text[:LONGEST_TEXT].split()) + ("…" if len(text) > LONGEST_TEXT else "")
