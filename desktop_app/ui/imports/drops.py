"""Files that are dropped on the main window, wherever on it: they go to the import window. Made by ``windows``.

Text and web addresses that are dropped are left to whoever is under the pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from desktop_app.ui.local_files import local_files

_COMING = frozenset({QEvent.Type.DragEnter, QEvent.Type.DragMove})
_OVER = frozenset({*_COMING, QEvent.Type.Drop})


class FileDrops(QObject):
    """Watches the window, and the inputs in it, which would take a file's address for a text."""

    def __init__(self, window: QWidget, take: Callable[[Sequence[Path]], None]) -> None:
        """``take`` gets the files and folders."""
        super().__init__(window)
        self._take = take
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        for kind in (QLineEdit, QPlainTextEdit, QTextEdit):
            for inner in window.findChildren(kind):
                target = inner.viewport() if isinstance(inner, QAbstractScrollArea) else inner
                target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        """Takes files, and nothing else."""
        if event.type() not in _OVER or not isinstance(event, QDropEvent):
            return super().eventFilter(watched, event)
        paths = local_files(event.mimeData())
        if not paths:
            return super().eventFilter(watched, event)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() is QEvent.Type.Drop:
            self._take(paths)
        return True
