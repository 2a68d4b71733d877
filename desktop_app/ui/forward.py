"""Brings a window that is open already to the front, with the keyboard in it. For whoever keeps windows open beside the main one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def bring_forward(window: QWidget) -> None:
    """Also where it was made small; one that filled the screen fills it again."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
