"""A list of texts of which one is open below: greetings, and notes that have a name (a language) each. Used by card forms.

A hundred of them cost one input. Rows are added, taken out, and moved by buttons and by Alt+Up and Alt+Down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QToolButton, QVBoxLayout, QWidget

from desktop_app.ui.editors.inputs import LineInput, PartInput, TextInput
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.theme import SPACE_4

ROWS_SHOWN = 4
ROW_HEIGHT = 32
PREVIEW_LENGTH = 120


class TextListInput(PartInput):
    """The texts in their order, as a tuple. ``first``: what the first of them is called; empty for no difference."""

    def __init__(self, icons: Icons, first: str = "", parent: QWidget | None = None) -> None:
        self._texts: list[str] = []
        self._open = -1
        self._showing = False
        super().__init__(parent)
        self._first = first
        self.list = QListWidget()
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = TextInput(3, 14)
        self._bar = QHBoxLayout()
        self._bar.setSpacing(SPACE_4)
        translate = QCoreApplication.translate
        self.add_button = self._button(icons, "plus", translate("TextListInput", "Add"), self.add)
        self.up_button = self._button(icons, "chevron-up", translate("TextListInput", "Up (Alt+Up)"), self.move_up)
        down = translate("TextListInput", "Down (Alt+Down)")
        self.down_button = self._button(icons, "chevron-down", down, self.move_down)
        self.remove_button = self._button(icons, "trash-2", translate("TextListInput", "Remove"), self.remove)
        self._bar.addStretch(1)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE_4)
        self._layout.addWidget(self.list)
        self._layout.addLayout(self._bar)
        self._layout.addWidget(self.text)
        self.setFocusProxy(self.text)
        self.list.currentRowChanged.connect(self._on_row)
        self.text.edited.connect(self._on_text)
        for keys, slot in (("Alt+Up", self.move_up), ("Alt+Down", self.move_down)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self._show(0)

    def value(self) -> Any:
        """The texts that say something; the first stays the first, also where it is empty."""
        kept = [text for place, text in enumerate(self._texts) if text.strip() or (self._first and place == 0)]
        return tuple(kept)

    def show_value(self, value: Sequence[str]) -> None:
        """From the first."""
        if tuple(value) == tuple(self._texts):
            return
        place = self._open if len(value) == len(self._texts) else 0
        self._texts = list(value)
        self._show(place)

    def name_parts(self, label: str) -> None:
        """The list, and what is open of it."""
        self.list.setAccessibleName(label)
        self.text.setAccessibleName(QCoreApplication.translate("TextListInput", "{label}: text").format(label=label))

    def add(self) -> None:
        """Another, behind all; written at once."""
        self._texts.append("")
        self._show(len(self._texts) - 1)
        self.text.setFocus()

    def remove(self) -> None:
        """The one that is open."""
        if 0 <= self._open < len(self._texts):
            del self._texts[self._open]
            self._show(min(self._open, len(self._texts) - 1))
            self.edited.emit()

    def move_up(self) -> None:
        """The one that is open goes before the one before it."""
        self._swap(-1)

    def move_down(self) -> None:
        """The one that is open goes behind the next."""
        self._swap(1)

    def _swap(self, by: int) -> None:
        other = self._open + by
        if 0 <= self._open < len(self._texts) and 0 <= other < len(self._texts):
            self._texts[self._open], self._texts[other] = self._texts[other], self._texts[self._open]
            self._show(other)
            self.edited.emit()

    def _show(self, place: int) -> None:
        if self._first and not self._texts:
            self._texts, place = [""], 0
        self._showing = True
        self.list.clear()
        self.list.addItems([self._title(number) for number in range(len(self._texts))])
        for number in range(len(self._texts)):
            self.list.item(number).setSizeHint(QSize(0, ROW_HEIGHT))
        self.list.setCurrentRow(place)
        self._showing = False
        rows = min(ROWS_SHOWN, len(self._texts))
        self.list.setFixedHeight(rows * ROW_HEIGHT + 4)
        self.list.setVisible(len(self._texts) > (1 if self._first else 0))
        self._open_row(place)

    def _open_row(self, place: int) -> None:
        self._open = place if 0 <= place < len(self._texts) else -1
        self.text.setVisible(self._open >= 0)
        if self._open >= 0 and self.text.toPlainText() != self._texts[self._open]:
            self.text.show_value(self._texts[self._open])
        several = len(self._texts) > 1
        self.up_button.setVisible(several)
        self.down_button.setVisible(several)
        self.up_button.setEnabled(self._open > 0)
        self.down_button.setEnabled(0 <= self._open < len(self._texts) - 1)
        self.remove_button.setVisible(several or (self._open >= 0 and not self._first))

    def _title(self, place: int) -> str:
        said = " ".join(self._texts[place][:PREVIEW_LENGTH].split())
        if place == 0 and self._first:
            return f"{self._first}: {said}" if said else self._first
        return f"{QLocale().toString(place + 1)}. {said}"

    def _on_row(self, place: int) -> None:
        if not self._showing:
            self._open_row(place)

    def _on_text(self) -> None:
        if self._open >= 0:
            self._texts[self._open] = self.text.value()
            self.list.item(self._open).setText(self._title(self._open))
            self.edited.emit()

    def _button(self, icons: Icons, icon: str, name: str, done: Any) -> QToolButton:
        button = QToolButton()
        icons.bind(button, icon)
        button.setAccessibleName(name)
        set_plain_tooltip(button, name)
        button.clicked.connect(lambda _checked=False: done())
        self._bar.addWidget(button)
        return button


class NamedTextsInput(TextListInput):
    """Texts with a name each, as a mapping: notes by language. A name that is there already is not taken."""

    def __init__(self, icons: Icons, name: str, parent: QWidget | None = None) -> None:
        """``name``: what the names are, for a screen reader and as a hint in the empty field."""
        self._names: list[str] = []
        super().__init__(icons, "", parent)
        self.name = LineInput()
        self.name.setMaximumWidth(160)
        self.name.setMaxLength(40)
        self.name.setPlaceholderText(name)
        self.name.setAccessibleName(name)
        self.name.edited.connect(self._on_name)
        self._layout.insertWidget(2, self.name)
        self._open_row(self._open)

    def value(self) -> dict[str, str]:
        """Those that have both a name and a text."""
        return {name: text for name, text in zip(self._names, self._texts, strict=True) if name and text.strip()}

    def show_value(self, value: Mapping[str, str]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - inputs differ in their values
        """In their order."""
        self._names = list(value)
        self._texts = list(value.values())
        self._show(min(max(self._open, 0), len(self._texts) - 1))

    def name_parts(self, label: str) -> None:
        """The names too."""
        super().name_parts(label)
        self.name.setAccessibleName(f"{label}: {self.name.placeholderText()}")

    def add(self) -> None:
        """Another; its name is written first."""
        self._names.append("")
        super().add()
        self.name.setFocus()

    def remove(self) -> None:
        """The one that is open."""
        if 0 <= self._open < len(self._names):
            del self._names[self._open]
        super().remove()

    def _swap(self, by: int) -> None:
        here, other = self._open, self._open + by
        if 0 <= here < len(self._names) and 0 <= other < len(self._names):
            self._names[here], self._names[other] = self._names[other], self._names[here]
        super()._swap(by)

    def _title(self, place: int) -> str:
        said = " ".join(self._texts[place][:PREVIEW_LENGTH].split())
        return f"{self._names[place]}: {said}" if self._names[place] else said

    def _open_row(self, place: int) -> None:
        super()._open_row(place)
        if hasattr(self, "name"):
            self.name.setVisible(self._open >= 0)
            if self._open >= 0:
                self.name.show_value(self._names[self._open])

    def _on_name(self) -> None:
        name = self.name.value()
        if self._open >= 0 and name not in self._names:
            self._names[self._open] = name
            self.list.item(self._open).setText(self._title(self._open))
            self.edited.emit()
