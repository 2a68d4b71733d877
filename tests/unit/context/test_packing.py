"""Packing: the best total value within a class, classes before all, and reasons that say what was missing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.packing import pack, value
from desktop_app.context.pieces import Group, Piece
from desktop_app.context.plan import BlockKind, Lane
from desktop_app.context.reasons import ReasonCode, reason
from tests.examples import examples

WHY = reason(ReasonCode.HAD_ROOM)


def item(id_: str, cost: int, relevance: float = 0.5, rank: int = 0) -> Group:
    """A group of the lore lane."""
    piece = Piece(id_, BlockKind.LORE, id_, id_, cost, True)
    return Group(id_, BlockKind.LORE, (piece,), cost, WHY, WHY, lane=Lane.KEYED_LORE, rank=rank, relevance=relevance)


@st.composite
def lanes(draw: st.DrawFn, *, most: int = 10) -> tuple[list[Group], int]:
    """Some groups of three classes, and a room."""
    sizes = st.integers(0, 60)
    worth = st.one_of(st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]), st.floats(0, 1, width=16))
    rows = draw(st.lists(st.tuples(sizes, worth, st.integers(0, 2)), max_size=most))
    groups = [item(f"i{n:03}", cost, relevance, rank) for n, (cost, relevance, rank) in enumerate(rows)]
    return groups, draw(st.integers(0, 200))


def worth_by_class(groups: Sequence[Group], kept: frozenset[str]) -> list[int]:
    """The value of what is in, the highest class first."""
    return [sum(value(group) for group in groups if group.id in kept and group.rank == rank) for rank in (2, 1, 0)]


def best_by_class(groups: Sequence[Group], room: int) -> list[int]:
    """The same, of the best of all combinations."""
    best = [0, 0, 0]
    for size in range(len(groups) + 1):
        for chosen in itertools.combinations(groups, size):
            if sum(group.cost for group in chosen) <= room:
                best = max(best, worth_by_class(groups, frozenset(group.id for group in chosen)))
    return best


def test_the_example_of_the_specification() -> None:
    packed = pack([item("a", 60, 0.9), item("b", 50, 0.6), item("c", 50, 0.5)], 100)
    assert packed.kept == {"b", "c"}
    assert packed.used == 100
    assert packed.left_out["a"].sentence == "Needs 60 tokens, had 0 after b, c."
    assert packed.left_out["a"].params == {"needs": 60, "had": 0, "after": "b, c"}


def test_one_huge_entry_at_the_top_displaces_nothing() -> None:
    """Case H-16: entries of 400, 30, 30, 30 tokens in a budget of 100."""
    packed = pack([item("huge", 400, 1.0), item("a", 30, 1.0), item("b", 30, 1.0), item("c", 30, 1.0)], 100)
    assert packed.kept == {"a", "b", "c"}
    assert packed.left_out["huge"].sentence == "Needs 400 tokens, had 10 after a, b, c."


def test_a_huge_entry_of_a_higher_class_displaces_nothing_either() -> None:
    packed = pack([item("huge", 400, 1.0, rank=2), item("a", 30, 0.2), item("b", 80, 0.9)], 100)
    assert packed.kept == {"b"}
    assert packed.left_out["huge"].sentence == "Needs 400 tokens, had 100."


def test_nothing_of_a_lower_class_displaces_a_higher_one() -> None:
    packed = pack([item("high", 60, 0.1, rank=1), item("a", 50, 1.0), item("b", 50, 1.0)], 100)
    assert packed.kept == {"high"}
    assert packed.left_out["a"].sentence == "Needs 50 tokens, had 40 after high."


def test_the_best_is_found_though_the_densest_come_close() -> None:
    groups = [
        item("x", 34, 0.35),
        item("y", 34, 0.345),
        item("z", 31, 0.31),
        item("u", 50, 0.505),
        item("v", 50, 0.503),
    ]
    assert pack(groups, 100).kept == {"u", "v"}


def test_ties_end_at_the_id() -> None:
    groups = [item(name, 50, 0.5) for name in "dbca"]
    assert pack(groups, 100).kept == {"a", "b"}
    assert pack(groups[::-1], 100).kept == {"a", "b"}


def test_what_is_not_relevant_at_all_still_comes_in_where_there_is_room() -> None:
    assert pack([item("a", 50, 0.0), item("b", 20, float("nan")), item("c", 0, 0.0)], 70).kept == {"a", "b", "c"}


def test_many_that_took_the_room_are_not_all_named() -> None:
    groups = [item(f"e{n}", 10, 1.0) for n in range(5)] + [item("late", 10, 0.0)]
    assert pack(groups, 50).left_out["late"].sentence == "Needs 10 tokens, had 0 after e0, e1, e2 + 2."


def test_no_room_takes_nothing_that_costs() -> None:
    packed = pack([item("a", 1), item("b", 0)], -5)
    assert packed.kept == {"b"}
    assert packed.used == 0


@given(lanes(most=8))
@examples(80)
def test_the_best_of_all_combinations_is_found(question: tuple[list[Group], int]) -> None:
    groups, room = question
    packed = pack(groups, room)
    assert worth_by_class(groups, packed.kept) == best_by_class(groups, room)


@given(lanes(most=40))
@examples(80)
def test_the_room_holds_everyone_has_a_place_and_order_does_not_matter(question: tuple[list[Group], int]) -> None:
    groups, room = question
    packed = pack(groups, room)
    assert packed.used == sum(group.cost for group in groups if group.id in packed.kept) <= room
    assert packed.kept | set(packed.left_out) == {group.id for group in groups}
    assert not packed.kept & set(packed.left_out)
    assert pack(groups[::-1], room) == packed


@given(lanes(most=40))
@examples(80)
def test_who_is_left_out_would_not_fit_beside_its_own_class_and_those_above(
    question: tuple[list[Group], int],
) -> None:
    groups, room = question
    packed = pack(groups, room)
    for group in groups:
        if group.id not in packed.kept:
            taken = sum(other.cost for other in groups if other.id in packed.kept and other.rank >= group.rank)
            assert group.cost > room - taken


@given(lanes(most=10), st.integers(1, 80))
@examples(80)
def test_more_room_loses_nothing_of_a_higher_class_for_something_lower(
    question: tuple[list[Group], int], more: int
) -> None:
    groups, room = question
    before, after = pack(groups, room), pack(groups, room + more)
    assert worth_by_class(groups, after.kept) >= worth_by_class(groups, before.kept)


def test_hundreds_of_groups_are_packed_in_bounded_work_and_well() -> None:
    """Where not every combination can be followed, at least 99 % of what a fractional packing would reach."""
    groups = [item(f"i{n:03}", 40 + n * 37 % 161, (n * 53 % 97) / 97) for n in range(400)]
    room = 6_000
    packed = pack(groups, room)
    assert packed.used <= room
    most, left = 0.0, room
    for group in sorted(groups, key=lambda group: -value(group) / group.cost):
        share = min(1.0, left / group.cost)
        most, left = most + share * value(group), left - round(share * group.cost)
    assert sum(value(group) for group in groups if group.id in packed.kept) >= 0.99 * most
