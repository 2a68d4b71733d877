"""CHARX: a card and its files in a zip, in both directions; also where it hangs behind a JPEG picture.

Called by the reader of files and by exports. A file that is missing is a warning, never a failed import.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from desktop_app.domain.character import Character
from desktop_app.domain.importing import ImportedCard
from desktop_app.domain.lore import Lorebook
from desktop_app.interchange.archive import Archive
from desktop_app.interchange.cards.assets import embedded_path
from desktop_app.interchange.cards.character import read_card, write_card
from desktop_app.interchange.cards.containers import charx_files, icon_of
from desktop_app.interchange.errors import NothingUsableError, OtherFormatError
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject, dump_json, load_json
from desktop_app.interchange.pictures import real_type
from desktop_app.interchange.report import NoteCode, Notes

CARD = "card.json"

# So many names of files that are left out are told.
_TOLD = 3

# The same bytes for the same card, whatever the clock says.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def read_charx(data: bytes, notes: Notes) -> ImportedCard:
    """Raises ``InterchangeError``."""
    archive = Archive(data, notes.file)
    name = archive.find(CARD)
    if name is None:
        raise OtherFormatError(file=notes.file, kind="ZIP", wanted="CHARX")
    value = load_json(archive.read(name), notes)
    card = read_card(Fields(cast("JsonObject", value), "", notes)) if isinstance(value, dict) else None
    if card is None:
        raise NothingUsableError(file=notes.file, kind="CHARX")
    files = _files(card.character, archive, name, notes)
    return replace(
        card, files=files, portrait=icon_of(card.character, files) or (data if real_type(data) == "JPEG" else b"")
    )


def write_charx(
    character: Character, book: Lorebook | None = None, portrait: bytes = b"", files: Mapping[str, bytes] | None = None
) -> bytes:
    """The archive. ``files`` as in ``ImportedCard``; the portrait is the main icon."""
    card = write_card(character, book, version=3)
    members = charx_files(card, portrait, files or {})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(CARD, _NO_TIME), dump_json(card), zipfile.ZIP_DEFLATED)
        for path, content in members.items():
            archive.writestr(zipfile.ZipInfo(path, _NO_TIME), content, zipfile.ZIP_STORED)
    return out.getvalue()


def _files(character: Character, archive: Archive, card: str, notes: Notes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left_out = dict.fromkeys(archive.names())
    del left_out[card]
    for place, asset in enumerate(character.assets):
        path = embedded_path(asset.uri)
        if path is None:
            continue
        name = archive.find(path)
        if name is None:
            notes.warn(NoteCode.ASSET_MISSING, f"data.assets[{place}]", name=path[:80])
            continue
        left_out.pop(name, None)
        if asset.uri not in found:
            found[asset.uri] = archive.read(name)
    if left_out:
        names = ", ".join(name[:80] for name in list(left_out)[:_TOLD]) + (" …" if len(left_out) > _TOLD else "")
        notes.skipped("", NoteCode.FILES_LEFT_OUT, count=len(left_out), names=names)
    return found
