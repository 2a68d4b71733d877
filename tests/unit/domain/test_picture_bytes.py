"""What a picture tells of whoever made it is taken out; what it needs to be shown stays."""

from __future__ import annotations

import struct
import zlib

from desktop_app.domain.picture_bytes import PNG, without_metadata


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


def test_what_is_cut_or_no_picture_stays_as_it_is() -> None:
    for data in (b"", b"GIF89a", PNG, PNG + b"\0\0\xff\xffIHDR", riff((b"VP8L", b"pixels"))[:-3], b"\xff\xd8\xff\xe1"):
        assert without_metadata(data) == data
