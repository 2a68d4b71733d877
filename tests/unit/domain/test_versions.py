"""Which earlier states are worth keeping."""

from __future__ import annotations

from desktop_app.domain.versions import APART_MS, MAXIMUM_BYTES, MAXIMUM_VERSIONS, NEWEST_KEPT, is_apart, too_many


def test_few_and_small_versions_all_stay() -> None:
    assert too_many([(number, number, 100) for number in range(MAXIMUM_VERSIONS)]) == set()


def test_of_too_many_goes_what_is_nearest_to_the_one_before_it() -> None:
    times = [0, 1000, 2000, 2001, *range(3000, 3000 + 1000 * (MAXIMUM_VERSIONS - 3), 1000)]
    assert len(times) == MAXIMUM_VERSIONS + 1
    assert too_many([(number, time, 1) for number, time in enumerate(times)]) == {3}


def test_the_oldest_and_the_newest_stay() -> None:
    versions = [(number, 0, 1) for number in range(3 * MAXIMUM_VERSIONS)]
    kept = {number for number, _, _ in versions} - too_many(versions)
    assert len(kept) == MAXIMUM_VERSIONS
    assert 0 in kept
    assert kept >= {number for number, _, _ in versions[-NEWEST_KEPT:]}


def test_large_ones_leave_sooner_and_the_newest_stays_whatever_its_size() -> None:
    large = MAXIMUM_BYTES // 2
    assert too_many([(1, 1, large), (2, 2, large), (3, 3, large)]) == {1}
    assert too_many([(1, 1, 1), (2, 2, 2 * MAXIMUM_BYTES)]) == {1}


def test_what_is_typed_soon_after_is_no_version_of_its_own() -> None:
    assert is_apart(None, 5)
    assert not is_apart(1000, 1000 + APART_MS - 1)
    assert is_apart(1000, 1000 + APART_MS)
    assert is_apart(1000, 0), "a clock that was set back must not stop it for ever"
