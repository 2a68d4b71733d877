"""Writes small GGUF files for tests, sound ones and broken ones. Independent of the program's reader."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | bool | int | Sequence[str]"

CHAT_MODEL: Mapping[str, Value] = {
    "general.architecture": "llama",
    "general.type": "model",
    "general.name": "A tiny\nmodel",
    "general.file_type": 3,
    "llama.context_length": 4096,
    "tokenizer.ggml.tokens": ("a", "b", "<|im_end|>"),
    "tokenizer.chat_template": "{% for message in messages %}{{ message.content }}{% endfor %}",
}
# Name, dimensions, ggml type (0: F32, 3: Q4_1), offset in the data: 64 × 4 bytes, then 2 × 20 bytes for each of 4 rows.
TENSORS = (("token_embd.weight", (64,), 0, 0), ("blk.0.weight", (64, 4), 3, 256))
DATA_BYTES = 256 + 2 * 20 * 4


def gguf(
    fields: Mapping[str, Value] = CHAT_MODEL,
    *,
    tensors: Sequence[tuple[str, tuple[int, ...], int, int]] = TENSORS,
    data_bytes: int = DATA_BYTES,
    version: int = 3,
    order: str = "<",
) -> bytes:
    """A whole file: header, padding to 32 bytes, and ``data_bytes`` of zeros. ``order`` is ``<`` or ``>``."""
    header = b"GGUF" + struct.pack(order + "IQQ", version, len(tensors), len(fields))
    for key, value in fields.items():
        header += _text(key, order) + _value(value, order)
    for name, dimensions, kind, offset in tensors:
        header += _text(name, order) + struct.pack(order + "I", len(dimensions))
        header += b"".join(struct.pack(order + "Q", size) for size in dimensions)
        header += struct.pack(order + "IQ", kind, offset)
    return header + bytes(-len(header) % 32) + bytes(data_bytes)


def without(*keys: str) -> dict[str, Value]:
    """The fields of the chat model but these."""
    return {key: value for key, value in CHAT_MODEL.items() if key not in keys}


def _text(text: str, order: str) -> bytes:
    data = text.encode()
    return struct.pack(order + "Q", len(data)) + data


def _value(value: Value, order: str) -> bytes:
    match value:
        case str():
            return struct.pack(order + "I", 8) + _text(value, order)
        case bool():
            return struct.pack(order + "I?", 7, value)
        case int():
            return struct.pack(order + "II", 4, value)
        case _:
            return struct.pack(order + "IIQ", 9, 8, len(value)) + b"".join(_text(text, order) for text in value)
