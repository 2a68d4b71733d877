"""Keys that are patterns: what they are, and that none can freeze the program (H-12, H-13)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.language.patterns import (
    LONGEST_PATTERN,
    MOST_SPANS,
    SECONDS_A_KEY,
    BadPattern,
    Fault,
    PatternBudget,
    PatternKey,
    PatternMemory,
    Trouble,
    compile_pattern,
)
from tests.examples import examples

SLOW = "/(a|aa)+$/"
SLOW_TEXT = "a" * 60 + "!"
# A guard against hanging, far above the figure.
AT_MOST_SECONDS = 20 * SECONDS_A_KEY


class SteppingClock:
    """A clock that goes on by so much at each look."""

    def __init__(self, step: float) -> None:
        self._now = 0.0
        self._step = step

    def __call__(self) -> float:
        self._now += self._step
        return self._now


def pattern(key: str) -> PatternKey:
    compiled = compile_pattern(key)
    assert isinstance(compiled, PatternKey)
    return compiled


def timed(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def test_a_pattern_finds_the_same_at_every_scan() -> None:
    """H-12: no kept position, not in the same text and not in the next ones."""
    key, memory = pattern("/drag(on|oness)/gi"), PatternMemory()
    text = "The Dragoness met a dragon."

    for _ in range(3):
        assert memory.find(key, text, PatternBudget()) == ((4, 10), (20, 26))
    for message in ("dragon one", "dragon two", "dragon three"):
        assert memory.find(key, message, PatternBudget()) == ((0, 6),)
    assert PatternMemory().find(key, text, PatternBudget()) == ((4, 10), (20, 26))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("/(a+)+$/", "a" * 40 + "!"),
        (SLOW, SLOW_TEXT),
        (r"/(\w+\s?)+:/", "a long paragraph of words " * 80),
        (r"/^(\w+\s?)*$/", "word " * 30 + "!"),
        ("/(.*a){20}/", "a" * 25 + "b" * 20),
        ("/a{0,30000}a{30000}/", "a" * 29_999),
        ("/((a{1,100}){1,100}){1,100}/", "a" * 100),
        ("/x*x*x*x*x*x*y/", "x" * 400),
        ("/(?:a?){5000}a{5000}/", "a" * 5_000),
        (r"/\p{L}{0,65535}\d/", "я" * 60_000),
        ("/(?:(?:a{9999}){9999}){9999}/", "a" * 9_999),
        ("/x{4000000000}/", "x"),
        ("/(?:a{999}){999}/", "a"),
        ("/" + "(?:" * 120 + "a+" + ")*" * 120 + "/", "a" * 100),
        ("/.|/", "a" * 100_000),
    ],
)
def test_hostile_patterns_come_to_an_end(key: str, text: str) -> None:
    """H-13."""

    def work() -> None:
        compiled = compile_pattern(key)
        if isinstance(compiled, PatternKey):
            PatternMemory().find(compiled, text, PatternBudget())

    assert timed(work) < AT_MOST_SECONDS


def test_a_slow_pattern_stays_off_until_it_is_tried_again() -> None:
    memory = PatternMemory()
    slow = pattern(SLOW)

    assert memory.find(slow, SLOW_TEXT, PatternBudget()) is Trouble.TOO_SLOW
    assert memory.find(slow, "aaa", PatternBudget()) is Trouble.TOO_SLOW
    assert memory.find(pattern("/a+$/"), "aaa", PatternBudget()) == ((0, 3),)
    memory.try_again(SLOW)
    assert memory.find(slow, "aaa", PatternBudget()) == ((0, 3),)


def test_what_was_found_may_be_different_only_where_a_pattern_became_slow_or_was_tried_again() -> None:
    memory = PatternMemory()
    slow = pattern(SLOW)
    told = [memory.changes]
    for work in (
        lambda: memory.find(slow, "aaa", PatternBudget()),
        lambda: memory.find(slow, SLOW_TEXT, PatternBudget()),
        lambda: memory.find(slow, "aaa", PatternBudget()),
        lambda: memory.try_again(SLOW),
    ):
        work()
        told.append(memory.changes)

    assert told == [0, 0, 1, 1, 2]


def test_harmless_nested_patterns_work() -> None:
    assert PatternMemory().find(pattern("/(foo|bar)+baz/"), "a foobarbaz", PatternBudget()) == ((2, 11),)
    assert PatternMemory().find(pattern(r"/(\w+\s?)+:/"), "well then: go", PatternBudget()) == ((0, 10),)


def test_all_patterns_of_a_scan_share_its_time() -> None:
    """2,000 hostile keys; the clock is the test's own, so the figure is exact."""
    budget = PatternBudget(0.2, SteppingClock(0.05))
    memory = PatternMemory()
    keys = [pattern(f"/key{number}/") for number in range(2_000)]

    found = [memory.find(key, "key1", budget) for key in keys]

    assert [verdict is Trouble.NO_TIME for verdict in found] == [False] * 4 + [True] * 1_996
    assert found[1] == ((0, 4),)
    # What found no time is not slow: the next scan goes on where this one stopped.
    assert memory.find(keys[5], "key5", PatternBudget()) == ((0, 4),)


def test_two_thousand_really_hostile_patterns_end_in_time() -> None:
    keys = [pattern(f"/(a|aa)+${'x' * number}?/") for number in range(1, 200)] * 10
    memory, budget = PatternMemory(), PatternBudget()

    assert timed(lambda: [memory.find(key, SLOW_TEXT, budget) for key in keys]) < AT_MOST_SECONDS * 4


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("/" + "a" * (LONGEST_PATTERN + 1) + "/", Fault.TOO_LONG),
        ("/(/", Fault.INVALID),
        ("/a**/", Fault.INVALID),
        ("/(?:a{200}){200}/", Fault.TOO_LARGE),
        ("/[a/", Fault.INVALID),
    ],
)
def test_what_is_wrong_is_a_value_with_a_sentence(key: str, fault: Fault) -> None:
    bad = compile_pattern(key)

    assert isinstance(bad, BadPattern)
    assert bad.fault is fault
    assert str(bad).startswith("This pattern ")
    assert str(bad).endswith(".")


@pytest.mark.parametrize("key", ["/", "//", "a/b/", "/a/b/", "/x/q", "/x/gg", "/maps/north/", "dragon", "/a", ""])
def test_what_is_no_pattern(key: str) -> None:
    assert compile_pattern(key) is None


def test_memory_is_bounded_and_so_are_spans() -> None:
    memory = PatternMemory(limit=3)
    key = pattern("/a/")

    for number in range(10):
        memory.find(key, f"a{number}", PatternBudget())

    assert len(memory._verdicts) == 3
    many = memory.find(key, "a" * 5_000, PatternBudget())
    assert not isinstance(many, Trouble)
    assert len(many) == MOST_SPANS


@examples(60)
@given(
    st.text(alphabet=st.sampled_from(r"ab.*+?()[]{}|\^$0123456789,:=!<>wdsPpкё "), max_size=40),
    st.text(alphabet=st.sampled_from("ab к\n0"), max_size=60),
    st.text(alphabet=st.sampled_from("gimsuy"), max_size=2),
)
def test_no_pattern_can_freeze_or_raise(source: str, text: str, flags: str) -> None:
    def work() -> None:
        compiled = compile_pattern(f"/{source}/{flags}")
        if isinstance(compiled, PatternKey):
            found = PatternMemory().find(compiled, text * 20, PatternBudget())
            assert isinstance(found, Trouble) or all(start < end for start, end in found)

    assert timed(work) < AT_MOST_SECONDS * 4
