"""The pictures that lie beside chats in a SillyTavern folder: found by the address that a message gives them. For the import service.

Runs in a worker thread. Never looks outside the folder, follows no link, and reads only what the chat itself speaks of.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

# Where SillyTavern keeps the pictures of chats, in the folder of a person's data.
IMAGES = "user/images"
PICTURE_BYTES = 32 << 20

_MOST_FOLDERS = 20_000
_LONGEST = 1_000
_LEVELS_UP = 3


def folder_of_pictures(path: Path) -> Path | None:
    """The data folder that ``path`` is, or lies a few levels deep in, where it has pictures of chats."""
    return next((one for one in (path, *path.parents[:_LEVELS_UP]) if (one / IMAGES).is_dir()), None)


class PicturesBeside:
    """Finds the pictures of one data folder. ``find`` gives the bytes; None where there are none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._by_name: dict[str, list[Path]] | None = None

    def find(self, address: str) -> bytes | None:
        """By the path in the data folder, with or without ``/`` before it; else by the name, where only one is called so."""
        if not address or len(address) > _LONGEST or ":" in address or "\0" in address:
            return None
        for name in dict.fromkeys((address, unquote(address))):
            parts = PurePosixPath(name.replace("\\", "/").lstrip("/")).parts
            if not parts or ".." in parts:
                return None
            data = self._read(self._folder.joinpath(*parts))
            if data is not None:
                return data
        alike = self._names().get(PurePosixPath(unquote(address).replace("\\", "/")).name.casefold(), [])
        return self._read(alike[0]) if len(alike) == 1 else None

    def _read(self, path: Path) -> bytes | None:
        try:
            inside = path.resolve().is_relative_to((self._folder / IMAGES).resolve())
            if not inside or path.is_symlink() or not path.is_file() or path.stat().st_size > PICTURE_BYTES:
                return None
            return path.read_bytes()
        except (OSError, ValueError):
            return None

    def _names(self) -> dict[str, list[Path]]:
        """All pictures by their names, looked for once."""
        if self._by_name is None:
            self._by_name = {}
            for path in self._pictures():
                self._by_name.setdefault(path.name.casefold(), []).append(path)
        return self._by_name

    def _pictures(self) -> Iterator[Path]:
        for here, _below, names in islice(os.walk(self._folder / IMAGES, followlinks=False), _MOST_FOLDERS):
            yield from (Path(here) / name for name in names)
