"""The tree of heights against a plain list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.chat.heights import Heights

HEIGHT = st.integers(1, 500)

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), HEIGHT, st.just(0)),
        st.tuples(st.just("insert"), HEIGHT, st.integers(0, 100)),
        st.tuples(st.just("set"), HEIGHT, st.integers(0, 100)),
        st.tuples(st.just("remove"), st.integers(0, 5), st.integers(0, 100)),
    ),
    max_size=40,
)


@given(st.lists(HEIGHT, max_size=40), STEPS)
def test_sums_and_places_are_those_of_a_list(start: list[int], steps: list[tuple[str, int, int]]) -> None:
    plain, heights = list(start), Heights(start)
    for kind, value, place in steps:
        change(plain, heights, kind, value, place)
    assert heights.total == sum(plain)
    assert [heights.top(row) for row in range(len(plain) + 1)] == [sum(plain[:row]) for row in range(len(plain) + 1)]
    for row, height in enumerate(plain):
        top = sum(plain[:row])
        assert heights.at(top) == (row, 0)
        assert heights.at(top + height - 1) == (row, height - 1)


def test_beyond_the_end_is_the_last_row() -> None:
    assert Heights([10, 20]).at(35) == (1, 25)
    assert Heights().at(5) == (0, 5)


def test_setting_tells_how_much_it_grew() -> None:
    heights = Heights([10, 20])
    assert heights.set(1, 25) == 5
    assert heights.set(1, 25) == 0
    assert heights.total == 35


def change(plain: list[int], heights: Heights, kind: str, value: int, place: int) -> None:
    """Does one step to both."""
    if kind == "append":
        plain.append(value)
        heights.insert(len(heights), [value])
    elif kind == "insert":
        row = place % (len(plain) + 1)
        plain[row:row] = [value, value + 1]
        heights.insert(row, [value, value + 1])
    elif plain and kind == "set":
        row = place % len(plain)
        assert heights.set(row, value) == value - plain[row]
        plain[row] = value
    elif plain and kind == "remove":
        first = place % len(plain)
        last = min(len(plain) - 1, first + value)
        del plain[first : last + 1]
        heights.remove(first, last)
