"""``talespan import``: brings in cards, lorebooks, personas, chats and whole folders of other programs, without the window."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from desktop_app.app import opened
from desktop_app.cli.report import count_text
from desktop_app.domain.import_notes import ImportReport, Note
from desktop_app.services.import_plan import (
    Choice,
    Imported,
    ImportOutcome,
    ImportPreview,
    Known,
    Outcome,
    PreviewFile,
    PreviewItem,
)
from desktop_app.services.import_run import Watch

# Notes of a file that are printed; all of them are in the JSON.
_SHOWN = 12

_KNOWN = {
    Known.NEW: "new",
    Known.SAME: "there already, the same",
    Known.NEWER: "there already in another version",
    Known.EDITED: "there already, and changed since it was imported",
}


async def import_files(arguments: argparse.Namespace) -> int:
    """Imports files and folders. 0 when everything that was wanted came in, 1 when something did not (it is told).

    Exit code 4 while the window is open; ``--dry-run`` looks on beside it.
    """
    async with opened(arguments, writes=not arguments.dry_run) as app:
        watch = Watch(_show_progress)
        preview = await app.imports.plan(arguments.files, watch)
        if arguments.kind:
            answers = {file.source.name: arguments.kind for file in preview.files if file.error is not None}
            preview = await app.imports.plan_again(preview, answers)
        outcome = None
        if not arguments.dry_run:
            choices = _choices(preview, arguments.existing)
            outcome = await app.imports.run(preview, choices, watch)
    if arguments.json:
        print(json.dumps(_as_json(preview, outcome), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_as_text(preview, outcome)))
    failed = any(file.error is not None for file in preview.files) or not preview.files
    return 1 if failed or (outcome is not None and outcome.count(Outcome.FAILED)) else 0


def _choices(preview: ImportPreview, wanted: str | None) -> dict[str, Choice]:
    """What ``--as`` says of everything that is there already."""
    if wanted is None:
        return {}
    return {item.key: Choice(wanted) for item in preview.items if item.known is not Known.NEW}


def _as_text(preview: ImportPreview, outcome: ImportOutcome | None) -> Iterator[str]:
    ended = {} if outcome is None else {one.item.key: one for one in outcome.items}
    for file in preview.files:
        if file.error is not None:
            yield f"✗ {file.error}"
            continue
        yield f"{file.source.name} ({file.report.kind if file.report else ''})"
        for item in file.items:
            yield f"  {_item_text(item, ended.get(item.key))}"
        if file.report is not None:
            yield from _note_texts(file.report)
    if preview.more:
        yield "There are more files than are looked at in one import; the rest was left out."
    if not preview.files:
        yield "There is nothing in it that could be imported."
    yield _total(preview, outcome)


def _item_text(item: PreviewItem, ended: Imported | None) -> str:
    size = [
        count_text(item.entries, "entry", "entries") if item.entries else "",
        count_text(item.messages, "message", "messages") if item.messages else "",
        count_text(item.variants, "variant", "variants") if item.variants else "",
    ]
    details = ", ".join(one for one in size if one)
    state = f"{_KNOWN[item.known]}: {item.choice.value}" if ended is None else ended.outcome.value
    error = f" ({ended.error})" if ended is not None and ended.error is not None else ""
    return f"{item.kind.value} “{item.name}”{f', {details}' if details else ''}: {state}{error}"


def _note_texts(report: ImportReport) -> Iterator[str]:
    told = [f"{_where(note)}{note.sentence}" for note in (*report.skipped, *report.warnings)]
    told += [f"{one.path}: {one.was} was read as {one.now}." for one in report.coercions]
    yield from (f"    {one}" for one in told[:_SHOWN])
    if (more := len(told) - _SHOWN + report.hidden) > 0:
        yield f"    … and {more} more (--json tells all)."


def _where(note: Note) -> str:
    return f"{note.path}: " if note.path else ""


def _total(preview: ImportPreview, outcome: ImportOutcome | None) -> str:
    if outcome is None:
        return f"Nothing was changed. {count_text(len(preview.items), 'object', 'objects')} can be imported."
    came = outcome.count(Outcome.ADDED, Outcome.UPDATED, Outcome.COPIED)
    rest = outcome.count(Outcome.UNCHANGED, Outcome.SKIPPED, Outcome.STOPPED)
    return f"Imported {count_text(came, 'object', 'objects')}; left {rest}; failed {outcome.count(Outcome.FAILED)}."


def _as_json(preview: ImportPreview, outcome: ImportOutcome | None) -> dict[str, Any]:
    ended = {} if outcome is None else {one.item.key: one for one in outcome.items}
    return {
        "dry_run": outcome is None,
        "more": preview.more,
        "files": [_file_json(file, ended) for file in preview.files],
    }


def _file_json(file: PreviewFile, ended: dict[str, Imported]) -> dict[str, Any]:
    report = file.report
    return {
        "file": file.source.name,
        "path": None if file.source.path is None else str(file.source.path),
        "kind": report.kind if report else None,
        "error": None if file.error is None else {"code": file.error.code, "sentence": str(file.error)},
        "items": [_item_json(item, ended.get(item.key)) for item in file.items],
        "coercions": [{"path": one.path, "was": one.was, "now": one.now} for one in report.coercions] if report else [],
        "skipped": [_note_json(note) for note in report.skipped] if report else [],
        "warnings": [_note_json(note) for note in report.warnings] if report else [],
        "hidden": report.hidden if report else 0,
    }


def _item_json(item: PreviewItem, ended: Imported | None) -> dict[str, Any]:
    made: dict[str, Any] = {
        "kind": item.kind.value,
        "name": item.name,
        "known": item.known.value,
        "choice": item.choice.value,
        "existing_id": item.existing_id or None,
        "entries": item.entries,
        "messages": item.messages,
        "variants": item.variants,
    }
    if ended is not None:
        error = None if ended.error is None else {"code": ended.error.code, "sentence": str(ended.error)}
        made |= {"outcome": ended.outcome.value, "id": ended.object_id or None, "error": error}
    return made


def _note_json(note: Note) -> dict[str, Any]:
    return {"code": str(note.code), "path": note.path, "sentence": note.sentence}


def _show_progress(share: float) -> None:
    """For a person who watches."""
    if sys.stderr.isatty():
        print(f"\r{share:.0%} ", end="" if share < 1 else "\r", file=sys.stderr, flush=True)
