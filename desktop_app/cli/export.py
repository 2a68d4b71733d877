"""``talespan export``: writes characters, lorebooks, chats or everything into files; also while the window is open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop_app.app import App, opened
from desktop_app.cli.report import size_text
from desktop_app.domain.character import Character
from desktop_app.domain.chat import Chat
from desktop_app.domain.errors import NotFoundError
from desktop_app.domain.exporting import BookFormat, CardFormat, ChatFormat
from desktop_app.domain.import_notes import Note, NoteCode
from desktop_app.domain.lore import Lorebook
from desktop_app.services.export_service import Export


async def export_character(arguments: argparse.Namespace) -> int:
    """A card."""
    async with opened(arguments, writes=False) as app:
        found = _find(await app.library.characters(), arguments.object, "character")
        return await _save(app, await app.exports.character(found.id, CardFormat(arguments.format)), arguments.output)


async def export_lorebook(arguments: argparse.Namespace) -> int:
    """A lorebook."""
    async with opened(arguments, writes=False) as app:
        found = _find(await app.lore.books(), arguments.object, "lorebook")
        return await _save(app, await app.exports.lorebook(found.id, BookFormat(arguments.format)), arguments.output)


async def export_chat(arguments: argparse.Namespace) -> int:
    """A chat."""
    async with opened(arguments, writes=False) as app:
        found = _find(await app.chats.list_chats(), arguments.object, "chat")
        return await _save(app, await app.exports.chat(found.id, ChatFormat(arguments.format)), arguments.output)


async def export_all(arguments: argparse.Namespace) -> int:
    """Everything, as an archive."""
    async with opened(arguments, writes=False) as app:
        return await _save(app, await app.exports.everything(), arguments.output)


def _find(objects: Sequence[Character | Lorebook | Chat], wanted: str, kind: str) -> Character | Lorebook | Chat:
    """By id, else the only one of this name. Raises ``NotFoundError``."""
    for one in objects:
        if one.id == wanted:
            return one
    named = [one for one in objects if (one.title if isinstance(one, Chat) else one.name) == wanted]
    if len(named) != 1:
        raise NotFoundError(kind=kind, id=wanted)
    return named[0]


async def _save(app: App, export: Export, output: Path | None) -> int:
    """Writes it, ``-`` to the standard output, and tells what is not in it."""
    for note in export.notes:
        print(f"talespan: {note.sentence}", file=sys.stderr)
    if output is not None and str(output) == "-":
        for _name, data in export.files:
            sys.stdout.buffer.write(data)
        if export.beside:
            left_out = Note(NoteCode.NO_PICTURES, params={"count": len(export.beside)})
            print(f"talespan: {left_out.sentence}", file=sys.stderr)
        return 0
    for path in await app.exports.save(export, output or Path.cwd()):
        size = sum(map(len, export.beside.values())) if path.is_dir() else path.stat().st_size
        print(f"{path} ({size_text(size)})")
    return 0
