"""Golden plans: each case of ``cases/`` as the whole plan. A changed rule shows as a diff that can be read.

``UPDATE_GOLDEN=1 pytest tests/golden`` writes the expected files anew; read the diff before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop_app.context.builder import build
from tests.fakes.providers import WordCounter
from tests.golden.case import read_case, shown

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_plan_is_the_expected_one(path: Path) -> None:
    expected = path.with_suffix(".txt")
    found = shown(build(read_case(path), WordCounter()))
    if os.environ.get("UPDATE_GOLDEN") == "1":
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_every_expected_plan_has_its_case() -> None:
    assert {path.stem for path in CASES} == {path.stem for path in CASES[0].parent.glob("*.txt")}
    assert len(CASES) >= 8
