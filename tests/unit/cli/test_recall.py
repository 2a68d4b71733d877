"""``talespan recall``: what a file may hold, and what is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.__main__ import main
from desktop_app.cli.recall import Question, RecallFile, measured, read
from desktop_app.domain.errors import RequestFileError

ROWS: list[dict[str, Any]] = [
    {"id": "b", "text": "The cat sleeps in the barn.", "order": 2},
    {"query": "Where is the cat?", "relevant": ["b"]},
    {"id": 7, "text": "Taxes are due in May.", "order": 1},
]


def written(tmp_path: Path, rows: list[Any]) -> Path:
    path = tmp_path / "set.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
    return path


def test_documents_and_questions_in_any_order(tmp_path: Path) -> None:
    assert read(written(tmp_path, [*ROWS, ""])) == RecallFile(
        ("Taxes are due in May.", "The cat sleeps in the barn."),
        (Question("Where is the cat?", frozenset([1])),),
        ordered=True,
    )
    without = [{key: value for key, value in row.items() if key != "order"} for row in ROWS]
    assert not read(written(tmp_path, without)).ordered


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([], "no question"),
        ([*ROWS, "{"], "Line 4 is not JSON"),
        ([*ROWS, {"id": "x"}], "Line 4 is neither"),
        ([*ROWS, [1]], "Line 4 is neither"),
        ([*ROWS, {"query": "?", "relevant": ["nobody"]}], "no text with the id 'nobody'"),
        ([*ROWS, {"query": "?", "relevant": list[str]()}], "nothing answers it"),
        ([*ROWS, ROWS[0]], "the same id"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, rows: list[Any], says: str) -> None:
    with pytest.raises(RequestFileError, match=says):
        read(written(tmp_path, rows))
    with pytest.raises(RequestFileError, match="cannot be read"):
        read(tmp_path / "nowhere.jsonl")


def test_figures_counted_by_hand() -> None:
    file = RecallFile(
        tuple("abcdefghijkl"), (Question("one", frozenset([0])), Question("two", frozenset([1, 11]))), ordered=False
    )
    answers = [[0, *range(1, 12)], [5, 1, *[at for at in range(12) if at not in {1, 5, 11}], 11]]

    assert measured(answers, file) == {"recall@1": 0.5, "recall@5": 0.75, "recall@10": 0.75, "MRR": 0.75}


def test_the_command_prints_all_three_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, ROWS)

    assert main(["recall", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["words", "meaning", "fused"]
    assert found["fused"] == {"recall@1": 1.0, "recall@5": 1.0, "recall@10": 1.0, "MRR": 1.0}
    assert main(["recall", str(path)]) == 0
    assert "2 texts in order, 1 questions" in capsys.readouterr().out
    assert main(["recall", str(tmp_path / "nowhere")]) == 2
