"""Many things chosen at once: their common values, each field changing all of them as soon as it is changed.

Shown by the pages of lorebooks and of memory in the place of the form. It asks no service: the page stores, in one step that
can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.form import FormArea
from desktop_app.ui.editors.inputs import Choice, LineInput
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8, SPACE_12

IN_ROW = 2

LEAST_FIELD = 90
"""Pixels: two beside each other have room in the narrowest window."""


class NumberLine(LineInput):
    """A whole number, or nothing where there are several; it counts when it is entered or left."""

    def __init__(self, least: int, most: int, parent: QWidget | None = None) -> None:
        self._shown = ""
        super().__init__(parent)
        self.textEdited.disconnect(self.edited)
        self.setValidator(QIntValidator(least, most, self))
        self.setMaximumWidth(160)
        self.editingFinished.connect(self._on_finished)

    def value(self) -> int | None:  # pyright: ignore[reportIncompatibleMethodOverride] - inputs differ in their values
        """None for nothing."""
        return int(self.text()) if self.hasAcceptableInput() else None

    def show_value(self, value: int | None) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as above
        """Nothing for None."""
        super().show_value("" if value is None else str(value))
        self._shown = self.text()

    def _on_finished(self) -> None:
        if self.text() != self._shown and self.hasAcceptableInput():
            self._shown = self.text()
            self.edited.emit()


class BulkPanel(QWidget):
    """Fields over many things.

    Signals:
        changed: (sentence, function) every chosen thing becomes what the function makes of it.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._things: Sequence[Any] = ()
        self._fields: list[tuple[Choice | NumberLine, str]] = []
        super().__init__(parent)
        self.title = plain_label(look="title", wrap=True)
        self._hint = plain_label(
            self.tr("What is changed here is changed in all of them. Ctrl+Z takes it back in one step."),
            look="secondary",
            wrap=True,
        )
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, SPACE_12, SPACE_12)
        self._column.setSpacing(SPACE_12)
        self._column.addWidget(self.title)
        self._column.addWidget(self._hint)
        self._row: QHBoxLayout | None = None
        area = FormArea()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        area.take(self._body)

    def add(self, name: str, label: str, control: Choice | NumberLine, sentence: Callable[[int], str]) -> None:
        """A field over the part ``name`` of each thing, a dataclass; ``sentence``: what is said of so many changed ones."""
        control.setPlaceholderText(self.tr("different"))
        control.setMinimumWidth(LEAST_FIELD)
        if self._row is None:
            self._row = QHBoxLayout()
            self._row.setSpacing(SPACE_12)
            self._column.addLayout(self._row)
        field = Field(label, control)
        for text in field.findChildren(QLabel):
            text.setWordWrap(True)
        self._row.addWidget(field, 1, Qt.AlignmentFlag.AlignBottom)
        if self._row.count() == IN_ROW:
            self._row = None
        self._fields.append((control, name))
        control.edited.connect(lambda: self._on_edited(name, control.value(), sentence))

    def add_buttons(self, buttons: Iterable[QWidget]) -> None:
        """What else can be done with all of them."""
        grid = QGridLayout()
        grid.setSpacing(SPACE_8)
        for number, button in enumerate(buttons):
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)
            grid.addWidget(button, number // IN_ROW, number % IN_ROW)
        grid.setColumnStretch(IN_ROW, 1)
        self._column.addLayout(grid)

    def show_things(self, title: str, things: Sequence[Any]) -> None:
        """The things that are chosen now; fields show what all of them have in common."""
        self.title.setText(title)
        self._things = things
        for control, name in self._fields:
            values = [getattr(thing, name) for thing in things]
            same = bool(values) and all(value == values[0] for value in values)
            if isinstance(control, Choice):
                control.show_value(values[0] if same else _NOTHING)
            else:
                control.show_value(values[0] if same else None)

    def _on_edited(self, name: str, value: Any, sentence: Callable[[int], str]) -> None:
        def edit(thing: Any) -> Any:
            return replace(thing, **{name: value})

        self.changed.emit(sentence(len(self._things)), edit)


class _Nothing:
    """No value of any choice."""


_NOTHING = _Nothing()
