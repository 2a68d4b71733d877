"""Collects the pieces of streaming answers and hands them on at most 30 times a second.

A model can send hundreds of tokens in a second; each hand-on lays a row out and paints it. Used by ``chat_presenter``.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

FLUSH_EVERY_MS = 34
"""At most 30 times a second."""

REST = 3
"""How many times longer than a hand-on took, the window is left alone afterwards: a hostile text may be slow to lay out."""

Flush = Callable[[str, str, str], None]


class StreamBuffer(QObject):
    """``flush(message_id, text, reasoning)`` gets what came since the last time, each piece once and in order."""

    def __init__(self, flush: Flush, parent: QObject | None = None) -> None:
        self._flush = flush
        self._waiting: dict[str, tuple[list[str], list[str]]] = {}
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FLUSH_EVERY_MS)
        self._timer.timeout.connect(self._on_timeout)

    def add(self, message_id: str, text: str, reasoning: str) -> None:
        """More of a message. The first piece after a pause goes on at the next turn of the loop, at most 34 ms later."""
        texts, thoughts = self._waiting.setdefault(message_id, ([], []))
        texts.append(text)
        thoughts.append(reasoning)
        if not self._timer.isActive():
            self._timer.start()

    def drop(self, message_id: str) -> None:
        """Forgets what waits of a message: its final text has come."""
        self._waiting.pop(message_id, None)

    def clear(self) -> None:
        """Forgets everything: another chat is shown."""
        self._waiting.clear()
        self._timer.stop()

    def _on_timeout(self) -> None:
        waiting, self._waiting = self._waiting, {}
        took = QElapsedTimer()
        took.start()
        for message_id, (texts, thoughts) in waiting.items():
            self._flush(message_id, "".join(texts), "".join(thoughts))
        self._timer.setInterval(max(FLUSH_EVERY_MS, REST * took.elapsed()))
