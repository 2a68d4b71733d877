"""The line above the tree: what is looked for, and whether only what is out is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from desktop_app.ui.icons import Icons
from desktop_app.ui.text import set_plain_tooltip
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12

PAUSE_MS = 120
"""From the last letter until the rows are looked through."""


class SearchRow(QWidget):
    """A search field and a switch.

    Signals:
        changed: (words, only what is out)
        left: Esc or the down key: the keyboard goes back to the rows.
    """

    changed = Signal(str, bool)
    left = Signal()

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = _Field(parent=self)
        self.field.setPlaceholderText(self.tr("Find in the context"))
        self.field.setAccessibleName(self.tr("Find in the context"))
        self.field.setClearButtonEnabled(True)
        glass = self.field.addAction(icons.icon("search"), LineEdit.ActionPosition.LeadingPosition)
        glass.setText(self.tr("Find in the context"))
        icons.bind(glass, "search")
        self.only_out = QToolButton(self)
        self.only_out.setCheckable(True)
        icons.bind(self.only_out, "list-filter")
        self.only_out.setAccessibleName(self.tr("Only what is left out"))
        set_plain_tooltip(self.only_out, self.tr("Only what is left out"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_4)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.only_out)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.field.textChanged.connect(self._on_typed)
        self.field.left.connect(self._on_left)
        self.only_out.toggled.connect(self._tell)

    def type(self, text: str) -> None:
        """Somebody began to type where the rows are."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.setText(text)

    def clear(self) -> None:
        """Shows everything again."""
        self.field.clear()
        self.only_out.setChecked(False)
        self._tell()

    def _on_typed(self) -> None:
        self._pause.start()

    def _tell(self) -> None:
        self._pause.stop()
        self.changed.emit(self.field.text(), self.only_out.isChecked())

    def _on_left(self, is_done: bool) -> None:
        if is_done:
            self.field.clear()
        self.left.emit()


class _Field(LineEdit):
    """Esc empties it and leaves; the down key and Enter go to the rows.

    Signals:
        left: (whether the search is over)
    """

    left = Signal(bool)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        """Leaves, or types."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit(True)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit(False)
        else:
            super().keyPressEvent(event)
