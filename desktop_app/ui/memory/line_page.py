"""What the pages of memory have in common: a list of lines that the keyboard walks in, and a sentence where it is empty."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from desktop_app.ui.icons import Icons
from desktop_app.ui.memory.lines import LINE_ROLE, Line, LineDelegate, LineModel
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import AppTheme


class LinePage(QWidget):
    """Lines and the chosen one. The page itself lays out ``_view`` and ``_empty``.

    Signals:
        chosen_changed: another line is looked at.
    """

    chosen_changed = Signal()

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget | None = None) -> None:
        self._waits_for_lines = False
        super().__init__(parent)
        self._model = LineModel(lambda _message_id: "", self)
        self._view = QListView()
        self._view.setModel(self._model)
        self._view.setItemDelegate(LineDelegate(theme, icons, self))
        self._view.setUniformItemSizes(True)
        self._view.setMouseTracking(True)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._empty = plain_label(look="muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._view.selectionModel().currentChanged.connect(self.chosen_changed)

    def set_lines(self, lines: Sequence[Line], empty: str) -> None:
        """What there is; ``empty`` is said where nothing is. The keyboard stays where it was."""
        chosen, row = self.chosen_id(), self._view.currentIndex().row()
        self._model.set_lines(lines)
        self._view.setVisible(bool(lines))
        self._empty.setVisible(not lines)
        self._empty.setText(empty)
        found = self._model.row_of(chosen)
        index = self._model.index(found if found >= 0 else min(max(row, 0), len(lines) - 1))
        if index.isValid():
            self._view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if self._waits_for_lines and lines:
            self.focus_list()
        self.chosen_changed.emit()

    def chosen_id(self) -> str:
        """Of the chosen line; empty for none."""
        line = self._view.currentIndex().data(LINE_ROLE)
        return line.id if isinstance(line, Line) else ""

    def lines(self) -> list[Line]:
        """All rows of the list."""
        return [self._model.index(row).data(LINE_ROLE) for row in range(self._model.rowCount())]

    def say(self, sentence: str) -> None:
        """Something went wrong: it is said where the list is."""
        self._empty.setText(sentence)
        self._empty.setVisible(True)

    def focus_list(self) -> None:
        """The keyboard walks in the list, as soon as there is one."""
        self._waits_for_lines = not self._model.rowCount()
        self._view.setFocus()
