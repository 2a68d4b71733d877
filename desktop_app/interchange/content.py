"""What comes in with a file, as values that are stored nowhere yet and have no ids of their own.

Made by the readers, taken by the import service, which gives ids, asks about what is there already, and stores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.lore import Lorebook
from desktop_app.interchange.chats.chat import ImportedChat
from desktop_app.interchange.report import ImportReport


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """A character with the lorebook in its card.

    ``portrait`` is a PNG, JPEG or WebP picture (empty: none); ``files`` are what its assets speak of, by their ``uri``.
    """

    character: Character
    book: Lorebook | None = None
    portrait: bytes = b""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True, slots=True)
class ImportedPersona:
    """A persona with the name of the lorebook that it was linked to, and of its picture, which the file does not hold."""

    persona: Persona
    book_name: str = ""
    picture_name: str = ""
    default: bool = False


Imported: TypeAlias = ImportedCard | Lorebook | ImportedChat | ImportedPersona


@dataclass(frozen=True, slots=True)
class ImportResult:
    """All of one file, and what is to be said about it. Never without contents: that is an error."""

    contents: tuple[Imported, ...]
    report: ImportReport
