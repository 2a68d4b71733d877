"""The files that a card speaks of, as lists: added, called otherwise, of another kind, taken out. For the editor of characters.

Nothing is stored here; ``LibraryService.set_assets`` does that. The icon called *main* is the portrait.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_app.domain.character import CardAsset
from desktop_app.domain.errors import AppError

ICON, BACKGROUND, EMOTION, USER_ICON, OTHER = "icon", "background", "emotion", "user_icon", "other"
TYPES = (ICON, BACKGROUND, EMOTION, USER_ICON, OTHER)
"""The kinds of Character Card V3; a card may have others, which begin with ``x_``."""

MAIN = "main"
"""The name of the icon that is the portrait."""

# Of one file, and of all files of one card: what a picture with a card in it has room for.
MOST_FILE_BYTES = 20 << 20
MOST_BYTES = 64 << 20
MOST_ASSETS = 500

_FOLDERS: Mapping[str, frozenset[str]] = {
    "images": frozenset({"png", "apng", "jpg", "jpeg", "webp", "gif", "avif"}),
    "audio": frozenset({"mp3", "wav", "ogg", "flac", "m4a"}),
    "video": frozenset({"mp4", "webm", "mkv"}),
    "fonts": frozenset({"ttf", "otf", "woff", "woff2"}),
}
_LONGEST_STEM = 24
_LONGEST_NAME = 200
_NOT_PLAIN = re.compile(r"[^a-z0-9_]+")


class AssetUnreadableError(AppError):
    """The system does not let it be read, or it is a folder, or there is nothing in it."""

    code = "asset.unreadable"
    template = "{file} cannot be read, or is empty: it was not added."


class AssetTooLargeError(AppError):
    """``limit`` in MB."""

    code = "asset.too-large"
    template = "{file} is larger than {limit} MB: too large for a card."


class TooManyAssetsError(AppError):
    """``limit`` in MB."""

    code = "asset.too-many"
    template = "A card holds at most {count} files, of {limit} MB together. Nothing was added."


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is to be added. ``ext`` in lower case without a dot; ``is_picture``: one that can be shown."""

    name: str
    ext: str
    data: bytes
    is_picture: bool = False


def with_files(assets: Sequence[CardAsset], files: Iterable[NewFile]) -> tuple[tuple[CardAsset, ...], dict[str, bytes]]:
    """The list with these behind the others (pictures as emotions), and their bytes by address."""
    made, kept = list(assets), dict[str, bytes]()
    taken = {asset.uri.casefold() for asset in assets}
    for file in files:
        kind = EMOTION if file.is_picture else OTHER
        uri = _address(kind, file, taken)
        taken.add(uri.casefold())
        kept[uri] = file.data
        made.append(CardAsset(kind, uri, file.name[:_LONGEST_NAME], file.ext))
    return tuple(made), kept


def with_asset(assets: Sequence[CardAsset], place: int, **changes: str) -> tuple[CardAsset, ...]:
    """The list with one of another ``name`` or ``type``; where it becomes the main icon, the one before it is so no more."""
    changed = replace(assets[place], **changes)
    made = [*assets[:place], changed, *assets[place + 1 :]]
    if not is_main(changed):
        return tuple(made)
    names = {asset.name for asset in made}
    for number, other in enumerate(made):
        if number != place and is_main(other):
            free = next(name for count in range(2, len(made) + 3) if (name := f"{MAIN} {count}") not in names)
            names.add(free)
            made[number] = replace(other, name=free)
    return tuple(made)


def without(assets: Sequence[CardAsset], places: Collection[int]) -> tuple[CardAsset, ...]:
    """The list without these."""
    return tuple(asset for place, asset in enumerate(assets) if place not in places)


def is_main(asset: CardAsset) -> bool:
    """Whether it is the main icon."""
    return asset.type == ICON and asset.name == MAIN


def check_room(assets: Sequence[CardAsset], sizes: Mapping[str, int]) -> None:
    """``sizes``: bytes by address. Raises ``TooManyAssetsError``."""
    kept = sum(sizes.get(uri, 0) for uri in {asset.uri for asset in assets})
    if len(assets) > MOST_ASSETS or kept > MOST_BYTES:
        raise TooManyAssetsError(count=MOST_ASSETS, limit=MOST_BYTES >> 20)


def _address(kind: str, file: NewFile, taken: Collection[str]) -> str:
    """Short and of plain letters, so that every container and every program takes it."""
    plain = unicodedata.normalize("NFKD", file.name).encode("ascii", "ignore").decode().lower()
    stem = _NOT_PLAIN.sub("-", plain).strip("-")[:_LONGEST_STEM] or "file"
    folder = next((name for name, endings in _FOLDERS.items() if file.ext in endings), "other")
    before = f"embeded://assets/{kind}/{folder}/"
    tries = (f"{before}{stem}{'' if count == 1 else f'-{count}'}.{file.ext}" for count in range(1, len(taken) + 3))
    return next(uri for uri in tries if uri not in taken)
