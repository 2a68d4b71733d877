"""Which passages come in: nothing that is in the window, nothing twice, the most relevant that fit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.context.pieces import Group
from desktop_app.context.recall import recall
from tests.examples import examples
from tests.unit.context.groups import passage, span

WINDOW = {"m9": 9, "m10": 10}


def test_what_is_in_the_window_is_not_told_again() -> None:
    """Case H-25: nothing already in the sent history is injected."""
    found = recall([passage("p", 20, span("m8"), span("m9")), passage("q", 20, span("m7"))], WINDOW, 100)
    assert found.kept == {"q"}
    assert found.left_out["p"].code == "duplicate.in-window"
    assert found.left_out["p"].sentence == "A duplicate of message 9, which is in the window."
    assert found.told == {"m7"}


def test_what_is_not_relevant_enough_never_comes_in() -> None:
    found = recall([passage("p", 20, span("m1"), relevance=0.2, relevant=False, threshold=0.35)], WINDOW, 100)
    assert not found.kept
    assert found.left_out["p"].params == {"score": 0.2, "threshold": 0.35}


def test_a_passage_goes_before_a_compressed_block_of_the_same_message() -> None:
    block = passage("block", 20, span("m1"), span("m2"), relevance=0.9, rank=0)
    found = recall([block, passage("p", 20, span("m2", 50, 80), relevance=0.5)], WINDOW, 100)
    assert found.kept == {"p"}
    assert found.left_out["block"].sentence == "A duplicate of p."


def test_passages_that_share_a_sentence_are_both_told_those_that_share_most_are_not() -> None:
    first, second = span("m1", 0, 100), span("m1", 80, 200)
    found = recall([passage("a", 20, first), passage("b", 20, second)], WINDOW, 100)
    assert found.kept == {"a", "b"}
    found = recall([passage("a", 20, first), passage("b", 20, span("m1", 40, 110), relevance=0.7)], WINDOW, 100)
    assert found.kept == {"a"}
    assert found.left_out["b"].code == "duplicate.of"


def test_the_lane_is_packed_and_who_has_no_room_is_told_so() -> None:
    a, b, c = (
        passage(name, cost, span(name), relevance=worth)
        for name, cost, worth in (("a", 60, 0.9), ("b", 50, 0.6), ("c", 50, 0.5))
    )
    found = recall([a, b, c], {}, 100)
    assert found.kept == {"b", "c"}
    assert found.left_out["a"].sentence == "Needs 60 tokens, had 0 after b, c."


def test_where_the_better_twin_has_no_room_the_other_comes_in() -> None:
    big = passage("big", 500, span("m1"), relevance=0.9)
    small = passage("small", 50, span("m1", 0, 90), relevance=0.5)
    found = recall([big, small], {}, 100)
    assert found.kept == {"small"}
    assert found.left_out["big"].code == "duplicate.of"


SPANS = st.builds(span, st.sampled_from(["m1", "m2", "m3", "m9"]), st.integers(0, 50), st.integers(51, 120))


@st.composite
def candidates(draw: st.DrawFn) -> list[Group]:
    """Passages and blocks of a few messages."""
    count = draw(st.integers(0, 8))
    return [
        passage(
            f"p{number}",
            draw(st.integers(1, 60)),
            *draw(st.lists(SPANS, max_size=3)),
            relevance=draw(st.floats(0, 1, width=16)),
            rank=draw(st.integers(0, 1)),
        )
        for number in range(count)
    ]


@given(candidates(), st.integers(0, 150))
@examples(80)
def test_a_message_is_told_once_and_everyone_has_a_place(groups: list[Group], room: int) -> None:
    found = recall(groups, WINDOW, room)
    kept = [group for group in groups if group.id in found.kept]
    assert sum(group.cost for group in kept) <= room
    assert found.kept | set(found.left_out) == {group.id for group in groups}
    assert not found.kept & set(found.left_out)
    ranks: dict[str, set[int]] = {}
    for group in kept:
        for source in group.sources:
            ranks.setdefault(source.message_id, set()).add(group.rank)
    assert all(len(kinds) == 1 for kinds in ranks.values())
    assert not ranks.keys() & WINDOW.keys()
    assert found.told == ranks.keys()
    assert recall(groups[::-1], WINDOW, room) == found
