"""One picture, as large as the window allows or in its own size. Made by ``windows``, which has decoded it before.

Esc closes it, Ctrl+C copies the picture, Ctrl+S saves its bytes as they are kept.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QPixmap, QResizeEvent, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.text import plain_label
from desktop_app.ui.theme import SPACE_8

_LEAST = QSize(360, 280)
_SHARE = 0.8
"""Of the screen: a picture that is larger is shown smaller first."""


class PictureViewer(QDialog):
    """Shows a picture.

    Signals:
        save_pressed: the person wants it as a file.
    """

    save_pressed = Signal()

    def __init__(self, picture: QPixmap, parent: QWidget | None = None) -> None:
        self._is_whole = True
        super().__init__(parent)
        self._picture = picture
        self.setWindowTitle(
            self.tr("Picture, {width} × {height}").format(width=picture.width(), height=picture.height())
        )
        self._label = plain_label()
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setAccessibleName(self.windowTitle())
        self._area = QScrollArea()
        self._area.setWidget(self._label)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._size = QPushButton()
        self._size.setAutoDefault(False)
        self._size.clicked.connect(self._toggle_size)
        copy = QPushButton(self.tr("Copy"))
        copy.clicked.connect(self.copy)
        save = QPushButton(self.tr("Save as …"))
        save.clicked.connect(self.save_pressed)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(self._size)
        row.addStretch(1)
        for button in (copy, save, close):
            button.setAutoDefault(False)
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(self._area, 1)
        layout.addLayout(row)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copy)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.save_pressed.emit)
        close.setFocus()
        self._fit_screen()
        self._show()

    def copy(self) -> None:
        """Puts the picture on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self._picture)

    def _fit_screen(self) -> None:
        room = self.screen().availableSize() * _SHARE
        ratio = self.devicePixelRatioF()
        own = QSize(round(self._picture.width() / ratio), round(self._picture.height() / ratio))
        self.resize((own + QSize(48, 96)).boundedTo(room).expandedTo(_LEAST))

    def _toggle_size(self) -> None:
        self._is_whole = not self._is_whole
        self._show()

    def _show(self) -> None:
        """Never larger than it is, on a screen's own pixels."""
        self._size.setText(self.tr("Actual size") if self._is_whole else self.tr("Fit to window"))
        ratio = self.devicePixelRatioF()
        shown = QPixmap(self._picture)
        if self._is_whole:
            room = self._area.viewport().size() * ratio
            if shown.width() > room.width() or shown.height() > room.height():
                shown = shown.scaled(
                    room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
        shown.setDevicePixelRatio(ratio)
        self._label.setPixmap(shown)
        self._label.setMinimumSize(QSize(1, 1) if self._is_whole else shown.deviceIndependentSize().toSize())

    def resizeEvent(self, event: QResizeEvent, /) -> None:
        """The picture grows and shrinks with the window."""
        super().resizeEvent(event)
        if self._is_whole:
            self._show()
