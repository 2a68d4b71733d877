"""The pages of a database file and the records on them, read without SQLite. Used by ``walk`` and ``copying``; writes nothing.

https://sqlite.org/fileformat2.html is the source of every number here. What the write-ahead log has of a page is newer than
what the file has, as far as the checksums of the log are right: the same rule as SQLite's own after a power cut.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

from desktop_app.storage.sqlite_file import has_content, wal_of

Value: TypeAlias = int | float | str | bytes | None
Record: TypeAlias = tuple[Value, ...]

MAGIC: Final = b"SQLite format 3\0"

# SQLite's own page size, which is ours too: what is assumed where the header is gone.
_USUAL_SIZE = 4096

TABLE_LEAF, TABLE_INTERIOR, INDEX_LEAF, INDEX_INTERIOR = 13, 5, 10, 2
_HEADER_SIZES = {TABLE_LEAF: 8, INDEX_LEAF: 8, TABLE_INTERIOR: 12, INDEX_INTERIOR: 12}

# The first page begins with the header of the file.
FILE_HEADER = 100

# Serial types 1 to 6 of a record: whole numbers of so many bytes.
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_REAL, _ZERO, _ONE, _FIRST_BYTES = 7, 8, 9, 12

# From here on a number takes more than one byte.
_LONG = 0x80

# The log's header: magic, version, page size, checkpoint, two salts, two checksums; a frame's: page, size after a commit.
_LOG_HEADER = struct.Struct(">8I")
_FRAME_HEADER = struct.Struct(">6I")
_LOG_MAGIC, _LOG_MAGIC_BIG = 0x377F0682, 0x377F0683
_MASK = 0xFFFFFFFF


class UnreadableError(Exception):
    """A page or a record is not what it should be."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """``size`` of a page in bytes; ``usable``: without what is reserved at its end."""

    size: int
    usable: int


class PageFile:
    """The pages of ``database`` by number, from 1, together with those of its log. Raises ``OSError``."""

    def __init__(self, database: Path) -> None:
        self._file = database.open("rb") if has_content(database) else None
        self._data = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if self._file is not None else b""
        log = wal_of(database)
        log_bytes = log.read_bytes() if has_content(log) else b""
        self._layout = _layout(bytes(self._data[:FILE_HEADER]), log_bytes)
        self._newer = _pages_of_log(log_bytes, self._layout.size)
        self.count = max([len(self._data) // self._layout.size, *self._newer])

    @property
    def usable(self) -> int:
        """The bytes of a page that hold data."""
        return self._layout.usable

    def page(self, number: int) -> bytes:
        """The newest state of a page. Raises ``UnreadableError`` where the file does not reach so far."""
        newer = self._newer.get(number)
        if newer is not None:
            return newer
        size = self._layout.size
        data = bytes(self._data[(number - 1) * size : number * size]) if number > 0 else b""
        if len(data) < size:
            raise UnreadableError
        return data

    def free_pages(self) -> set[int]:
        """The pages that hold nothing any more, as far as the list of them can be read."""
        free: set[int] = set()
        try:
            first = self.page(1)
            trunk = int.from_bytes(first[32:36], "big") if first.startswith(MAGIC) else 0
            while 0 < trunk <= self.count and trunk not in free:
                free.add(trunk)
                page = self.page(trunk)
                (following, count) = struct.unpack_from(">2I", page)
                leaves = struct.unpack_from(f">{min(count, self.usable // 4 - 2)}I", page, 8)
                free.update(leaf for leaf in leaves if 0 < leaf <= self.count)
                trunk = following
        except UnreadableError:
            pass  # what is known so far
        return free

    def close(self) -> None:
        """Lets go of the file."""
        if isinstance(self._data, mmap.mmap):
            self._data.close()
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Cells:
    """A page of a tree: its kind, and where its cells begin. ``right``: the last page below it, where there are any."""

    number: int
    data: bytes
    kind: int
    offsets: tuple[int, ...]
    right: int


def cells_of(pages: PageFile, number: int) -> Cells:
    """The cells of a page of a tree. Raises ``UnreadableError``."""
    data = pages.page(number)
    start = FILE_HEADER if number == 1 else 0
    kind = data[start]
    size = _HEADER_SIZES.get(kind, 0)
    count = int.from_bytes(data[start + 3 : start + 5], "big")
    if not size or count > (pages.usable - size) // 4:
        raise UnreadableError
    offsets: tuple[int, ...] = struct.unpack_from(f">{count}H", data, start + size)
    if any(not start + size + 2 * count <= offset < pages.usable for offset in offsets):
        raise UnreadableError
    right = int.from_bytes(data[start + 8 : start + 12], "big") if size > _HEADER_SIZES[TABLE_LEAF] else 0
    return Cells(number, data, kind, offsets, right)


def children_of(cells: Cells) -> Iterator[int]:
    """The pages below an inner page, in the order of their rows."""
    for offset in cells.offsets:
        yield int.from_bytes(cells.data[offset : offset + 4], "big")
    yield cells.right


def rows_of(pages: PageFile, cells: Cells) -> Iterator[tuple[int, Record] | None]:
    """The rows of a leaf of a table, each with its ``rowid``; None for one that cannot be read."""
    for offset in cells.offsets:
        try:
            size, place = _varint(cells.data, offset)
            rowid, place = _varint(cells.data, place)
            yield _signed(rowid), _record(_payload(pages, cells.data, place, size, pages.usable - 35))
        except (UnreadableError, IndexError):
            yield None


def keys_of(pages: PageFile, cells: Cells) -> Iterator[Record]:
    """The records of a page of an index, a leaf or an inner one; those that cannot be read are left out."""
    most = (pages.usable - 12) * 64 // 255 - 23
    for offset in cells.offsets:
        try:
            size, place = _varint(cells.data, offset if cells.kind == INDEX_LEAF else offset + 4)
            yield _record(_payload(pages, cells.data, place, size, most))
        except (UnreadableError, IndexError):
            continue


def _payload(pages: PageFile, data: bytes, place: int, size: int, most: int) -> bytes:
    """The bytes of a record: on its page, and the rest on a chain of others where they are more than ``most``."""
    if size <= most:
        if place + size > pages.usable:
            raise UnreadableError
        return data[place : place + size]
    if size > pages.count * pages.usable:
        raise UnreadableError
    least = (pages.usable - 12) * 32 // 255 - 23
    here = least + (size - least) % (pages.usable - 4)
    here = here if here <= most else least
    parts, left, following = [data[place : place + here]], size - here, data[place + here : place + here + 4]
    while left > 0:
        page = pages.page(int.from_bytes(following, "big"))
        parts.append(page[4 : 4 + min(left, pages.usable - 4)])
        left -= len(parts[-1])
        following = page[:4]
    return b"".join(parts)


def _record(body: bytes) -> Record:
    """The values of a record. Nearly all kinds are one byte: those are read in place, since there are millions of them."""
    header, place = _varint(body, 0)
    at, values = header, list[Value]()
    while place < header:
        kind = body[place]
        if kind < _LONG:
            place += 1
        else:
            kind, place = _varint(body, place)
        if kind >= _FIRST_BYTES:
            end = at + (kind - _FIRST_BYTES) // 2
            data = body[at:end]
            values.append(data.decode("utf-8", "replace") if kind % 2 else data)
        else:
            value, end = _number(kind, body, at)
            values.append(value)
        at = end
    if at != len(body):
        raise UnreadableError
    return tuple(values)


def _number(kind: int, body: bytes, at: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in (_ZERO, _ONE):
        return kind - _ZERO, at
    if kind == _REAL:
        if at + 8 > len(body):
            raise UnreadableError
        return float(struct.unpack_from(">d", body, at)[0]), at + 8
    if kind not in _INTEGERS:
        raise UnreadableError
    end = at + _INTEGERS[kind]
    return int.from_bytes(body[at:end], "big", signed=True), end


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes and where it ends. Raises ``IndexError``."""
    value = 0
    for step in range(8):
        byte = data[place + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + step + 1
    return value << 8 | data[place + 8], place + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


def _layout(header: bytes, log: bytes) -> _Layout:
    """By the header of the file, else by that of the log, else the usual one."""
    if len(header) == FILE_HEADER and header.startswith(MAGIC):
        size = int.from_bytes(header[16:18], "big")
        size, reserved = (65536 if size == 1 else size), header[20]
        if _is_page_size(size) and reserved <= size // 8:
            return _Layout(size, size - reserved)
    if len(log) >= _LOG_HEADER.size:
        size = int.from_bytes(log[8:12], "big")
        if _is_page_size(size):
            return _Layout(size, size)
    return _Layout(_USUAL_SIZE, _USUAL_SIZE)


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and size & (size - 1) == 0


def _pages_of_log(log: bytes, page_size: int) -> dict[int, bytes]:
    """The newest state of each page in the log, up to the last commit before a checksum is wrong."""
    if len(log) < _LOG_HEADER.size:
        return {}
    magic, _version, size, _number, *salts_and_sums = _LOG_HEADER.unpack_from(log)
    if magic not in (_LOG_MAGIC, _LOG_MAGIC_BIG) or size != page_size:
        return {}
    order, salts = (">" if magic == _LOG_MAGIC_BIG else "<"), salts_and_sums[:2]
    sums = _summed(log[:24], order, (0, 0))
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for start in range(_LOG_HEADER.size, len(log) - _FRAME_HEADER.size - page_size + 1, _FRAME_HEADER.size + page_size):
        number, commit, *rest = _FRAME_HEADER.unpack_from(log, start)
        body = start + _FRAME_HEADER.size
        sums = _summed(log[start : start + 8], order, sums)
        sums = _summed(log[body : body + page_size], order, sums)
        if rest != [*salts, *sums]:
            break
        waiting[number] = log[body : body + page_size]
        if commit:
            committed |= waiting
            waiting = {}
    return committed


def _summed(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & _MASK
        second = (second + other + first) & _MASK
    return first, second
