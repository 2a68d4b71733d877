"""The bench's arithmetic."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.cli.bench_parts.figures import Figure, percentile, ratio, spread, timed, timed_await


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(100, 0, -1)]

    assert percentile(values, 0.5) == 50
    assert percentile(values, 0.95) == 95
    assert percentile([7.0], 0.95) == 7
    assert spread("x", values) == [Figure("x, p50", 50), Figure("x, p95", 95)]


def test_a_ratio_compares_the_middles() -> None:
    assert ratio("x", [10.0, 20.0, 90.0], [2.0, 5.0, 5.0]) == Figure("x", 4.0, "×")
    assert ratio("x", [1.0], [0.0]).value == pytest.approx(1e6)


def test_every_call_is_timed_and_numbered() -> None:
    seen: list[int] = []

    async def work(number: int) -> None:
        seen.append(number)

    assert len(timed(seen.append, 3)) == 3
    assert len(asyncio.run(timed_await(work, 2))) == 2
    assert seen == [0, 1, 2, 0, 1]
