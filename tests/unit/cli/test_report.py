"""The report: values in one column, units that people use, and the same facts as JSON."""

from __future__ import annotations

import json

import pytest

from desktop_app.cli.report import Section, as_json, as_text, count_text, size_text


def test_values_of_all_sections_stand_in_one_column_and_long_ones_are_wrapped_there() -> None:
    long_sentence = " ".join(["word"] * 40)
    sections = [Section("One", rows=[("A", "1")]), Section("Two", rows=[("Longer label", long_sentence)])]

    lines = as_text(sections).splitlines()

    assert lines[0:2] == ["One", "  A             1"]
    assert lines[2:4] == ["", "Two"]
    assert lines[4].startswith("  Longer label  word")
    assert all(line.startswith(" " * 16 + "word") for line in lines[5:])
    assert " ".join(line[16:] for line in lines[4:]) == long_sentence


def test_a_path_is_never_broken() -> None:
    path = "/" + "/".join(["a-long-folder"] * 15)

    assert path in as_text([Section("One", rows=[("File", path)])])


def test_problems_stand_with_their_section_and_together_in_json() -> None:
    sections = [Section("Demo model", {"found": False}, problems=["It is not there."]), Section("Log", {"bytes": 1})]

    assert as_text(sections) == "Demo model\n  ! It is not there.\n\nLog"
    assert json.loads(json.dumps(as_json(sections))) == {
        "demo_model": {"found": False},
        "log": {"bytes": 1},
        "problems": ["It is not there."],
    }


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (135_168, "135 kB"),
        (98_400_000, "98.4 MB"),
        (7e15, "7000 TB"),
    ],
)
def test_sizes_are_told_in_units_that_people_use(size: float, text: str) -> None:
    assert size_text(size) == text


def test_one_is_not_many() -> None:
    assert count_text(1, "file", "files") == "1 file"
    assert count_text(2_000, "file", "files") == "2,000 files"
