"""The chunks of PNG pictures: finds the texts that cards stand in, and writes a card into a picture.

Called by ``cards``; knows nothing of cards. Walks the chunks itself: imaging libraries stop at the picture's data, and texts
are often behind it. Neither decodes pixels nor trusts a length.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.domain.picture_bytes import PNG, PNG_CHUNKS
from desktop_app.interchange.errors import (
    BombError,
    DamagedFileError,
    NotPngError,
    OtherFormatError,
    TooLargeError,
    TooManyPartsError,
)
from desktop_app.interchange.limits import (
    MAX_CARD_TEXT,
    MAX_CHUNKS,
    MAX_PICTURE,
    MAX_PIXELS,
    MAX_RATIO,
    MAX_SIDE,
    MB,
    RATIO_COUNTS_FROM,
)
from desktop_app.interchange.pictures import real_type
from desktop_app.interchange.report import NoteCode, Notes

SIGNATURE = PNG

_TEXTS = frozenset({b"tEXt", b"zTXt", b"iTXt"})
_STEP = 1 << 18
# Of the format: 79 bytes, with room for careless writers.
_LONGEST_KEYWORD = 1024
_HEADER = struct.Struct(">I4s")


@dataclass(frozen=True, slots=True)
class Text:
    """A text chunk: its keyword in lower case, and its bytes, inflated."""

    keyword: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """What was found in a PNG. ``texts`` in their order; ``sound``: the picture itself can be shown."""

    texts: tuple[Text, ...]
    sound: bool


@dataclass(frozen=True, slots=True)
class _Chunk:
    kind: bytes
    body: memoryview
    whole: memoryview
    crc_right: bool


def read_png(data: bytes, keywords: Iterable[str], notes: Notes, *, prefixes: tuple[str, ...] = ()) -> Picture:
    """The texts with these keywords (lower case), or with keywords that begin so. Raises ``InterchangeError``.

    A broken end costs nothing that stands before it.
    """
    if not data.startswith(SIGNATURE):
        raise OtherFormatError(file=notes.file, kind=real_type(data) or "?", wanted="PNG")
    if len(data) > MAX_PICTURE:
        raise TooLargeError(file=notes.file, limit=MAX_PICTURE // MB)
    found = _Found(frozenset(keywords), prefixes, notes)
    for chunk in _chunks(data, notes):
        found.take(chunk)
    return found.picture()


def write_png(data: bytes, texts: Sequence[Text], file: str) -> bytes:
    """The picture with exactly these texts before its data: old cards, and whatever else was written in it, are gone.

    Raises ``NotPngError`` and ``DamagedFileError``.
    """
    if not data.startswith(SIGNATURE):
        raise NotPngError(file=file, kind=real_type(data) or "?")
    out = [SIGNATURE]
    written = False
    for chunk in _chunks(data, Notes(file)):
        if chunk.kind not in PNG_CHUNKS:
            continue
        if chunk.kind in {b"IDAT", b"IEND"} and not written:
            out += [_chunk(b"tEXt", text.keyword.encode("latin-1") + b"\0" + text.data) for text in texts]
            written = True
        out.append(bytes(chunk.whole))
    if not written:
        raise DamagedFileError(file=file, kind="PNG")
    return b"".join(out)


def plain_png(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    """A picture of one colour, for cards that have none."""
    row = b"\0" + bytes(colour) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(row * height, 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def inflate(packed: bytes, notes: Notes, limit: int = MAX_CARD_TEXT) -> bytes | None:
    """What zlib packed; None where it is damaged. Raises ``BombError`` or ``TooLargeError`` as soon as that is seen."""
    machine = zlib.decompressobj()
    out = bytearray()
    rest = packed
    try:
        while rest and not machine.eof:
            out += machine.decompress(rest, _STEP)
            rest = machine.unconsumed_tail
            if len(out) > RATIO_COUNTS_FROM and len(out) > MAX_RATIO * len(packed):
                raise BombError(file=notes.file)
            if len(out) > limit:
                raise TooLargeError(file=notes.file, limit=limit // MB)
    except zlib.error:
        return None
    return bytes(out)


class _Found:
    """What the chunks had so far."""

    def __init__(self, keywords: frozenset[str], prefixes: tuple[str, ...], notes: Notes) -> None:
        self._keywords = keywords
        self._prefixes = prefixes
        self._notes = notes
        self._texts: list[Text] = []
        self._room = MAX_PICTURE
        self._kinds: set[bytes] = set()
        self._sound = True

    def take(self, chunk: _Chunk) -> None:
        """Looks at the next chunk. Raises ``InterchangeError`` for one that unpacks to too much."""
        self._kinds.add(chunk.kind)
        if chunk.kind == b"IHDR":
            self._sound = _size_is_fine(chunk.body, self._notes)
        elif chunk.kind == b"IDAT":
            self._sound = self._sound and chunk.crc_right
        elif chunk.kind in _TEXTS:
            keyword = bytes(chunk.body[:_LONGEST_KEYWORD]).partition(b"\0")[0]
            name = keyword.decode("latin-1").lower()
            if name in self._keywords or name.startswith(self._prefixes):
                self._add(name, chunk, len(keyword) + 1)

    def picture(self) -> Picture:
        """All of it."""
        sound = self._sound and self._kinds >= {b"IHDR", b"IDAT", b"IEND"}
        if not sound:
            self._notes.warn(NoteCode.BROKEN_PICTURE)
        return Picture(tuple(self._texts), sound)

    def _add(self, name: str, chunk: _Chunk, start: int) -> None:
        if not chunk.crc_right:
            self._notes.warn(NoteCode.BAD_CHECKSUM)
        content = _content(chunk.kind, bytes(chunk.body[start:]), self._notes)
        if content is None:
            return
        self._room -= len(content)
        if self._room < 0:
            raise TooLargeError(file=self._notes.file, limit=MAX_PICTURE // MB)
        self._texts.append(Text(name, content))


def _chunks(data: bytes, notes: Notes) -> Iterator[_Chunk]:
    """Until IEND or the end of what is sound."""
    view = memoryview(data)
    at = len(SIGNATURE)
    count = 0
    while at + 8 <= len(data):
        length, kind = _HEADER.unpack_from(view, at)
        end = at + 8 + length
        count += 1
        if count > MAX_CHUNKS:
            raise TooManyPartsError(file=notes.file, limit=MAX_CHUNKS)
        if end > len(data) or not kind.isalpha():
            return
        crc = int.from_bytes(view[end : end + 4], "big")
        yield _Chunk(kind, view[at + 8 : end], view[at : end + 4], crc == zlib.crc32(view[at + 4 : end]))
        at = end + 4
        if kind == b"IEND":
            if at < len(data):
                notes.warn(NoteCode.AFTER_THE_END)
            return


def _content(kind: bytes, rest: bytes, notes: Notes) -> bytes | None:
    """The text behind the keyword. iTXt: whether packed, how, language, translated keyword, text."""
    if kind == b"zTXt":
        return inflate(rest[1:], notes)
    if kind == b"iTXt":
        parts = rest[2:].split(b"\0", 2)
        if len(parts) < 3:
            return None
        return inflate(parts[2], notes) if rest[:1] == b"\1" else _bounded(parts[2], notes)
    return _bounded(rest, notes)


def _bounded(text: bytes, notes: Notes) -> bytes:
    if len(text) > MAX_CARD_TEXT:
        raise TooLargeError(file=notes.file, limit=MAX_CARD_TEXT // MB)
    return text


def _size_is_fine(header: memoryview, notes: Notes) -> bool:
    if len(header) < 8:
        return False
    width, height = struct.unpack_from(">II", header)
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        notes.warn(NoteCode.PICTURE_TOO_LARGE, width=width, height=height)
        return False
    return min(width, height) > 0


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
