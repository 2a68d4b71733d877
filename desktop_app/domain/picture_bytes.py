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
_WEBP_TELLS = frozenset({b"EXIF", b"XMP "})
_WEBP_TELLS_FLAGS = 0x0C


def without_metadata(data: bytes) -> bytes:
    """A PNG, JPEG or WebP without EXIF, XMP, comments and other texts; as it is where it is none or cannot be followed."""
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(PNG):
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return data


def _jpeg(data: bytes) -> bytes:
    kept, at = bytearray(data[:2]), 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xDA:
            return bytes(kept + data[at:])
        (length,) = struct.unpack_from(">H", data, at + 2)
        if kind not in _JPEG_TELLS:
            kept += data[at : at + 2 + length]
        at += 2 + max(length, 2)
    return data


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
