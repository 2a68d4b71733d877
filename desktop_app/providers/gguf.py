"""Reads the header of a GGUF model file: what the model is, before anything is loaded.

Called by ``model_file``, which says in a sentence why a file cannot be used. Standard library only. A file is a stranger:
every length is checked before it is believed, reads are bounded, nothing but ``GgufError`` and ``OSError`` comes out. The
layout is that of llama.cpp's ``docs/gguf.md`` in ggml (versions 2 and 3, little-endian).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO, TypeAlias

MAGIC = b"GGUF"
KNOWN_VERSIONS = (2, 3)

# Beyond any real file (the largest vocabularies have 262,144 tokens and 514,906 merges), small enough to end soon.
_MAX_HEADER_BYTES = 128 << 20
_MAX_ELEMENTS = 4_000_000
_MAX_FIELDS = 65_536
_MAX_TENSORS = 1_000_000
_MAX_KEY_BYTES = 65_535
_MAX_KEPT_BYTES = 1 << 20
_MAX_DIMENSIONS = 8
_DEFAULT_ALIGNMENT = 32

_SCALARS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    7: struct.Struct("<?"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
_STRING = 8
_ARRAY = 9
_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")

# ggml's types by elements in a block: number → bytes of a block (ggml-common.h). What is not here is newer than this table.
_BLOCK_BYTES = {
    1: {0: 4, 1: 2, 24: 1, 25: 2, 26: 4, 27: 8, 28: 8, 30: 2},
    32: {2: 18, 3: 20, 6: 22, 7: 24, 8: 34, 9: 36, 20: 18, 39: 17},
    256: {10: 84, 11: 110, 12: 144, 13: 176, 14: 210, 15: 292, 16: 66, 17: 74, 18: 98, 19: 50, 21: 110, 22: 82, 23: 136}
    | {29: 56, 34: 54, 35: 66},
}
_TYPE_SIZES = {kind: (block, size) for block, sizes in _BLOCK_BYTES.items() for kind, size in sizes.items()}

Scalar: TypeAlias = int | float | bool | str


class GgufError(Exception):
    """The bytes are not a header that can be read. ``reason``: ``magic``, ``byte-order``, ``version``, ``short``, ``damaged``."""

    def __init__(self, reason: str, detail: str = "", *, version: int = 0) -> None:
        self.reason = reason
        self.version = version
        super().__init__(detail or reason)


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a header says. ``size`` is the file's, ``needed`` what its tensors need at least, both in bytes.

    ``fields`` holds single values; long texts and arrays are skipped, of these only ``array_lengths`` remain.
    """

    version: int
    tensor_count: int
    size: int
    needed: int
    fields: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    array_lengths: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def architecture(self) -> str:
        """llama.cpp's name for the kind of network, for example ``llama``; empty where it is missing."""
        return self.text("general.architecture")

    @property
    def name(self) -> str:
        """The model's own name, made by strangers: plain text, one line, at most 200 characters."""
        return " ".join(self.text("general.name").split())[:200]

    @property
    def context_length(self) -> int:
        """The context it was trained for, in tokens; 0 where it is not said."""
        return self.number(f"{self.architecture}.context_length")

    @property
    def has_chat_template(self) -> bool:
        """Whether the file says how a conversation is written; base models have none."""
        return bool(self.text("tokenizer.chat_template").strip())

    @property
    def file_type(self) -> int | None:
        """llama.cpp's number for the quantisation (``llama_ftype``), or None."""
        return self.number("general.file_type") if "general.file_type" in self.fields else None

    def text(self, key: str) -> str:
        """The text at ``key``, or empty where there is none or it is no text."""
        value = self.fields.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int:
        """The whole number at ``key``, or 0 where there is none or it is something else."""
        value = self.fields.get(key)
        return value if isinstance(value, int) else 0


def read_header(path: Path) -> GgufHeader:
    """Reads the header of ``path``. Raises ``GgufError``, or ``OSError`` where the file cannot be read."""
    with path.open("rb", buffering=1 << 18) as file:
        return parse_header(file)


def parse_header(file: BinaryIO) -> GgufHeader:
    """Reads a header from the start of a seekable file. Raises ``GgufError``."""
    size = file.seek(0, SEEK_END)
    file.seek(0)
    return _HeaderReader(file, size).read()


class _HeaderReader:
    """One pass over one file."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self._position = 0
        self._elements_left = _MAX_ELEMENTS
        self._fields: dict[str, Scalar] = {}
        self._array_lengths: dict[str, int] = {}

    def read(self) -> GgufHeader:
        version = self._read_version()
        tensor_count = self._count(_MAX_TENSORS, "tensors")
        for _ in range(self._count(_MAX_FIELDS, "fields")):
            self._read_field()
        data_bytes = max((self._read_tensor_end() for _ in range(tensor_count)), default=0)
        needed = self._aligned(self._position) + data_bytes if tensor_count else self._position
        return GgufHeader(version, tensor_count, self._size, needed, self._fields, self._array_lengths)

    def _read_version(self) -> int:
        if self._file.read(len(MAGIC)) != MAGIC:
            raise GgufError("magic")
        self._position = len(MAGIC)
        version = self._number(_U32)
        if version & 0xFFFF == 0 and version:
            raise GgufError("byte-order")
        if version not in KNOWN_VERSIONS:
            raise GgufError("version", version=version)
        return version

    def _read_field(self) -> None:
        key = self._string(_MAX_KEY_BYTES)
        kind = self._number(_U32)
        if kind == _ARRAY:
            self._array_lengths[key] = self._skip_array()
        elif kind == _STRING:
            self._keep_text(key)
        else:
            value: tuple[Scalar, ...] = self._scalar(kind).unpack(self._take(self._scalar(kind).size))
            self._fields[key] = value[0]

    def _keep_text(self, key: str) -> None:
        length = self._number(_U64)
        if length > _MAX_KEPT_BYTES:
            self._skip(length)
        else:
            self._fields[key] = self._take(length).decode("utf-8", "replace")

    def _skip_array(self) -> int:
        kind = self._number(_U32)
        length = self._number(_U64)
        if kind != _STRING:
            self._skip(self._scalar(kind).size * length)
            return length
        self._elements_left -= length
        if self._elements_left < 0:
            raise GgufError("damaged", "more texts than any model has")
        for _ in range(length):
            self._skip(self._number(_U64))
        return length

    def _read_tensor_end(self) -> int:
        """Where the next tensor ends, counted from the start of the data; of an unknown type, where it begins."""
        self._string(_MAX_KEY_BYTES)
        dimensions = self._number(_U32)
        if dimensions > _MAX_DIMENSIONS:
            raise GgufError("damaged", "a tensor has too many dimensions")
        elements = 1
        for _ in range(dimensions):
            elements *= self._number(_U64)
        kind = self._number(_U32)
        offset = self._number(_U64)
        block, block_bytes = _TYPE_SIZES.get(kind, (1, 0))
        return offset + elements // block * block_bytes

    def _aligned(self, position: int) -> int:
        alignment = self._fields.get("general.alignment", _DEFAULT_ALIGNMENT)
        if not isinstance(alignment, int) or alignment <= 0 or alignment & (alignment - 1):
            raise GgufError("damaged", "its alignment is no power of two")
        return (position + alignment - 1) // alignment * alignment

    def _scalar(self, kind: int) -> struct.Struct:
        try:
            return _SCALARS[kind]
        except KeyError:
            raise GgufError("damaged", "a field has an unknown type") from None

    def _count(self, most: int, what: str) -> int:
        count = self._number(_U64)
        if count > most:
            raise GgufError("damaged", f"it claims {count} {what}")
        return count

    def _string(self, most: int) -> str:
        length = self._number(_U64)
        if length > most:
            raise GgufError("damaged", "a name is longer than any real one")
        return self._take(length).decode("utf-8", "replace")

    def _number(self, layout: struct.Struct) -> int:
        value: tuple[int] = layout.unpack(self._take(layout.size))
        return value[0]

    def _take(self, length: int) -> bytes:
        self._advance(length)
        taken = self._file.read(length)
        if len(taken) != length:
            raise GgufError("short")
        return taken

    def _skip(self, length: int) -> None:
        """Goes on without keeping; short steps read, because a seek would throw the buffer away."""
        if length < _MAX_KEPT_BYTES:
            self._take(length)
        else:
            self._advance(length)
            self._file.seek(self._position)

    def _advance(self, length: int) -> None:
        self._position += length
        if self._position > self._size:
            raise GgufError("short")
        if self._position > _MAX_HEADER_BYTES:
            raise GgufError("damaged", "its header is longer than any real one")
