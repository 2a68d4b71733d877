"""Cards in pictures: PNG in both directions, WebP and JPEG in.

Called by the reader of files and by exports.
"""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from desktop_app.domain.character import Character
from desktop_app.domain.importing import ImportedCard
from desktop_app.domain.lore import Lorebook
from desktop_app.interchange.cards.assets import embedded_path
from desktop_app.interchange.cards.character import BOOK, read_card, write_card
from desktop_app.interchange.cards.containers import icon_of, png_files, with_first_addresses
from desktop_app.interchange.cards.payload import decoded, encoded
from desktop_app.interchange.errors import InterchangeError, NoCardError, NotJsonError, UnreadableCardError
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import JsonObject, load_json
from desktop_app.interchange.limits import MAX_CARD_TEXT, MAX_FILES_IN_PNG
from desktop_app.interchange.pictures import real_type, user_comment
from desktop_app.interchange.png import Text, plain_png, read_png, write_png
from desktop_app.interchange.report import NoteCode, Notes

_KEYWORDS = ("ccv3", "chara")
_ASSET = "chara-ext-asset_"
_TRIES = 8
# A line of a decorator at the beginning of an entry.
_DECORATORS = re.compile(r"\s*+(?:@@@?[A-Za-z_][^\n]*+(?:\n\s*+|\Z))++")


def read_png_card(data: bytes, notes: Notes) -> ImportedCard:
    """The newest readable card. Raises ``InterchangeError``."""
    picture = read_png(data, _KEYWORDS, notes, prefixes=(_ASSET,))
    cards = [text for text in picture.texts if text.keyword in _KEYWORDS]
    if not cards:
        raise NoCardError(file=notes.file, kind="PNG")
    for keyword in _KEYWORDS:
        if (count := sum(text.keyword == keyword for text in cards)) > 1:
            notes.warn(NoteCode.SEVERAL_CARDS, keyword, count=count)
    newest_first = [text for keyword in _KEYWORDS for text in reversed(cards) if text.keyword == keyword]
    card = _first_readable([text.data for text in newest_first[:_TRIES]], notes)
    chunks = [text for text in picture.texts if text.keyword not in _KEYWORDS]
    attached = {text.keyword.removeprefix(_ASSET).removeprefix(":"): text.data for text in chunks}
    files = _files(card.character, attached)
    shown = (write_png(data, (), notes.file) if attached else data) if picture.sound else b""
    return replace(card, portrait=icon_of(card.character, files, main_only=True) or shown, files=files)


def read_exif_card(data: bytes, notes: Notes) -> ImportedCard:
    """The card of a WebP or JPEG picture. Raises ``InterchangeError``."""
    comment = user_comment(data)
    if comment is None:
        raise NoCardError(file=notes.file, kind=real_type(data))
    return replace(_first_readable([comment], notes), portrait=data)


def holds_zip(data: bytes) -> bool:
    """Whether an archive hangs behind a picture (RisuAI writes such JPEG files)."""
    return zipfile.is_zipfile(io.BytesIO(data))


def write_png_card(
    character: Character,
    book: Lorebook | None,
    picture: bytes,
    file: str,
    files: Mapping[str, bytes] | None = None,
    portrait: bytes = b"",
) -> tuple[bytes, int]:
    """A picture with the card for new programs (``ccv3``) and for old ones (``chara``, without decorators), and its files.

    An empty ``picture`` becomes a plain one; ``portrait``: the character's, where it is another. Returns the picture and how
    many files it has no room for. Raises ``NotPngError`` for what is no PNG.
    """
    newest = write_card(character, book, version=3)
    old = _without_decorators(write_card(character, book, version=2))
    kept = _fitting(files or {})
    chunks = png_files(newest, portrait or picture, kept)
    texts = [Text("chara", encoded(old)), Text("ccv3", encoded(newest))]
    texts += [Text(f"{_ASSET}:{key}", base64.b64encode(content)) for key, content in chunks.items()]
    return write_png(picture or plain_png(400, 600, (96, 96, 112)), texts, file), len(files or {}) - len(kept)


def _fitting(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those that can be read again: the smallest first."""
    room, kept = MAX_FILES_IN_PNG, dict[str, bytes]()
    for uri, content in sorted(files.items(), key=lambda item: (len(item[1]), item[0])):
        size = len(content) * 4 // 3 + 4
        if embedded_path(uri) is not None and size <= min(room, MAX_CARD_TEXT):
            kept[uri] = content
            room -= size
    return kept


def _first_readable(payloads: list[bytes], notes: Notes) -> ImportedCard:
    """Raises the error of the best one where none is readable."""
    first_error: InterchangeError | None = None
    for payload in payloads:
        text = decoded(payload)
        if text is None:
            continue
        try:
            value = load_json(text, notes)
        except NotJsonError:
            continue
        except InterchangeError as error:
            first_error = first_error or error
            continue
        if not isinstance(value, dict):
            continue
        card = read_card(Fields(with_first_addresses(cast("JsonObject", value)), "", notes))
        if card is not None:
            return card
    raise first_error or UnreadableCardError(file=notes.file)


def _files(character: Character, attached: dict[str, bytes]) -> dict[str, bytes]:
    """What the assets speak of; chunk names have lost their case."""
    found: dict[str, bytes] = {}
    for asset in character.assets:
        path = embedded_path(asset.uri)
        content = None if path is None else attached.get(path.lower())
        content = None if content is None else decoded(content)
        if content is not None:
            found[asset.uri] = content
    return found


def _without_decorators(card: JsonObject) -> JsonObject:
    book = card["data"].get(BOOK)
    if not isinstance(book, dict):
        return card
    found = cast("JsonObject", book)
    entries = found.get("entries")
    if isinstance(entries, dict):
        made: Any = {key: _plain(entry) for key, entry in cast("JsonObject", entries).items()}
    else:
        made = [_plain(entry) for entry in cast("list[Any]", entries)]
    return {**card, "data": {**card["data"], BOOK: {**found, "entries": made}}}


def _plain(entry: JsonObject) -> JsonObject:
    content = entry.get("content")
    return (
        {**entry, "content": _DECORATORS.sub("", content, count=1)}
        if isinstance(content, str) and _DECORATORS.match(content)
        else entry
    )
