"""The way of the Tab key through a window, and where it leaves the reading order. For tests of dialogs and pages.

Pressed, not read from the window: PySide 6.11 crashes later where ``nextInFocusChain`` has wrapped the parts of a large window.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

# More than any window has.
_MOST = 100


def tab_stops(window: QWidget) -> list[QWidget]:
    """What Tab stops at, in its order, once around from the stop that is nearest to the upper left corner."""
    stops: list[QWidget] = []
    while (stop := window.focusWidget()) not in stops and len(stops) < _MOST:
        stops.append(stop)
        QTest.keyClick(stop, Qt.Key.Key_Tab)
    first = min(range(len(stops)), key=lambda number: _place(stops[number]).topLeft().manhattanLength())
    return stops[first:] + stops[:first]


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
