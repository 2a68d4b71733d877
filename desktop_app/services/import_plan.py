"""What a file would bring, before anything is stored: the preview of an import as values. For window and command line.

The preview holds no contents, only what they are: of a folder with thousands of chats no two are in memory at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.domain.errors import AppError
from desktop_app.domain.import_notes import ImportReport
from desktop_app.domain.transfer import Added, ObjectKind
from desktop_app.services.import_files import Source
from desktop_app.services.import_settings import KeptInSettings


class Known(StrEnum):
    """Whether the library has it already.

    ``SAME``: as it is in the file. ``NEWER``: in another state, and nobody has changed it here. ``EDITED``: in another
    state, and it was changed here since it came.
    """

    NEW = "new"
    SAME = "same"
    NEWER = "newer"
    EDITED = "edited"


class Choice(StrEnum):
    """What to do with one object. ``UPDATE``: the one that is there becomes this one; its former state is kept as a version."""

    ADD = "add"
    UPDATE = "update"
    COPY = "copy"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class PreviewItem:
    """One object of a file. ``key`` is unique in the preview; ``file`` is the number of its file.

    ``entries`` of a lorebook (also of the one in a card), ``messages`` and ``variants`` of a chat; ``alternatives``: further
    greetings of a card. ``existing_id`` and ``existing_name``: what the library has. ``choice`` is what is proposed.
    """

    key: str
    kind: ObjectKind
    name: str
    file: int
    place: int
    known: Known = Known.NEW
    choice: Choice = Choice.ADD
    existing_id: str = ""
    existing_name: str = ""
    entries: int = 0
    messages: int = 0
    variants: int = 0
    identity: str = ""
    digest: str = ""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen."""
        if self.known is Known.NEW:
            return (Choice.ADD, Choice.SKIP)
        return (Choice.UPDATE, Choice.COPY, Choice.SKIP)


@dataclass(frozen=True, slots=True)
class PreviewFile:
    """One file: what is in it (``report``), or why it is not used (``error``). ``digest`` of its bytes as they were read."""

    source: Source
    digest: str = ""
    report: ImportReport | None = None
    error: AppError | None = None
    items: tuple[PreviewItem, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """All of it. ``more``: there were more files than are looked at."""

    files: tuple[PreviewFile, ...] = ()
    more: bool = False

    @property
    def items(self) -> tuple[PreviewItem, ...]:
        """The objects of all files."""
        return tuple(item for file in self.files for item in file.items)


class Outcome(StrEnum):
    """What became of an object. ``FAILED``: see the error; ``STOPPED``: the person cancelled before its turn came."""

    ADDED = "added"
    UPDATED = "updated"
    COPIED = "copied"
    UNCHANGED = "unchanged"
    SKIPPED = "skipped"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one item. ``object_id``: of what is in the library now (empty: nothing)."""

    item: PreviewItem
    outcome: Outcome
    object_id: str = ""
    error: AppError | None = None

    @property
    def came(self) -> bool:
        """Whether something of it is in the library that was not there."""
        return self.outcome in {Outcome.ADDED, Outcome.UPDATED, Outcome.COPIED}


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The end of an import. ``added`` and ``settings``: what undo needs."""

    preview: ImportPreview
    items: tuple[Imported, ...]
    added: tuple[Added, ...] = ()
    cancelled: bool = False
    settings: tuple[KeptInSettings, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether it changed anything."""
        return bool(self.added or self.settings)

    def count(self, *outcomes: Outcome) -> int:
        """How many ended so."""
        return sum(item.outcome in outcomes for item in self.items)


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """An import that was taken back. ``kept``: what stays, because it was changed since or is in use.

    ``kept_settings``: so many objects of it that stay in the settings.
    """

    taken: int
    kept: tuple[Added, ...] = ()
    kept_settings: int = 0

    @property
    def stays(self) -> int:
        """How many objects stay."""
        return len(self.kept) + self.kept_settings
