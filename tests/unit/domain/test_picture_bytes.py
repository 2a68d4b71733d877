"""What a picture tells of whoever made it is taken out; what it needs to be shown stays."""

from __future__ import annotations

import struct
import zlib

import pytest

from desktop_app.domain.picture_bytes import PNG, lies_sideways, orientation_of, without_metadata


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def riff(*chunks: tuple[bytes, bytes]) -> bytes:
    body = b"WEBP" + b"".join(
        kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for kind, data in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def test_texts_and_places_are_taken_out_of_every_kind() -> None:
    head, pixels, end = chunk(b"IHDR", bytes(13)), chunk(b"IDAT", b"pixels"), chunk(b"IEND", b"")
    told = chunk(b"tEXt", b"parameters\0a secret") + chunk(b"eXIf", b"here")
    assert without_metadata(PNG + head + told + pixels + end + b"behind") == PNG + head + pixels + end
    jpeg = b"\xff\xd8\xff\xe1\x00\x06here\xff\xdb\x00\x03t\xff\xda\x00\x02pixels\xff\xd9"
    assert without_metadata(jpeg) == b"\xff\xd8\xff\xdb\x00\x03t\xff\xda\x00\x02pixels\xff\xd9"
    shown = riff((b"VP8X", b"\x1c" + bytes(9)), (b"VP8L", b"pixel"), (b"EXIF", b"here"), (b"XMP ", b"me"))
    assert without_metadata(shown) == riff((b"VP8X", b"\x10" + bytes(9)), (b"VP8L", b"pixel"))


def _exif(order: str, *tags: tuple[int, int, int]) -> bytes:
    """A segment with these tags: number, kind, value."""
    table = b"".join(struct.pack(f"{order}HHIHH", tag, kind, 1, value, 0) for tag, kind, value in tags)
    head = (b"MM\0*" if order == ">" else b"II*\0") + struct.pack(f"{order}IH", 8, len(tags))
    body = b"Exif\0\0" + head + table + bytes(4)
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


@pytest.mark.parametrize("order", ["<", ">"])
def test_how_a_photograph_lies_is_all_that_stays_of_its_exif(order: str) -> None:
    rest = b"\xff\xdb\x00\x03t\xff\xda\x00\x02pixels\xff\xd9"
    shot = b"\xff\xd8" + _exif(order, (0x0110, 3, 7), (0x0112, 3, 6), (0x0132, 3, 9)) + rest
    bare = without_metadata(shot)
    assert bare == b"\xff\xd8" + _exif(">", (0x0112, 3, 6)) + rest
    assert without_metadata(bare) == bare
    assert orientation_of(bare) == orientation_of(shot) == 6
    assert lies_sideways(shot)


@pytest.mark.parametrize("value", [0, 1, 9, 65_535])
def test_what_says_nothing_of_how_it_lies_is_upright(value: int) -> None:
    shot = b"\xff\xd8" + _exif("<", (0x0112, 3, value)) + b"\xff\xda\x00\x02pixels\xff\xd9"
    assert orientation_of(shot) == 1
    assert b"Exif" not in without_metadata(shot)
    for end in range(len(shot)):
        assert orientation_of(shot[:end]) == 1


def test_what_is_cut_or_no_picture_stays_as_it_is() -> None:
    for data in (b"", b"GIF89a", PNG, PNG + b"\0\0\xff\xffIHDR", riff((b"VP8L", b"pixels"))[:-3], b"\xff\xd8\xff\xe1"):
        assert without_metadata(data) == data
