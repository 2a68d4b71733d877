"""Pictures that come inside a file of chats: as data in the text, or as members of the same archive. Used by the readers of chats.

Only what is there is taken: an address on the internet is kept as it stands and never fetched. What a photograph tells of
its making (EXIF: the place, the camera) is left out, since a picture of a chat may be sent to a model.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from collections.abc import Mapping
from dataclasses import replace

from desktop_app.domain.importing import Find, Imported, ImportedChat
from desktop_app.domain.message import ImagePart
from desktop_app.domain.picture_bytes import lies_sideways, without_metadata
from desktop_app.domain.pictures import pictures_of
from desktop_app.interchange.errors import InterchangeError
from desktop_app.interchange.limits import MAX_PIXELS, MB

# Of one picture, and of all pictures of one file.
MAX_PICTURE = 20 * MB
MAX_PICTURES = 500 * MB

_PHOTOGRAPHS = frozenset({"image/jpeg", "image/webp"})
_DATA = "data:image/"
_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})


def _nowhere(_name: str) -> bytes | None:
    return None


class Attachments:
    """Takes the pictures of one file. ``find`` gives a member of the archive that the file is, or a file beside it, by its name."""

    def __init__(self, find: Find = _nowhere) -> None:
        self.find = find
        self._found: dict[str, ImagePart | None] = {}
        self._kept: dict[str, bytes] = {}
        self._room = MAX_PICTURES

    def of_address(self, address: object) -> ImagePart | None:
        """The picture in a ``data:`` address; None for every other address, and where it is none that is known."""
        if not isinstance(address, str) or not address.startswith(_DATA) or len(address) > 2 * MAX_PICTURE:
            return None
        head, _, packed = address.partition(",")
        return self.of_base64(packed) if head.endswith(";base64") else None

    def of_base64(self, packed: object) -> ImagePart | None:
        """The picture in a text of Base64."""
        if not isinstance(packed, str) or len(packed) > 2 * MAX_PICTURE:
            return None
        try:
            return self.of_bytes(base64.b64decode(packed))
        except (binascii.Error, ValueError):
            return None

    def of_member(self, name: object) -> ImagePart | None:
        """The picture that lies beside the chats under this name; it is read once, however many messages speak of it."""
        if not isinstance(name, str) or not name:
            return None
        if name not in self._found:
            self._found[name] = self._member(name)
        return self._found[name]

    def of_bytes(self, data: bytes) -> ImagePart | None:
        """A picture; None where it is none that is known, or too large."""
        media_type, width, height = size_of(data)
        if not media_type or not 0 < width * height <= MAX_PIXELS or len(data) > min(MAX_PICTURE, self._room):
            return None
        data = without_metadata(data) if media_type in _PHOTOGRAPHS else data
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self._kept:
            self._kept[digest] = data
            self._room -= len(data)
        return ImagePart(digest, media_type, width, height)

    def _member(self, name: str) -> ImagePart | None:
        try:
            data = self.find(name)
        except InterchangeError:
            return None
        return None if data is None else self.of_bytes(data)

    def given_to(self, content: Imported) -> Imported:
        """The same chat with the bytes of the pictures in its messages; everything else as it is."""
        if not isinstance(content, ImportedChat) or not self._kept:
            return content
        digests = {picture.digest for node in content.nodes for picture in pictures_of(node.parts)}
        found: Mapping[str, bytes] = {digest: self._kept[digest] for digest in digests if digest in self._kept}
        return replace(content, pictures=found) if found else content


def size_of(data: bytes) -> tuple[str, int, int]:
    """The media type, width and height of a picture as it is shown; an empty type where it is none that is known."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return ("image/png", *struct.unpack_from(">II", data, 16))
        if data.startswith(b"GIF8"):
            return ("image/gif", *struct.unpack_from("<HH", data, 6))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return ("image/webp", *_webp(data))
        if data.startswith(b"\xff\xd8\xff"):
            return ("image/jpeg", *_jpeg(data))
    except (struct.error, IndexError):
        pass
    return "", 0, 0


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while data[at] == 0xFF:
        if data[at + 1] in _SIZES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return (height, width) if lies_sideways(data) else (width, height)
        (length,) = struct.unpack_from(">H", data, at + 2)
        at += 2 + max(length, 2)
    return 0, 0


def _webp(data: bytes) -> tuple[int, int]:
    if len(data) < 30:
        return 0, 0
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return 0, 0
