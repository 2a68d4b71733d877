"""Writes files of all kinds: fulfils ``FileWriters`` for the export service. Says what a format cannot hold.

Runs in a worker thread; keeps nothing, writes into memory only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from desktop_app.domain.exporting import BookFormat, CardFormat, CardMaterial, ChatFormat, ChatMaterial, Written
from desktop_app.domain.import_notes import NoteCode
from desktop_app.domain.importing import Archived
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.message import MessageFlags, Role
from desktop_app.domain.pictures import pictures_of
from desktop_app.domain.transfer import PORTRAIT, ChatTree
from desktop_app.interchange.cards.character import write_card
from desktop_app.interchange.cards.pictures import write_png_card
from desktop_app.interchange.charx import write_charx
from desktop_app.interchange.chats.pictures_out import Beside, Embedded
from desktop_app.interchange.chats.reading_copies import write_html, write_markdown, write_text
from desktop_app.interchange.chats.tavern_writing import children_of, write_tavern_chat
from desktop_app.interchange.errors import DamagedFileError, NotPngError
from desktop_app.interchange.json_reading import Json
from desktop_app.interchange.limits import MB
from desktop_app.interchange.lorebooks.character_book import write_character_book
from desktop_app.interchange.lorebooks.tavern import POSITIONS
from desktop_app.interchange.lorebooks.world_info import write_world_info
from desktop_app.interchange.pictures import real_type
from desktop_app.interchange.report import Notes
from desktop_app.interchange.talespan_archive import write_archive

# Before packing; so that each file of an archive can be read again.
_ARCHIVE_PART = 384 * MB


class Writers:
    """Fulfils ``FileWriters``."""

    def card(self, material: CardMaterial, form: CardFormat) -> Written:
        """A character's card."""
        notes = Notes(material.character.name)
        character, book = material.character, material.book
        if book is not None:
            _tell_places(book, notes)
        if material.other_books:
            notes.warn(NoteCode.NO_BOOKS, count=material.other_books)
        spoken = {asset.uri for asset in character.assets} - {PORTRAIT}
        files = {uri: data for uri, data in material.files.items() if uri in spoken}
        if form in {CardFormat.JSON, CardFormat.JSON_V2} and files:
            notes.warn(NoteCode.NO_FILES, count=len(files))
        match form:
            case CardFormat.PNG:
                return _written(self._png(material, files, notes), ".png", notes)
            case CardFormat.CHARX:
                return _written(write_charx(character, book, material.portrait, files), ".charx", notes)
            case CardFormat.JSON:
                return _written(_json(write_card(character, book, version=3)), ".json", notes)
            case CardFormat.JSON_V2:
                return _written(_json(write_card(character, book, version=2)), ".json", notes)

    def lorebook(self, book: Lorebook, form: BookFormat) -> Written:
        """A lorebook alone."""
        notes = Notes(book.name)
        if form is BookFormat.WORLD_INFO:
            _tell_places(book, notes)
            return _written(_json(write_world_info(book)), ".json", notes)
        return _written(_json({"spec": "lorebook_v3", "data": write_character_book(book)}), ".json", notes)

    def chat(self, material: ChatMaterial, form: ChatFormat) -> Written:
        """A chat for other programs or for reading."""
        notes = Notes(material.tree.chat.title)
        _tell_left_out(material.tree, form, notes)
        text, suffix, left_out, beside = _chat(material, form)
        if left_out:
            notes.warn(NoteCode.NO_PICTURES, count=left_out)
        return replace(_written(text.encode("utf-8", "replace"), suffix, notes), beside=beside)

    def archive(self, objects: Sequence[Archived]) -> list[Written]:
        """Our own."""
        parts: list[list[Archived]] = [[]]
        size = 0
        for one in objects:
            weight = _weight(one)
            if parts[-1] and size + weight > _ARCHIVE_PART:
                parts.append([])
                size = 0
            parts[-1].append(one)
            size += weight
        return [Written(write_archive(part), ".talespan") for part in parts]

    def _png(self, material: CardMaterial, files: Mapping[str, bytes], notes: Notes) -> bytes:
        character, picture, portrait = material.character, material.portrait, material.portrait
        if picture and real_type(picture) != "PNG":
            notes.warn(NoteCode.NOT_PNG, kind=real_type(picture) or "?")
            picture = b""
        try:
            made, left_out = write_png_card(character, material.book, picture, character.name, files, portrait)
        except (NotPngError, DamagedFileError):
            notes.warn(NoteCode.BROKEN_PICTURE)
            made, left_out = write_png_card(character, material.book, b"", character.name, files, b"")
        if left_out:
            notes.warn(NoteCode.NO_FILES, count=left_out)
        return made


def _chat(material: ChatMaterial, form: ChatFormat) -> tuple[str, str, int, Mapping[str, bytes]]:
    """The text, the end of its name, how many pictures are left out, and the files beside it."""
    inside, beside = Embedded(material.pictures), Beside(material.pictures, material.folder)
    match form:
        case ChatFormat.TAVERN:
            return write_tavern_chat(material, inside), ".jsonl", inside.left_out, {}
        case ChatFormat.HTML:
            return write_html(material, inside), ".html", inside.left_out, {}
        case ChatFormat.MARKDOWN:
            return write_markdown(material, beside), ".md", beside.left_out, beside.files
        case _:
            shown = (message for message in material.tree.branch() if not message.flags.deleted)
            return write_text(material), ".txt", sum(len(pictures_of(message.parts)) for message in shown), {}


def _written(data: bytes, suffix: str, notes: Notes) -> Written:
    return Written(data, suffix, notes.report("").warnings)


def _json(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace")


def _tell_places(book: Lorebook, notes: Notes) -> None:
    count = sum(entry.position not in POSITIONS for entry in book.entries)
    if count:
        notes.warn(NoteCode.NO_PLACES, count=count)


def _tell_left_out(tree: ChatTree, form: ChatFormat, notes: Notes) -> None:
    current, branch = tree.current(), tree.branch()
    shown = {message.id for message in branch}
    if form is ChatFormat.TAVERN:
        below = children_of(tree)
        shown |= {one.id for message in branch for one in below[message.parent_id]}
        marked = sum(replace(one.flags, hidden=False, deleted=False) != MessageFlags() for one in branch)
        if marked:
            notes.warn(NoteCode.NO_MARKS, count=marked)
    beside = len(current.keys() - shown)
    if beside:
        notes.warn(NoteCode.NO_BRANCHES, count=beside)
    if len(tree.messages) > len(current):
        notes.warn(NoteCode.NO_REVISIONS)
    if any(turn.plan is not None for turn in tree.turns):
        notes.warn(NoteCode.NO_TURNS)
    if tree.segments:
        notes.warn(NoteCode.NO_SUMMARY)
    if any(message.role is Role.TOOL for message in branch):
        notes.warn(NoteCode.NO_TOOLS)


def _weight(one: Archived) -> int:
    """About how many bytes it is."""
    files = sum(map(len, one.files.values()))
    if not isinstance(one.value, ChatTree):
        return files + 20_000
    plans = sum(
        len(turn.plan.skeleton) + sum(map(len, turn.plan.texts.values())) for turn in one.value.turns if turn.plan
    )
    return files + plans + sum(400 + 2 * len(message.text) for message in one.value.messages)
