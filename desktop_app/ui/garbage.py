"""Looks for garbage between two events of the GUI thread, and nowhere else. Made by ``run`` for as long as there is a window.

Left alone, Python looks for it wherever something is made. In a thread that reads the database it may then find a widget,
whose end in another thread than its own ends the program; and while Qt walks over all widgets with a new style sheet, a
``changeEvent`` in Python may find one of those that Qt still has on its list. Both are segmentation faults, seen in tests.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

# Objects made and not yet gone, then searches of the generation before. Python's own (700, 10, 10) would stop every thread
# for up to 50 ms, ten times as often, while a plan is made with each key.
THRESHOLDS = (10_000, 20, 20)

INTERVAL_MS = 200

# Searching older generations takes tenths of a second in a long chat, and the youngest is as large as a plan, of which one
# comes with each key and the one before goes by itself: they wait for a quiet moment, but not for ever.
LONGEST_WAIT = 3
LONGEST_WAIT_OF_YOUNGEST = 20


class GarbageSearch(QObject):
    """Takes the search for garbage from Python as soon as it is made; searches from ``start`` on."""

    def __init__(self, parent: QObject) -> None:
        """``parent`` lives in the GUI thread."""
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        self._is_quiet: Callable[[], bool] = lambda: True

    def start(self, is_quiet: Callable[[], bool]) -> None:
        """Call it when all is imported: that stays for good, and no later search has to go through it.

        ``is_quiet``: whether the person does nothing just now.
        """
        self._is_quiet = is_quiet
        gc.freeze()
        self._timer.start()

    def look(self) -> None:
        """Searches the oldest generation whose time has come, and with it all younger ones."""
        patience = (1, 1, 1) if self._is_quiet() else (LONGEST_WAIT_OF_YOUNGEST, LONGEST_WAIT, LONGEST_WAIT)
        for generation, wait in reversed(tuple(enumerate(patience))):
            if gc.get_count()[generation] > THRESHOLDS[generation] * wait:
                gc.collect(generation)
                return
