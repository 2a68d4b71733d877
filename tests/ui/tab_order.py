"""The way of the Tab key through a window, and where it leaves the reading order. For tests of dialogs and pages."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget


def tab_stops(window: QWidget) -> list[QWidget]:
    """What Tab stops at, in its order."""
    stops: list[QWidget] = []
    widget = window.nextInFocusChain()
    while widget is not None and widget is not window:
        takes_tab = Qt.FocusPolicy(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
        inside = window.isAncestorOf(widget) and widget.window() is window
        if takes_tab and inside and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None:
            stops.append(widget)
        widget = widget.nextInFocusChain()
    return stops


def steps_back(stops: list[QWidget]) -> list[tuple[str, str]]:
    """The steps that go up without going on to another column, by the names of both ends."""
    return [
        (_name(before), _name(after))
        for before, after in pairwise(stops)
        if _place(after).bottom() < _place(before).top() and _place(after).left() < _place(before).right()
    ]


def _place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName() or getattr(widget, 'text', str)()}".strip()
