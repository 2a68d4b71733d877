"""Inclusion groups: one of each group stays, by sticky, keys, order or a draw that is always the same."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.activation.groups import Candidate, resolve
from desktop_app.context.reasons import ReasonCode
from desktop_app.domain.lore import LorebookEntry
from tests.unit.context.activation.material import asked, book, chat, lore, names, past, scan, scanned, trace, why


def grouped(name: str, *keys: str, **options: Any) -> LorebookEntry:
    return lore(name, *(keys or ("castle",)), **{"groups": ("mood",), **options})


def test_one_of_a_group_stays_and_the_trace_tells_who_lost_to_whom() -> None:
    entries = [grouped(name) for name in "abcd"]
    found = scanned("the castle", *entries, lore("free", "castle"))
    winner, free = names(found)
    assert free == "free"
    for loser in {"a", "b", "c", "d"} - {winner}:
        assert why(found, loser) is ReasonCode.LOST_GROUP
        assert trace(found, loser).reason.params == {"group": "mood", "title": winner}
        assert trace(found, loser).hits


def test_most_matched_keys_win_where_it_is_asked_for() -> None:
    entries = (grouped("one", "castle", group_weight=10**9), grouped("two", "castle", "dragon", group_weight=1))
    text = "the castle of a dragon"
    assert names(scanned(text, *entries, group_scoring=True)) == ["two"]
    own = tuple(replace(item, group_scoring=True) for item in entries)
    assert names(scanned(text, *own)) == ["two"]
    # Who does not ask for it is not measured by it.
    free = replace(entries[0], group_scoring=False), entries[1]
    assert names(scanned(text, *free, group_scoring=True)) == ["one"]
    assert names(scanned(text, *entries)) == ["one"]


def test_secondary_keys_count_as_matched_keys() -> None:
    entries = grouped("one", "castle"), grouped("two", "castle", secondary_keys=("dragon",))
    assert names(scanned("the castle of a dragon", *entries, group_scoring=True)) == ["two"]


def test_the_highest_order_wins_where_it_is_asked_for() -> None:
    entries = (
        grouped("low", group_by_order=True, insertion_order=1),
        grouped("high", group_by_order=True, insertion_order=9),
        grouped("highest", insertion_order=99, group_weight=10**9),
    )
    assert names(scanned("the castle", *entries)) == ["high"]


def test_a_sticky_member_wins_over_everything() -> None:
    sticky = grouped("sticky", "dragon", sticky=10, group_weight=0)
    others = grouped("order", group_by_order=True), grouped("keys", "castle", "king")
    question = asked(
        *chat("a dragon", "yes", "the castle of a king"),
        past=(past("m2", "sticky"),),
        books=(book(sticky, *others, scan_depth=1, group_scoring=True),),
    )
    found = scan(question)
    assert names(found) == ["sticky"]
    assert why(found, "order") is why(found, "keys") is ReasonCode.LOST_GROUP


def test_a_rejected_member_takes_nothing_from_its_group() -> None:
    entries = grouped("rejected", probability=0, group_weight=10**9), grouped("other")
    assert names(scanned("the castle", *entries)) == ["other"]


def test_a_group_that_is_taken_is_not_pulled_again() -> None:
    entries = (
        grouped("first", "castle", content="The king.", group_weight=0),
        grouped("pulled", "king", group_by_order=True),
        lore("free", "king", content="x"),
    )
    found = scanned("the castle", *entries, recursive_scanning=True)
    assert names(found) == ["first", "free"]
    assert why(found, "pulled") is ReasonCode.LOST_GROUP


def test_who_lost_pulls_nobody() -> None:
    entries = (
        grouped("win", group_by_order=True),
        grouped("lose", content="The king."),
        lore("king", "king"),
    )
    assert names(scanned("the castle", *entries, recursive_scanning=True)) == ["win"]


def test_groups_reach_over_books() -> None:
    books = book(grouped("a", group_by_order=True), id="one"), book(grouped("b"), id="two")
    assert names(scan(asked(*chat("castle"), books=books))) == ["a"]


def test_an_entry_of_several_groups_must_win_them_all() -> None:
    both = grouped("both", groups=("x", "y"), group_by_order=True, insertion_order=5)
    x = grouped("x", groups=("x",), group_by_order=True, insertion_order=1)
    y = grouped("y", groups=("y",), group_by_order=True, insertion_order=9)
    assert names(scanned("the castle", both, x, y)) == ["x", "y"]
    assert names(scanned("the castle", both, x)) == ["both"]


class TestDraw:
    """The lottery."""

    def winners(self, *entries: LorebookEntry, tries: int = 400) -> Counter[str]:
        question = asked(*chat("castle"), books=(book(*entries),))
        return Counter(names(scan(replace(question, reroll=number)))[0] for number in range(tries))

    def test_follows_the_weights(self) -> None:
        found = self.winners(
            grouped("a", group_weight=300), grouped("b", group_weight=100), grouped("c", group_weight=0)
        )
        assert found.keys() == {"a", "b"}
        assert 250 <= found["a"] <= 350  # 300 ± 6 standard deviations

    def test_is_fair_without_weights(self) -> None:
        assert self.winners(*(grouped(name, group_weight=0) for name in "ab"), tries=3).keys() == {"a"}

    def test_is_the_same_for_the_same_seed_and_other_for_another(self) -> None:
        entries = [grouped(f"e{number}") for number in range(50)]
        question = asked(*chat("castle"), books=(book(*entries),))
        backwards = asked(*chat("castle"), books=(book(*reversed(entries)),))
        assert names(scan(question)) == names(scan(question)) == names(scan(backwards))
        others = {names(scan(replace(question, chat_id=f"c{number}")))[0] for number in range(8)}
        assert len(others) > 1


CANDIDATES = st.lists(
    st.builds(
        Candidate,
        number=st.just(0),
        groups=st.frozensets(st.sampled_from("abcde"), min_size=1),
        sticky=st.booleans(),
        by_keys=st.booleans(),
        keys=st.integers(0, 3),
        by_order=st.booleans(),
        order=st.integers(0, 3),
        arrival=st.sampled_from([0.5, 1.0, float("inf")]),
        tie=st.just(()),
    ),
    max_size=9,
).map(lambda found: [replace(item, number=number, tie=(f"{number}",)) for number, item in enumerate(found)])


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_no_group_has_two_and_nobody_loses_without_a_winner(candidates: list[Candidate], random: object) -> None:
    losses = resolve(candidates)
    left = [item for item in candidates if item.number not in losses]
    for one, other in itertools.combinations(left, 2):
        assert not one.groups & other.groups
    for number, loss in losses.items():
        assert loss.winner not in losses
        assert loss.group in candidates[number].groups & candidates[loss.winner].groups
    assert resolve(candidates[::-1]) == losses


@pytest.mark.parametrize("count", [300])
def test_many_groups_are_decided_in_no_time(count: int) -> None:
    candidates = [
        Candidate(number, frozenset({f"g{number // 3}"}), False, False, 0, False, 0, number % 3, (f"{number}",))
        for number in range(3 * count)
    ]
    assert len(resolve(candidates)) == 2 * count
