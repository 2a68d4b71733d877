"""What goes out: formats, what is written, and the port of the writers. Used by the export service, window and command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from desktop_app.domain.character import Character
from desktop_app.domain.import_notes import Note
from desktop_app.domain.importing import Archived
from desktop_app.domain.lore import Lorebook
from desktop_app.domain.transfer import ChatTree


class CardFormat(StrEnum):
    """Files that a character can be written into."""

    PNG = "png"
    CHARX = "charx"
    JSON = "json"
    JSON_V2 = "json-v2"


class BookFormat(StrEnum):
    """Files that a lorebook can be written into. ``LOREBOOK`` is our own, of the card specification's form."""

    LOREBOOK = "lorebook"
    WORLD_INFO = "world-info"


class ChatFormat(StrEnum):
    """Files that a chat can be written into. ``ARCHIVE`` loses nothing, ``TAVERN`` keeps variants, the others the open branch."""

    ARCHIVE = "archive"
    TAVERN = "jsonl"
    MARKDOWN = "markdown"
    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class CardMaterial:
    """A character with what belongs into its card. ``files`` by address; ``other_books``: linked ones that are not in it."""

    character: Character
    book: Lorebook | None = None
    portrait: bytes = b""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    other_books: int = 0


@dataclass(frozen=True, slots=True)
class ChatMaterial:
    """A chat with the names of who speaks in it.

    ``pictures``: the bytes of the pictures in its messages, by digest; ``folder``: what the folder is called in which they are
    to lie beside the text, where the format wants that.
    """

    tree: ChatTree
    user_name: str = ""
    character_names: tuple[str, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A file's bytes, the end of its name with the dot, and what the format could not hold.

    ``beside``: further files by name, which lie in a folder beside it.
    """

    data: bytes
    suffix: str
    notes: tuple[Note, ...] = ()
    beside: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


class FileWriters(Protocol):
    """Writes files of all kinds into memory. Block: call them in a thread. The same material gives the same bytes."""

    def card(self, material: CardMaterial, form: CardFormat) -> Written:
        """A character."""
        ...

    def lorebook(self, book: Lorebook, form: BookFormat) -> Written:
        """A lorebook."""
        ...

    def chat(self, material: ChatMaterial, form: ChatFormat) -> Written:
        """A chat in a format of one file for one chat (all but ``ARCHIVE``)."""
        ...

    def archive(self, objects: Sequence[Archived]) -> list[Written]:
        """An archive of Talespan's own; in several files where one would be too large to be read again."""
        ...
