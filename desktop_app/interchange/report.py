"""Collects what is to be said while a file is read: what was read as something else, what was skipped and why.

Readers write into ``Notes``; ``ImportReport`` is the finished value. A hostile file cannot make a report grow without end:
beyond ``MAX_NOTES`` of a sort only the number is kept.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_app.domain.import_notes import Coercion, ImportReport, Note, NoteCode
from desktop_app.interchange.attached import Attachments
from desktop_app.interchange.limits import MAX_NOTES

_SHOWN = 80


class Notes:
    """Collects what is to be said while one file is read. ``attached``: the pictures in it."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.attached = Attachments()
        self._coercions: dict[str, Coercion] = {}
        self._skipped: list[Note] = []
        self._warnings: dict[tuple[str, str], Note] = {}
        self._hidden = 0

    def coerced(self, path: str, was: object, now: object) -> None:
        """``was`` was read as ``now``."""
        if self._has_room(len(self._coercions)):
            self._coercions.setdefault(path, Coercion(path, _short(was), _short(now)))

    def skipped(self, path: str, code: NoteCode, **params: object) -> None:
        """What stood there is not in what came of the file."""
        if self._has_room(len(self._skipped)):
            self._skipped.append(Note(code.value, path, params))

    def warn(self, code: NoteCode, path: str = "", **params: object) -> None:
        """Something that the person should know; the same about the same place only once."""
        if self._has_room(len(self._warnings)):
            self._warnings.setdefault((code, path), Note(code.value, path, params))

    def take(self, path: str, inner: Notes) -> None:
        """What was said about a file within this one."""
        told = inner.report("")
        self._hidden += told.hidden
        for one in told.coercions:
            if self._has_room(len(self._coercions)):
                where = f"{path}: {one.path}"
                self._coercions.setdefault(where, replace(one, path=where))
        for one in told.skipped:
            if self._has_room(len(self._skipped)):
                self._skipped.append(replace(one, path=f"{path}: {one.path}"))
        for one in told.warnings:
            if self._has_room(len(self._warnings)):
                where = f"{path}: {one.path}"
                self._warnings.setdefault((one.code, where), replace(one, path=where))

    def report(self, kind: str) -> ImportReport:
        """All of it, finished."""
        coercions, warnings = tuple(self._coercions.values()), tuple(self._warnings.values())
        return ImportReport(self.file, kind, coercions, tuple(self._skipped), warnings, self._hidden)

    def _has_room(self, there: int) -> bool:
        if there < MAX_NOTES:
            return True
        self._hidden += 1
        return False


def _short(value: object) -> str:
    if isinstance(value, dict | list | tuple):
        return "[…]" if isinstance(value, list | tuple) else "{…}"
    if isinstance(value, int) and value.bit_length() > 128:
        return "a very large number"
    text = repr(value[: _SHOWN + 1]) if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
