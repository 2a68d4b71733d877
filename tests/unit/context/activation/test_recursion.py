"""Recursion: who pulls whom, at which pass, and where it ends."""

from __future__ import annotations

from desktop_app.context.plan import Hit
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import MeaningMode, TrimDirection
from tests.unit.context.activation.material import asked, book, chat, entry, lore, names, scan, scanned, trace, why

CHAIN = (
    lore("one", "castle", content="The king."),
    lore("two", "king", content="The dragon."),
    lore("three", "dragon", content="The castle and the king."),
)


def test_is_off_unless_the_book_has_it_on() -> None:
    assert names(scanned("the castle", *CHAIN)) == ["one"]
    assert names(scanned("the castle", *CHAIN, recursive_scanning=True)) == ["one", "two", "three"]


def test_the_trace_tells_who_pulled_whom_where_and_when() -> None:
    found = scanned("the castle", *CHAIN, recursive_scanning=True)
    assert [(item.entry_id, item.passed, item.pulled_by) for item in found.active] == [
        ("one", 0, ""),
        ("two", 1, "one"),
        ("three", 2, "two"),
    ]
    assert entry(found, "two").hits == (Hit("king", "one", 4, 8),)
    assert entry(found, "two").reason.params == {"key": "king", "title": "one", "passed": 1}
    assert why(found, "two") is ReasonCode.PULLED


def test_mutual_mentions_end_with_each_entry_once() -> None:
    pair = lore("a", "castle", content="king"), lore("b", "king", content="castle")
    found = scanned("castle king", *pair, recursive_scanning=True)
    assert [(item.entry_id, item.passed) for item in found.active] == [("a", 0), ("b", 0)]


def test_cannot_be_pulled_is_not_activated_by_entries_but_by_messages() -> None:
    entries = (CHAIN[0], lore("two", "king", cannot_be_pulled=True))
    found = scanned("the castle", *entries, recursive_scanning=True)
    assert names(found) == ["one"]
    assert why(found, "two") is ReasonCode.CANNOT_BE_PULLED
    assert trace(found, "two").reason.params == {"key": "king", "title": "one"}
    assert names(scanned("the castle of a king", *entries, recursive_scanning=True)) == ["one", "two"]


def test_what_cannot_be_pulled_does_not_see_secondary_keys_in_entries_either() -> None:
    entries = (CHAIN[0], lore("two", "castle", secondary_keys=("king",), cannot_be_pulled=True))
    assert names(scanned("the castle", *entries, recursive_scanning=True)) == ["one"]


def test_cannot_pull_activates_nobody() -> None:
    entries = (lore("one", "castle", content="The king.", cannot_pull=True), CHAIN[1])
    assert names(scanned("the castle", *entries, recursive_scanning=True)) == ["one"]


def test_ends_at_the_greatest_number_of_steps() -> None:
    found = {
        steps: names(scanned("the castle", *CHAIN, recursive_scanning=True, max_recursion_steps=steps))
        for steps in range(4)
    }
    assert found == {
        0: ["one", "two", "three"],
        1: ["one", "two"],
        2: ["one", "two", "three"],
        3: ["one", "two", "three"],
    }


def test_secondary_keys_may_be_met_by_entries() -> None:
    entries = (CHAIN[0], lore("two", "castle", secondary_keys=("king",)))
    found = scanned("the castle", *entries, recursive_scanning=True)
    assert (entry(found, "two").passed, entry(found, "two").pulled_by) == (1, "one")


def test_anti_keys_in_entries_block_what_is_not_active_yet() -> None:
    entries = (
        CHAIN[0],
        lore("late", "king", anti_keys=("king",)),
        lore("early", "castle", anti_keys=("king",)),
    )
    found = scanned("the castle", *entries, recursive_scanning=True)
    assert names(found) == ["one", "early"]
    assert why(found, "late") is ReasonCode.ANTI_KEY


def test_hidden_keys_are_seen_but_not_sent() -> None:
    entries = (
        lore("one", "castle", content="{{hidden_key:unicorn}}Stones of {{char}}.{{// dragon}}"),
        lore("hidden", "unicorn"),
        lore("comment", "dragon"),
        lore("name", "Assistant"),
    )
    found = scanned("the castle", *entries, recursive_scanning=True)
    assert names(found) == ["one", "hidden", "name"]
    assert entry(found, "one").text == "Stones of Assistant."
    assert entry(found, "hidden").hits == (Hit("unicorn", "one", 0, 0),)
    assert entry(found, "name").hits == (Hit("Assistant", "one", 10, 19),)


def test_what_was_cut_off_pulls_nobody() -> None:
    one = lore("one", "castle", content="The king. The dragon.", token_cap=2, trim=TrimDirection.BOTTOM)
    assert names(scanned("the castle", one, *CHAIN[1:], recursive_scanning=True))[:2] == ["one", "two"]
    assert (
        trace(scanned("the castle", one, CHAIN[2], recursive_scanning=True), "three").reason.code
        == ReasonCode.NO_KEY_HIT
    )


def test_a_rejected_entry_pulls_nobody() -> None:
    rejected = lore("one", "castle", content="The king.", probability=0)
    assert names(scanned("the castle", rejected, CHAIN[1], recursive_scanning=True)) == []


def test_an_empty_entry_pulls_by_its_hidden_keys_and_is_not_sent() -> None:
    empty = lore("one", "castle", content="{{hidden_key:king}}")
    found = scanned("the castle", empty, CHAIN[1], recursive_scanning=True)
    assert names(found) == ["two"]
    assert why(found, "one") is ReasonCode.EMPTY_ENTRY


def test_books_pull_each_other_where_both_have_it_on() -> None:
    pulling, pulled = book(CHAIN[0], id="a", recursive_scanning=True), book(CHAIN[1], id="b", recursive_scanning=True)
    off = book(CHAIN[1], id="b")
    assert names(scan(asked(*chat("castle"), books=(pulling, pulled)))) == ["one", "two"]
    assert names(scan(asked(*chat("castle"), books=(pulling, off)))) == ["one"]


class TestLevels:
    """Entries that wait for a pass of recursion."""

    def test_wait_for_their_pass(self) -> None:
        entries = (*CHAIN, lore("first", "castle", recursion_level=1), lore("second", "castle", recursion_level=2))
        found = scanned("the castle", *entries, recursive_scanning=True)
        assert {item.entry_id: item.passed for item in found.active} == {
            "one": 0,
            "two": 1,
            "first": 1,
            "three": 2,
            "second": 2,
        }

    def test_come_one_after_another_when_nothing_else_does(self) -> None:
        entries = (lore("later", "castle", recursion_level=7), lore("latest", constant=True, recursion_level=10**9))
        found = scanned("the castle", *entries, recursive_scanning=True)
        assert [(item.entry_id, item.passed) for item in found.active] == [("later", 7), ("latest", 10**9)]

    def test_are_not_reached_without_recursion_or_behind_its_last_step(self) -> None:
        waiting = lore("second", "castle", recursion_level=2)
        for options in ({}, {"recursive_scanning": True, "max_recursion_steps": 1}):
            found = scanned("the castle", CHAIN[0], CHAIN[1], waiting, **options)
            assert "second" not in names(found)
            assert why(found, "second") is ReasonCode.LEVEL_NOT_REACHED
        found = scanned("the castle", waiting, recursive_scanning=True, max_recursion_steps=2)
        assert names(found) == ["second"]

    def test_hold_for_meaning_too(self) -> None:
        waiting = lore("second", meaning=MeaningMode.MEANING, recursion_level=1)
        question = asked(*chat("x"), relevance={"second": 0.9}, books=(book(waiting, recursive_scanning=True),))
        assert entry(scan(question), "second").passed == 1

    def test_of_a_book_that_goes_no_further_do_not_hold_up_others(self) -> None:
        short = book(lore("never", "castle", recursion_level=3), id="a", recursive_scanning=True, max_recursion_steps=1)
        long = book(lore("late", "castle", recursion_level=5), id="b", recursive_scanning=True)
        found = scan(asked(*chat("castle"), books=(short, long)))
        assert names(found) == ["late"]
        assert why(found, "never") is ReasonCode.LEVEL_NOT_REACHED
