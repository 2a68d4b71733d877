"""Where the files of a card are in a CHARX and in a PNG: their addresses there, and the portrait as the main icon.

Called by ``charx`` and ``cards.pictures`` with a card that is about to be written. The library keeps the addresses as they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from desktop_app.domain.character import Character
from desktop_app.interchange.cards.assets import ASSET_OF_PNG, EMBEDDED, data_of, embedded_path
from desktop_app.interchange.json_reading import JsonObject
from desktop_app.interchange.limits import MAX_ICON_IN_PNG
from desktop_app.interchange.pictures import real_type

DEFAULT = "ccdefault:"
_MAIN = "main"
_OF_CHARX = "assets/"
_PICTURES = frozenset({"PNG", "JPEG", "WebP"})

# A keyword of PNG has 79 bytes; what is before the path is taken off.
_LONGEST_KEY = 60


def charx_files(card: JsonObject, portrait: bytes, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The members of the archive by path; the card then speaks of exactly these addresses.

    The portrait is the main icon: it takes the place of the one that there was, or is added where no icon shows it.
    """
    members = _by_path(files)
    if portrait and not _shown_by_an_icon(card, portrait, members):
        _add_icon(card, portrait, members)
    for item, path in _embedded(card):
        item["uri"] = f"{EMBEDDED}{path}"
    return members


def png_files(card: JsonObject, portrait: bytes, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files by the key of their chunk (lower case, ASCII); the card then speaks of them as RisuAI does in PNG.

    What has no bytes keeps its address. The picture itself is the portrait; one that is no PNG is a file of the card.
    """
    members = _by_path(files)
    if len(portrait) > MAX_ICON_IN_PNG:
        _show_the_picture_as_icon(card)
    elif portrait and not _shown_by_an_icon(card, portrait, members) and real_type(portrait) != "PNG":
        _add_icon(card, portrait, members)
    keys: dict[str, str] = {}
    for item, path in _embedded(card):
        if path not in members:
            continue
        if path not in keys:
            taken = {key.lower() for key in keys.values()}
            plain = path.isascii() and path.isprintable() and 0 < len(path) <= _LONGEST_KEY
            keys[path] = path if plain and path.lower() not in taken else _number(taken)
        item["uri"] = f"{ASSET_OF_PNG}{keys[path]}"
    return {key.lower(): members[path] for path, key in keys.items()}


def with_first_addresses(card: JsonObject) -> JsonObject:
    """A card as it stands in a PNG, where the files that once came in a CHARX have the addresses that they had there."""
    data = card.get("data")
    if isinstance(data, dict):
        for item, path in _embedded(card):
            if str(item.get("uri")).startswith(f"{ASSET_OF_PNG}{_OF_CHARX}"):
                item["uri"] = f"{EMBEDDED}{path}"
    return card


def icon_of(character: Character, files: Mapping[str, bytes], *, main_only: bool = False) -> bytes:
    """The picture of the main icon, else (unless ``main_only``) of any icon, where it came with the card; else empty."""
    icons = [asset for asset in character.assets if asset.type == "icon" and (asset.name == _MAIN or not main_only)]
    for asset in sorted(icons, key=lambda asset: asset.name != _MAIN):
        content = files.get(asset.uri) or data_of(asset.uri)
        if content and real_type(content) in _PICTURES:
            return content
    return b""


def _add_icon(card: JsonObject, portrait: bytes, members: dict[str, bytes]) -> None:
    kind = _suffix(portrait)
    path = _free(f"assets/icon/images/main.{kind}", members)
    members[path] = portrait
    icon = {"type": "icon", "uri": f"{EMBEDDED}{path}", "name": _MAIN, "ext": kind}
    card["data"]["assets"] = [icon, *(item for item in _items(card) if item.get("uri") != DEFAULT)]


def _show_the_picture_as_icon(card: JsonObject) -> None:
    for item in _items(card):
        if (item.get("type"), item.get("name")) == ("icon", _MAIN):
            item |= {"uri": DEFAULT, "ext": "png"}


def _shown_by_an_icon(card: JsonObject, portrait: bytes, members: dict[str, bytes]) -> bool:
    """Whether an icon shows the portrait; a main icon that showed another picture shows this one now."""
    icons = [item for item in _items(card) if item.get("type") == "icon"]
    if any(_content(item, members) == portrait for item in icons):
        return True
    main = next((item for item in icons if item.get("name") == _MAIN and _content(item, members) is not None), None)
    if main is None:
        return False
    kind, path = _suffix(portrait), embedded_path(str(main.get("uri")))
    if path is None or not path.lower().endswith(f".{kind}"):
        path = _free(f"assets/icon/images/main.{kind}", members)
        main |= {"uri": f"{EMBEDDED}{path}", "ext": kind}
    members[path] = portrait
    return True


def _content(item: JsonObject, members: Mapping[str, bytes]) -> bytes | None:
    uri = str(item.get("uri"))
    path = embedded_path(uri)
    return data_of(uri) if path is None else members.get(path)


def _by_path(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: content for uri, content in files.items() if (path := embedded_path(uri)) is not None}


def _embedded(card: JsonObject) -> Iterator[tuple[JsonObject, str]]:
    for item in _items(card):
        path = embedded_path(str(item.get("uri")))
        if path is not None:
            yield item, path


def _items(card: JsonObject) -> list[JsonObject]:
    """What is odd in the list goes out as it came."""
    assets: Any = card["data"].get("assets")
    given = cast("list[Any]", assets) if isinstance(assets, list) else []
    return [cast("JsonObject", item) for item in given if isinstance(item, dict)]


def _suffix(picture: bytes) -> str:
    return real_type(picture).lower().replace("jpeg", "jpg") or "png"


def _free(path: str, members: Mapping[str, bytes]) -> str:
    stem, _, ending = path.rpartition(".")
    taken, number = {name.casefold() for name in members}, 1
    while path.casefold() in taken:
        number += 1
        path = f"{stem}-{number}.{ending}"
    return path


def _number(taken: set[str]) -> str:
    return next(str(number) for number in range(len(taken) + 1) if str(number) not in taken)
