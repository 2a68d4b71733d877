"""Makes of whatever picture a person gives one that may go out: bounded, upright, and silent about who took it where.

Called by ``attaching`` in a worker thread; nothing here touches a widget. The pixels are drawn anew, so nothing of the file
besides them is left (EXIF, place, comments); of a moving picture the first one stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QColorSpace, QImage, QImageReader, QImageWriter, QPainter

from desktop_app.domain.pictures import MOST_BYTES, PictureTooLargeError, PictureUnreadableError

MOST_FILE_MEGABYTES = 50
MOST_MEGAPIXELS = 100

LONGEST_SIDE = 2048
"""No provider looks closer: OpenAI fits pictures into this, the others into less."""

PLAIN_PNG_BYTES = 1 << 20
"""A picture without photographs in it (a screenshot) is smaller and sharper as PNG; up to this many bytes it stays one."""

_QUALITY = 88
_LOWER_QUALITY = 70
_FORMATS = frozenset({b"png", b"jpeg", b"gif", b"webp", b"bmp"})

_BAND = 32
"""Lines that are converted at once: Qt holds the interpreter meanwhile, and the window with it (2,048 points: 1 ms)."""

_POINTS_AT_ONCE = 500_000
"""Of the picture as it was given, that are made small at once: 5 ms."""

SUFFIXES = ("png", "jpg", "jpeg", "webp", "gif", "bmp")
"""What the file dialog offers."""

_CARD_MARKS = (b"chara\0", b"ccv3\0", b"chara_card_v", b"card.json")
"""What a picture holds that is a character card: the chunks of PNG, the words in EXIF, a CHARX behind a JPEG."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A picture as it is kept and sent."""

    data: bytes
    media_type: str
    width: int
    height: int


def prepared(given: bytes | QImage, name: str) -> Prepared:
    """A PNG or JPEG of at most ``LONGEST_SIDE`` pixels a side. ``name``: as people call it.

    Raises ``PictureUnreadableError`` and ``PictureTooLargeError``.
    """
    image = _decoded(given, name) if isinstance(given, bytes) else given
    if image.isNull():
        raise PictureUnreadableError(name=name)
    if max(image.width(), image.height()) > LONGEST_SIDE:
        image = _made_small(image)
    image = _bare(image)
    data, media_type = _encoded(image)
    if not data or len(data) > MOST_BYTES:
        raise PictureUnreadableError(name=name)
    return Prepared(data, media_type, image.width(), image.height())


def read_picture(path: Path) -> bytes | None:
    """The bytes of a file that is a picture and nothing else; None where it is a card or no picture. Raises as ``prepared``.

    Whether the picture is whole is found out later.
    """
    try:
        if path.stat().st_size > MOST_FILE_MEGABYTES << 20:
            if path.suffix.lower().lstrip(".") in SUFFIXES:
                raise _too_large(path.name)
            return None
        data = path.read_bytes() if path.is_file() else b""
    except OSError:
        return None
    return data if is_picture(data) and not holds_card(data) else None


def read_chosen(path: Path) -> bytes:
    """The bytes of a file that was chosen by hand, whatever it is. Raises as ``prepared``."""
    try:
        if path.stat().st_size > MOST_FILE_MEGABYTES << 20:
            raise _too_large(path.name)
        return path.read_bytes() if path.is_file() else b""
    except OSError as error:
        raise PictureUnreadableError(name=path.name) from error


def is_picture(data: bytes) -> bool:
    """By its first bytes."""
    reader, _kept = _reader(data[:4096])
    return bytes(reader.format().data()) in _FORMATS


def holds_card(data: bytes) -> bool:
    """Whether the picture is a character card, which is imported instead."""
    return any(mark in data for mark in _CARD_MARKS)


def whole_picture(data: bytes) -> QImage:
    """All of a picture that is kept, upright; a null one where it is damaged."""
    reader, kept = _reader(data)
    image = reader.read()
    kept.close()
    return image


def _decoded(data: bytes, name: str) -> QImage:
    if len(data) > MOST_FILE_MEGABYTES << 20:
        raise _too_large(name)
    reader, kept = _reader(data)
    whole = reader.size()
    if bytes(reader.format().data()) not in _FORMATS or whole.isEmpty():
        raise PictureUnreadableError(name=name)
    if whole.width() * whole.height() > MOST_MEGAPIXELS * 1_000_000:
        raise _too_large(name)
    if max(whole.width(), whole.height()) > LONGEST_SIDE:
        reader.setScaledSize(_fitted(whole))
    points = _points_that_fit(reader)
    image = reader.read()
    kept.close()
    if image.isNull() and whole.width() * whole.height() > points:
        raise _too_large(name, points // 1_000_000)
    return image


def _fitted(whole: QSize) -> QSize:
    """As it is kept; a line of one point stays a line."""
    return whole.scaled(LONGEST_SIDE, LONGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))


def _made_small(image: QImage) -> QImage:
    """A few lines at a time: of 48 megapixels at once Qt would hold the interpreter for half a second."""
    size = _fitted(image.size())
    form = QImage.Format.Format_RGBA8888 if image.hasAlphaChannel() else QImage.Format.Format_RGB888
    made = QImage(size, form)
    made.setColorSpace(image.colorSpace())
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    lines = max(_POINTS_AT_ONCE * size.height() // (image.width() * image.height()), 1)
    for top in range(0, size.height(), lines):
        bottom = min(top + lines, size.height())
        first, last = (round(line * image.height() / size.height()) for line in (top, bottom))
        band = image.copy(0, first, image.width(), max(last - first, 1))
        smooth = Qt.TransformationMode.SmoothTransformation
        small = band.scaled(size.width(), bottom - top, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
        small.setColorSpace(QColorSpace())  # the painter would convert it
        painter.drawImage(0, top, small)
    painter.end()
    return made


def _points_that_fit(reader: QImageReader) -> int:
    """So many points of this kind Qt decodes at once, of formats that are not made small while they are read.

    It makes points of 32 bits of those that have fewer.
    """
    bits = max(QImage.toPixelFormat(reader.imageFormat()).bitsPerPixel(), 32)
    return (QImageReader.allocationLimit() << 23) // bits


def _reader(data: bytes) -> tuple[QImageReader, QBuffer]:
    """Both must live as long as it is read."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader, buffer


def _bare(image: QImage) -> QImage:
    """The pixels alone, in the common space of colours."""
    if image.colorSpace().isValid():
        image = _in_srgb(image)
    see_through = image.hasAlphaChannel()
    image = image.convertToFormat(QImage.Format.Format_RGBA8888 if see_through else QImage.Format.Format_RGB888)
    for key in image.textKeys():
        image.setText(key, "")
    return image


def _in_srgb(image: QImage) -> QImage:
    """A band at a time, so that other threads have their turn."""
    form = QImage.Format.Format_RGBA8888 if image.hasAlphaChannel() else QImage.Format.Format_RGB888
    made = QImage(image.size(), form)
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for top in range(0, image.height(), _BAND):
        band = image.copy(0, top, image.width(), min(_BAND, image.height() - top))
        band = band.convertedToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
        band.setColorSpace(QColorSpace())
        painter.drawImage(0, top, band)
    painter.end()
    return made


def _encoded(image: QImage) -> tuple[bytes, str]:
    whole = _saved(image, "PNG", -1)
    if whole and (len(whole) <= PLAIN_PNG_BYTES or (image.hasAlphaChannel() and len(whole) <= MOST_BYTES // 2)):
        return whole, "image/png"
    on_white = QImage(image.size(), QImage.Format.Format_RGB888)
    on_white.fill(QColor("white"))
    _draw(on_white, image)
    data = _saved(on_white, "JPEG", _QUALITY)
    return (data if len(data) <= MOST_BYTES else _saved(on_white, "JPEG", _LOWER_QUALITY)), "image/jpeg"


def _draw(under: QImage, over: QImage) -> None:
    painter = QPainter(under)
    painter.drawImage(0, 0, over)
    painter.end()


def _saved(image: QImage, form: str, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode("ascii")))
    writer.setQuality(quality)
    return bytes(buffer.data().data()) if writer.write(image) else b""


def _too_large(name: str, megapixels: int | None = None) -> PictureTooLargeError:
    most = MOST_MEGAPIXELS if megapixels is None else megapixels
    return PictureTooLargeError(name=name, megabytes=MOST_FILE_MEGABYTES, megapixels=most)
