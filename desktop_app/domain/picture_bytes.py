"""What a picture tells of itself in its bytes: what it needs to look as it does, and what it tells of whoever made it.

Used by the readers of chats and cards, and by the window before it keeps a picture. Reads containers only, never pixels.
"""

from __future__ import annotations

import struct

PNG = b"\x89PNG\r\n\x1a\n"
PNG_CHUNKS = frozenset(
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD hIST pHYs cICP mDCV cLLI acTL fcTL fdAT".split()
)
"""What a PNG needs to look as it does; everything else may tell of whoever made it."""

_JPEG_TELLS = frozenset({0xE1, 0xED, 0xFE})
_JPEG_EXIF = b"Exif\0\0"
_WEBP_TELLS = frozenset({b"EXIF", b"XMP "})
_WEBP_TELLS_FLAGS = 0x0C

# EXIF is a TIFF without a picture: its byte order, then a table of tags. So much of it is looked through.
_ORDERS = {b"II*\0": "<", b"MM\0*": ">"}
_ORIENTATION, _SHORT = 0x0112, 3
_MOST_TAGS = 200
UPRIGHT, _SIDEWAYS, _LAST_ORIENTATION = 1, 5, 8


def orientation_of(data: bytes) -> int:
    """How the pixels of a JPEG lie, as EXIF counts it: 1 (upright) to 8; 1 also where it does not say."""
    at = 2
    while data.startswith(b"\xff\xd8\xff") and at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        (length,) = struct.unpack_from(">H", data, at + 2)
        if data[at + 1] == 0xE1 and data.startswith(_JPEG_EXIF, at + 4):
            return _orientation_in(data[at + 4 + len(_JPEG_EXIF) : at + 2 + length])
        at += 2 + max(length, 2)
    return UPRIGHT


def lies_sideways(data: bytes) -> bool:
    """Whether a JPEG is as wide as its pixels are high."""
    return orientation_of(data) >= _SIDEWAYS


def without_metadata(data: bytes) -> bytes:
    """A PNG, JPEG or WebP without EXIF, XMP, comments and other texts; as it is where it is none or cannot be followed.

    How the pixels of a JPEG lie is kept, and nothing else of its EXIF: else a photograph would lie on its side.
    """
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(PNG):
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return data


def _jpeg(data: bytes) -> bytes:
    kept, at = bytearray(data[:2] + _jpeg_orientation(orientation_of(data))), 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xDA:
            return bytes(kept + data[at:])
        (length,) = struct.unpack_from(">H", data, at + 2)
        if kind not in _JPEG_TELLS:
            kept += data[at : at + 2 + length]
        at += 2 + max(length, 2)
    return data


def _jpeg_orientation(orientation: int) -> bytes:
    """A segment that says this and nothing else; none where the picture is upright by itself."""
    if orientation == UPRIGHT:
        return b""
    body = _JPEG_EXIF + b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, _SHORT, 1, orientation, 0, 0)
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def _orientation_in(exif: bytes) -> int:
    order = _ORDERS.get(exif[:4])
    if order is None:
        return UPRIGHT
    try:
        (start,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, start)
        for place in range(min(count, _MOST_TAGS)):
            tag, kind, _count, value = struct.unpack_from(f"{order}HHIH", exif, start + 2 + 12 * place)
            if (tag, kind) == (_ORIENTATION, _SHORT):
                return value if UPRIGHT <= value <= _LAST_ORIENTATION else UPRIGHT
    except struct.error:
        pass  # it ends too early
    return UPRIGHT


def _png(data: bytes) -> bytes:
    kept, at = bytearray(PNG), len(PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if kind in PNG_CHUNKS:
            kept += data[at:end]
        if kind == b"IEND":
            return bytes(kept)
        at = end
    return data


def _webp(data: bytes) -> bytes:
    kept, at = bytearray(b"WEBP"), 12
    while at + 8 <= len(data):
        kind, length = struct.unpack_from("<4sI", data, at)
        end = at + 8 + length + length % 2
        if end > len(data):
            return data
        if kind == b"VP8X" and length >= 1:
            kept += data[at : at + 8] + bytes([data[at + 8] & ~_WEBP_TELLS_FLAGS]) + data[at + 9 : end]
        elif kind not in _WEBP_TELLS:
            kept += data[at:end]
        at = end
    return b"RIFF" + struct.pack("<I", len(kept)) + bytes(kept)
