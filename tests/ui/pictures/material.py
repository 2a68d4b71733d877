"""Pictures to test with, made on the spot."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter


def image(width: int, height: int, color: str = "red", *, clear: bool = False) -> QImage:
    """A picture of one colour; ``clear``: it can be seen through."""
    made = QImage(width, height, QImage.Format.Format_ARGB32 if clear else QImage.Format.Format_RGB32)
    shade = QColor(color)
    shade.setAlpha(100 if clear else 255)
    made.fill(shade)
    return made


def noise(width: int, height: int) -> QImage:
    """A picture that is hard to make small, like a photograph."""
    state, values = 1, bytearray()
    for _ in range(width * height):
        state = state * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
        values += bytes((state >> 8 & 255, state >> 16 & 255, state >> 20 & 255))
    return QImage(bytes(values), width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def encoded(picture: QImage, form: str = "PNG", **texts: str) -> bytes:
    """The bytes of a file; ``texts``: what it tells besides."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode()))
    for name, text in texts.items():
        writer.setText(name, text)
    assert writer.write(picture)
    return bytes(buffer.data().data())
