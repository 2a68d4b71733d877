"""The fields that change many entries of a lorebook at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.editors.bulk_panel import BulkPanel, NumberLine
from desktop_app.ui.editors.inputs import Choice
from desktop_app.ui.editors.lore_words import position_names

LARGEST = 1_000_000

DEPTHS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
"""Numbers of messages that are offered for many entries at once."""


def add_entry_fields(panel: BulkPanel, changed_words: Callable[[int], str]) -> None:
    """Switches, place, order, priority, and how keys are compared. ``changed_words``: what was done to so many."""
    translate = QCoreApplication.translate
    yes_no = [(True, translate("EntriesBulk", "Yes")), (False, translate("EntriesBulk", "No"))]
    when = [(False, translate("EntriesBulk", "By keyword")), (True, translate("EntriesBulk", "Always on"))]
    as_book = [(None, translate("EntriesBulk", "As the book")), *yes_no]
    depths = [(None, translate("EntriesBulk", "As the book")), *((depth, str(depth)) for depth in DEPTHS)]
    fields: list[tuple[str, str, Choice | NumberLine]] = [
        ("enabled", translate("EntriesBulk", "Switched on"), Choice(yes_no)),
        ("constant", translate("EntriesBulk", "When"), Choice(when)),
        ("position", translate("EntriesBulk", "Position"), Choice(position_names())),
        ("scan_depth", translate("EntriesBulk", "Newest messages that are read"), Choice(depths)),
        ("insertion_order", translate("EntriesBulk", "Order"), NumberLine(-LARGEST, LARGEST)),
        ("priority", translate("EntriesBulk", "Priority"), NumberLine(-LARGEST, LARGEST)),
        ("probability", translate("EntriesBulk", "Probability (percent)"), NumberLine(0, 100)),
        ("case_sensitive", translate("EntriesBulk", "Capitals matter"), Choice(as_book)),
        ("whole_words", translate("EntriesBulk", "Whole words only"), Choice(as_book)),
        ("inflected", translate("EntriesBulk", "Other forms of the words too"), Choice(as_book)),
    ]
    for name, label, control in fields:
        panel.add(name, label, control, changed_words)
