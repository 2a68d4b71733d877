"""Files of other programs made by hand, after the formats page; for the tests of ``interchange``."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop_app.domain.importing import Imported, ImportedCard, ImportResult
from desktop_app.interchange.reader import read_file

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)

CARD: dict[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Mira",
        "description": "A lighthouse keeper. Анна 燈台",
        "personality": "",
        "scenario": "",
        "first_mes": "Hello, {{user}}.",
        "mes_example": "<START>\r\n{{char}}: Hm.",
        "creator_notes": "",
        "system_prompt": "",
        "post_history_instructions": "",
        "alternate_greetings": ["Good night."],
        "tags": ["sea"],
        "creator": "me",
        "character_version": "1",
        "extensions": {
            "depth_prompt": {"prompt": "Be calm.", "depth": 2, "role": "user"},
            "other/tool": {"a": [1, None]},
        },
    },
}


def card(**changes: Any) -> dict[str, Any]:
    """``CARD`` with other members in its data."""
    return {**CARD, "data": {**CARD["data"], **changes}}


def book_entry(**changes: Any) -> dict[str, Any]:
    """An entry of a character book."""
    return {
        "keys": ["sea"],
        "content": "Deep.",
        "enabled": True,
        "insertion_order": 10,
        "extensions": {},
        **changes,
    }


def as_json(value: Any) -> bytes:
    """The bytes of a file."""
    return json.dumps(value).encode()


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG with its right checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def text_chunk(value: Any, keyword: bytes = b"chara", kind: bytes = b"tEXt") -> bytes:
    """A chunk with a value as base64 of JSON."""
    packed = value if isinstance(value, bytes) else base64.b64encode(as_json(value))
    bodies = {
        b"tEXt": keyword + b"\0" + packed,
        b"zTXt": keyword + b"\0\0" + zlib.compress(packed),
        b"iTXt": keyword + b"\0\1\0en\0\0" + zlib.compress(packed),
        b"plain": keyword + b"\0\0\0\0\0" + packed,
    }
    return chunk(b"iTXt" if kind == b"plain" else kind, bodies[kind])


def png(*before: bytes, after: Sequence[bytes] = ()) -> bytes:
    """A small picture with chunks before and after its data."""
    pixels = chunk(b"IDAT", zlib.compress((b"\0" + b"\7" * 24) * 8))
    return SIGNATURE + chunk(b"IHDR", HEADER) + b"".join(before) + pixels + b"".join(after) + chunk(b"IEND", b"")


def archive(members: Mapping[str, bytes], *, packed: bool = True) -> bytes:
    """A zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return out.getvalue()


def read(value: Any, name: str = "file.json") -> ImportResult:
    """The result of a file with these bytes, or with this value as JSON."""
    return read_file(value if isinstance(value, bytes) else as_json(value), name)


def only(value: Any) -> Imported:
    """The one thing in a file."""
    contents = read(value).contents
    assert len(contents) == 1
    return contents[0]


def only_card(value: Any) -> ImportedCard:
    """The one card in a file."""
    found = only(value)
    assert isinstance(found, ImportedCard)
    return found
