"""*New segment of the summary every N messages*: automatic or a number, and what either means. For the settings and for one chat."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services.compress_advice import LEAST_EVERY, MOST_EVERY
from desktop_app.ui.editors.inputs import Choice, Number
from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_4, SPACE_8

USUAL = 10


def every_label() -> str:
    """What the field is called."""
    return QCoreApplication.translate("EveryInput", "New segment of the summary every N messages")


class EveryInput(QWidget):
    """``automatic`` is what None is called. The number stands ready beside it.

    Signals:
        edited: the person wants something else.
    """

    edited = Signal()

    def __init__(self, automatic: str, *, hint: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = Choice(((False, automatic), (True, self.tr("A number of its own"))))
        self._number = Number(LEAST_EVERY, MOST_EVERY)
        self._number.setKeyboardTracking(False)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(self._kind, 1)
        row.addWidget(self._number)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addLayout(row)
        self._hint = plain_label(
            self.tr("Smaller: more often, dearer, denser context. Larger: cheaper, more risk of overflow."),
            look="secondary",
            wrap=True,
        )
        self._hint.setVisible(hint)
        layout.addWidget(self._hint)
        self.setFocusProxy(self._kind)
        self._kind.edited.connect(self._on_kind)
        self._number.edited.connect(self.edited)
        self.show_value(None)

    def value(self) -> int | None:
        """What stands there."""
        return self._number.value() if self._kind.value() else None

    def show_value(self, every: int | None, usual: int | None = None) -> None:
        """What is stored now; tells nobody. ``usual``: the number that stands ready where there is none."""
        self._kind.show_value(every is not None)
        self._number.show_value(every if every is not None else usual or USUAL)
        self._number.setVisible(every is not None)

    def show_automatic(self, text: str) -> None:
        """Calls None otherwise."""
        self._kind.show_options(((False, text), (True, self.tr("A number of its own"))))

    def _on_kind(self) -> None:
        self._number.setVisible(bool(self._kind.value()))
        self.edited.emit()
