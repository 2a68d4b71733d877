"""Cards in pictures: every kind of chunk in any order, broken files, and what is written."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

import pytest

from desktop_app.interchange.cards.pictures import write_png_card
from desktop_app.interchange.errors import (
    BombError,
    InterchangeError,
    NoCardError,
    NotPngError,
    TooDeepError,
    UnreadableCardError,
    UnsupportedFormatError,
)
from tests.unit.interchange.files import CARD, as_json, book_entry, card, chunk, only, only_card, png, read, text_chunk


@pytest.mark.parametrize("kind", [b"tEXt", b"zTXt", b"iTXt", b"plain"])
@pytest.mark.parametrize("keyword", [b"chara", b"ccv3", b"Chara"])
@pytest.mark.parametrize("behind", [False, True])
def test_h01_every_kind_of_chunk_in_any_order(kind: bytes, keyword: bytes, *, behind: bool) -> None:
    other = chunk(b"tEXt", b"Software\0Editor")
    text = text_chunk(CARD, keyword, kind)
    picture = png(other, after=[text]) if behind else png(other, text)
    found = only_card(picture)
    assert found.character.name == "Mira"
    assert found.portrait == picture


@pytest.mark.parametrize(
    "payload",
    [
        as_json(CARD),
        b"\xef\xbb\xbf" + as_json(CARD),
        base64.encodebytes(as_json(CARD)),
        base64.b64encode(as_json(CARD)).rstrip(b"="),
        base64.urlsafe_b64encode(as_json(card(description="ÿþ>>>???"))),
        b" \n" + base64.b64encode(b"\xef\xbb\xbf" + as_json(CARD)) + b"\0",
    ],
)
def test_base64_in_all_ways_and_none(payload: bytes) -> None:
    assert only_card(png(text_chunk(payload))).character.name == "Mira"


def test_the_new_chunk_wins_and_of_two_the_last_readable_one() -> None:
    old, new = text_chunk(card(name="Old")), text_chunk(card(name="New"), b"ccv3")
    assert only_card(png(new, old)).character.name == "New"
    result = read(png(old, text_chunk(card(name="Newer")), text_chunk(b"!!")))
    assert only_card(png(old, text_chunk(card(name="Newer")), text_chunk(b"!!"))).character.name == "Newer"
    assert [note.code for note in result.report.warnings] == ["import.several-cards"]


@pytest.mark.parametrize("broken", ["checksum", "no end", "cut data", "behind the end"])
def test_a_broken_picture_does_not_cost_the_card(broken: str) -> None:
    text = text_chunk(CARD)
    whole = png(text)
    picture = {
        "checksum": png(text[:-4] + b"\0\0\0\0"),
        "no end": whole[:-12],
        "cut data": whole[:-40],
        "behind the end": whole + b"more",
    }[broken]
    result = read(picture)
    assert only_card(picture).character.name == "Mira"
    assert result.report.warnings
    assert bool(only_card(picture).portrait) is (broken in {"checksum", "behind the end"})


def test_a_huge_picture_is_not_shown_but_its_card_is_read() -> None:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    picture = png(text_chunk(CARD)).replace(chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)), header)
    assert only_card(picture).portrait == b""
    assert "60000" in read(picture).report.warnings[0].sentence


@pytest.mark.parametrize(
    ("data", "error", "word"),
    [
        (png(), NoCardError, "get the original"),
        (png(text_chunk(b"!!!")), UnreadableCardError, "damaged"),
        (png(text_chunk(b"[" * 100_000)), TooDeepError, "nested"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", NoCardError, "WebP"),
        (b"\xff\xd8\xff\xe0", NoCardError, "JPEG"),
        (b"\0\0\0\x1cftypavif", UnsupportedFormatError, "AVIF"),
        (b"  <!DOCTYPE html><html>", UnsupportedFormatError, "HTML"),
        (b"%PDF-1.7", UnsupportedFormatError, "PDF"),
        (b"rcc||abc", InterchangeError, "encrypted"),
    ],
)
def test_a_refusal_names_what_the_file_really_is(data: bytes, error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word) as caught:
        read(data, "mira.png")
    assert "mira.png" in str(caught.value)


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt"])
def test_h2_a_bomb_is_not_inflated(kind: bytes) -> None:
    packed = zlib.compress(b"A" * 100_000_000, 9)
    body = {b"zTXt": b"chara\0\0" + packed, b"iTXt": b"chara\0\1\0\0\0" + packed}[kind]
    with pytest.raises(BombError):
        read(png(chunk(kind, body)))


def exif(payload: bytes, order: str = "<") -> bytes:
    """A TIFF block with a UserComment behind a pointer."""
    mark = b"II*\0" if order == "<" else b"MM\0*"
    first = (
        struct.pack(order + "IH", 8, 1) + struct.pack(order + "HHII", 0x8769, 4, 1, 26) + struct.pack(order + "I", 0)
    )
    second = struct.pack(order + "H", 1) + struct.pack(order + "HHII", 0x9286, 7, len(payload), 44)
    return mark + first + second + struct.pack(order + "I", 0) + payload


@pytest.mark.parametrize("prefix", [b"", b"ASCII\0\0\0"])
@pytest.mark.parametrize("payload", [as_json(CARD), base64.b64encode(as_json(CARD))])
def test_webp_and_jpeg_relatives(prefix: bytes, payload: bytes) -> None:
    block = exif(prefix + payload)
    webp = b"EXIF" + struct.pack("<I", len(block)) + block
    webp = b"RIFF" + struct.pack("<I", len(webp) + 4) + b"WEBP" + webp
    block = b"Exif\0\0" + exif(prefix + payload, ">")
    jpeg = b"\xff\xd8\xff\xe1" + struct.pack(">H", len(block) + 2) + block + b"\xff\xd9"
    assert only_card(webp).character.name == "Mira"
    assert only_card(jpeg).character.name == "Mira"


def test_a_novelai_lorebook_in_a_picture() -> None:
    value = {"lorebookVersion": 4, "entries": [{"text": "T", "keys": ["k"]}]}
    assert getattr(only(png(text_chunk(value, b"naidata"))), "entries")[0].content == "T"  # noqa: B009 - one of several kinds


def chunks(picture: bytes) -> list[tuple[bytes, bytes]]:
    """Kind and body of each, with their checksums compared."""
    found: list[tuple[bytes, bytes]] = []
    at = 8
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        body = picture[at + 8 : at + 8 + length]
        assert picture[at + 8 + length : at + 12 + length] == struct.pack(">I", zlib.crc32(kind + body))
        found.append((kind, body))
        at += 12 + length
    return found


def test_a_written_picture_has_one_card_of_each_kind_and_nothing_private() -> None:
    value = card(character_book={"entries": [book_entry(content="@@depth 3\n@@@role user\nDeep.")]})
    private = [chunk(b"tEXt", b"parameters\0secret"), chunk(b"eXIf", b"II*\0gps")]
    source = png(
        *private, text_chunk(card(name="Old"), b"Chara", b"zTXt"), after=[text_chunk(value), chunk(b"tIME", b"0" * 7)]
    )
    found = only_card(source)
    written, left_out = write_png_card(found.character, found.book, source, "mira.png")
    assert left_out == 0

    kinds = [kind for kind, _ in chunks(written)]
    assert kinds == [b"IHDR", b"tEXt", b"tEXt", b"IDAT", b"IEND"]
    cards: dict[bytes, Any] = {
        body.partition(b"\0")[0]: json.loads(base64.b64decode(body.partition(b"\0")[2]))
        for kind, body in chunks(written)
        if kind == b"tEXt"
    }
    assert cards[b"chara"]["spec"] == "chara_card_v2"
    assert cards[b"chara"]["data"]["character_book"]["entries"][0]["content"] == "Deep."
    assert cards[b"ccv3"]["data"]["character_book"]["entries"][0]["content"].startswith("@@depth 3")
    assert cards[b"ccv3"]["data"]["extensions"] == value["data"]["extensions"]
    assert only_card(written).character.description == value["data"]["description"]


def test_a_card_without_a_picture_gets_a_plain_one_and_others_are_refused() -> None:
    character = only_card(CARD).character
    assert only_card(write_png_card(character, None, b"", "x.png")[0]).portrait.startswith(b"\x89PNG")
    with pytest.raises(NotPngError, match="JPEG"):
        write_png_card(character, None, b"\xff\xd8\xff\xe0", "x.png")
