"""The one way to find a shipped file: icons, themes, translations, prompts, vocabularies, schemas.

Called by the adapters and by ``app``; everything below gets what it needs as an argument. A file is named by its path
inside ``resources/`` with forward slashes, for example ``read_text("schemas/plan.schema.json")``. This module only reads;
it keeps nothing between calls, so whoever reads a file often keeps the content itself.

The places, in this order:

1. ``resources/`` of the checkout that this file lies in. First, because ``pip install -e`` leaves a copy of the folder
   in site-packages that is never refreshed.
2. ``desktop_app/_resources``, where the wheel packs them.
3. ``resources/`` in the folder that a frozen program unpacks itself to (``sys._MEIPASS``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from desktop_app.domain.errors import AppError

_PACKAGE = Path(__file__).resolve().parent


class AssetMissingError(AppError):
    """The installation lacks a file that belongs to it: it is incomplete or damaged."""

    code = "assets.missing"
    template = "The program's own file {name} is missing. Please install Talespan again."


def path(name: str) -> Path:
    """Where the shipped file or folder ``name`` lies on disk.

    Raises ``AssetMissingError`` when no place has it, ``ValueError`` when ``name`` points outside ``resources/``.
    """
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts or "\\" in name:
        raise ValueError(f"{name!r} is not a path inside resources/")
    for place in places():
        found = place / relative
        if found.exists():
            return found
    raise AssetMissingError(name=name)


def read_bytes(name: str) -> bytes:
    """The content of a shipped file; raises like ``path``."""
    return path(name).read_bytes()


def read_text(name: str) -> str:
    """The content of a shipped UTF-8 file; raises like ``path``."""
    return path(name).read_text(encoding="utf-8")


def places(package: Path = _PACKAGE) -> Iterator[Path]:
    """The folders that are looked into for the package folder ``package``, best first; they need not exist."""
    if (package.parent / "pyproject.toml").is_file():
        yield package.parent / "resources"
    yield package / "_resources"
    unpacked: str | None = getattr(sys, "_MEIPASS", None)
    if unpacked is not None:
        yield Path(unpacked) / "resources"
