"""Orders of a prompt: whatever a file says, all rows are there once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.domain.prompt_order import DEFAULT_ROWS, PromptRow, breaks_cache, completed

NAMES = st.one_of(st.sampled_from([row.value for row in PromptRow]), st.text(max_size=5))


@settings(max_examples=60, deadline=None)
@given(st.lists(NAMES, max_size=15))
def test_any_order_is_completed_and_what_it_says_is_kept(names: list[str]) -> None:
    rows = completed(names)
    assert sorted(rows) == sorted(DEFAULT_ROWS)
    asked = [name for name in dict.fromkeys(names) if name in set(PromptRow)]
    assert [row for row in rows if row in asked] == asked
    assert completed(rows) == rows


def test_nothing_asked_for_is_the_default_order() -> None:
    assert completed(()) == DEFAULT_ROWS


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["recall", "system"], "recall system lore-before-character character lore-after-character examples memory history found-memory"),
        (["memory", "system"], "memory system lore-before-character character lore-after-character examples history found-memory recall"),
        (["history"], "system lore-before-character character lore-after-character examples memory history found-memory recall"),
        (["found-memory", "history", "new in version 9"], "system lore-before-character character lore-after-character examples memory found-memory recall history"),
    ],
)  # fmt: skip
def test_a_row_that_is_missing_stands_behind_its_neighbour(names: list[str], expected: str) -> None:
    assert list(completed(names)) == expected.split()


def test_what_changes_before_the_history_breaks_a_cache() -> None:
    assert not breaks_cache(DEFAULT_ROWS)
    assert not breaks_cache(completed(["history", "system", "memory"]))
    assert breaks_cache(completed(["recall", "history"]))
    assert breaks_cache(completed(["found-memory", "history"]))
