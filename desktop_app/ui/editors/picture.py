"""Makes a portrait of whatever picture a person gives: decoded in a worker thread, made small, without what it tells of its making.

Called by ``portrait_box``. Nothing here touches a widget.
"""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from desktop_app.ui.thumbnail import MOST_PIXELS

MOST_BYTES = 40_000_000
LONGEST_SIDE = 1024
_FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp"})


def portrait_of(given: bytes | QImage) -> bytes:
    """A PNG of at most ``LONGEST_SIDE`` pixels a side; empty where it is no picture that can be shown."""
    image = _decoded(given) if isinstance(given, bytes) else given
    if image is None or image.isNull():
        return b""
    if max(image.width(), image.height()) > LONGEST_SIDE:
        side = QSize(LONGEST_SIDE, LONGEST_SIDE)
        image = image.scaled(side, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    image = image.convertToFormat(
        QImage.Format.Format_RGBA8888 if image.hasAlphaChannel() else QImage.Format.Format_RGB888
    )
    for key in image.textKeys():
        image.setText(key, "")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return bytes(buffer.data().data()) if image.save(buffer, "PNG") else b""  # pyright: ignore[reportArgumentType, reportCallIssue] - its stubs want bytes


def _decoded(data: bytes) -> QImage | None:
    """How large it says it is, is read before it is decoded, and only formats of pictures are."""
    if len(data) > MOST_BYTES:
        return None
    kept = QByteArray(data)
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    whole = reader.size()
    if bytes(reader.format().data()) not in _FORMATS or whole.isEmpty() or whole.width() * whole.height() > MOST_PIXELS:
        return None
    if max(whole.width(), whole.height()) > 2 * LONGEST_SIDE:
        reader.setScaledSize(whole.scaled(2 * LONGEST_SIDE, 2 * LONGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
