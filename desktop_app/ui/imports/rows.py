"""The rows of the import window as values: files, the objects in them, and what is to be said about each file.

What is in a row is made when somebody opens it: of twenty thousand files no more than are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.import_notes import Coercion, ImportReport, Note
from desktop_app.services.import_plan import PreviewFile, PreviewItem
from desktop_app.ui.imports.file_kinds import file_kind_word
from desktop_app.ui.imports.words import ImportCounts, size_phrase
from desktop_app.ui.messages import error_sentence, note_sentence

State = Callable[[PreviewItem], str]

AMBIGUOUS = "interchange.ambiguous-format"


class RowKind(Enum):
    """What a row is; ``NOTE`` is something to know, ``ERROR`` why a file is not used: both go over all columns."""

    FILE = auto()
    ERROR = auto()
    ITEM = auto()
    NOTE = auto()


@dataclass(slots=True, eq=False)
class Row:
    """A file, an object in it, or a sentence about it. ``place``: its number among its siblings."""

    kind: RowKind
    file: PreviewFile
    state_of: State
    place: int
    parent: Row | None = None
    item: PreviewItem | None = None
    sentence: str = ""
    _made: list[Row] | None = field(default=None, repr=False)

    @property
    def title(self) -> str:
        """The first column; of a sentence all of it."""
        if self.item is not None:
            return self.item.name
        return self.sentence if self.wide else self.file.source.name

    @property
    def detail(self) -> str:
        """The second column."""
        if self.item is not None:
            return size_phrase(self.item)
        return "" if self.wide else _about(self.file)

    @property
    def state(self) -> str:
        """The last column."""
        return "" if self.item is None else self.state_of(self.item)

    @property
    def wide(self) -> bool:
        """Whether it goes over all columns."""
        return self.kind in {RowKind.NOTE, RowKind.ERROR}

    @property
    def unusable(self) -> bool:
        """Whether nothing of its file can be used."""
        return self.file.error is not None

    @property
    def kinds(self) -> list[str]:
        """What its file could be read as, where the person has to say it."""
        error = self.file.error
        return str(error.params["kinds"]).split(", ") if error is not None and error.code == AMBIGUOUS else []

    @property
    def items(self) -> tuple[PreviewItem, ...]:
        """The object, or those of the file."""
        if self.item is not None:
            return (self.item,)
        return self.file.items if self.kind is RowKind.FILE else ()

    @property
    def children(self) -> list[Row]:
        """What is in it."""
        if self._made is None:
            self._made = list(_children(self)) if self.kind is RowKind.FILE else []
        return self._made


def file_rows(files: tuple[PreviewFile, ...], state_of: State) -> list[Row]:
    """One for each file. ``state_of``: what the last column says of an object."""
    return [Row(RowKind.FILE, file, state_of, place) for place, file in enumerate(files)]


def _about(file: PreviewFile) -> str:
    if file.error is not None:
        return QCoreApplication.translate("ImportRows", "Not usable")
    kind = file_kind_word(file.report.kind) if file.report is not None else ""
    return " · ".join(part for part in (kind, _told(file.report)) if part)


def _children(row: Row) -> Iterator[Row]:
    file, state_of = row.file, row.state_of
    for place, item in enumerate(file.items):
        yield Row(RowKind.ITEM, file, state_of, place, row, item)
    kind, sentences = (
        (RowKind.NOTE, _notes(file)) if file.error is None else (RowKind.ERROR, [error_sentence(file.error)])
    )
    for place, sentence in enumerate(sentences, len(file.items)):
        yield Row(kind, file, state_of, place, row, sentence=sentence)


def _notes(file: PreviewFile) -> list[str]:
    if file.report is None:
        return []
    report, translate = file.report, QCoreApplication.translate
    told = [_sentence(note, translate("ImportRows", "Left out")) for note in report.skipped]
    told += [_sentence(note) for note in report.warnings]
    told += [_coerced(one) for one in report.coercions]
    if report.hidden:
        told.append(
            translate("ImportRows", "There are more remarks of this kind: {count}.").format(count=report.hidden)
        )
    return told


def _sentence(note: Note, before: str = "") -> str:
    sentence = f"{before}: {note_sentence(note)}" if before else note_sentence(note)
    return f"{sentence} ({note.path})" if note.path else sentence


def _coerced(one: Coercion) -> str:
    sentence = QCoreApplication.translate("ImportRows", "{path}: {was} was read as {now}.")
    return sentence.format(path=one.path, was=one.was, now=one.now)


def _told(report: ImportReport | None) -> str:
    """How much there is to be said about a file."""
    if report is None:
        return ""
    count = len(report.skipped) + len(report.warnings) + len(report.coercions) + report.hidden
    return ImportCounts().remarks(count) if count else ""
