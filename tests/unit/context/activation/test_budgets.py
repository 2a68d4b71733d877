"""Budgets: of a book, and the cap of one entry with its trimming at ends of sentences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.activation.book_budget import left_out
from desktop_app.context.active import Activation
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import LorebookEntry, MeaningMode, TrimDirection
from tests.unit.context.activation.material import (
    asked,
    book,
    chat,
    entry,
    lore,
    memory,
    names,
    scan,
    scanned,
    trace,
    why,
)
from tests.unit.context.material import words


def sized(name: str, tokens: int, **options: Any) -> LorebookEntry:
    """An entry of so many tokens."""
    return lore(name, "castle", content=words(name, tokens), **options)


class TestBook:
    """The budget of a book."""

    def test_passes_over_what_does_not_fit_and_goes_on(self) -> None:
        entries = sized("a", 400), sized("b", 30), sized("c", 30), sized("d", 30)
        found = scanned("castle", *entries, token_budget=100)
        assert names(found) == ["b", "c", "d"]
        assert why(found, "a") is ReasonCode.OVER_BOOK_BUDGET
        assert trace(found, "a").reason.params == {"needs": 400, "had": 100, "more": 300, "book": "Book"}
        assert trace(found, "a").tokens == 400

    def test_keeps_the_highest_priority_then_the_most_relevant(self) -> None:
        entries = sized("low", 60, priority=1), sized("high", 60, priority=9), sized("near", 30, priority=1)
        question = asked(
            *chat("castle"), relevance={"low": 0.2, "near": 0.8}, books=(book(*entries, token_budget=100),)
        )
        assert names(scan(question)) == ["high", "near"]

    def test_order_says_where_not_who(self) -> None:
        entries = sized("a", 60, insertion_order=1, priority=1), sized("b", 60, insertion_order=9, priority=2)
        assert names(scanned("castle", *entries, token_budget=100)) == ["b"]

    def test_the_smaller_of_tokens_and_share_counts(self) -> None:
        def with_limits(**options: Any) -> list[str]:
            question = asked(*chat("castle"), limit=1000, books=(book(*(sized(n, 30) for n in "abcd"), **options),))
            return names(scan(question))

        assert len(with_limits()) == 4
        assert len(with_limits(token_budget=95)) == 3
        assert len(with_limits(budget_percent=6)) == 2
        assert len(with_limits(token_budget=31, budget_percent=6)) == 1
        assert len(with_limits(token_budget=0)) == 0

    def test_constant_entries_and_those_that_ignore_it_are_outside(self) -> None:
        entries = sized("constant", 500, constant=True), sized("ignoring", 500, ignore_budget=True), sized("a", 50)
        assert names(scanned("castle", *entries, token_budget=50)) == ["constant", "ignoring", "a"]

    def test_each_book_has_its_own(self) -> None:
        books = book(sized("a", 60), id="one", token_budget=50), book(sized("b", 60), id="two")
        assert names(scan(asked(*chat("castle"), books=books, memories=(memory("m", "castle"),)))) == ["b", "m"]

    def test_with_so_many_tokens_more_it_is_in(self) -> None:
        entries = [sized(name, tokens, priority=9 - place) for place, (name, tokens) in enumerate(
            {"a": 130, "b": 60, "c": 50, "d": 105}.items())]  # fmt: skip
        for name in ("a", "c", "d"):
            found = scanned("castle", *entries, token_budget=100)
            more = int(trace(found, name).reason.params["more"])
            assert name not in names(scanned("castle", *entries, token_budget=100 + more - 1))
            assert name in names(scanned("castle", *entries, token_budget=100 + more))


SIZES = st.lists(st.integers(0, 40), max_size=12)


@given(SIZES, st.integers(0, 120))
def test_what_is_told_of_a_budget_is_true(sizes: list[int], budget: int) -> None:
    out = left_out(sizes, budget)
    assert sum(size for place, size in enumerate(sizes) if place not in out) <= budget
    for place, told in out.items():
        assert told.needs == sizes[place] > told.had
        assert place in left_out(sizes, budget + told.more - 1)
        assert place not in left_out(sizes, budget + told.more)


def test_thousands_of_entries_are_told_on_the_safe_side() -> None:
    sizes = [7 + place % 5 for place in range(4_000)]
    out = left_out(sizes, 100)
    last = max(out)
    assert last not in left_out(sizes, 100 + out[last].more)


class TestCap:
    """The cap of an entry."""

    TEXT = "One two three. Four five. Six seven eight nine."

    def capped(self, cap: int, trim: TrimDirection, **options: Any) -> Activation:
        return scanned("castle", lore("one", "castle", content=self.TEXT, token_cap=cap, trim=trim, **options))

    @pytest.mark.parametrize(
        ("cap", "trim", "expected"),
        [
            (9, TrimDirection.NEVER, TEXT),
            (8, TrimDirection.BOTTOM, "One two three. Four five."),
            (5, TrimDirection.BOTTOM, "One two three. Four five."),
            (4, TrimDirection.BOTTOM, "One two three."),
            (8, TrimDirection.TOP, "Four five. Six seven eight nine."),
            (5, TrimDirection.TOP, "Six seven eight nine."),
        ],
    )
    def test_cuts_at_ends_of_sentences(self, cap: int, trim: TrimDirection, expected: str) -> None:
        found = entry(self.capped(cap, trim), "one")
        assert (found.text, found.tokens) == (expected, len(expected.split()))

    @pytest.mark.parametrize(
        ("cap", "trim"),
        [(8, TrimDirection.NEVER), (2, TrimDirection.BOTTOM), (3, TrimDirection.TOP), (0, TrimDirection.TOP)],
    )
    def test_what_cannot_be_cut_stays_out(self, cap: int, trim: TrimDirection) -> None:
        found = self.capped(cap, trim)
        assert why(found, "one") is ReasonCode.OVER_CAP
        assert trace(found, "one").reason.params == {"needs": 9, "cap": cap}
        assert not found.warnings

    def test_a_constant_entry_that_stays_out_is_told(self) -> None:
        found = self.capped(8, TrimDirection.NEVER, constant=True)
        assert [warning.code for warning in found.warnings] == [ReasonCode.CONSTANT_OVER_CAP]

    def test_counts_after_macros(self) -> None:
        found = scanned("castle", lore("one", "castle", content="{{char}} one.{{// two three four}}", token_cap=2))
        assert entry(found, "one").tokens == 2

    def test_holds_for_meaning_too(self) -> None:
        one = lore("one", content=self.TEXT, token_cap=4, trim=TrimDirection.BOTTOM, meaning=MeaningMode.MEANING)
        found = scan(asked(*chat("x"), relevance={"one": 0.9}, books=(book(one),)))
        assert entry(found, "one").text == "One two three."
