"""A tooltip above its widget: below the strategy selector stands what a candidate would change, and must stay to be seen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from desktop_app.ui.text import plain_tooltip
from desktop_app.ui.theme import SPACE_4

TIP_CLASS = "QTipLabel"
"""Qt's own name for its tooltips; Qt puts them below the mouse and offers no other place."""


def show_tip_above(widget: QWidget, place: QPoint, text: str, rect: QRect) -> None:
    """Shows ``text`` as long as the mouse is in ``rect`` of ``widget``. ``place`` is where the mouse is, global."""
    QToolTip.showText(place, plain_tooltip(text), widget, rect)
    top = widget.mapToGlobal(QPoint(0, 0)).y()
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and window.inherits(TIP_CLASS):
            window.move(window.x(), top - window.height() - SPACE_4)
