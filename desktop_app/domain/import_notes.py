"""What is to be said about a file that came in or goes out: codes with English templates, which ``ui`` translates by code.

Made by ``interchange`` while it reads and writes; carried by the import and export services to the window and the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class NoteCode(StrEnum):
    """What can be said about a place of a file."""

    BAD_BYTES = "import.bad-bytes"
    SURROGATES = "import.surrogates"
    NUL = "import.nul"
    DUPLICATE_KEY = "import.duplicate-key"
    TRAILING_COMMA = "import.trailing-comma"
    NOT_AN_OBJECT = "import.not-an-object"
    NOT_A_LIST = "import.not-a-list"
    NAMELESS = "import.nameless"
    NEWER_VERSION = "import.newer-version"
    BOOK_AT_ROOT = "import.book-at-root"
    COPIES_DIFFER = "import.copies-differ"
    NO_GREETING = "import.no-greeting"
    SCRIPTS = "import.scripts"
    SCRIPTS_OFF = "import.scripts-off"
    PROGRAMS = "import.programs"
    PRESET_LEFT_OUT = "import.preset-left-out"
    BAD_CHECKSUM = "import.bad-checksum"
    BROKEN_PICTURE = "import.broken-picture"
    PICTURE_TOO_LARGE = "import.picture-too-large"
    SEVERAL_CARDS = "import.several-cards"
    AFTER_THE_END = "import.after-the-end"
    ASSET_MISSING = "import.asset-missing"
    ASSET_REMOTE = "import.asset-remote"
    FILES_LEFT_OUT = "import.files-left-out"
    WITHOUT_KEYS = "import.without-keys"
    DUPLICATE_ID = "import.duplicate-id"
    RESERVED_NAME = "import.reserved-name"
    PLACEHOLDER = "import.placeholder"
    IN_CHARACTERS = "import.in-characters"
    BLANK = "import.blank"
    NO_HEADER = "import.no-header"
    BAD_LINE = "import.bad-line"
    BAD_DATE = "import.bad-date"
    NO_MESSAGES = "import.no-messages"
    BROKEN_TREE = "import.broken-tree"
    NO_TIP = "import.no-tip"
    MEMBER = "import.member"
    NO_BRANCHES = "export.no-branches"
    NO_REVISIONS = "export.no-revisions"
    NO_TURNS = "export.no-turns"
    NO_SUMMARY = "export.no-summary"
    NO_MARKS = "export.no-marks"
    NO_TOOLS = "export.no-tools"
    NO_FILES = "export.no-files"
    NO_PICTURES = "export.no-pictures"
    NO_PLACES = "export.no-places"
    NOT_PNG = "export.not-png"
    NO_BOOKS = "export.no-books"


TEMPLATES: Mapping[str, str] = {
    NoteCode.BAD_BYTES: "{count} bytes were no text and were replaced.",
    NoteCode.SURROGATES: "Half a letter stood alone and was replaced.",
    NoteCode.NUL: "Characters that no text may hold were taken out.",
    NoteCode.DUPLICATE_KEY: "The field {key} is there twice with different values; the last one counts.",
    NoteCode.TRAILING_COMMA: "Commas that JSON does not allow were passed over.",
    NoteCode.NOT_AN_OBJECT: "It has not the form that it should have.",
    NoteCode.NOT_A_LIST: "The list has not the form that it should have.",
    NoteCode.NAMELESS: "It had no name and is called “{name}” now.",
    NoteCode.NEWER_VERSION: "It is of the version {version}, newer than Talespan knows; what is not known was kept.",
    NoteCode.BOOK_AT_ROOT: "The lorebook stood outside the card's data.",
    NoteCode.COPIES_DIFFER: "The field {key} is there twice with different texts; the one in the card's data counts.",
    NoteCode.NO_GREETING: "The character has no first message.",
    NoteCode.SCRIPTS: "It contains scripts ({count}); they are kept and not run until you switch them on.",
    NoteCode.SCRIPTS_OFF: "Scripts ({count}) are added switched off: look at them in the settings before you switch them on.",
    NoteCode.PRESET_LEFT_OUT: "What has no place here is left out of the preset: {names}.",
    NoteCode.PROGRAMS: "It contains programs ({kind}: {count}); they are kept, not supported and never run.",
    NoteCode.BAD_CHECKSUM: "A checksum is wrong; the text was readable all the same.",
    NoteCode.BROKEN_PICTURE: "The picture itself is broken; the card was read without it.",
    NoteCode.PICTURE_TOO_LARGE: "The picture measures {width} × {height}, too much to be shown; the card was read without it.",
    NoteCode.SEVERAL_CARDS: "The picture holds the card {count} times; the newest readable one counts.",
    NoteCode.AFTER_THE_END: "There is something behind the picture's end; it was not read.",
    NoteCode.ASSET_MISSING: "The file {name} that the card speaks of is not there.",
    NoteCode.ASSET_REMOTE: "The card speaks of a file on the internet; it was not loaded.",
    NoteCode.FILES_LEFT_OUT: "Files of the archive that the card does not speak of were left out ({count}): {names}.",
    NoteCode.WITHOUT_KEYS: "It has no list of keys, so nothing can activate it yet.",
    NoteCode.DUPLICATE_ID: "Its number {id} is there more than once.",
    NoteCode.RESERVED_NAME: "The extension {name} belongs to Talespan itself and was left out.",
    NoteCode.PLACEHOLDER: "An empty placeholder was left out.",
    NoteCode.IN_CHARACTERS: "It looks for its keys in {count} characters; Talespan counts messages, and its own depth is used.",
    NoteCode.BLANK: "There is nothing in it.",
    NoteCode.NO_HEADER: "The first line is no header; names are taken from the messages.",
    NoteCode.BAD_LINE: "The line could not be read.",
    NoteCode.BAD_DATE: "The date “{date}” was not understood; it was kept as text.",
    NoteCode.NO_MESSAGES: "There are no messages in it.",
    NoteCode.BROKEN_TREE: "{count} messages hang on nothing that is there; they were put at the beginning.",
    NoteCode.NO_TIP: "It does not say which branch was open; the newest one is.",
    NoteCode.MEMBER: "The file {name} in it cannot be used.",
    NoteCode.NO_BRANCHES: "It holds the open branch only; messages beside it that are left out: {count}.",
    NoteCode.NO_REVISIONS: "The earlier texts of edited messages are not in it.",
    NoteCode.NO_TURNS: "What the model was sent for each answer is not in it.",
    NoteCode.NO_SUMMARY: "The summary of the chat is not in it.",
    NoteCode.NO_MARKS: "Marks that only Talespan knows (excluded, never send, always in context) are not in it; messages that had one: {count}.",
    NoteCode.NO_TOOLS: "Calls of tools are in it as plain text.",
    NoteCode.NO_FILES: "It has no room for files; left out: {count}.",
    NoteCode.NO_PICTURES: "Pictures of the chat that are not in it: {count}.",
    NoteCode.NO_PLACES: "Entries that stand where only Talespan can put them: {count}. Other programs put them nearby.",
    NoteCode.NOT_PNG: "The portrait is {kind}, not PNG: a plain picture bears the card.",
    NoteCode.NO_BOOKS: "Lorebooks that count here and are not in the card: {count}. One card holds one lorebook.",
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say about a place of a file. ``path`` as ``data.tags[2]``; empty for the whole."""

    code: str
    path: str = ""
    params: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def sentence(self) -> str:
        """In English."""
        return TEMPLATES[self.code].format_map(self.params)


@dataclass(frozen=True, slots=True)
class Coercion:
    """A value that had the wrong type: what stood there and what it was read as, both as short JSON-like text."""

    path: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Of one file. ``hidden``: so many more coercions, skipped places and warnings than are listed."""

    file: str
    kind: str
    coercions: tuple[Coercion, ...] = ()
    skipped: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()
    hidden: int = 0
