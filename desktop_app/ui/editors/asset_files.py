"""Reads the files that a person adds to a card, and makes small pictures of those that are some. Blocks: for worker threads.

Called by ``card_files``. A picture that is added tells nothing of its making: where it was taken, by whom, of what words.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from desktop_app.domain.errors import AppError
from desktop_app.domain.picture_bytes import without_metadata
from desktop_app.domain.transfer import StoredFile
from desktop_app.services.card_assets import (
    MOST_ASSETS,
    MOST_FILE_BYTES,
    AssetTooLargeError,
    AssetUnreadableError,
    NewFile,
    TooManyAssetsError,
)
from desktop_app.ui.thumbnail import ThumbnailSize, thumbnail

SIDE = 32
"""Of a small picture, in pixels of the window."""

_LONGEST_ENDING = 8
_ENDINGS: Mapping[bytes, str] = {b"png": "png", b"jpeg": "jpg", b"gif": "gif", b"webp": "webp"}
_TYPES: Mapping[str, str] = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
_UPRIGHT_QUALITY = 95


@dataclass(slots=True)
class Read:
    """What could be read, and why the others could not."""

    files: list[NewFile] = field(default_factory=list[NewFile])
    errors: list[AppError] = field(default_factory=list[AppError])


def read_files(paths: Sequence[Path]) -> Read:
    """Each on its own: one that cannot be read costs no other."""
    found = Read()
    if len(paths) > MOST_ASSETS:
        found.errors.append(TooManyAssetsError(count=MOST_ASSETS, limit=MOST_FILE_BYTES >> 20))
        return found
    for path in paths:
        try:
            found.files.append(_read(path))
        except AppError as error:
            found.errors.append(error)
    return found


def small_pictures(files: Iterable[StoredFile], ratio: float) -> dict[str, QImage]:
    """By digest, those that can be shown; ``ratio``: the screen's pixels to one of the window."""
    side = round(SIDE * ratio)
    made = {file.digest: thumbnail(file.data, file.media_type, ThumbnailSize(side, side)) for file in files}
    return {digest: image for digest, image in made.items() if image is not None}


def picture_of_address(uri: str, ratio: float) -> QImage | None:
    """Of a ``data:`` address; None where it is no picture that can be shown."""
    head, comma, packed = uri.partition(",")
    if not comma or not head.startswith("data:image/") or not head.endswith(";base64"):
        return None
    try:
        data = base64.b64decode(packed)
    except (binascii.Error, ValueError):
        return None
    side = round(SIDE * ratio)
    return thumbnail(data, _TYPES.get(_ending(data), ""), ThumbnailSize(side, side))


def _read(path: Path) -> NewFile:
    try:
        if not path.is_file():  # a pipe or a device would never end
            raise AssetUnreadableError(file=path.name)
        if path.stat().st_size > MOST_FILE_BYTES:
            raise AssetTooLargeError(file=path.name, limit=MOST_FILE_BYTES >> 20)
        data = path.read_bytes()
    except OSError:
        raise AssetUnreadableError(file=path.name) from None
    if not data:
        raise AssetUnreadableError(file=path.name)
    ending = _ending(data)
    if not ending:
        return NewFile(path.stem, _plain_ending(path), data)
    return NewFile(path.stem, ending, without_metadata(_upright(data, ending)), is_picture=True)


def _ending(data: bytes) -> str:
    """Of a picture, by its bytes; empty for everything else."""
    reader, _buffer = _reader(data)
    return _ENDINGS.get(bytes(reader.format().data()), "")


def _upright(data: bytes, ending: str) -> bytes:
    """A photograph that only its EXIF turns upright is turned itself: the EXIF is taken out."""
    reader, _buffer = _reader(data)
    if ending != "jpg" or reader.transformation() is QImageIOHandler.Transformation.TransformationNone:
        return data
    image = reader.read()
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    if image.isNull() or not image.save(out, "JPEG", _UPRIGHT_QUALITY):  # pyright: ignore[reportArgumentType, reportCallIssue] - its stubs want bytes
        return data
    return bytes(out.data().data())


def _reader(data: bytes) -> tuple[QImageReader, QBuffer]:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader, buffer


def _plain_ending(path: Path) -> str:
    plain = "".join(letter for letter in path.suffix.lower() if letter.isascii() and letter.isalnum())
    return plain[:_LONGEST_ENDING] or "bin"
