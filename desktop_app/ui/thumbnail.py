"""Small pictures of large ones, made in worker threads: ``Portraits`` calls it. Nothing here touches a widget.

Pictures come from foreign cards: how large one says it is is read before it is decoded, and only formats of pictures are.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QImage, QImageIOHandler, QImageReader, QPainter

MOST_PIXELS = 36_000_000
"""A picture of more is not decoded: it would take more than 144 MB of memory for a moment."""

FACE = 0.12
"""What is too high is cut more below than above, where faces are: this share of it above."""

_FORMATS = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


@dataclass(frozen=True, slots=True)
class ThumbnailSize:
    """What is wanted, in pixels of the screen; ``is_round``: as a circle (of equal sides)."""

    width: int
    height: int
    is_round: bool = False

    @property
    def bytes(self) -> int:
        """What it takes in memory."""
        return 4 * self.width * self.height


def thumbnail(data: bytes, media_type: str, size: ThumbnailSize) -> QImage | None:
    """The picture's middle in exactly this size, or None where it is none that can be shown."""
    if media_type not in _FORMATS:
        return None
    kept = QByteArray(data)
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    whole = reader.size()
    if whole.isEmpty() or whole.width() * whole.height() > MOST_PIXELS:
        return None
    turned = bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)
    wanted = QSize(size.height, size.width) if turned else QSize(size.width, size.height)
    reader.setClipRect(covering(whole, wanted))
    reader.setScaledSize(wanted)
    image = reader.read()
    if image.isNull():
        return None
    return _rounded(image) if size.is_round else image


def covering(whole: QSize, wanted: QSize) -> QRect:
    """The part of a picture that fills a frame of the proportions of ``wanted``."""
    scaled = wanted.scaled(whole, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
    left = (whole.width() - scaled.width()) // 2
    return QRect(left, round((whole.height() - scaled.height()) * FACE), scaled.width(), scaled.height())


def _rounded(image: QImage) -> QImage:
    side = image.width()
    circle = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    circle.fill(Qt.GlobalColor.transparent)
    painter = QPainter(circle)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(image))
    painter.drawEllipse(0, 0, side, side)
    painter.end()
    return circle
