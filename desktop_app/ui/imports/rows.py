"""The rows of the import window as values: files, the objects in them, and what is to be said about each file.

What is in a row is made when somebody opens it: of twenty thousand files no more than are looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.import_notes import Coercion, ImportReport, Note
from desktop_app.services.import_plan import PreviewFile, PreviewItem
from desktop_app.ui.imports.words import ImportCounts, size_phrase
from desktop_app.ui.messages import error_sentence, note_sentence

State = Callable[[PreviewItem], str]


class RowKind(Enum):
    """What a row is; ``NOTE`` is something to know, ``ERROR`` why a file is not used: both go over all columns."""

    FILE = auto()
    ERROR = auto()
    ITEM = auto()
    NOTE = auto()


@dataclass(slots=True, eq=False)
class Row:
    """``title``, ``detail`` and ``state`` are its columns. ``place``: its number among its siblings."""

    kind: RowKind
    title: str
    detail: str = ""
    state: str = ""
    place: int = 0
    parent: Row | None = None
    file: PreviewFile | None = None
    item: PreviewItem | None = None
    state_of: State | None = field(default=None, repr=False)
    _made: list[Row] | None = field(default=None, repr=False)

    @property
    def wide(self) -> bool:
        """Whether it goes over all columns."""
        return self.kind in {RowKind.NOTE, RowKind.ERROR}

    @property
    def unusable(self) -> bool:
        """Whether nothing of its file can be used."""
        return self.file is not None and self.file.error is not None

    @property
    def children(self) -> list[Row]:
        """What is in it."""
        if self._made is None:
            self._made = _children(self) if self.kind is RowKind.FILE else []
            for place, child in enumerate(self._made):
                child.place, child.parent = place, self
        return self._made


def file_rows(files: tuple[PreviewFile, ...], state_of: State) -> list[Row]:
    """One for each file; files with an object alone show it at once."""
    rows = [_file_row(file, state_of) for file in files]
    for place, row in enumerate(rows):
        row.place = place
    return rows


def _file_row(file: PreviewFile, state_of: State) -> Row:
    if file.error is not None:
        word = QCoreApplication.translate("ImportRows", "Not usable")
        return Row(RowKind.FILE, file.source.name, word, file=file)
    kind = file.report.kind if file.report is not None else ""
    detail = " · ".join(part for part in (kind, _told(file.report)) if part)
    return Row(RowKind.FILE, file.source.name, detail, file=file, state_of=state_of)


def _children(row: Row) -> list[Row]:
    file, state_of = row.file, row.state_of
    if file is not None and file.error is not None:
        return [Row(RowKind.ERROR, error_sentence(file.error), file=file)]
    if file is None or state_of is None:
        return []
    items = [Row(RowKind.ITEM, one.name, size_phrase(one), state_of(one), file=file, item=one) for one in file.items]
    return [*items, *_notes(file)]


def _notes(file: PreviewFile) -> list[Row]:
    if file.report is None:
        return []
    report, translate = file.report, QCoreApplication.translate
    rows = [Row(RowKind.NOTE, _sentence(note, translate("ImportRows", "Left out"))) for note in report.skipped]
    rows += [Row(RowKind.NOTE, _sentence(note)) for note in report.warnings]
    rows += [Row(RowKind.NOTE, _coerced(one)) for one in report.coercions]
    if report.hidden:
        more = translate("ImportRows", "There are more remarks of this kind: {count}.")
        rows.append(Row(RowKind.NOTE, more.format(count=report.hidden)))
    return rows


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
