"""The inflected forms that were found: each to be accepted by a tick, with a word of the person's own in its place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidgetItem, QWidget

from desktop_app.ui.row_tree import RowTreeWidget

LEAST_HEIGHT, HEIGHT = 72, 136
FORM, INSTEAD, COUNT = range(3)


class FormsTable(RowTreeWidget):
    """A row for each form; hidden where there are none.

    Signals:
        ticked: (form, on) its places are wanted, or not.
        worded: (form, instead) another word in its place.
    """

    ticked = Signal(str, bool)
    worded = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Inflected forms"))
        self.setHeaderLabels([self.tr("Form"), self.tr("In its place"), self.tr("Places")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setMinimumHeight(LEAST_HEIGHT)
        self.setMaximumHeight(HEIGHT)
        # The word in its place is typed: F2 or a double click. The form itself is what stands there.
        self.setEditTriggers(RowTreeWidget.EditTrigger.NoEditTriggers)
        header = self.header()
        header.setStretchLastSection(False)
        for column in (FORM, INSTEAD):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(COUNT, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(self._on_changed)
        self.itemDoubleClicked.connect(self._on_double_clicked)
        self.itemActivated.connect(self._on_activated)
        self.hide()

    def show_forms(self, forms: Sequence[tuple[str, str, int]]) -> None:
        """Other forms, none of them ticked."""
        self.blockSignals(True)
        self.clear()
        for form, instead, count in forms:
            item = QTreeWidgetItem([form, instead, self.locale().toString(count)])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(FORM, Qt.CheckState.Unchecked)
            self.addTopLevelItem(item)
        self.blockSignals(False)
        self.setVisible(bool(forms))

    def sizeHint(self) -> QSize:
        """As high as it may be."""
        return QSize(super().sizeHint().width(), HEIGHT)

    def _on_changed(self, item: QTreeWidgetItem, column: int) -> None:
        if column == FORM:
            self.ticked.emit(item.text(FORM), item.checkState(FORM) is Qt.CheckState.Checked)
        elif column == INSTEAD:
            self.worded.emit(item.text(FORM), item.text(INSTEAD))

    def _on_double_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if column == INSTEAD:
            self.editItem(item, INSTEAD)

    def _on_activated(self, item: QTreeWidgetItem, column: int) -> None:
        """Enter, wherever in the row."""
        del column
        self.editItem(item, INSTEAD)
