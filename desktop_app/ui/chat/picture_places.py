"""Where the pictures of a message stand in its row, and what is said of them. Called by ``row_layout`` and ``chat_model``.

Their sizes are known from the message itself, so that a row is as high before a picture is decoded as after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt

from desktop_app.domain.message import ImagePart
from desktop_app.ui.theme import SPACE_8

ALONE_HEIGHT, TOGETHER_HEIGHT = 320, 160
"""The most that one picture, and one of several, takes of a row's height."""

_UNKNOWN = QSize(240, 160)
_LEAST = 24

Placed = tuple[QRect, ImagePart]


def picture_places(pictures: Sequence[ImagePart], left: int, top: int, width: int) -> list[Placed]:
    """One beside the other, and in lines where there are many; never larger than they are."""
    tallest = ALONE_HEIGHT if len(pictures) == 1 else TOGETHER_HEIGHT
    placed: list[Placed] = []
    x, y, line = left, top, 0
    for picture in pictures:
        size = _size(picture, width, tallest)
        if x > left and x + size.width() > left + width:
            x, y, line = left, y + line + SPACE_8, 0
        placed.append((QRect(x, y, size.width(), size.height()), picture))
        x += size.width() + SPACE_8
        line = max(line, size.height())
    return placed


def bottom_of(placed: Sequence[Placed], top: int) -> int:
    """Below the lowest; ``top`` where there are none."""
    return max((place.bottom() + 1 for place, _ in placed), default=top)


def picture_words(pictures: Sequence[ImagePart]) -> Iterator[str]:
    """Each in words, for those who do not see."""
    for picture in pictures:
        if picture.width and picture.height:
            words = QCoreApplication.translate("Pictures", "picture, {width} × {height} pixels")
            yield words.format(width=picture.width, height=picture.height)
        else:
            yield QCoreApplication.translate("Pictures", "picture")


def _size(picture: ImagePart, width: int, height: int) -> QSize:
    whole = QSize(picture.width, picture.height) if picture.width > 0 and picture.height > 0 else _UNKNOWN
    if whole.width() > width or whole.height() > height:
        whole = whole.scaled(width, height, Qt.AspectRatioMode.KeepAspectRatio)
    return whole.expandedTo(QSize(_LEAST, _LEAST)).boundedTo(QSize(width, height))
