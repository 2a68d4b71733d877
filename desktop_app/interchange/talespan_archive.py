"""Talespan's own archive (``.talespan``): everything about chats, characters and books, without loss, in both directions.

A zip of JSON. Documented in ``resources/schemas/archive.md``. Called by the reader of files and by exports. Objects keep their ids,
so that archives of two computers can be put together.

::

    manifest.json            {"format": "talespan-archive", "version": 1, "counts": {…}}
    characters.jsonl         one object a line: {"character": …, "files": {address: digest}}
    personas.jsonl           {"persona": …, "files": …}
    lorebooks.jsonl          {"lorebook": …, "scopes": […]}
    memories.jsonl           {"memory": …}
    chats/0001.jsonl         {"chat": …, "chosen": {…}}, then its {"message": …}, {"turn": …} and {"segment": …}, then the next chat
    files/<SHA-256>          pictures and other files, also those that messages speak of by their digest
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import Chat
from desktop_app.domain.generation import Turn
from desktop_app.domain.importing import Archived
from desktop_app.domain.lore import Lorebook, Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import Message
from desktop_app.domain.pictures import pictures_of
from desktop_app.domain.summary import SummarySegment
from desktop_app.domain.transfer import ChatTree
from desktop_app.interchange.archive import Archive
from desktop_app.interchange.errors import NotJsonError, UnsupportedFormatError
from desktop_app.interchange.json_reading import Json, JsonObject, dump_json, load_json
from desktop_app.interchange.limits import MAX_JSON, MB
from desktop_app.interchange.report import NoteCode, Notes
from desktop_app.interchange.values import WrongValueError, of_value, to_value

FORMAT = "talespan-archive"
VERSION = 1
MANIFEST = "manifest.json"
KIND = "Talespan archive"

T = TypeVar("T", Message, Turn, SummarySegment)

# Lines of chats go into files of about this size; a chat is never parted.
_PART = 8 * MB
MOST_MEMBERS = 50_000
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_SHELVES: tuple[tuple[str, str, type[Any]], ...] = (
    ("lorebooks.jsonl", "lorebook", Lorebook),
    ("characters.jsonl", "character", Character),
    ("personas.jsonl", "persona", Persona),
    ("memories.jsonl", "memory", MemoryEntry),
)


def is_archive(manifest: bytes) -> bool:
    """Whether this manifest is one of ours."""
    try:
        value = json.loads(manifest)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and cast("JsonObject", value).get("format") == FORMAT


def open_archive(data: bytes, file: str) -> Archive:
    """With the limits of our own archives. Raises ``InterchangeError``."""
    return Archive(data, file, most=MAX_JSON, total=4 * MAX_JSON, members=MOST_MEMBERS)


def read_archive(archive: Archive, notes: Notes) -> list[Archived]:
    """All objects in it; what cannot be read is told and costs no other. Raises ``InterchangeError`` for a newer archive."""
    manifest = load_json(archive.read(MANIFEST), notes)
    version = manifest.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise UnsupportedFormatError(file=notes.file, kind=f"{KIND} {version}")
    found: list[Archived] = []
    for name, word, kind in _SHELVES:
        if archive.find(name) == name:
            lines = _lines(archive, name, notes)
            found += [one for path, line in lines if (one := _object(line, word, kind, archive, path, notes))]
    for name in sorted(name for name in archive.names() if name.startswith("chats/") and name.endswith(".jsonl")):
        trees = _trees(_lines(archive, name, notes), notes)
        found += [Archived(tree, files=_pictures(tree, archive, name, notes)) for tree in trees]
    return found


def write_archive(objects: Sequence[Archived]) -> bytes:
    """The file. The same objects give the same bytes."""
    out = io.BytesIO()
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        counts = {word: sum(isinstance(one.value, kind) for one in objects) for _, word, kind in _SHELVES}
        counts["chat"] = sum(isinstance(one.value, ChatTree) for one in objects)
        _put(archive, MANIFEST, dump_json({"format": FORMAT, "version": VERSION, "counts": counts}))
        for name, word, kind in _SHELVES:
            lines = [_line(one, word, files) for one in objects if isinstance(one.value, kind)]
            if lines:
                _put(archive, name, "\n".join(lines))
        for one in objects:
            if isinstance(one.value, ChatTree):
                files |= one.files
        trees = (one.value for one in objects if isinstance(one.value, ChatTree))
        for number, part in enumerate(_parts(trees), 1):
            _put(archive, f"chats/{number:04}.jsonl", part)
        for digest, data in files.items():
            archive.writestr(zipfile.ZipInfo(f"files/{digest}", _NO_TIME), data, zipfile.ZIP_STORED)
    return out.getvalue()


def _put(archive: zipfile.ZipFile, name: str, text: str) -> None:
    archive.writestr(zipfile.ZipInfo(name, _NO_TIME), text.encode("utf-8", "replace"), zipfile.ZIP_DEFLATED)


def _line(one: Archived, word: str, files: dict[str, bytes]) -> str:
    made: JsonObject = {word: to_value(one.value)}
    if one.scopes:
        made["scopes"] = [to_value(scope) for scope in one.scopes]
    if one.files:
        named = {uri: hashlib.sha256(data).hexdigest() for uri, data in one.files.items()}
        files |= {named[uri]: data for uri, data in one.files.items()}
        made["files"] = named
    return dump_json(made)


def _parts(trees: Iterable[ChatTree]) -> Iterator[str]:
    lines, size = list[str](), 0
    for tree in trees:
        for line in _tree_lines(tree):
            lines.append(line)
            size += len(line)
        if size > _PART:
            yield "\n".join(lines)
            lines, size = list[str](), 0
    if lines:
        yield "\n".join(lines)


def _tree_lines(tree: ChatTree) -> Iterator[str]:
    yield dump_json({"chat": to_value(tree.chat), "chosen": dict(tree.chosen)})
    for word, items in (("message", tree.messages), ("turn", tree.turns), ("segment", tree.segments)):
        for item in items:
            yield dump_json({word: to_value(item)})


def _lines(archive: Archive, name: str, notes: Notes) -> Iterator[tuple[str, JsonObject]]:
    for number, line in enumerate(archive.read(name).decode("utf-8", "replace").split("\n"), 1):
        path = f"{name}:{number}"
        if not line.strip():
            continue
        try:
            value = load_json(line, notes)
        except NotJsonError:
            value = None
        if isinstance(value, dict):
            yield path, cast("JsonObject", value)
        else:
            notes.skipped(path, NoteCode.BAD_LINE)


def _object(line: JsonObject, word: str, kind: type[Any], archive: Archive, path: str, notes: Notes) -> Archived | None:
    try:
        value = of_value(line.get(word), kind)
        scopes = tuple(of_value(scope, Scope) for scope in cast("list[Json]", line.get("scopes", [])))
    except (WrongValueError, TypeError):
        notes.skipped(path, NoteCode.NOT_AN_OBJECT)
        return None
    if not value.id:
        notes.skipped(path, NoteCode.NOT_AN_OBJECT)
        return None
    return Archived(value, scopes, _files(line.get("files"), archive, path, notes))


def _files(named: Json, archive: Archive, path: str, notes: Notes) -> Mapping[str, bytes]:
    found: dict[str, bytes] = {}
    for uri, digest in cast("JsonObject", named).items() if isinstance(named, dict) else ():
        name = f"files/{digest}"
        if archive.find(name) != name:
            notes.warn(NoteCode.ASSET_MISSING, path, name=uri[:80])
            continue
        data = archive.read(name)
        if hashlib.sha256(data).hexdigest() == digest:
            found[uri] = data
        else:
            notes.warn(NoteCode.BAD_CHECKSUM, path)
    return found


def _pictures(tree: ChatTree, archive: Archive, path: str, notes: Notes) -> Mapping[str, bytes]:
    """The bytes of the pictures in a chat, by digest."""
    digests = {picture.digest for message in tree.messages for picture in pictures_of(message.parts)}
    return _files({digest: digest for digest in sorted(digests)}, archive, path, notes) if digests else {}


@dataclass(slots=True)
class _Half:
    """A chat while its lines are read."""

    tree: ChatTree
    messages: list[Message] = field(default_factory=list[Message])
    turns: list[Turn] = field(default_factory=list[Turn])
    segments: list[SummarySegment] = field(default_factory=list[SummarySegment])

    def whole(self) -> ChatTree:
        """Without what hangs on nothing."""
        ids = set[str]()
        sound: list[Message] = []
        for message in self.messages:
            if message.parent_id is None or message.parent_id in ids:
                ids.add(message.id)
                sound.append(message)
        turns = tuple(turn for turn in self.turns if turn.message_id in ids)
        chosen = {parent: child for parent, child in self.tree.chosen.items() if parent in ids and child in ids}
        tip = self.tree.chat.tip_id if self.tree.chat.tip_id in ids else None
        if tip is None and sound:
            tip = sound[-1].id
        chat = replace(self.tree.chat, tip_id=tip)
        return ChatTree(chat, tuple(sound), chosen, turns, tuple(self.segments))


def _trees(lines: Iterable[tuple[str, JsonObject]], notes: Notes) -> Iterator[ChatTree]:
    half: _Half | None = None
    for path, line in lines:
        try:
            if "chat" in line:
                if half is not None:
                    yield half.whole()
                half = None
                chosen = of_value({"parts": line.get("chosen", {})}, _Chosen).parts
                half = _Half(ChatTree(of_value(line["chat"], Chat), chosen=chosen))
            elif half is not None:
                _take(half, line)
        except WrongValueError:
            notes.skipped(path, NoteCode.NOT_AN_OBJECT)
    if half is not None:
        yield half.whole()


@dataclass(frozen=True, slots=True)
class _Chosen:
    parts: Mapping[str, str]


def _take(half: _Half, line: JsonObject) -> None:
    """One more line of a chat; what belongs to another chat is none of it. Raises ``WrongValueError``."""
    if "message" in line:
        half.messages.append(_own(of_value(line["message"], Message), half))
    elif "turn" in line:
        half.turns.append(_own(of_value(line["turn"], Turn), half))
    elif "segment" in line:
        half.segments.append(_own(of_value(line["segment"], SummarySegment), half))


def _own(value: T, half: _Half) -> T:
    if value.chat_id != half.tree.chat.id or not value.id:
        raise WrongValueError(value.id)
    return value
