"""Reads any file that people bring: decides what it is, calls its reader, and makes one result of it.

The entry of ``interchange`` for the import service. Runs in a worker thread; keeps nothing, writes nothing.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, cast

from desktop_app.domain.importing import Find, Imported, ImportedCard, ImportResult
from desktop_app.domain.lore import Lorebook
from desktop_app.interchange.archive import Archive
from desktop_app.interchange.attached import MAX_PICTURES
from desktop_app.interchange.cards.character import read_card
from desktop_app.interchange.cards.pictures import holds_zip, read_exif_card, read_png_card
from desktop_app.interchange.cards.relatives import (
    read_agnai_character,
    read_character_ai,
    read_pygmalion,
    read_webui,
)
from desktop_app.interchange.charx import CARD, read_charx
from desktop_app.interchange.chats.kobold import read_story
from desktop_app.interchange.chats.reading import KINDS, read_chat_lines, read_chats
from desktop_app.interchange.detect import FileKind, kinds_of
from desktop_app.interchange.errors import (
    AmbiguousFormatError,
    EmptyFileError,
    EncryptedError,
    InterchangeError,
    NoCardError,
    NothingUsableError,
    OtherFormatError,
    TooLargeError,
    UnknownFormatError,
    UnsupportedFormatError,
)
from desktop_app.interchange.fields import Fields
from desktop_app.interchange.json_reading import Json, JsonObject, decode_text, load_json
from desktop_app.interchange.limits import MAX_FILE, MAX_JSON, MAX_YAML, MB
from desktop_app.interchange.lorebooks.agnai import read_agnai
from desktop_app.interchange.lorebooks.character_book import read_character_book
from desktop_app.interchange.lorebooks.kobold import read_ai_dungeon, read_kobold_book
from desktop_app.interchange.lorebooks.novelai import read_novelai
from desktop_app.interchange.lorebooks.risu import read_risu
from desktop_app.interchange.lorebooks.world_info import read_world_info
from desktop_app.interchange.personas import read_personas
from desktop_app.interchange.pictures import real_type
from desktop_app.interchange.png import read_png
from desktop_app.interchange.presets import read_novelai_preset, read_tavern_preset
from desktop_app.interchange.report import NoteCode, Notes
from desktop_app.interchange.scripts import read_scripts
from desktop_app.interchange.talespan_archive import (
    KIND,
    MANIFEST,
    is_archive,
    open_archive,
    read_archive,
)
from desktop_app.interchange.yaml_reading import load_yaml

_NOVELAI_PICTURE = "naidata"
_CONVERSATIONS = re.compile(r"(?:\A|/)conversations(?:-\d+)?\.json\Z")

_IN_BUNDLES = frozenset(".png .webp .jpg .jpeg .json .jsonl .charx .yaml .yml .lorebook".split())

BookReader = Callable[[Fields, str], Lorebook]
CardReader = Callable[[Fields], ImportedCard | None]

_BOOKS: Mapping[FileKind, BookReader] = {
    FileKind.CHARACTER_BOOK: read_character_book,
    FileKind.WORLD_INFO: read_world_info,
    FileKind.NOVELAI: read_novelai,
    FileKind.AGNAI_BOOK: read_agnai,
    FileKind.RISU_BOOK: read_risu,
    FileKind.KOBOLD: read_kobold_book,
    FileKind.AI_DUNGEON: read_ai_dungeon,
}
_CARDS: Mapping[FileKind, CardReader] = {
    FileKind.CARD: read_card,
    FileKind.PYGMALION: read_pygmalion,
    FileKind.WEBUI: read_webui,
    FileKind.CHARACTER_AI: read_character_ai,
    FileKind.AGNAI_CHARACTER: read_agnai_character,
}
# A bare list stands for an object with the list under this name.
_LISTS: Mapping[FileKind, str] = {FileKind.RISU_BOOK: "data", FileKind.AI_DUNGEON: "entries"}


def read_file(data: bytes, name: str, kind: FileKind | None = None, beside: Find | None = None) -> ImportResult:
    """All that is in a file. ``name`` is what people call it; ``kind`` is the person's answer where two fit.

    ``beside`` gives the pictures that lie beside the file, for formats that have theirs so.

    Raises ``InterchangeError``: a whole file that cannot be used. What is wrong with parts of it is in the report.
    """
    notes = Notes(name)
    if beside is not None:
        notes.attached.find = beside
    if len(data) > MAX_FILE:
        raise TooLargeError(file=name, limit=MAX_FILE // MB)
    if not data.strip(b"\0 \t\r\n"):
        raise EmptyFileError(file=name)
    found, contents = _read(data, notes, kind)
    if not contents:
        raise NothingUsableError(file=name, kind=found)
    return ImportResult(tuple(notes.attached.given_to(content) for content in contents), notes.report(found))


def read_any(data: bytes, name: str, kind: str = "", beside: Find | None = None) -> ImportResult:
    """The same with the kind as its word: fulfils ``FileReader``. A word that is none is no answer."""
    return read_file(data, name, next((known for known in FileKind if known.value == kind), None), beside)


def _read(data: bytes, notes: Notes, kind: FileKind | None) -> tuple[str, list[Imported]]:
    real = real_type(data)
    match real:
        case "PNG":
            return _png(data, notes)
        case "WebP" | "JPEG":
            if holds_zip(data):
                return "CHARX", [read_charx(data, notes)]
            return real, [read_exif_card(data, notes)]
        case "ZIP":
            return _zip(data, notes)
        case "RisuAI (rcc)":
            raise EncryptedError(file=notes.file)
        case "":
            return _text(data, notes, kind)
        case _:
            raise UnsupportedFormatError(file=notes.file, kind=real)


def _png(data: bytes, notes: Notes) -> tuple[str, list[Imported]]:
    try:
        return FileKind.CARD.value, [read_png_card(data, notes)]
    except NoCardError:
        texts = read_png(data, [_NOVELAI_PICTURE], Notes(notes.file)).texts
        if not texts:
            raise
    try:
        packed = base64.b64decode(texts[-1].data)
    except (binascii.Error, ValueError):
        packed = texts[-1].data
    return _json(load_json(packed, notes), notes, FileKind.NOVELAI)


def _zip(data: bytes, notes: Notes) -> tuple[str, list[Imported]]:
    archive = open_archive(data, notes.file)
    if MANIFEST in archive.names() and is_archive(archive.read(MANIFEST)):
        return KIND, list(read_archive(archive, notes))
    archive = Archive(data, notes.file)
    if archive.find(CARD) is not None:
        return "CHARX", [read_charx(data, notes)]
    names = archive.names()
    conversations = sorted(name for name in names if _CONVERSATIONS.search(name))
    if conversations:
        return _conversations(data, conversations, notes)
    if "story.json" in names:
        return _json(load_json(archive.read("story.json"), notes), notes, None)
    if "manifest.json" in names and any(name.startswith("characters/") for name in names):
        raise UnsupportedFormatError(file=notes.file, kind="Backyard (BYAF)")
    if any(PurePath(name).suffix.lower() in _IN_BUNDLES for name in names):
        notes.attached.find = partial(_member, _pictures(data, notes))
        return "ZIP", list(_bundle(archive, notes))
    raise UnsupportedFormatError(file=notes.file, kind="ZIP")


def _bundle(archive: Archive, notes: Notes) -> Iterator[Imported]:
    """The cards, books and chats of an archive that is no more than a folder; what is packed once more is not opened."""
    for name in archive.names():
        if PurePath(name).suffix.lower() not in _IN_BUNDLES:
            continue
        inner = Notes(PurePath(name).name)
        inner.attached = notes.attached
        try:
            data = archive.read(name)
            if real_type(data) == "ZIP" and Archive(data, name).find(CARD) is None:
                raise UnsupportedFormatError(file=name, kind="ZIP")
            _, contents = _read(data, inner, None)
        except InterchangeError:
            notes.skipped(name, NoteCode.MEMBER, name=PurePath(name).name)
        else:
            notes.take(name, inner)
            yield from contents


def _conversations(data: bytes, names: list[str], notes: Notes) -> tuple[str, list[Imported]]:
    """An export of ChatGPT's or Claude's; large accounts have theirs in several files."""
    archive = Archive(data, notes.file, most=MAX_JSON, total=2 * MAX_JSON)
    ends = sorted((PurePath(name).name, name) for name in archive.names())
    notes.attached.find = partial(_beginning, _pictures(data, notes), ends)
    kind, contents = "", list[Imported]()
    for name in names:
        kind, found = _json(load_json(archive.read(name), notes), notes, None)
        contents += found
    return kind, contents


def _pictures(data: bytes, notes: Notes) -> Archive:
    """The same archive to take pictures from: what they are counts apart, or the chats behind them would have no room."""
    return Archive(data, notes.file, total=MAX_PICTURES)


def _beginning(archive: Archive, ends: Sequence[tuple[str, str]], name: str) -> bytes | None:
    """The only member whose name begins so: ChatGPT puts the file's own name behind its id.

    ``ends``: the last part of each member's name and the whole of it, sorted.
    """
    place = bisect_left(ends, (name,))
    found = [member for end, member in ends[place : place + 2] if end.startswith(name)]
    return archive.read(found[0]) if len(found) == 1 else None


def _member(archive: Archive, name: str) -> bytes | None:
    found = archive.find(name)
    return None if found is None else archive.read(found)


def _text(data: bytes, notes: Notes, kind: FileKind | None) -> tuple[str, list[Imported]]:
    text = decode_text(data, notes).strip("﻿ \t\r\n")
    if text[:1] == "{" and kind is None and _is_lines(text):
        found, chats = read_chat_lines(text, notes)
        return found, list(chats)
    if text[:1] in {"{", "["}:
        return _json(load_json(text, notes), notes, kind)
    if len(text) <= MAX_YAML and ":" in text[:4000]:
        value = load_yaml(text, notes)
        if isinstance(value, dict):
            return _json(value, notes, kind)
    if text[:1] == '"' or text in {"null", "true", "false"} or text[:1].isdigit():
        load_json(text, notes)
    raise UnknownFormatError(file=notes.file)


def _is_lines(text: str) -> bool:
    """Whether there is an object on the first line alone, and more behind it; or a chat of one line, or one cut in its first."""
    first, _, rest = text.partition("\n")
    looks_like_chat = any(f'"{name}"' in first for name in ("user_name", "character_name", "chat_metadata", "mes"))
    return (first.rstrip().endswith("}") and rest.lstrip().startswith("{")) or looks_like_chat


def _json(value: Json, notes: Notes, kind: FileKind | None) -> tuple[str, list[Imported]]:
    kinds = kinds_of(value)
    if not kinds:
        raise UnknownFormatError(file=notes.file)
    if kind is not None:
        if kind not in kinds:
            raise OtherFormatError(file=notes.file, kind=kinds[0].value, wanted=kind.value)
        kinds = [kind]
    if len(kinds) > 1:
        raise AmbiguousFormatError(file=notes.file, kinds=", ".join(found.value for found in kinds))
    return kinds[0].value, list(_contents(value, kinds[0], notes))


def _contents(value: Json, kind: FileKind, notes: Notes) -> Iterator[Imported]:
    whole = cast("JsonObject", value) if isinstance(value, dict) else {_LISTS.get(kind, ""): value}
    if kind in _BOOKS:
        book = _book(Fields(whole, "", notes), kind)
        if any(entry.content.strip() or any(key.strip() for key in entry.keys) for entry in book.entries):
            yield book
        if kind is FileKind.KOBOLD and (story := read_story(Fields(whole, "", notes))) is not None:
            yield story
    elif kind in _CARDS:
        yield from _cards(value, _CARDS[kind], notes)
    elif kind is FileKind.PERSONAS:
        yield from read_personas(Fields(whole, "", notes))
    elif kind in KINDS:
        yield from read_chats(value, kind, notes)
    elif kind in {FileKind.TAVERN_PRESET, FileKind.TEXT_PRESET}:
        yield from read_tavern_preset(Fields(whole, "", notes))
    elif kind is FileKind.NOVELAI_PRESET:
        yield from read_novelai_preset(Fields(whole, "", notes))
    elif kind is FileKind.REGEX_SCRIPT:
        yield from read_scripts(value, notes)
    else:
        raise UnsupportedFormatError(file=notes.file, kind=kind.value)


def _book(given: Fields, kind: FileKind) -> Lorebook:
    if given.data.get("spec") == "lorebook_v3":
        given = given.inside("data")
    return _BOOKS[kind](given, PurePath(given.notes.file).stem)


def _cards(value: Json, read: CardReader, notes: Notes) -> Iterator[ImportedCard]:
    """One, or those of a list: each on its own."""
    alone = not isinstance(value, list)
    items: list[Any] = [value] if alone else cast("list[Any]", value)
    for place, item in enumerate(items):
        path = "" if alone else f"[{place}]"
        card = read(Fields(cast("JsonObject", item), path, notes)) if isinstance(item, dict) else None
        if card is None:
            notes.skipped(path, NoteCode.BLANK if isinstance(item, dict) else NoteCode.NOT_AN_OBJECT)
        else:
            yield card
