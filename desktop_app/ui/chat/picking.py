"""Several messages chosen to do something with all of them: by Ctrl and Shift with the mouse or the keyboard.

They are the selection of the view's own selection model, so that they stay chosen while rows move, and a screen reader hears
of them. Used by ``chat_view``; text is selected elsewhere (``text_selection``).
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from desktop_app.domain.chat import BranchRow
from desktop_app.ui.chat.chat_model import ChatModel

_FLAG = QItemSelectionModel.SelectionFlag


class Picking(QObject):
    """The chosen rows.

    Signals:
        changed: others are chosen.
    """

    changed = Signal()

    def __init__(self, selection: QItemSelectionModel, model: ChatModel, parent: QObject) -> None:
        super().__init__(parent)
        self._selection = selection
        self._model = model
        self._anchor = -1
        selection.selectionChanged.connect(self.changed)
        model.modelReset.connect(self._on_reset)
        parent.installEventFilter(self)

    @property
    def any(self) -> bool:
        """Whether rows are chosen."""
        return self._selection.hasSelection()

    def rows(self) -> list[BranchRow]:
        """The chosen messages in their order, without deleted ones."""
        numbers = sorted(index.row() for index in self._selection.selectedIndexes())
        return [row for row in map(self._model.row, numbers) if not row.flags.deleted]

    def meant(self, row: int, selected: range) -> list[BranchRow]:
        """What an action on a row is for.

        The chosen messages where it is one of them; else those whose text is ``selected``, if it is; else it alone.
        """
        if self.has(row):
            return self.rows()
        rows = selected if row in selected else range(row, row + 1)
        return [light for light in map(self._model.row, rows) if not light.flags.deleted]

    def has(self, row: int) -> bool:
        """Whether a row is chosen."""
        return self._selection.isSelected(self._model.index(row))

    def toggle(self, row: int) -> None:
        """Chooses a row besides, or no longer; the next range begins there."""
        self._anchor = row
        self._selection.select(self._model.index(row), _FLAG.Toggle)

    def extend(self, row: int, start: int = -1) -> None:
        """Chooses all rows from where choosing began (else from ``start``) to this one, and no others."""
        if not self.any or self._anchor < 0:
            self._anchor = start if start >= 0 else row
        first, last = sorted((min(self._anchor, self._model.rowCount() - 1), row))
        self._selection.select(QItemSelection(self._model.index(first), self._model.index(last)), _FLAG.ClearAndSelect)

    def clear(self) -> None:
        """Chooses none."""
        self._anchor = -1
        if self.any:
            self._selection.clearSelection()

    def _on_reset(self) -> None:
        """Another chat; Qt forgets the selection and tells nobody."""
        self._anchor = -1
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """While messages are chosen, Esc ends that, whatever shortcut it is of besides."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.any
        ):
            event.accept()
        return super().eventFilter(watched, event)
