"""What comes in with a file, as values that are stored nowhere yet and have no ids of their own.

Made by the readers of ``interchange``, taken by the import service, which gives ids, asks about what is there already, and
stores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from desktop_app.domain.character import Character, Persona
from desktop_app.domain.chat import AuthorsNote
from desktop_app.domain.import_notes import ImportReport
from desktop_app.domain.lore import Lorebook, Scope
from desktop_app.domain.memory import MemoryEntry
from desktop_app.domain.message import MessageFlags, MessageKind, Part, Role, Speaker
from desktop_app.domain.presets import Preset
from desktop_app.domain.scripts import RegexScript
from desktop_app.domain.transfer import ChatTree, LibraryObject

# Under this name the first message of an imported chat keeps, in its origin, what the file said about the whole.
HEADER = "talespan:chat"


@dataclass(frozen=True, slots=True)
class ImportedNode:
    """A message of an imported chat.

    ``key`` is unique in the chat; ``parent`` is the key of another node, None at the beginning. Nodes with one parent are
    variants of each other. ``created_at`` in Unix milliseconds, 0 where the file does not say. ``foreign``: fields that we
    do not understand, JSON texts by name.
    """

    key: str
    parent: str | None
    role: Role
    parts: tuple[Part, ...]
    speaker: Speaker = field(default_factory=Speaker)
    kind: MessageKind = MessageKind.NORMAL
    flags: MessageFlags = MessageFlags()
    created_at: int = 0
    foreign: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ImportedChat:
    """A chat. ``nodes`` parents first, variants in their order; ``tip`` is the key of the last message of the open branch.

    ``source`` is the format, ``identity`` the file's own id of the chat, by which the same chat is known again. ``foreign``
    as in a node. ``memories``: what the file keeps in every prompt of the chat. ``book_name``: a lorebook that is linked to it.
    ``pictures``: the bytes of those in its messages, by digest. ``greeting``: which of the card's greetings stands before the first message and is not in the file (0: the first).
    """

    source: str
    nodes: tuple[ImportedNode, ...]
    tip: str | None
    title: str = ""
    identity: str = ""
    user_name: str = ""
    character_names: tuple[str, ...] = ()
    note: AuthorsNote = AuthorsNote()
    created_at: int = 0
    updated_at: int = 0
    foreign: Mapping[str, str] = field(default_factory=dict[str, str])
    memories: tuple[MemoryEntry, ...] = ()
    book_name: str = ""
    greeting: int | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    def branch(self) -> list[ImportedNode]:
        """The open branch, from its first message to the tip."""
        by_key = {node.key: node for node in self.nodes}
        found: list[ImportedNode] = []
        at = self.tip
        while at is not None and len(found) <= len(by_key):
            node = by_key[at]
            found.append(node)
            at = node.parent
        return found[::-1]


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


@dataclass(frozen=True, slots=True)
class Archived:
    """An object of an archive of Talespan's own: with its id, its history and its files (those of a chat by digest).

    ``scopes``: where a lorebook counts.
    """

    value: LibraryObject | ChatTree
    scopes: tuple[Scope, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True, slots=True)
class ImportedScripts:
    """Regex scripts that stand alone. ``name``: what people call the file, or the one script in it."""

    name: str
    scripts: tuple[RegexScript, ...]


@dataclass(frozen=True, slots=True)
class ImportedPreset:
    """A preset of samplers and prompts."""

    preset: Preset


Imported: TypeAlias = (
    ImportedCard | Lorebook | ImportedChat | ImportedPersona | Archived | ImportedScripts | ImportedPreset
)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """All of one file, and what is to be said about it. Never without contents: that is an error."""

    contents: tuple[Imported, ...]
    report: ImportReport


Find = Callable[[str], bytes | None]
"""Gives the bytes of a file by its name or address; None where there is none."""


class FileReader(Protocol):
    """Reads files of any kind. Blocks: call it in a thread."""

    def __call__(self, data: bytes, name: str, kind: str = "", beside: Find | None = None) -> ImportResult:
        """All that is in a file. ``name``: as people call it; ``kind``: the person's answer where two kinds fit.

        ``beside`` gives a picture that lies beside the file, by the address that the file has for it.

        Raises ``InterchangeError``; keeps and writes nothing.
        """
        ...
