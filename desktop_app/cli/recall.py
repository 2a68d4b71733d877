"""``talespan recall FILE``: how well questions find the texts that answer them, by words, by meaning, and by both."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from desktop_app.domain.errors import RequestFileError

# Of so many first places it is said how often what answers is among them.
_PLACES = (1, 5, 10)


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the positions of all texts that answer it."""

    query: str
    relevant: frozenset[int]


@dataclass(frozen=True, slots=True)
class RecallFile:
    """What is in a file. ``ordered``: its texts stand in the order of time, so neighbours belong together."""

    texts: tuple[str, ...]
    questions: tuple[Question, ...]
    ordered: bool


def recall(arguments: argparse.Namespace) -> int:
    """Prints the figures, or them as JSON. Raises ``RequestFileError`` where the file cannot be used."""
    file = read(arguments.file)
    from desktop_app.retrieval import Way, open_recall

    opened = open_recall(file.texts, file.ordered)
    found = {
        way.value: measured([opened.ranked(question.query, len(file.texts), way) for question in file.questions], file)
        for way in Way
    }
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(f"{len(file.texts):,} texts{' in order' if file.ordered else ''}, {len(file.questions):,} questions\n")
        print("\n".join(_table(found)))
    return 0


def read(path: Path) -> RecallFile:
    """The documents and questions of a JSONL file; documents with an ``order`` are sorted by it."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RequestFileError(file=str(path), detail=f"It cannot be read ({error}).") from error
    rows = [_row(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    documents = [row for row in rows if "query" not in row]
    ordered = bool(documents) and all("order" in row for row in documents)
    if ordered:
        documents.sort(key=lambda row: row["order"])
    places = {row["id"]: at for at, row in enumerate(documents)}
    if len(places) < len(documents):
        raise RequestFileError(file=str(path), detail="Two of its texts have the same id.")
    questions = tuple(_question(path, row, places) for row in rows if "query" in row)
    if not questions:
        raise RequestFileError(file=str(path), detail='It has no question: {"query": "…", "relevant": ["id"]}.')
    return RecallFile(tuple(row["text"] for row in documents), questions, ordered)


def measured(answers: Sequence[Sequence[int]], file: RecallFile) -> dict[str, float]:
    """The share of what answers among the first places, and the mean of 1 / the place of the first that does."""
    figures: dict[str, float] = {}
    for most in _PLACES:
        shares = [
            len(question.relevant.intersection(answer[:most])) / len(question.relevant)
            for question, answer in zip(file.questions, answers, strict=True)
        ]
        figures[f"recall@{most}"] = round(sum(shares) / len(shares), 4)
    firsts = [
        next(place for place, at in enumerate(answer, 1) if at in question.relevant)
        for question, answer in zip(file.questions, answers, strict=True)
    ]
    figures["MRR"] = round(sum(1 / first for first in firsts) / len(firsts), 4)
    return figures


def _row(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row: object = json.loads(line)
    except ValueError as error:
        raise RequestFileError(file=str(path), detail=f"Line {number} is not JSON ({error}).") from error
    known = cast("dict[str, Any]", row) if isinstance(row, dict) else {}
    is_document = isinstance(known.get("id"), str | int) and isinstance(known.get("text"), str)
    is_question = isinstance(known.get("query"), str) and isinstance(known.get("relevant"), list)
    if not (is_document or is_question) or not isinstance(known.get("order", 0), int | float):
        raise RequestFileError(
            file=str(path), detail=f'Line {number} is neither {{"id", "text"}} nor {{"query", "relevant": [ids]}}.'
        )
    return known


def _question(path: Path, row: dict[str, Any], places: dict[Any, int]) -> Question:
    unknown = [id_ for id_ in row["relevant"] if id_ not in places]
    if unknown or not row["relevant"]:
        what = f"there is no text with the id {unknown[0]!r}" if unknown else "nothing answers it"
        raise RequestFileError(file=str(path), detail=f"Of the question {row['query']!r}: {what}.")
    return Question(row["query"], frozenset(places[id_] for id_ in row["relevant"]))


def _table(found: dict[str, dict[str, float]]) -> list[str]:
    names = list(next(iter(found.values())))
    head = " " * 9 + "".join(f"{name:>11}" for name in names)
    return [head, *(f"{way:<9}" + "".join(f"{value:>11.3f}" for value in row.values()) for way, row in found.items())]
