"""The inflected forms that were found: each to be accepted by a tick, with a word of the person's own in its place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

HEIGHT = 128
FORM, INSTEAD, COUNT = range(3)


class FormsTable(QTableWidget):
    """A row for each form; hidden where there are none.

    Signals:
        ticked: (form, on) its places are wanted, or not.
        worded: (form, instead) another word in its place.
    """

    ticked = Signal(str, bool)
    worded = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, COUNT + 1, parent)
        self.setAccessibleName(self.tr("Inflected forms"))
        self.setHorizontalHeaderLabels([self.tr("Form"), self.tr("In its place"), self.tr("Places")])
        self.verticalHeader().hide()
        self.setFixedHeight(HEIGHT)
        header = self.horizontalHeader()
        for column in (FORM, INSTEAD):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(COUNT, QHeaderView.ResizeMode.ResizeToContents)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.itemChanged.connect(self._on_changed)
        self.hide()

    def show_forms(self, forms: Sequence[tuple[str, str, int]]) -> None:
        """Other forms, none of them ticked."""
        self.blockSignals(True)
        self.setRowCount(len(forms))
        for row, (form, instead, count) in enumerate(forms):
            first, last = QTableWidgetItem(form), QTableWidgetItem(str(count))
            first.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            first.setCheckState(Qt.CheckState.Unchecked)
            last.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            for column, item in enumerate((first, QTableWidgetItem(instead), last)):
                self.setItem(row, column, item)
        self.blockSignals(False)
        self.setVisible(bool(forms))

    def _on_changed(self, item: QTableWidgetItem) -> None:
        form = self.item(item.row(), FORM)
        if form is None:
            return
        if item.column() == FORM:
            self.ticked.emit(form.text(), item.checkState() is Qt.CheckState.Checked)
        elif item.column() == INSTEAD:
            self.worded.emit(form.text(), item.text())
