"""The search core beside a plain product: the same rows in the same order, with filters, removals and signs."""

from __future__ import annotations

import numpy as np
import pytest

from desktop_app.retrieval import matrix
from desktop_app.retrieval.matrix import Matrix, Rows, unit_rows

DIMENSION = 48


def around_centres(count: int, seed: int = 1, dimension: int = DIMENSION) -> Rows:
    chance = np.random.default_rng(seed)
    centres = chance.standard_normal((40, dimension))
    return unit_rows(centres[chance.integers(0, 40, count)] + 0.9 * chance.standard_normal((count, dimension)))


def empty(dimension: int) -> Matrix:
    return Matrix(np.empty((0, dimension), np.float32))


def plain(rows: Rows, query: Rows, k: int, allowed: set[int]) -> list[int]:
    scores = rows @ query
    return sorted(allowed, key=lambda at: (-scores[at], at))[:k]


def test_random_changes_beside_a_plain_product() -> None:
    chance = np.random.default_rng(7)
    rows = around_centres(2_000)
    tried = empty(DIMENSION)
    alive: set[int] = set()
    for start in range(0, len(rows), 100):
        assert tried.append(rows[start : start + 100]) == start
        alive |= set(range(start, start + 100))
        first = int(chance.integers(0, start + 95))
        if set(range(first, first + 5)) <= alive:
            tried.remove(first, 5)
            alive -= set(range(first, first + 5))
        for share in (0.02, 0.5, 1.0):
            mask = chance.random(tried.size) < share
            query = rows[int(chance.integers(0, len(rows)))]
            found, cosines = tried.search(query, 7, mask)
            assert found.tolist() == plain(rows[: tried.size], query, 7, alive & set(np.flatnonzero(mask).tolist()))
            assert cosines == pytest.approx(rows[found] @ query, abs=1e-6)
    assert len(tried) == len(alive)


def test_compacting_keeps_the_order() -> None:
    rows = around_centres(50)
    tried = empty(DIMENSION)
    tried.append(rows)
    tried.remove(10, 30)
    assert tried.is_sparse

    before = tried.compact()

    assert before.tolist() == [*range(10), *range(40, 50)]
    assert before[tried.search(rows[45], 3)[0]].tolist() == plain(rows, rows[45], 3, set(before.tolist()))


@pytest.fixture
def _signs_from_few_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "EXACT_UP_TO", 500)


@pytest.mark.usefixtures("_signs_from_few_on")
@pytest.mark.parametrize("dimension", [48, 128, 130])
def test_signs_find_the_same_as_a_plain_product(dimension: int) -> None:
    rows = around_centres(20_000, dimension=dimension)
    rows += np.float32(0.3)  # as many embedders do: all point roughly the same way, so the mean must be taken off
    rows = unit_rows(rows)
    tried = empty(dimension)
    for start in range(0, len(rows), 4_000):
        tried.append(rows[start : start + 4_000])
        tried.search(rows[0], 1)
    tried.remove(100, 50)
    allowed = np.arange(len(rows)) % 3 > 0
    ids = set(np.flatnonzero(allowed).tolist()) - set(range(100, 150))
    same = 0
    for query in rows[:40]:
        found, cosines = tried.search(query, 10, allowed)
        assert set(found.tolist()) <= ids
        assert np.all(np.diff(cosines) <= 0)
        same += len(set(found.tolist()) & set(plain(rows, query, 10, ids)))
    assert same >= 0.98 * 400


@pytest.mark.usefixtures("_signs_from_few_on")
def test_equal_rows_do_not_make_the_shortlist_endless() -> None:
    tried = empty(DIMENSION)
    tried.append(np.repeat(around_centres(1), 20_000, axis=0))

    assert tried.search(around_centres(1)[0], 3)[0].tolist() == [0, 1, 2]
    mask = np.arange(20_000) >= 12_345
    assert set(tried.search(around_centres(1)[0], 3, mask)[0].tolist()) <= set(range(12_345, 20_000))


def test_rows_of_length_1() -> None:
    rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0], [1e300, 1e300], [1e-300, 0.0]]))

    assert rows == pytest.approx(np.array([[0.6, 0.8], [0.0, 0.0], [0.5**0.5, 0.5**0.5], [1.0, 0.0]]))


def test_nothing_in_it_nothing_found() -> None:
    tried = empty(2)
    assert tried.search(np.ones(2, np.float32), 5)[0].tolist() == []
    tried.append(unit_rows(np.eye(2)))
    assert tried.search(np.ones(2, np.float32), 5, np.zeros(2, np.bool_))[0].tolist() == []
