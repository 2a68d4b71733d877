"""Finds what is to be read: single files, whole folders, and what a SillyTavern folder keeps where. For the import service.

Runs in a worker thread. Follows no link, so that it ends; and never looks at more than ``MAX_FILES``.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from desktop_app.domain.errors import InterchangeError
from desktop_app.services.import_beside import PICTURE_BYTES, folder_of_pictures

MAX_FILES = 20_000
MAX_FOLDERS = 20_000
MAX_DEPTH = 12
# As the readers'. Larger files are refused before a byte of them is read.
MAX_BYTES = 512 << 20

_SUFFIXES = frozenset(
    ".png .apng .webp .jpg .jpeg .json .jsonl .charx .zip .yaml .yml .lorebook .scenario .story .kai .talespan".split()
)
_PICTURES = frozenset({".png", ".webp", ".jpg", ".jpeg"})
# Where SillyTavern keeps the data of its people: each in a folder of ``data``; of old in one for all.
_PEOPLE, _USUAL_PERSON, _OLD_ROOT = "data", "default-user", "public"
_CHARACTERS, _WORLDS, _CHATS, _GROUP_CHATS = "characters", "worlds", "chats", "group chats"
AVATARS = "User Avatars"
_SETTINGS = "settings.json"

GoOn = Callable[[float], bool]


class FileUnreadableError(InterchangeError):
    """The system does not let it be read, or it has gone."""

    code = "import.unreadable"
    template = "The file {file} cannot be read: it is not there, is no file, or the system does not allow it."


class FileTooLargeError(InterchangeError):
    """``limit`` in MB."""

    code = "import.file-too-large"
    template = "The file {file} is larger than {limit} MB and was not read."


@dataclass(frozen=True, slots=True)
class Source:
    """Something to be read: a file, or bytes that were pasted.

    ``owner``: the folder of a SillyTavern chat, which is called like its character. ``avatars``: where the pictures of the
    personas in it are. ``pictures``: the folder of a SillyTavern in which the pictures of chats are. ``kind``: the person's
    answer where two kinds fit.
    """

    name: str
    path: Path | None = None
    data: bytes | None = None
    owner: str = ""
    avatars: Path | None = None
    pictures: Path | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The sources in their order, and whether there were more than are looked at."""

    sources: tuple[Source, ...]
    more: bool = False


def find_sources(paths: Sequence[Path], go_on: GoOn = lambda _share: True) -> Found:
    """The files of these paths; of folders those that may hold something. Raises ``InterruptedError`` where told to stop."""
    found: list[Source] = []
    for source in _sources(paths, go_on):
        if len(found) == MAX_FILES:
            return Found(tuple(found), more=True)
        found.append(source)
    return Found(tuple(found))


def read_source(source: Source) -> bytes:
    """All bytes. Raises ``InterchangeError``."""
    if source.path is None:
        return source.data or b""
    try:
        if not source.path.is_file():  # a pipe or a device would never end
            raise FileUnreadableError(file=source.name)
        if source.path.stat().st_size > MAX_BYTES:
            raise FileTooLargeError(file=source.name, limit=MAX_BYTES >> 20)
        return source.path.read_bytes()
    except OSError:
        raise FileUnreadableError(file=source.name) from None


def read_picture(folder: Path | None, name: str) -> bytes:
    """The picture of a persona; empty where it is not there, or is none. Never outside the folder."""
    if folder is None or not name or name != Path(name).name or name in {".", ".."}:
        return b""
    path = folder / name
    try:
        if path.is_symlink() or path.suffix.lower() not in _PICTURES or path.stat().st_size > PICTURE_BYTES:
            return b""
        return path.read_bytes()
    except OSError:
        return b""


def digest_of(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def _sources(paths: Sequence[Path], go_on: GoOn) -> Iterator[Source]:
    for path in paths:
        roots = _tavern_roots(path)
        for root in roots:
            yield from _with_pictures(_tavern(root, go_on), root)
        if not roots:
            found = _walk(path, go_on) if path.is_dir() else iter([Source(path.name or str(path), path)])
            yield from _with_pictures(found, path)


def _with_pictures(sources: Iterator[Source], root: Path) -> Iterator[Source]:
    pictures = folder_of_pictures(root)
    return (replace(source, pictures=pictures) for source in sources)


def _tavern_roots(path: Path) -> list[Path]:
    """The folders of the people of a SillyTavern: the folder of one, or all of an installation."""
    if _is_tavern_root(path):
        return [path]
    people = path if path.name == _PEOPLE or (path / _USUAL_PERSON).is_dir() else path / _PEOPLE
    return [root for root in _folders_in(people) if _is_tavern_root(root)] or [
        root for root in (path / _OLD_ROOT,) if _is_tavern_root(root)
    ]


def _is_tavern_root(folder: Path) -> bool:
    return (folder / _CHARACTERS).is_dir() and ((folder / _CHATS).is_dir() or (folder / _WORLDS).is_dir())


def _folders_in(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in islice(folder.iterdir(), MAX_FOLDERS) if not each.is_symlink())
    except OSError:  # there is none, or it may not be read
        return []


def _tavern(root: Path, go_on: GoOn) -> Iterator[Source]:
    """Books and characters first, so that chats find them."""
    avatars = root / AVATARS
    for folder in (_WORLDS, _CHARACTERS):
        for source in _walk(root / folder, go_on):
            yield Source(source.name, source.path, owner=source.path.stem if source.path else "")
    if (root / _SETTINGS).is_file():
        yield Source(_SETTINGS, root / _SETTINGS, avatars=avatars if avatars.is_dir() else None)
    for folder in (_CHATS, _GROUP_CHATS):
        for source in _walk(root / folder, go_on):
            owner = source.path.parent.name if source.path is not None and folder == _CHATS else ""
            yield Source(source.name, source.path, owner=owner)


def _walk(folder: Path, go_on: GoOn) -> Iterator[Source]:
    """In the order of names, which is the same everywhere. ``os.walk`` goes into no link."""
    base = len(folder.parts)
    for here, below, names in islice(os.walk(folder, followlinks=False), MAX_FOLDERS):
        if not go_on(0.0):
            raise InterruptedError
        place = Path(here)
        below[:] = [] if len(place.parts) - base >= MAX_DEPTH else sorted(n for n in below if not n.startswith("."))
        for name in sorted(names):
            path = place / name
            if path.suffix.lower() in _SUFFIXES and not name.startswith(".") and not path.is_symlink():
                yield Source(name, path)
