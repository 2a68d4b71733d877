"""The form of a lorebook entry: six fields, a test of the keys, and every other option in groups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.context.decorators import Value, read_decorators
from desktop_app.domain.lore import Lorebook, LorebookEntry, Position
from desktop_app.ui.dialogs.fields import Field
from desktop_app.ui.editors.entry_more import add_more, inherit
from desktop_app.ui.editors.form import Form
from desktop_app.ui.editors.inputs import Choice, LineInput, LinesInput, Number, TextInput, Tick
from desktop_app.ui.editors.key_test import KeyTest
from desktop_app.ui.editors.lore_words import pattern_fault, position_names, role_names
from desktop_app.ui.icons import Icons
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_12

LARGEST = 1_000_000


class EntryForm(Form[LorebookEntry]):
    """One entry.

    Attributes:
        key_test: where the keys are found in the open chat.

    Signals:
        looked_at: (entry) as it stands in the form: try its keys.
    """

    looked_at = Signal(object)

    def __init__(self, icons: Icons) -> None:
        super().__init__(icons)
        self.key_test = KeyTest(icons)
        self._of_filter = ("only_for.characters", "only_for.tags", "only_for.exclude")
        self.add("name", self.tr("Name"), LineInput(), self.tr("For you only; the model never sees it."))
        how = Choice([(False, self.tr("By keyword")), (True, self.tr("Always on"))])
        self._how = self.add("constant", self.tr("When"), how)
        help_text = self.tr("One on a line; any of them is enough. /…/i is a pattern. A comma is a part of the key.")
        self._keys = self.add("keys", self.tr("Keys"), LinesInput(2, 8), help_text)
        self.body.addWidget(self.key_test)
        self.add("content", self.tr("Content"), TextInput(4, 16), self.tr("What the model is told."))
        self._decorators = plain_label(look="secondary", wrap=True)
        self.body.addWidget(self._decorators)
        place = self._beside(
            self.add("position", self.tr("Position"), Choice(position_names())),
            self.add("insertion_order", self.tr("Order"), Number(-LARGEST, LARGEST), self.tr("Lower is higher up.")),
        )
        self.body.addWidget(place)
        depth_help = self.tr("Messages from the end: 0 is behind yours.")
        self._depth = self.add("depth", self.tr("Depth"), Number(0, LARGEST), depth_help)
        self._role = self.add("role", self.tr("Said by"), Choice(role_names()))
        self._at_depth = self._beside(self._depth, self._role)
        self.body.addWidget(self._at_depth)
        outlet_help = self.tr("It stands where {{outlet::this name}} is written.")
        self._outlet = self.add("outlet", self.tr("Name of the outlet"), LineInput(), outlet_help)
        self.add_tick("enabled", Tick(self.tr("Switched on")))
        add_more(self)

    def show_book(self, book: Lorebook) -> None:
        """What options say that are left to the book."""
        inherit(self, book)

    def problems(self, item: LorebookEntry) -> dict[str, str]:
        """An outlet has a name, and a text there is."""
        problems: dict[str, str] = {}
        if item.position is Position.OUTLET and not item.outlet:
            problems["outlet"] = self.tr("A name is needed.")
        if not (item.content.strip() or item.name or item.keys):
            problems["content"] = self.tr("An entry says something.")
        return problems

    def refresh(self) -> None:
        """Fields that mean something now, and the keys are tried."""
        item = self.item()
        self._keys.setVisible(not item.constant)
        self._at_depth.setVisible(item.position is Position.AT_DEPTH)
        self._outlet.setVisible(item.position is Position.OUTLET)
        self._show_decorators(item)
        self._show_bad_patterns(item)
        self.looked_at.emit(item)

    def _show_bad_patterns(self, item: LorebookEntry) -> None:
        """It is said and hinders nothing: an imported book may have patterns of another language."""
        for name, field in (("keys", self._keys), ("secondary_keys", self._fields["secondary_keys"])):
            faults = [pattern_fault(key) for key in getattr(item, name)]
            field.show_error(next(filter(None, faults), ""))

    def _show_decorators(self, item: LorebookEntry) -> None:
        """What the lines with @@ at the beginning say; they are kept, and never sent."""
        decorators, _ = read_decorators(item.content)
        said = " · ".join(f"{decorator.name} {_said(decorator.value)}".strip() for decorator in decorators)
        self._decorators.setText(self.tr("Decorators at its beginning: {decorators}").format(decorators=said))
        self._decorators.setVisible(bool(decorators))

    def changed(self, item: LorebookEntry, changes: dict[str, Any]) -> LorebookEntry:
        """Three fields are of the filter."""
        of_filter = {name.partition(".")[2]: changes.pop(name) for name in self._of_filter if name in changes}
        if of_filter:
            changes["only_for"] = replace(item.only_for, **of_filter)
        return super().changed(item, changes)

    def read(self, item: LorebookEntry, name: str) -> Any:
        """Three fields are of the filter."""
        owner, _, part = name.rpartition(".")
        return getattr(item.only_for if owner else item, part)

    def _beside(self, *fields: Field) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        for field in fields:
            layout.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
        return row


def _said(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is True else str(value)
