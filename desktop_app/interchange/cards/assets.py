"""The ``assets`` of Character Card V3: read as values, written as they came.

Called by ``cards.character`` and ``charx``. Loads nothing; an address on the internet stays an address.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from urllib.parse import unquote

from desktop_app.domain.character import CardAsset
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json
from desktop_app.interchange.limits import MAX_CARD_TEXT
from desktop_app.interchange.report import NoteCode

# The specification spells it with one d; both are read, and the older form of RisuAI.
EMBEDDED = "embeded://"
ASSET_OF_PNG = "__asset:"
_EMBEDDED = (EMBEDDED, "embedded://", ASSET_OF_PNG)
_REMOTE = ("http://", "https://", "ftp://")


def read_assets(given: Fields) -> tuple[CardAsset, ...]:
    """The list in the card's data; what is no object in it is told as skipped."""
    found: list[CardAsset] = []
    for item in given.objects("assets"):
        asset = CardAsset(
            item.text("type"), item.text("uri"), item.text("name"), item.text("ext").removeprefix(".").lower()
        )
        if asset.uri.lower().startswith(_REMOTE):
            given.notes.warn(NoteCode.ASSET_REMOTE, item.path)
        found.append(asset)
    return tuple(found)


def written_assets(assets: Iterable[CardAsset]) -> Json:
    """The members of the file."""
    return [{"type": asset.type, "uri": asset.uri, "name": asset.name, "ext": asset.ext} for asset in assets]


def embedded_path(uri: str) -> str | None:
    """The path inside the container; None for other addresses."""
    for scheme in _EMBEDDED:
        if uri.startswith(scheme):
            return uri.removeprefix(scheme)
    return None


def data_of(uri: str) -> bytes | None:
    """The bytes of a ``data:`` address; None for other addresses and for damaged ones."""
    head, comma, body = uri.partition(",")
    if not head.startswith("data:") or not comma or len(body) > 2 * MAX_CARD_TEXT:
        return None
    try:
        return base64.b64decode(body) if head.endswith(";base64") else unquote(body).encode()
    except (binascii.Error, ValueError):
        return None
