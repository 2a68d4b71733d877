"""The table of keys and texts: what is hit, in nine languages and more. The report tells how many are right."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from desktop_app.language.keys import find_key
from desktop_app.language.lemmas import Lemmas

TABLE = Path(__file__).with_name("key_cases.toml")
# The bar of section 10 of the context engine.
AT_LEAST = 300
RIGHT = 0.98


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table."""

    group: str
    key: str
    text: str
    expected: tuple[str, ...]
    options: dict[str, bool] = field(default_factory=dict[str, bool])

    def hit(self, lemmas: Lemmas) -> tuple[str, ...]:
        """What of the text is hit."""
        return tuple(
            self.text[start:end] for start, end in find_key(self.key, self.text, lemmas=lemmas, **self.options)
        )


def table() -> list[Case]:
    """All rows, in the order of the file."""
    cases: list[Case] = []
    for group in tomllib.loads(TABLE.read_text(encoding="utf-8"))["group"]:
        rows = [*group.get("hits", ()), *([key, text, ""] for key, text in group["misses"])]
        for key, text, found in rows:
            expected = tuple(found.split("|")) if found else ()
            cases.append(Case(group["name"], key, text, expected, group.get("options", {})))
    return cases


@pytest.fixture(scope="module")
def lemmas() -> Lemmas:
    return Lemmas()


def test_nearly_all_cases_of_the_table_are_right(
    lemmas: Lemmas, record_property: Callable[[str, object], None]
) -> None:
    cases = table()
    wrong = [
        f"{case.group}: {case.key!r} in {case.text!r} hit {found}, not {case.expected}"
        for case in cases
        if (found := case.hit(lemmas)) != case.expected
    ]

    record_property("key cases right", f"{len(cases) - len(wrong)} of {len(cases)}")
    assert len(cases) >= AT_LEAST
    assert len(cases) - len(wrong) >= RIGHT * len(cases), "\n".join(wrong)
