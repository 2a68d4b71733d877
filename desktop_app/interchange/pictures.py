"""What a file is by its first bytes, and the cards that hide in WebP and JPEG pictures (EXIF UserComment).

Called by ``detect`` and ``cards``. Reads containers only, never pixels.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from desktop_app.interchange.limits import MAX_CHUNKS

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"BM", "BMP"),
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "ZIP"),
    (b"PK\x05\x06", "ZIP"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\x1f\x8b", "gzip"),
    (b"SQLite format 3\0", "SQLite"),
    (b"GGUF", "GGUF"),
    (b"\x7fELF", "ELF"),
    (b"MZ", "EXE"),
    (b"ID3", "MP3"),
    (b"OggS", "Ogg"),
    (b"rcc||", "RisuAI (rcc)"),
)
_HTML = (b"<!doctype html", b"<html", b"<head", b"<?xml")
_USER_COMMENT = 0x9286
_EXIF_POINTER = 0x8769
_MAX_TAGS = 512


def real_type(data: bytes) -> str:
    """The proper name of what the bytes are; empty where they may be a text."""
    for magic, name in _MAGIC:
        if data.startswith(magic):
            return name
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        return "AVIF" if data[8:12] in {b"avif", b"avis"} else "HEIC" if data[8:11] in {b"hei", b"mif"} else "MP4"
    if data[:512].lstrip().lower().startswith(_HTML):
        return "HTML"
    return ""


def user_comment(data: bytes) -> bytes | None:
    """The EXIF UserComment of a WebP or JPEG picture without its prefix; None where there is none. Never raises."""
    blocks = _webp_exif(data) if data[:4] == b"RIFF" else _jpeg_exif(data)
    for block in blocks:
        found = _find_comment(block.removeprefix(b"Exif\0\0"))
        if found:
            return found.removeprefix(b"ASCII\0\0\0").removeprefix(b"UNICODE\0").removeprefix(b"\0" * 8)
    return None


def _webp_exif(data: bytes) -> Iterator[bytes]:
    at = 12
    for _ in range(MAX_CHUNKS):
        if at + 8 > len(data):
            return
        (length,) = struct.unpack_from("<I", data, at + 4)
        if data[at : at + 4] == b"EXIF":
            yield data[at + 8 : at + 8 + length]
        at += 8 + length + (length & 1)


def _jpeg_exif(data: bytes) -> Iterator[bytes]:
    at = 2
    for _ in range(MAX_CHUNKS):
        if at + 4 > len(data) or data[at] != 0xFF or data[at + 1] in {0xD9, 0xDA}:
            return
        (length,) = struct.unpack_from(">H", data, at + 2)
        if data[at + 1] == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            yield data[at + 4 : at + 2 + length]
        at += 2 + max(length, 2)


def _find_comment(tiff: bytes) -> bytes | None:
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return None
    (first,) = struct.unpack_from(order + "I", tiff, 4)
    waiting, seen = [first], set[int]()
    while waiting:
        at = waiting.pop()
        if at in seen or at + 2 > len(tiff):
            continue
        seen.add(at)
        for tag, count, offset in _tags(tiff, at, order):
            if tag == _USER_COMMENT and count > 8:
                return tiff[offset : offset + count]
            if tag == _EXIF_POINTER:
                waiting.append(offset)
    return None


def _tags(tiff: bytes, at: int, order: str) -> Iterator[tuple[int, int, int]]:
    (number,) = struct.unpack_from(order + "H", tiff, at)
    for place in range(min(number, _MAX_TAGS)):
        start = at + 2 + 12 * place
        if start + 12 > len(tiff):
            return
        tag, _, count, offset = struct.unpack_from(order + "HHII", tiff, start)
        yield tag, count, offset
