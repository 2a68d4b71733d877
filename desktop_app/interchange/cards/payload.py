"""The text of a card as it stands in a picture: base64 of JSON in all the ways that programs write it.

Called by ``cards.pictures``.
"""

from __future__ import annotations

import base64
import binascii

from desktop_app.interchange.json_reading import JsonObject, dump_json

_RAW = (b"{", b"[")
_MARK = b"\xef\xbb\xbf"


def decoded(payload: bytes) -> bytes | None:
    """The JSON text: base64 with line breaks, without its end, in either alphabet, or no base64 at all."""
    text = payload.strip(b"\0 \t\r\n")
    if text.removeprefix(_MARK)[:1] in _RAW:
        return text
    packed = b"".join(text.split()).replace(b"-", b"+").replace(b"_", b"/").rstrip(b"=")
    if len(packed) % 4 == 1:
        packed = packed[:-1]
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True) or None
    except (binascii.Error, ValueError):
        return None


def encoded(card: JsonObject) -> bytes:
    """A card as it belongs into a chunk."""
    return base64.b64encode(dump_json(card).encode())
