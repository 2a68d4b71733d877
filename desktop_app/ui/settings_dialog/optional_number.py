"""A number that may be left to the server: a box to check, and the number beside it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QWidget

from desktop_app.ui.theme import SPACE_8

STEP = 0.05
DECIMALS = 2


class OptionalNumber(QWidget):
    """Shows None as an unchecked box, with ``usual`` ready beside it.

    Signals:
        changed: (float or None) the person wants another value.
    """

    changed = Signal(object)

    def __init__(self, least: float, most: float, usual: float, parent: QWidget | None = None) -> None:
        self._showing = False
        super().__init__(parent)
        self._usual = usual
        self._set = QCheckBox(self.tr("Set it"))
        self._number = QDoubleSpinBox()
        self._number.setRange(least, most)
        self._number.setSingleStep(STEP)
        self._number.setDecimals(DECIMALS)
        self._number.setKeyboardTracking(False)
        self._number.lineEdit().setTextMargins(SPACE_8, 0, 0, 0)  # the style sheet cannot say it
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self._set)
        layout.addWidget(self._number)
        layout.addStretch(1)
        self.setFocusProxy(self._set)
        self._set.toggled.connect(self._number.setEnabled)
        self._set.toggled.connect(self._tell)
        self._number.valueChanged.connect(self._tell)

    def show_value(self, value: float | None) -> None:
        """What is stored now; tells nobody."""
        self._showing = True
        self._set.setChecked(value is not None)
        self._number.setEnabled(value is not None)
        self._number.setValue(self._usual if value is None else value)
        self._showing = False

    def value(self) -> float | None:
        """What stands there."""
        return round(self._number.value(), DECIMALS) if self._set.isChecked() else None

    def set_label(self, label: str) -> None:
        """What a screen reader calls both parts."""
        self._set.setAccessibleName(f"{label}: {self._set.text()}")
        self._number.setAccessibleName(label)

    def _tell(self) -> None:
        if not self._showing:
            self.changed.emit(self.value())
